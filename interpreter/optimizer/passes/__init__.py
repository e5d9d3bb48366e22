"""The passes: each rearranges steps and keeps what they find. `passes` lists them in order."""
