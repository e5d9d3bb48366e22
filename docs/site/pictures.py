"""Takes the pictures of the table in README.md and docs/table.md, from real tables in a real browser.

The seeds are fixed, so the same program takes the same pictures. It needs Chromium and the development tools:

    python -m docs.site.pictures [NAME …]
"""

from __future__ import annotations

import io
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM
from typing import Any, Literal

import yaml
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from mercatoria.players import HUMAN, Position, seeded
from mercatoria.web import TableServer, application
from mercatoria.web.security import seat_key
from mercatoria.web.tables import Choice

FOLDER = Path(__file__).resolve().parents[1] / "pictures"
MOST_BYTES = 200_000
"""Maximum size of a picture, so that the pages of the documentation load quickly."""
COLOURS = 224
PLAYER, SEED = "greedy", 7
LONGEST = 2_000
"""Maximum number of moves before a picture."""
SETTLED = 2_000
"""Milliseconds after which a page has drawn its slider and placed its labels."""
WINDOWS = {"desktop": (1280, 900), "phone": (390, 844)}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: the game, the moves before it, the device, the colours, and the turns that the slider goes back."""

    name: str
    game: str
    players: int
    moves: int
    device: Literal["desktop", "phone"] = "desktop"
    scheme: Literal["light", "dark"] = "light"
    back: int = 0


def shots() -> list[Shot]:
    """Return the pictures that the file in their folder lists."""
    found = yaml.safe_load((FOLDER / "pictures.yaml").read_text(encoding="utf-8"))
    return [Shot(name, **of) for name, of in found.items()]


def main(names: Sequence[str]) -> None:
    """Take the pictures with these names, or all pictures if there are none."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("The pictures need Chromium, which is not installed. On Debian and Ubuntu: apt install chromium")
    with tempfile.TemporaryDirectory() as folder, _served(Path(folder) / "tables.db") as server, \
            sync_playwright() as driver:  # fmt: skip
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for shot in shots():
            if not names or shot.name in names:
                file = FOLDER / f"{shot.name}.png"
                file.write_bytes(small(_taken(browser, server, shot)))
                print(f"{file.name}: {file.stat().st_size // 1000} kB")
        browser.close()


def small(picture: bytes) -> bytes:
    """Return a picture with a palette. Raises `ValueError` if it is still too large for a page."""
    with Image.open(io.BytesIO(picture)) as whole, io.BytesIO() as out:
        whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        found = out.getvalue()
    if len(found) > MOST_BYTES:
        raise ValueError(f"a picture has {len(found)} bytes, which is more than {MOST_BYTES}")
    return found


@contextmanager
def _served(file: Path) -> Iterator[TableServer]:
    """Run a server in this process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = TableServer(application(file, (), pause=0, rates=False), "127.0.0.1", port)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield server
    finally:
        server.handle_exit(SIGTERM, None)
        thread.join()


def _taken(browser: Browser, server: TableServer, shot: Shot) -> bytes:
    """Return a picture of the first seat's page."""
    (wide, high), touch = WINDOWS[shot.device], shot.device == "phone"
    context = browser.new_context(
        viewport={"width": wide, "height": high}, color_scheme=shot.scheme,
        reduced_motion="reduce", is_mobile=touch, has_touch=touch,
    )  # fmt: skip
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.config.port}{_link(server.config.app.state.server.hall, shot)}")
    page.locator("form[method=post] button").first.click()
    page.wait_for_selector("#track .marks i")
    page.wait_for_timeout(SETTLED)
    for _ in range(shot.back):
        page.keyboard.press("Shift+ArrowLeft")
        page.wait_for_timeout(SETTLED)
    picture = page.screenshot()
    context.close()
    return picture


def _link(hall: Any, shot: Shot) -> str:
    """Play a game until the first seat has a choice after the given number of moves. Return the link of this seat."""
    table, owner = hall.set_up(Choice(shot.game, shot.players), [HUMAN] * shot.players, SEED)
    players = [seeded(PLAYER, SEED, seat) for seat in range(shot.players)]
    for number in range(LONGEST):
        state = table.course.state
        if state.is_over or (number >= shot.moves and 0 in state.deciders and len(state.moves(0)) > 2):
            break
        seat = state.deciders[0]
        hall.play(table, table.course.turn(seat), players[seat].choose(Position(state, seat)))
    return f"/t/{table.head.table}/take/0/{seat_key(owner, table.head.table, 0)}"


if __name__ == "__main__":
    main(sys.argv[1:])
