"""Planning: from the flowchart to the program, with one file for each type of node or effect."""
