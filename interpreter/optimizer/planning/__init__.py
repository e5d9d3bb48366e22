"""From the flowchart to the program: one file for each thing that a node can be or do."""
