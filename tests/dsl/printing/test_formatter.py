"""Tests that the formatter keeps the meaning and all comments, and that a second run changes nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import write_anew
from hypothesis import given
from hypothesis import strategies as st

from dsl import ast
from dsl.diagnostics.diagnostic import Sink
from dsl.printing.expressions import plain
from dsl.printing.formatter import formatted
from dsl.printing.lines import WIDTH, set_lines
from dsl.printing.statements import statement_lines
from dsl.source.spans import Source
from dsl.syntax.parsing import parse, parse_expression
from mercatoria.cli import main
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "tests" / "fuzz" / "engines" / "corpus"
"""Rulebooks with every accepted spelling, including those that the formatter changes."""

AS_PUPILS_WRITE = [ROOT / "tests" / "mercatoria" / "teaching" / folder for folder in ("answers", "held_out")]
FILES = [
    *sorted((ROOT / "games").rglob("*.rules")),
    *sorted((ROOT / "docs").rglob("*.rules")),
    *sorted(path for path in (ROOT / "tests").rglob("*.rules") if not {*path.parents} & {CORPUS, *AS_PUPILS_WRITE}),
]


def in_the_quick_run(case: tuple[Path]) -> bool:
    """Return True for all files but most scenarios of the shipped games."""
    (file,) = case
    return file.parent.name != "scenarios" or ROOT / "games" not in file.parents or FILES.index(file) % 6 == 0


PAGES = sorted((ROOT / "docs").glob("*.md"))
FENCED = [
    pytest.param(text, id=f"{page.name}:{number}")
    for page in PAGES
    for number, text in enumerate(re.findall(r"^```rules[^\n]*\n(.*?)^```", page.read_text("utf-8"), re.M | re.S))
]

TORN = re.compile(r"[ \t]\n|\n\n\n")
"""Matches blanks at the end of a line, and two empty lines in a row."""


def read(text: str) -> tuple[ast.Declaration, ...]:
    sink = Sink()
    found = parse(Source("text", text), sink)
    assert not sink.errors
    return found


def lay_out(text: str) -> str:
    sink = Sink()
    result = formatted(Source("text", text), sink)
    assert not sink.errors
    return result


def comments(text: str) -> list[str]:
    """Return all comments, sorted. If the formatter joined two comments on one line, they count separately."""
    found = re.findall(r'(?:"[^"\n]*"|[^"#\n])*(#[^\n]*)?', text)
    return sorted(part.strip() for comment in found for part in re.split(r"   (?=#)", comment) if part)


def holds(text: str) -> None:
    """Check everything that must be true of any formatted text without errors."""
    once = lay_out(text)
    assert ast.bare(read(once)) == ast.bare(read(text))
    assert comments(once) == comments(text)
    assert lay_out(once) == once
    assert not TORN.search(once)


def without_faults(text: str) -> bool:
    sink = Sink()
    parse(Source("text", text), sink)
    return not sink.errors


@pytest.mark.parametrize(
    "file", thinned(((file,) for file in FILES), in_the_quick_run), ids=lambda file: str(file.relative_to(ROOT))
)
def test_files_are_in_the_canonical_layout(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert lay_out(text) == text, f"mercatoria fmt {file.relative_to(ROOT)}"
    assert not TORN.search(text)


@pytest.mark.parametrize(
    "paid",
    [
        "w in wagon where w.full",
        "first(w in wagon)",
        "count(w in wagon)",
        "2 of Tea",
        "{n in 1 to 3}",
        "{n in 3 down to 1 where n > 1}",
    ],
)
def test_accepted_substitutes_keep_their_meaning(paid: str) -> None:
    """The formatter removes the braces around a single member of a set, but not around a single number of a range."""
    text = f'variant ours "Ours" of game\n    add accepts wagons to buy.price: {paid} to box for 2\n'
    holds(text)
    assert lay_out(text) == text


@pytest.mark.parametrize("text", FENCED)
def test_examples_of_the_pages(text: str) -> None:
    if not without_faults(text):
        pytest.skip("shows a fault")
    holds(text)


def test_nearly_all_examples_of_the_pages_can_be_laid_out() -> None:
    """The few exceptions demonstrate a syntax error."""
    texts = [str(param.values[0]) for param in FENCED]
    assert len(texts) > 80
    assert sum(not without_faults(text) for text in texts) <= 2


# ---------------------------------------------------------------- cases

CORPUS = Path(__file__).parent / "corpus"
PAIR = "\n===\n"


def cases() -> list[tuple[str, int, str]]:
    """Return pairs of a typed text (before `---`) and its expected layout (after `---`)."""
    files = [(path.stem, path.read_text(encoding="utf-8").split(PAIR)) for path in sorted(CORPUS.glob("*.txt"))]
    return [(name, number, pair) for name, pairs in files for number, pair in enumerate(pairs)]


@pytest.mark.parametrize(("name", "number", "pair"), cases(), ids=lambda part: str(part) if len(str(part)) < 20 else "")
def test_cases(name: str, number: int, pair: str, update_golden: bool) -> None:
    before, after = pair.split("\n---\n")
    laid_out = lay_out(before + "\n")
    if update_golden:
        ending = "\n" if pair.endswith("\n") else ""
        write_anew(CORPUS / f"{name}.txt", PAIR, number, f"{before}\n---\n{laid_out.strip(chr(10))}{ending}")
    assert laid_out == after.strip("\n") + "\n"
    holds(before + "\n")


def test_a_file_with_faults_is_left_alone() -> None:
    text = "number  a = 3\nnumber b ==  4\n"
    sink = Sink()
    assert formatted(Source("text", text), sink) == text
    assert [fault.code for fault in sink.errors] == ["E005"]


def test_comments_around_everything() -> None:
    text = "#  one\n\n\n\n# two\nnumber a = 1\n# three\n\n\n  # four\n"
    assert lay_out(text) == "#  one\n\n# two\nnumber a = 1\n# three\n\n# four\n"


def test_windows_line_ends_and_a_missing_last_one() -> None:
    assert lay_out("number a=3") == "number a = 3\n"


def test_long_lines_break_inside_brackets() -> None:
    long = " and ".join(f"(some_name_{number} = 3 or other_name in {{Aaa, Bbb}})" for number in range(9))
    text = f"rule r\n    let x = any(y in Yyyyyyyy where {long})\n"
    once = lay_out(text)
    assert max(map(len, once.splitlines())) <= WIDTH
    holds(text)


# ---------------------------------------------------------------- the command


@pytest.fixture
def game(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.rules").write_text('rulebook  x "X"   # one\n    players  2  to 3\n', encoding="utf-8")
    return tmp_path


def test_command_checks_and_shows(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (game / "rulebook.rules").read_text(encoding="utf-8")
    assert main(["fmt", str(game), "--check"]) == 1
    assert main(["fmt", str(game), "--diff"]) == 0
    assert "+    players 2 to 3" in capsys.readouterr().out
    assert (game / "rulebook.rules").read_text(encoding="utf-8") == before


def test_command_writes(game: Path) -> None:
    assert main(["fmt", str(game)]) == 0
    assert (game / "rulebook.rules").read_text(encoding="utf-8").endswith("\n    players 2 to 3\n")
    assert main(["fmt", str(game), "--check"]) == 0


def test_command_tells_faults(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "rulebook.rules").write_text("number a ==  3\n", encoding="utf-8")
    assert main(["fmt", str(game)]) == 1
    assert "E005" in capsys.readouterr().err
    assert (game / "rulebook.rules").read_text(encoding="utf-8") == "number a ==  3\n"


# ---------------------------------------------------------------- generated trees

HERE = Source("made", "")
AT = next(iter(ast.walk(read("number a = 1\n")[0]))).span
NAMES = st.sampled_from(["who", "city", "City", "purse", "Wien", "x1", "ähre"])
WORDS = NAMES.filter(str.islower).map(lambda text: ast.Word(AT, text))


def over(inner: st.SearchStrategy[ast.Expr]) -> st.SearchStrategy[ast.Expr]:
    """Return a strategy for expressions that contain the given expressions."""
    some = st.lists(inner, max_size=3).map(tuple)
    maybe = st.none() | inner
    ranges = st.builds(ast.Range, st.just(AT), inner, inner, maybe)
    binders = st.builds(ast.Binder, st.just(AT), WORDS, inner | ranges, maybe)
    keys = st.lists(st.builds(ast.OrderKey, st.just(AT), st.booleans(), inner), max_size=2).map(tuple)
    gather = st.sampled_from(["count", "any", "first", "last", "set"]).map(lambda text: ast.Word(AT, text))
    mapped = st.sampled_from(["sum", "min", "max", "all", "union", "set"]).map(lambda text: ast.Word(AT, text))
    return st.one_of(
        st.builds(ast.Attribute, st.just(AT), inner, WORDS),
        st.builds(ast.Call, st.just(AT), inner, some),
        st.builds(ast.Aggregate, st.just(AT), gather, st.none(), binders, keys),
        st.builds(ast.Aggregate, st.just(AT), mapped, inner, binders, keys),
        st.builds(ast.Braces, st.just(AT), some.filter(lambda items: not _one_member(items))),
        st.builds(ast.Arithmetic, st.just(AT), st.sampled_from(["+", "-", "*", "mod", "/ down", "/ up"]), inner, inner),
        st.builds(ast.Negative, st.just(AT), inner),
        st.builds(ast.Amount, st.just(AT), inner, inner),
        st.builds(ast.Compare, st.just(AT), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), inner, inner),
        st.builds(ast.Member, st.just(AT), inner, inner | ranges, st.booleans()),
        st.builds(ast.Not, st.just(AT), inner),
        st.builds(ast.And, st.just(AT), inner, inner),
        st.builds(ast.Or, st.just(AT), inner, inner),
        st.builds(ast.Conditional, st.just(AT), inner, inner, inner),
    )


def _one_member(items: tuple[ast.Expr, ...]) -> bool:
    return len(items) == 1 and isinstance(items[0], ast.Member)


LEAVES: st.SearchStrategy[ast.Expr] = st.one_of(
    st.builds(ast.Name, st.just(AT), NAMES),
    st.builds(ast.Integer, st.just(AT), st.integers(0, 99)),
    st.builds(ast.BooleanLiteral, st.just(AT), st.booleans()),
    st.builds(ast.NoneLiteral, st.just(AT)),
)
EXPRESSIONS = st.recursive(LEAVES, over, max_leaves=12)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@given(EXPRESSIONS)
def test_expressions_read_back(expr: ast.Expr) -> None:
    sink = Sink()
    text = plain(expr)
    again = parse_expression(Source("made", text), sink)
    assert not sink.errors, text
    assert again is not None
    assert ast.bare(again) == ast.bare(expr)
    assert plain(again) == text


def blocks(inner: st.SearchStrategy[ast.Statement]) -> st.SearchStrategy[ast.Block]:
    return st.builds(ast.Block, st.just(AT), CITES, st.lists(inner, min_size=1, max_size=3).map(tuple))


CITES = st.lists(st.sampled_from(["AB-1", "CDE-22"]), max_size=2).map(
    lambda found: tuple(ast.Cite(AT, clause) for clause in found)
)
SMALL: st.SearchStrategy[ast.Expr] = st.recursive(LEAVES, over, max_leaves=4)
BINDERS = st.builds(ast.Binder, st.just(AT), WORDS, SMALL, st.none() | SMALL)
SEEN = st.sampled_from(["who", "sail", "buy"]).map(lambda text: ast.Word(AT, text))
CALLS = st.lists(
    st.builds(ast.RoutineCall, st.just(AT), SEEN, st.lists(SMALL, max_size=2).map(tuple)), min_size=1, max_size=2
).map(tuple)
HEAD = (st.just(AT), CITES)
SENTENCES: st.SearchStrategy[ast.Statement] = st.one_of(
    st.builds(ast.Let, *HEAD, WORDS, SMALL),
    st.builds(ast.Set, *HEAD, SMALL, SMALL),
    st.builds(ast.Raise, *HEAD, SMALL, SMALL, st.booleans(), st.sampled_from(["", "clamped", "wrapping"])),
    st.builds(ast.MovePieces, *HEAD, st.none() | SMALL, SMALL, SMALL),
    st.builds(ast.Draw, *HEAD, SMALL, SMALL, SMALL, st.none() | SMALL),
    st.builds(ast.Random, *HEAD, SMALL, SMALL),
    st.builds(ast.Pays, *HEAD, SMALL, SMALL, SMALL),
    st.builds(ast.Act, *HEAD, SMALL, st.booleans(), CALLS, st.none() | SMALL, st.just(False)),
    st.builds(ast.Act, *HEAD, SMALL, st.booleans(), CALLS, st.none(), st.just(True)),
    st.builds(ast.Do, *HEAD, CALLS),
    st.builds(ast.Stop, *HEAD, st.sampled_from(["phase", "turn", "round", "game"])),
)


def with_lines(inner: st.SearchStrategy[ast.Statement]) -> st.SearchStrategy[ast.Statement]:
    block = blocks(inner)
    return st.one_of(
        st.builds(lambda when, then, rest: ast.If(AT, then.cites, when, then, rest), SMALL, block, st.none() | block),
        st.builds(
            lambda binder, body, by: ast.For(AT, body.cites, binder, body, by), BINDERS, block, st.none() | SMALL
        ),
        st.builds(
            lambda times, when, body: ast.Repeat(AT, body.cites, times, when, body), SMALL, st.none() | SMALL, block
        ),
        st.builds(lambda binder, body: ast.TurnOf(AT, body.cites, binder, body), BINDERS, block),
    )


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@given(st.recursive(SENTENCES, with_lines, max_leaves=6))
def test_statements_read_back(statement: ast.Statement) -> None:
    lines = set_lines(statement_lines(statement), 40)
    text = "rule r\n" + "".join(f"    {line}\n" for line in lines)
    found = read(text)[0]
    assert isinstance(found, ast.Rule)
    assert ast.bare(found.body.body) == ast.bare((statement,))
    holds(text)
