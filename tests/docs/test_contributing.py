"""Tests that CONTRIBUTING and the files for code hosts mention only existing files, commands and hooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = ("bench", "docs", "dsl", "games", "grammars", "interpreter", "mercatoria", "tests")
PATH = re.compile(rf"(?<![\w/])(?:{'|'.join(FOLDERS)})/[\w./-]*\w/?")
NAMED = re.compile(r"`(\w+)` in `([\w/]+\.py)`")


def test_every_path_exists() -> None:
    paths = {path for path in PATH.findall(CONTRIBUTING) if "NAME" not in path}
    assert len(paths) > 30
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


def test_every_name_is_where_it_says() -> None:
    named = NAMED.findall(CONTRIBUTING)
    assert len(named) >= 4
    for name, path in named:
        assert re.search(rf"^(?:def |class )?{name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), path


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / page).read_text(encoding="utf-8"))
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", CONTRIBUTING)) <= targets


def test_both_forges_ask_the_same() -> None:
    github = [file.read_text(encoding="utf-8") for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.md")]
    gitlab = [file.read_text(encoding="utf-8") for file in (ROOT / ".gitlab" / "issue_templates").glob("*.md")]
    assert len(gitlab) == 3
    assert sorted(text.split("---\n\n", 1)[1] for text in github) == sorted(gitlab)
    requests = [".github/PULL_REQUEST_TEMPLATE.md", ".gitlab/merge_request_templates/Default.md"]
    assert len({(ROOT / request).read_text(encoding="utf-8") for request in requests}) == 1


def test_the_template_that_contributing_names_exists() -> None:
    (name,) = re.findall(r"the template \*([^*]+)\*", CONTRIBUTING)
    assert (ROOT / ".gitlab" / "issue_templates" / f"{name}.md").is_file()


def test_both_forges_call_the_same_script_with_the_whole_history() -> None:
    github = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    gitlab = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text(encoding="utf-8"))
    job = github["jobs"]["check"]
    assert job["steps"][0]["with"]["fetch-depth"] == gitlab["check"]["variables"]["GIT_DEPTH"] == 0
    assert job["steps"][-1]["run"] == ".ci/run"
    assert gitlab["check"]["script"] == [".ci/run"]
    assert job["strategy"]["matrix"]["python"] == gitlab["check"]["parallel"]["matrix"][0]["VERSION"]


def test_the_hooks_check_code_prose_and_message() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    hooks = {hook["id"]: hook for repo in config["repos"] for hook in repo["hooks"]}
    assert set(hooks) == {"ruff", "prose", "commit-message", "codespell"}
    assert hooks["commit-message"]["stages"] == ["commit-msg"]
    assert "commit-msg" in config["default_install_hook_types"]
    modules = [re.search(r"-m (tests[\w.]+)", str(hook.get("entry"))) for hook in hooks.values()]
    assert [found[1] for found in modules if found] == ["tests.prose.commits"]
