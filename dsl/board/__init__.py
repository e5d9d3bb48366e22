"""Board data: YAML to checked rows.

Input: a YAML file, and the declarations that say which kinds come `from board`. Output: `BoardData` with the line and
column of every datum, the JSON Schema of the rulebook, and faults of the data. This stage ignores rules: it reads only
the declared kinds and facts.
"""

from dsl.board.board_data import BoardData, Row, merge_boards, read_board
from dsl.board.grids import Grid
from dsl.board.references import check_references
from dsl.board.schema import derive_schema
from dsl.board.schema_faults import validate
from dsl.board.yaml_data import Datum, read_yaml

__all__ = [
    "BoardData", "Datum", "Grid", "Row", "check_references", "derive_schema", "merge_boards", "read_board", "read_yaml",
    "validate",
]  # fmt: skip
