"""Checks of declarations, from kinds and fields to the bodies of rules."""
