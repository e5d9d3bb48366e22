"""Checks each type of declaration, from fields to rule bodies."""
