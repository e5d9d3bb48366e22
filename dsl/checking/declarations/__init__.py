"""Checks of declarations: kinds and their things, fields, numbers, parameters and results of rules."""
