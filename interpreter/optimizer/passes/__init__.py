"""The passes: each rearranges steps without changing their results. `passes` lists them in order."""
