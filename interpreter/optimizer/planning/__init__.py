"""Planning: this package turns the flowchart into a program, with one module for each type of node or effect."""
