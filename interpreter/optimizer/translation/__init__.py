"""Translation of the model's expressions into terms.

Names and fields become numbers and addresses, and values are inlined.
"""
