"""Neovim, set up as the page says, shows a fault, applies the fix and renames."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mercatoria.editor.fair import RULES, written

PAGE = Path(__file__).resolve().parents[3] / "docs" / "editor.md"
NEOVIM = shutil.which("nvim")
DRIVE = """
local function wait(done) assert(vim.wait(30000, done, 50), "nothing came") end
local function at(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then return { textDocument = vim.lsp.util.make_text_document_params(),
                            position = { line = number - 1, character = column - 1 } } end
  end
end
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 30000)) do
    assert(not answer.error, vim.inspect(answer.error))
    return answer.result
  end
end
wait(function() return #vim.diagnostic.get(0) > 0 end)
local fault = vim.diagnostic.get(0)[1]
print("FAULT " .. fault.code .. " in line " .. fault.lnum + 1)
local place = vim.lsp.util.make_range_params()
place.range = fault.user_data.lsp.range or { start = { line = fault.lnum, character = fault.col },
                                             ["end"] = { line = fault.end_lnum, character = fault.end_col } }
place.context = { diagnostics = { { range = place.range, message = fault.message, code = fault.code,
                                    data = fault.user_data.lsp.data } } }
local actions = ask("textDocument/codeAction", place)
print("FIX " .. actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
wait(function() return #vim.diagnostic.get(0) == 0 end)
print("FAULTS " .. #vim.diagnostic.get(0))
print("HOVER " .. ask("textDocument/hover", at("FAR-003")).contents.value)
local change = at("price = 2")
change.newName = "fare"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", change), "utf-16")
vim.cmd("wall")
vim.lsp.commands["mercatoria.play"]({ arguments = { vim.fn.getcwd(), "bought" } })
print("TERMINAL " .. vim.api.nvim_buf_get_name(0))
vim.cmd("qall!")
"""


@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim")
def test_neovim_with_the_lines_of_the_page(tmp_path: Path) -> None:
    assert NEOVIM is not None
    (setup,) = re.findall(r"```lua\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "init.lua").write_text(setup)
    (tmp_path / "drive.lua").write_text(DRIVE)
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "mercatoria"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m mercatoria "$@"\n')
    command.chmod(0o755)
    home = written(tmp_path / "fair", **{"rulebook.rules": RULES.replace("place.stock > 0", "place.stokc > 0")})
    own = {name: str(tmp_path / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [NEOVIM, "--headless", "-u", tmp_path / "init.lua", "rulebook.rules", "-S", tmp_path / "drive.lua"],
        cwd=home, env={**os.environ, **own, "PATH": path}, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    told = ran.stdout + ran.stderr
    assert "FAULT E302 in line 35" in told, told
    assert "FIX Write `stock`" in told and "FAULTS 0" in told, told
    assert "HOVER **FAR-003** (Buying): A ware costs two coins." in told, told
    assert re.search(r"TERMINAL term://.*[:/]mercatoria", told), told
    assert "place.stock > 0" in (home / "rulebook.rules").read_text()
    assert "number fare = 2" in (home / "rulebook.rules").read_text()
    assert "set fare to 3" in (home / "variants/dear.rules").read_text()
