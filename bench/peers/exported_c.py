"""Exports a game in C, and compiles it with a program that plays random games on request.

Each request is a line `GAME SECONDS SEED`, as in `answering.py`.
"""

from __future__ import annotations

from pathlib import Path

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import c_program, native_module

NAME = "game"
DRIVER = """\
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include "game.h"

int main(void)
{
    struct game *g = game_new();
    char asked[100];
    double seconds, spent;
    uint64_t seed;
    if (!g) return 1;
    while (scanf("%99s %lf %" SCNu64, asked, &seconds, &seed) == 3) {
        long games = 0, decisions = 0;
        clock_t begun = clock();
        do {
            for (int i = 0; i < 16; i++, games++) {
                int more = 0;
                int64_t points;
                if (game_begin(g, game_game_seed(seed, (uint32_t)games)) || game_play_on(g, &more)) return 2;
                for (int seat = 0; seat < game_SEATS; seat++) if (game_score(g, seat, &points)) return 3;
                decisions += more;
            }
            spent = (double)(clock() - begun) / CLOCKS_PER_SEC;
        } while (spent < seconds);
        printf("{\\"games\\": %ld, \\"decisions\\": %ld, \\"seconds\\": %.6f}\\n", games, decisions, spent);
        fflush(stdout);
    }
    game_free(g);
    return 0;
}
"""


def write(folder: Path, game: str, players: int) -> list[str]:
    """Write the C files of a game into a folder, and return the names of those to compile."""
    table = mercatoria.load(game).table(players)
    assert isinstance(table.engine, GeneratedEngine)
    program = table.engine.program
    native = native_module(table.flow, program, tuple(table.start()), inlining=False)
    found = c_program(table.flow, native, program.faults, NAME, f"{game} for {players} players.")
    texts = {f"{NAME}.c": found.source, f"{NAME}.h": found.header, "driver.c": DRIVER}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [str(folder / name) for name in texts if name.endswith(".c")]
