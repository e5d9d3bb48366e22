"""`python -m mercatoria.cli`: the command line without its installed script."""

import sys

from mercatoria.cli import main

if __name__ == "__main__":
    sys.exit(main())
