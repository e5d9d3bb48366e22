"""Serves the style sheets, scripts and icons of the pages, compressed, and only once to each browser."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from mercatoria.svg import STYLE

KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Media types of the files in the folder `static`."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PICTURE = "picture.css"
"""Name of the style sheet of pictures, which has no file in the folder."""


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent. `tag` changes with its content, so that a browser asks for the content only once."""

    content: bytes
    packed: bytes
    kind: str
    tag: str


@dataclass(slots=True)
class StaticFiles:
    """The static files of one server, compressed when they are first requested."""

    _known: dict[str, StaticFile] = field(default_factory=dict)

    def get(self, name: str) -> StaticFile:
        """Return a file. Raises `HTTPException` if there is no such file."""
        if name not in self._known:
            content = STYLE.encode() if name == PICTURE else _read(name)
            tag = f'"{sha256(content).hexdigest()[:16]}"'
            self._known[name] = StaticFile(content, gzip.compress(content, mtime=0), KINDS[Path(name).suffix], tag)
        return self._known[name]


def _read(name: str) -> bytes:
    file = files("mercatoria.web").joinpath("static", name)
    if Path(name).suffix not in KINDS or "/" in name or not file.is_file():
        raise HTTPException(404)
    return _without_comments(file.read_text(encoding="utf-8"), Path(name).suffix).encode()


def _without_comments(text: str, suffix: str) -> str:
    """Return a script or a style sheet without indentation, and without comments that have their own lines.

    No string of the scripts has several lines, which a test checks.
    """
    if suffix == ".css":
        text = COMMENT.sub("", text)
    lines = map(str.strip, text.splitlines())
    return "\n".join(line for line in lines if line and not (suffix == ".js" and line.startswith("//")))


async def static(request: Request) -> Response:
    """Serve the file named in the path. A browser that has it already gets an empty answer."""
    known: StaticFiles = request.app.state.static
    file = known.get(request.path_params["name"])
    headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    data = file.content
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["content-encoding"] = file.packed, "gzip"
    return Response(data, media_type=file.kind, headers=headers)
