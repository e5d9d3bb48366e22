"""The order of the project's stages, and functions that find imports breaking this order.

The module parses source files with `ast` and does not import them. An import under `TYPE_CHECKING` or inside a function
counts like any other. Each check returns a list of faults, so that tests can show that the check finds these faults.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

STAGES = (
    # Stages that turn text and data into a checked model
    "dsl.shipped", "dsl.limits", "dsl.cache", "dsl.source", "dsl.phrases", "dsl.locale", "dsl.diagnostics", "dsl.ast",
    "dsl.syntax", "dsl.board", "dsl.printing", "dsl.desugaring", "dsl.amendments", "dsl.model", "dsl.translations",
    "dsl.checking", "dsl.lints", "dsl.mutations", "dsl.folder",
    # Stages that turn a model into a running game
    "interpreter.rng", "interpreter.wasm", "interpreter.kernel", "interpreter.position", "interpreter.payments",
    "interpreter.flow", "interpreter.lowering", "interpreter.reference", "interpreter.optimizer", "interpreter.codegen",
    "interpreter.native", "interpreter.table", "interpreter.log", "interpreter.notebook_html", "interpreter.trace",
    "interpreter.wording", "interpreter.play", "interpreter.explain", "interpreter.game", "interpreter.testing",
    # User interfaces and tools
    "mercatoria.api", "mercatoria.highlight", "mercatoria.worlds", "mercatoria.players", "mercatoria.simulation",
    "mercatoria.claims", "mercatoria.storage", "mercatoria.fitting", "mercatoria.study", "mercatoria.balance",
    "mercatoria.adapters", "mercatoria.graphs",
    "mercatoria.picture", "mercatoria.static_scene", "mercatoria.drawing", "mercatoria.outline", "mercatoria.svg",
    "mercatoria.inspection", "mercatoria.editor", "mercatoria.check_cache", "mercatoria.teaching", "mercatoria.console",
    "mercatoria.assistance", "mercatoria.terminal", "mercatoria.web", "mercatoria.lsp", "mercatoria.mcp",
    "mercatoria.page_table", "mercatoria.page_session", "mercatoria.page",
    "mercatoria.cli",
)  # fmt: skip
"""The stages in their order. A stage may import only from earlier stages, and only names in the `__all__` of their
`__init__`.

The `__init__` of each stage describes its purpose. `mercatoria/__init__.py` exports the names of `mercatoria.api`.
"""

APART = (
    {
        "mercatoria.worlds", "mercatoria.players", "mercatoria.simulation", "mercatoria.claims", "mercatoria.storage",
        "mercatoria.fitting", "mercatoria.study", "mercatoria.balance", "mercatoria.adapters", "mercatoria.graphs",
    },
    {
        "mercatoria.picture", "mercatoria.static_scene", "mercatoria.drawing", "mercatoria.outline", "mercatoria.svg",
    },
)  # fmt: skip
"""Two groups of stages that do not import each other, although one is earlier: bots and studies, and drawings.

Only the later stages, such as the terminal, pass values from one group to the other.
"""

FLOORS = ("dsl", "interpreter", "mercatoria")

OUTSIDE = {"mercatoria.__main__"}
"""Modules outside all stages, which only start the last stage."""


@dataclass(frozen=True, slots=True)
class Import:
    """An imported name, as in `from module import name`. For `import module`, the field `name` is empty."""

    line: int
    module: str
    name: str


def module_name(path: Path, root: Path) -> str:
    """Return the import name of a file, such as `dsl.ast.nodes` for `dsl/ast/nodes.py`."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules(root: Path = ROOT) -> Mapping[str, str]:
    """Return the source code of each module in the three packages, keyed by module name."""
    return {
        module_name(path, root): path.read_text(encoding="utf-8")
        for floor in FLOORS
        for path in sorted((root / floor).rglob("*.py"))
    }


def stage_of(module: str, stages: tuple[str, ...] = STAGES) -> str | None:
    """Return the stage of a module, or None if it belongs to no stage."""
    if module == "mercatoria":
        return "mercatoria.api"
    return next((stage for stage in stages if module == stage or module.startswith(f"{stage}.")), None)


@cache
def imports(source: str) -> tuple[Import, ...]:
    """Return each import from the three packages in a source text. Many tests ask for the same texts."""
    return tuple(_imports(source))


def _imports(source: str) -> Iterator[Import]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in FLOORS:
                    yield Import(node.lineno, alias.name, "")
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in FLOORS:
            for alias in node.names:
                yield Import(node.lineno, node.module, alias.name)


@cache
def handed_out(source: str) -> AbstractSet[str]:
    """Return the names in the `__all__` of a source text."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__all__" for to in node.targets):
            return set(ast.literal_eval(node.value))
    return set()


def _target(wanted: Import, files: Mapping[str, str]) -> str:
    """Return the name of the imported module.

    If `name` is a submodule that its package does not export, return the submodule.
    """
    below = f"{wanted.module}.{wanted.name}"
    return below if wanted.name and below in files else wanted.module


def stage_faults(
    files: Mapping[str, str], stages: tuple[str, ...] = STAGES, apart: tuple[set[str], ...] = APART
) -> list[str]:
    """Return the imports that reach into a later stage or a group kept apart, or bypass the `__init__` of a stage."""
    faults = []
    for module, source in files.items():
        here = stage_of(module, stages)
        if module in (*FLOORS[:2], *OUTSIDE):
            continue
        if here is None:
            faults.append(f"{module}: belongs to no stage")
            continue
        for wanted in imports(source):
            face = "mercatoria" if wanted.module == "mercatoria" else None
            there = stage_of(_target(wanted, files), stages)
            said = f"{module}:{wanted.line}: {wanted.module} {wanted.name}".rstrip()
            if there is None:
                faults.append(f"{said}: belongs to no stage")
            elif there == here:
                continue
            elif stages.index(there) > stages.index(here):
                faults.append(f"{said}: {here} stands before {there}")
            elif any(here in group for group in apart) and any(here not in group and there in group for group in apart):
                faults.append(f"{said}: {here} and {there} are kept apart")
            elif f"{wanted.module}.{wanted.name}" == there or (wanted.module == there and not wanted.name) or face:
                continue  # the package itself: `from dsl import ast`, `import mercatoria`
            elif wanted.module != there:
                faults.append(f"{said}: reaches past the face of {there}")
            elif wanted.name not in handed_out(files[there]) and f"{there}.{wanted.name}" not in stages:
                faults.append(f"{said}: {there} does not hand this out")
    return faults


def circles(files: Mapping[str, str], stages: tuple[str, ...] = STAGES) -> list[str]:
    """Return the import cycles between files.

    Inside a stage, files import each other directly. An import from another stage counts as an import of its
    `__init__`.
    """
    arrows: dict[str, set[str]] = {}
    for module, source in files.items():
        here = stage_of(module, stages)
        arrows[module] = set()
        for wanted in imports(source):
            target = _target(wanted, files)
            if stage_of(target, stages) == here and target != module:
                arrows[module].add(target)
    return _circles_in(arrows)


def folder_circles(files: Mapping[str, str]) -> list[str]:
    """Return the import cycles between the files and folders that lie side by side in a folder.

    An import from within a folder counts as an import of that folder.
    """
    arrows: dict[str, set[str]] = {module: set() for module in files}
    for module, source in files.items():
        for wanted in imports(source):
            one, other = module.split("."), _target(wanted, files).split(".")
            shared = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
            if shared is not None:
                arrows[".".join(one[: shared + 1])].add(".".join(other[: shared + 1]))
    return _circles_in(arrows)


def _circles_in(arrows: Mapping[str, AbstractSet[str]]) -> list[str]:
    faults, done = [], set[str]()

    def visit(module: str, path: tuple[str, ...]) -> None:
        if module in path:
            faults.append(" → ".join((*path[path.index(module) :], module)))
        elif module not in done:
            for after in sorted(arrows.get(module, ())):
                visit(after, (*path, module))
            done.add(module)

    for module in sorted(arrows):
        visit(module, ())
    return faults
