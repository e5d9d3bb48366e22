"""The board stage, which reads a YAML file of board data into checked rows.

The stage takes a YAML file, and the declarations that say which kinds come `from board`. The stage returns a
`BoardData`, which gives every value a line and column. The stage also derives a JSON Schema from the rulebook, and
reports faulty data. This stage ignores the rules: it reads only the declared kinds and facts.
"""

from dsl.board.board_data import CALLED, BoardData, Row, merge_boards, read_board
from dsl.board.grid_headings import Grid
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.board.yaml_data import Datum, read_yaml

__all__ = [
    "CALLED", "BoardData", "Datum", "Grid", "Row", "check_references", "derive_schema", "merge_boards", "read_board",
    "read_yaml", "validate",
]  # fmt: skip
