"""`study GAME`: what a rule does, found by playing with it and without it, and a report of that."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from dsl.diagnostics import Sink
from interpreter.rng import LEAST_SEED, MOST_SEED, fits
from interpreter.testing import declared_cites, read_clauses
from mercatoria import Game
from mercatoria import study as laboratory
from mercatoria.console import arguments, errors, output, progress, seating
from mercatoria.storage import write_atomically

USUAL_GAMES, MOST_GAMES = 200, 10_000_000
BASE = "the printed rules"
"""What the base is called where no variant is named for it."""

WRITERS = {".html": laboratory.as_html, ".md": laboratory.as_markdown}


def study(
    game: arguments.GameName,
    added: Annotated[
        list[str] | None,
        typer.Option("--with", "-w", metavar="VARIANT", help="Compare with this variant; a+b: both; repeatable."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="RULE", help="Compare with the game without this rule; repeatable."),
    ] = None,
    players: arguments.Players = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Games of each set of rules, at most.", show_default=False)
    ] = None,
    until: Annotated[
        str, typer.Option("--until", metavar="SHARE", help="Stop when wins are known to within so much: 1%.")
    ] = "",
    seat_players: Annotated[
        str, typer.Option("--seat-players", metavar="KIND,…", help="Who plays; the last one in all further seats.")
    ] = "greedy",
    seed: arguments.Seed = 0,
    clauses: Annotated[
        int, typer.Option("--clauses", help="In how many deals the printed clauses are noted (slow).")
    ] = 10,
    variant: arguments.Variants = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; repeatable.")
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write the report: .html or .md; repeatable."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FILE", help="Keep the deals in this file, to go on from.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the deals that are kept.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="How many processes.")] = 1,
    cluster: Annotated[
        str, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786.")
    ] = "",
    as_json: arguments.Json = False,
) -> int:
    """Play with a rule and without it, and tell the difference.

    The same deals are played under each set of rules. Every figure has an interval. Ctrl-C keeps what is done.
    """
    extent = _extent(games, until)
    if jobs < 1 or clauses < 0:
        raise errors.misuse("--jobs must be at least 1, and --clauses at least 0")
    if not fits(seed):
        raise errors.misuse(f"--seed must be from {LEAST_SEED} to {MOST_SEED}")
    files = _reports(out or [])
    made = _RuleSets.of(game, variant or [], option or [], added or [], without or [])
    base = made.sets[0].game
    count = arguments.players_of(base, players)
    kinds = seating.kinds(count, [seat_players])
    seating.no_humans(kinds)
    for each in made.sets:
        each.game.table(count)
    design = laboratory.Design(made.sets, kinds, seed, clauses)
    kept = _kept(design, made, data or (files[0].with_suffix(".jsonl") if files else None), resume)
    dealt: list[laboratory.Deal] = []
    stopped = _play(design, extent, dealt, kept, jobs, cluster, as_json)
    found = laboratory.findings(design, dealt)
    about = {
        "game": base.slug, "players": count, "seats": list(kinds), "seed": seed, "asked": extent.games,
        "engine": "python", "rules": made.fingerprints(count),
    }  # fmt: skip
    studied = laboratory.Studied(
        base.title,
        kinds,
        made.texts,
        _command(about, made, files),
        seed,
        made.fingerprints(count),
        _citations(base),
        frozenset(declared_cites(base.folder.declarations)),
    )
    told = laboratory.report(found, studied)
    for file in files:
        write_atomically(file, WRITERS[file.suffix](told))
    if as_json:
        output.as_json(laboratory.as_data(found, about))
    else:
        console = output.out()
        for sentence in told.summary:
            console.print(f"- {sentence}", markup=False, highlight=False, soft_wrap=not console.is_terminal)
        if not files:
            console.print("-o report.html writes all figures, with their intervals", style="dim")
    if stopped:
        return errors.STOPPED
    return int(any(each.failed for each in found.rule_sets))


def _extent(games: int | None, until: str) -> laboratory.Extent:
    """How much is to be played. Raises a misuse for what is no number of games and no share."""
    within = None
    if until:
        number = until.strip().lstrip("±").removesuffix("%").strip()
        try:
            within = float(number) / 100
        except ValueError:
            within = 0.0
        if not 0 < within < 1:
            raise errors.misuse(f"`{until}` is no share; write --until 1%")
    if games is None:
        games = MOST_GAMES if within is not None else USUAL_GAMES
    if not 1 <= games <= MOST_GAMES:
        raise errors.misuse(f"--games must be from 1 to {MOST_GAMES:,}")
    return laboratory.Extent(games, within)


def _reports(files: Sequence[Path]) -> list[Path]:
    """The files for the report. Raises a misuse for a form that there is not."""
    for file in files:
        if file.suffix not in WRITERS:
            raise errors.misuse(f"a report is written as {' or '.join(WRITERS)}, not as `{file.name}`")
        if file.suffix == ".html" and (missing := laboratory.missing_libraries()):
            raise errors.misuse(f"HTML needs {missing}: pip install 'mercatoria[lab]'; Markdown (.md) needs nothing")
    return list(files)


# ---------------------------------------------------------------- what is compared


@dataclass(frozen=True, slots=True)
class _RuleSets:
    """The sets of rules of a study, the base first, and the words that they add or take out."""

    sets: tuple[laboratory.RuleSet, ...]
    texts: dict[str, str]
    asked: str
    """The words of the command line that ask for them."""

    @classmethod
    def of(
        cls, game: str, variants: Sequence[str], options: Sequence[str], added: Sequence[str], without: Sequence[str]
    ) -> _RuleSets:
        """Raises what `load` raises for a variant or rule that there is not."""
        base = arguments.load(game, variants, options)
        sets = [laboratory.RuleSet(" + ".join(base.variants) or BASE, base)]
        texts = {name: _text(base, [name]) for name in base.variants}
        asked = [game, *(f"--variant {name}" for name in variants), *(f"--option {each}" for each in options)]
        for names in added:
            more = arguments.load(game, [*variants, *names.split("+")], options)
            new = [name for name in more.variants if name not in base.variants]
            sets.append(laboratory.RuleSet(" + ".join(new) or names, more))
            texts[sets[-1].name] = _text(more, new)
            asked.append(f"--with {names}")
        for rule in without:
            sets.append(laboratory.RuleSet(f"without {rule}", _without(base, game, variants, options, rule)))
            texts[sets[-1].name] = _suspending(base, rule)
            asked.append(f"--without {rule}")
        found = [each.name for each in sets]
        if twice := next((name for name in found if found.count(name) > 1), ""):
            raise errors.misuse(f"`{twice}` is asked for twice")
        return cls(tuple(sets), texts, " ".join(asked))

    def fingerprints(self, players: int) -> dict[str, str]:
        return {each.name: each.game.table(players).fingerprint for each in self.sets}


def _text(game: Game, names: Sequence[str]) -> str:
    """The files of some variants, each once."""
    found = (game.folder.variants[name].span.source.text for name in names if name in game.folder.variants)
    return "\n".join(dict.fromkeys(found))


def _suspending(base: Game, rule: str) -> str:
    name = "without_" + "".join(sign if sign.isalnum() else "_" for sign in rule)
    return f'variant {name} "Without {rule}" of {base.slug}\n    suspend {rule}\n'


def _without(base: Game, game: str, variants: Sequence[str], options: Sequence[str], rule: str) -> Game:
    """The base without a rule."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "without.rules"
        file.write_text(_suspending(base, rule), encoding="utf-8")
        return arguments.load(game, [*variants, str(file)], options)


def _citations(game: Game) -> dict[str, str]:
    """Our words for each printed clause that applies."""
    clauses = read_clauses(game.folder, Sink())
    return {name: clause.rule for name, clause in clauses.items() if clause.status == "formalised"}


def _command(about: dict[str, Any], made: _RuleSets, files: Sequence[Path]) -> str:
    """The command line that studies the same again."""
    seats = ",".join(about["seats"])
    written = "".join(f" -o {file}" for file in files)
    return (
        f"mercatoria study {made.asked} --players {about['players']} --seat-players {seats} --games {about['asked']} "
        f"--seed {about['seed']}{written}"
    )


# ---------------------------------------------------------------- playing


def _kept(design: laboratory.Design, made: _RuleSets, file: Path | None, resume: bool) -> laboratory.Results | None:
    """The file of the deals, ready to be appended to. Raises a misuse where that would lose deals, or mix them."""
    if file is None:
        if resume:
            raise errors.misuse("--resume goes on with a file: name it with --data, or the report with -o")
        return None
    rules = made.fingerprints(len(design.seats))
    heading = {"rules": rules, "seats": list(design.seats), "seed": design.seed, "clauses": design.looked_into}
    results = laboratory.Results(file, heading)
    if not file.exists():
        results.begin()
    elif not resume:
        raise errors.misuse(f"{file} has the deals of an earlier study: add --resume to go on, or remove the file")
    else:
        results.cut_off()
    return results


def _play(
    design: laboratory.Design, extent: laboratory.Extent, dealt: list[laboratory.Deal],
    kept: laboratory.Results | None, jobs: int, cluster: str, quiet: bool,
) -> bool:  # fmt: skip
    """Plays the deals; whether Ctrl-C stopped it."""
    total = extent.deals(design)
    try:
        with laboratory.workers(jobs, cluster) as workers, progress("playing", total, quiet) as advance:
            for deal in laboratory.study(design, extent, workers, kept):
                dealt.append(deal)
                advance()
    except KeyboardInterrupt:
        return True
    except (laboratory.NotThisStudy, laboratory.NoCluster) as fault:
        raise errors.misuse(str(fault)) from fault
    return False
