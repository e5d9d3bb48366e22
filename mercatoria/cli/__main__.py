"""Entry point of `python -m mercatoria.cli`, which works without an installed script."""

import sys

from mercatoria.cli import main

if __name__ == "__main__":
    sys.exit(main())
