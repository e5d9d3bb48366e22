"""From expressions of the model to terms: names and fields become numbers and addresses, values are written out."""
