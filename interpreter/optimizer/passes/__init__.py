"""The optimizer's passes: each rearranges search steps without changing their results.

The module `passes` lists them in the order in which they run.
"""
