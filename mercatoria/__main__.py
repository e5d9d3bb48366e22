"""Command-line entry point: `python -m mercatoria`."""

import sys

from mercatoria.cli import main

if __name__ == "__main__":
    sys.exit(main())
