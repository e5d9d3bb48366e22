"""What a rulebook declares: kinds and their things, fields, numbers, and what rules take and give."""
