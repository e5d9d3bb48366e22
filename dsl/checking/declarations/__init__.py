"""Checks each type of declaration, from kinds and fields to rule bodies."""
