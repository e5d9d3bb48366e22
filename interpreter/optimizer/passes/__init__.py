"""The optimisation passes, which rearrange search steps without changing their results.

The module `passes` lists them in order.
"""
