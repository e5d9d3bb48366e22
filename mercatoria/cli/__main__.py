"""The command line without its installed script: `python -m mercatoria.cli`."""

import sys

from mercatoria.cli import main

if __name__ == "__main__":
    sys.exit(main())
