"""Translation of the model's expressions into terms: names and fields become numbers and addresses, values are
inlined."""
