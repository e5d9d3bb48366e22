"""Tests that mypy checks all packages in strict mode and that no override relaxes a setting."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {"dsl", "interpreter", "mercatoria"}


def test_no_package_of_ours_is_checked_less_strictly() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"] is True
    assert set(settings["files"]) >= PACKAGES
    named = [module for each in settings["overrides"] for module in each["module"]]
    assert not {module.partition(".")[0] for module in named} & PACKAGES
