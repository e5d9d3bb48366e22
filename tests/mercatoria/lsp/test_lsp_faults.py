"""Faults as an author types, in the situations in which other language servers failed."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.mercatoria.editor.fair import FILES, RULES, written
from tests.mercatoria.lsp.typist import Typist

pytestmark = pytest.mark.asyncio

FILE = "fair/rulebook.rules"


async def test_a_misspelt_name_is_told_and_mended(typist: Typist) -> None:
    """An author misspells a field while another line is broken: the author sees both, and the fix mends the name."""
    written(typist.folder / "fair")
    assert await typist.open(FILE) == []
    await typist.types(FILE, "let price = toll", "let price =")
    assert await typist.types(FILE, "you.place.stock > 0", "you.place.stokc > 0") == ["E302", "E008"]
    (fault,) = [each for each in typist.faults(FILE) if each.code == "E302"]
    params = types.CodeActionParams(typist.document(FILE), fault.range, types.CodeActionContext([fault]))
    (action,) = await typist.client.text_document_code_action_async(params)
    (edit,) = action.edit.changes[typist.uri(FILE)]
    assert edit.new_text == "stock"
    assert await typist.types(FILE, "stokc", edit.new_text) == ["E008"]


@pytest.mark.slow
async def test_a_folder_with_a_space_and_an_umlaut(typist: Typist) -> None:
    name = "a fair für zwei/rulebook.rules"
    written(typist.folder / "a fair für zwei")
    await typist.open(name)
    assert await typist.types(name, "you.place.stock > 0", "you.place.stokc > 0") == ["E302"]


@pytest.mark.slow
async def test_lines_that_end_as_on_windows(typist: Typist) -> None:
    home = written(typist.folder / "fair")
    (home / "rulebook.rules").write_bytes(RULES.replace("\n", "\r\n").encode())
    assert await typist.open(FILE) == []
    assert await typist.types(FILE, "you.place.stock > 0", "you.place.stokc > 0") == ["E302"]
    (fault,) = typist.faults(FILE)
    assert (fault.range.start, fault.range.end) == (
        typist.place(FILE, "place.|stokc > 0"), typist.place(FILE, "place.stokc| > 0"),
    )  # fmt: skip


@pytest.mark.slow
async def test_an_emoji_before_the_place(typist: Typist) -> None:
    written(typist.folder / "fair")
    await typist.open(FILE)
    assert await typist.types(FILE, '"buy {ware}"', '"🧂🧂 {ware}"') == []
    assert await typist.types(FILE, "{ware}", "{wares}") == ["E301"]
    (fault,) = typist.faults(FILE)
    assert fault.range.start == typist.place(FILE, '"🧂🧂 {|wares}')


@pytest.mark.slow
async def test_two_games_in_one_editor(typist: Typist) -> None:
    """Faults of one game do not show in the other."""
    other = "second/rulebook.rules"
    for name in ("fair", "second"):
        written(typist.folder / name)
    assert await typist.open(FILE) == [] and await typist.open(other) == []
    assert await typist.types(other, "number price = 2", "number prize = 2") == ["E301"]
    assert not typist.faults(FILE)
    assert await typist.types(FILE, "# A fair", "# The fair") == []


@pytest.mark.slow
async def test_a_file_that_is_deleted(typist: Typist) -> None:
    """Its faults go, and the game is checked without it."""
    home, dear = written(typist.folder / "fair"), "fair/variants/dear.rules"
    (home / "variants/dear.rules").write_text(FILES["variants/dear.rules"].replace("price", "prize"))
    await typist.open(FILE)
    await typist.until(dear, ["E402"])
    (home / "variants/dear.rules").unlink()
    event = types.FileEvent(typist.uri(dear), types.FileChangeType.Deleted)
    typist.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await typist.until(dear, [])


@pytest.mark.slow
async def test_a_file_that_another_program_changes(typist: Typist) -> None:
    home, board = written(typist.folder / "fair"), "fair/board.yaml"
    await typist.open(FILE)
    (home / "board.yaml").write_text(FILES["board.yaml"].replace("size_of: 5", "size_of: 50"))
    event = types.FileEvent(typist.uri(board), types.FileChangeType.Changed)
    typist.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert await typist.told(board) != []


@pytest.mark.slow
async def test_a_file_that_stops_parsing_and_parses_again(typist: Typist) -> None:
    written(typist.folder / "fair")
    await typist.open(FILE)
    assert await typist.types(FILE, "rulebook fair", "ruleboo fair") != []
    assert await typist.types(FILE, "ruleboo fair", "rulebook fair") == []


@pytest.mark.slow
async def test_a_rulebook_that_is_not_saved_yet(typist: Typist) -> None:
    """A new file belongs to no game on the disk."""
    text = 'rulebook pair "Pair"\n    players 2\n\nround\n    turn of player in Player\n        do nothing\n'
    (typist.folder / "new.rules").write_text(text)
    assert "E315" in await typist.open("new.rules")


@pytest.mark.slow
async def test_faults_of_a_variant_while_the_rulebook_is_open(typist: Typist) -> None:
    """They come when the author pauses."""
    home, dear = written(typist.folder / "fair"), "fair/variants/dear.rules"
    (home / "variants/dear.rules").write_text(FILES["variants/dear.rules"].replace("> toll", "> tool"))
    assert await typist.open(FILE) == []
    await typist.until(dear, ["E301"])
    await typist.types(FILE, "option toll", "option tool")
    await typist.until(dear, [])


@pytest.mark.slow
async def test_an_editor_that_asks_for_faults_gets_no_notices_of_them(typist: Typist) -> None:
    written(typist.folder / "fair")
    assert await typist.open(FILE) == []
    assert await typist.types(FILE, "you.place.stock > 0", "you.place.stokc > 0") == ["E302"]
    params = types.DocumentDiagnosticParams(typist.document(FILE))
    report = await typist.client.text_document_diagnostic_async(params)
    assert [fault.code for fault in report.items] == ["E302"]
    await typist.until(FILE, [])
