"""Grades answers to exercises: reads, compares, names slips and words hints."""
