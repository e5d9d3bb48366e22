"""Plans a flowchart as a program, with one module for each type of node or effect."""
