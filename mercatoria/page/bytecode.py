"""Compiles the Python files of a page to bytecode, and leaves out what they do not need of the standard library.

This module runs inside Pyodide, because bytecode belongs to one version of Python; `compile.mjs` starts it there with
node. It imports only the standard library. Compiling the sources would take a browser half of the time before it can
check a first rule.
"""

from __future__ import annotations

import ast
import io
import json
import marshal
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from encodings.aliases import aliases
from functools import cached_property
from importlib.util import MAGIC_NUMBER, cache_from_source

SITE = "site-packages/"
"""The folder with our packages, those that they use, and the late modules of the standard library."""
KERNELS = "interpreter.kernel"
"""The package that reads the source text of kernels. A module that imports it keeps its text."""
DOCUMENTED = ("_pyodide", "pyodide")
"""The packages of the standard library's archive that need their docstrings. Scripts import their modules by name."""
LONGEST = 25
"""Number of characters that no name of an encoding reaches."""
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The part of a bytecode file that says not to compare it with its source."""
EPOCH = (1980, 1, 1, 0, 0, 0)

Files = dict[str, bytes]


def compiled(files: Mapping[str, bytes], library: bytes, begun: Collection[str], home: str) -> tuple[Files, bytes]:
    """Return the files of a page and the archive of the standard library, both as bytecode.

    Modules that Python itself does not import when it begins move from the archive of the library to the files, because
    those are compressed together, and need less space.

    Args:
        files: The files by their names in the folder `home`.
        library: The archive of the standard library, with sources.
        begun: The modules that have been imported when Python has begun.
        home: The folder of Python, such as `/lib/python3.14`.
    """
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        sources = {each.filename: archive.read(each) for each in archive.infolist() if not each.is_dir()}
    modules = [Module(name, text) for name, text in (sources | dict(files)).items() if name.endswith(".py")]
    reached = {each.name: each for each in _reached({each.module: each for each in modules}, begun)}
    early = {name.split(".")[0] for name in begun} | {*DOCUMENTED}
    found, kept = Files(), Files()
    for name, content in sources.items():
        if (module := reached.get(name)) is None:
            kept |= {} if name.endswith(".py") else {name: content}
        elif module.top in early:
            kept |= _file(module, f"{home.replace('.', '')}.zip")
        else:
            found |= _file(replace(module, name=f"{SITE}{module.name}"), home)
    for name, content in files.items():
        found |= _file(reached[name], home) if name in reached else {name: content}
    return found, zipped(kept)


@dataclass
class Module:
    """A module with the names that it may import and the texts in it.

    Attributes:
        name: The name of its file, such as `site-packages/dsl/ast/__init__.py`.
        text: The contents of its file.
    """

    name: str
    text: bytes

    @property
    def module(self) -> str:
        """The name by which others import it, such as `dsl.ast`."""
        return self.name.removeprefix(SITE).removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    @property
    def top(self) -> str:
        return self.module.split(".")[0]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        wanted = (ast.Import, ast.ImportFrom, ast.Constant)
        return [node for node in ast.walk(self.tree) if isinstance(node, wanted)]

    @cached_property
    def imports(self) -> set[str]:
        """The names of all modules that this one may import, also inside its functions."""
        above, found = self.module.split("."), set[str]()
        if not self.name.endswith("/__init__.py"):
            above.pop()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                found.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom):
                package = above[: len(above) - node.level + 1] if node.level else []
                base = ".".join([*package, *([node.module] if node.module else [])])
                found.update((base, *(f"{base}.{each.name}" for each in node.names)))
        return found

    @property
    def codecs(self) -> Iterator[str]:
        """The modules in which Python would look for an encoding, if a text of this module named one."""
        for node in self.nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < LONGEST:
                name = node.value.lower().replace("-", "_").replace(" ", "_")
                yield from (f"encodings.{each}" for each in (name, aliases.get(name, name)))


def _file(module: Module, home: str) -> Files:
    """Return the bytecode of a module, with its text if there may be kernels in it."""
    name = module.name
    if any(f"{each}.".startswith(f"{KERNELS}.") for each in module.imports):
        return {name: module.text, cache_from_source(name): _bytecode(module.tree, f"{home}/{name}")}
    if module.top not in DOCUMENTED:
        strip_docstrings(module.tree)
    return {f"{name}c": _bytecode(module.tree, f"{home}/{name}")}


def _bytecode(tree: ast.Module, path: str) -> bytes:
    code = compile(tree, path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


def strip_docstrings(tree: ast.Module) -> None:
    """Remove the docstrings of a module. Classes with a docstring or a decorator get the docstring `" "`.

    A dataclass without any docstring would compute one from its signature, which takes half of an import's time.
    """
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        text = node.body[0] if node.body and ast.get_docstring(node, clean=False) is not None else None
        rest = node.body[1:] if text is not None else node.body
        if isinstance(node, ast.ClassDef) and (text is not None or node.decorator_list):
            rest.insert(0, ast.copy_location(ast.Expr(ast.Constant(" ")), text or node))
        elif not rest and not isinstance(node, ast.Module):
            rest = [ast.copy_location(ast.Pass(), text or node)]
        node.body = rest
    ast.fix_missing_locations(tree)


# ---------------------------------------------------------------- the modules that are needed


def _reached(modules: Mapping[str, Module], begun: Iterable[str]) -> Iterator[Module]:
    """Yield the modules that can ever be imported.

    These are the modules of the page, those that Python imports when it begins, those that such modules import, and the
    encodings that a text in them names.
    """
    own = (name for name, each in modules.items() if each.name.startswith(SITE) or each.top in DOCUMENTED)
    todo, seen = [*begun, *own], set[str]()
    while todo:
        name = todo.pop()
        if name in seen or (module := modules.get(name)) is None:
            continue
        seen.add(name)
        yield module
        todo += [*module.imports, name.rpartition(".")[0]]
        if module.top != "encodings":  # the table of aliases names every one
            todo += module.codecs


# ---------------------------------------------------------------- archives


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return files as a page reads them: four bytes with the length of the index, the index as JSON, the contents."""
    index = json.dumps([[name, len(content)] for name, content in files.items()]).encode()
    return b"".join([len(index).to_bytes(4, "little"), index, *files.values()])


def unpacked(data: bytes) -> Files:
    """Return the files of a pack."""
    at = 4 + int.from_bytes(data[:4], "little")
    found = Files()
    for name, size in json.loads(data[4:at]):
        found[name] = data[at : at + size]
        at += size
    return found


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive, which contains no time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()
