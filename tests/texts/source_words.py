"""What the source says: every piece of text in the code, and the ids that can be put together from them.

A message id stands in the code whole (``"desk.home.start"``), in part (``style.say("home.start")``), or is put
together (``f"{self.area}.reason.{rule}"`` with ``f"line-{event}"`` and ``"craps"``). Reading the code instead of
running it finds the sentences that are said once in a hundred thousand rounds, too.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import trainer
from trainer.catalogue import ENTRIES
from trainer.system.toml_cache import read_toml
from trainer.texts.messages import areas, messages

ROOT = Path(trainer.__file__).parent
MESSAGES = {f"{area}.{key}": names for area in areas() for key, names in messages(area).items()}

# Area of a game family → the modules and packages that are its own. What they say counts for no other game.
GAMES = {
    area: {
        module.split(".")[0]
        for entry in ENTRIES
        if entry.texts == area
        for module in (entry.engine, *entry.drills, *entry.felts)
    }
    for area in {entry.texts for entry in ENTRIES if entry.texts}
}
PART = r"([\w.-]+)"


class Source:
    """The texts of one file: words that may be said, and patterns of what is put together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        parts = {part.removesuffix(".py") for part in path.relative_to(ROOT).parts}
        self.area = next((area for area, modules in GAMES.items() if modules & parts), "")
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        silent = {id(node) for other in nodes for node in _never_said(other)}
        self.words = {
            node.value.replace("_", "-").rstrip(":")
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent
        }
        self.patterns = {_pattern(node) for node in nodes if isinstance(node, ast.JoinedStr | ast.BinOp)}
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        # `trainer.drills.kit.choices` puts the ids of choices after its first argument.
        self.patterns |= {
            f"{_pattern(call.args[0])}\\.{PART}"
            for call in self.calls
            if isinstance(call.func, ast.Name) and call.func.id == "choices" and call.args
        }


@cache
def sources() -> tuple[Source, ...]:
    return tuple(Source(path) for path in sorted(ROOT.rglob("*.py")))


def _never_said(node: ast.AST) -> list[ast.expr | None]:
    """Texts that are no part of a message: a docstring, the name of a case of requests and its examples."""
    match node:
        case ast.Expr(value=value) | ast.keyword(arg="tag", value=value):
            return [value]
        case ast.Dict(keys=keys, values=values):
            named = zip(keys, values, strict=True)
            return [value for key, value in named if isinstance(key, ast.Constant) and key.value == "case"]
    return []


def _pattern(node: ast.AST) -> str:
    """A text that is put together as a regular expression; a part that is not known in the code is a group."""
    match node:
        case ast.Constant(value=str(words)):
            return re.escape(words)
        case ast.JoinedStr(values=values):
            return "".join(_pattern(value) for value in values)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _pattern(left) + _pattern(right)
        case ast.IfExp(body=ast.Constant() as body, orelse=ast.Constant() as other):
            return f"(?:{_pattern(body)}|{_pattern(other)})"
    return PART


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Most patterns can be of any area: more than Python itself keeps."""
    return re.compile(pattern)


@cache
def vocabulary(area: str) -> Vocabulary:
    """The words of a game family's area, or of ``other`` areas: these can use the words of all files."""
    return Vocabulary(area)


class Vocabulary:
    """The words that one area's messages can be made of, and whether an id can be."""

    def __init__(self, area: str) -> None:
        own = [source for source in sources() if source.area in ("", area) or area not in GAMES]
        self._words = _rule_words().union(*(source.words for source in own))
        patterns = {
            pattern
            for source in own
            for pattern in source.patterns
            # One without a word of its own (``f"{event}-{side}"``) says something only among a game's own files.
            if PART in pattern and re.search("[a-z]" if source.area != area else "[a-z-]", pattern.replace(PART, ""))
        }
        # Where a text can be taken apart in several ways, both the longest and the shortest first part are tried.
        ways = {*patterns, *(pattern.replace(PART, PART.replace("+", "+?")) for pattern in patterns)}
        self._patterns = [compiled(pattern) for pattern in ways]
        self._known: dict[str, bool] = {}

    def can_say(self, word: str) -> bool:
        """Whether a word stands in the code or the rules, or is put together from such words."""
        if word in self._words or word.isdigit() or len(word) == 1:
            return True
        if word not in self._known:
            self._known[word] = False  # a word is not made of itself
            found = filter(None, (pattern.fullmatch(word) for pattern in self._patterns))
            # A part that is the whole (``f"{word}{ending}"`` with an empty ending) says nothing about it.
            found = (match for match in found if word not in match.groups())
            self._known[word] = any(all(self.can_say(part) for part in match.groups()) for match in found)
        return self._known[word]


@cache
def _rule_words() -> frozenset[str]:
    """Every key and value of the shipped rulebooks, of the profiles of devices and of what the course keeps as data:
    ids are made of some of them."""
    words: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            words.update(value)
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)
        elif isinstance(value, str):
            words.add(value)

    for folder in ("rulebooks", "sensors", "course"):
        for path in (ROOT / folder).rglob("*.toml"):
            walk(read_toml(path))
    return frozenset(words)
