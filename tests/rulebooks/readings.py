"""Which rules were read against the text they cite, by somebody who did not write them.

Every entry of a rulebook (a bet, a step, a ruling, a figure with a citation …) is one line of
``tests/data/readings/RULEBOOK/GAME.txt``: where it stands, the lines it cites, a hash of what it says, and the
verdict of the reader: ``says`` (the lines say it), ``house`` (the regulation is silent and the entry says so), ``half``
(the lines say a part, and the entry calls the rest the house's). An entry that changes has another hash and asks to be
read again.

``python -m tests.rulebooks.readings RULEBOOK [GAME]`` prints every entry that was not read yet, with its lines.

The comparison is a job of its own, ``pytest -m readings``. CI runs it only if ``--unchanged`` fails: if the digest of
the rulebooks and readings is not the one that ``--checked`` stored after the last successful run.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli

from trainer.rulebooks.library import SHIPPED
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation

FOLDER = Path(__file__).parents[1] / "data" / "readings"
DIGEST = FOLDER / "checked.sha256"
VERDICTS = ("says", "half", "house")
_ORDER = ("acts", "needs", "optional")  # of a step at the live table: proved by scripted rounds instead


class Pair(msgspec.Struct, frozen=True):
    """A rule with its citation."""

    place: str  # game and key: ``craps bets.field``
    cite: str
    rule: str  # what it says, as canonical JSON

    @property
    def hash(self) -> str:
        return hashlib.sha256(f"{self.cite}\n{self.rule}".encode()).hexdigest()[:12]

    @property
    def game(self) -> str:
        return self.place.split()[0]

    @property
    def line(self) -> str:
        return f"{self.place} | {self.cite} | {self.hash}"


def pairs(rulebook: str) -> Iterator[Pair]:
    """Every entry with a citation of a shipped rulebook, game by game."""
    for path in sorted((SHIPPED / rulebook).glob("*.toml")):
        yield from _pairs_in(tomli.loads(path.read_text(encoding="utf-8")), path.stem, "")


def _pairs_in(data: Any, game: str, key: str) -> Iterator[Pair]:
    if isinstance(data, Mapping):
        if isinstance(data.get("cite"), str) and key:
            own = {name: part for name, part in data.items() if name not in ("cite", *_ORDER) and not _has_cite(part)}
            rule = msgspec.json.encode(own, order="sorted").decode()
            yield Pair(f"{game} {key}", data["cite"], rule)
        for name, part in data.items():
            yield from _pairs_in(part, game, f"{key}.{name}" if key else name)
    elif isinstance(data, list):
        for number, part in enumerate(data):
            yield from _pairs_in(part, game, f"{key}[{number}]")


def _has_cite(part: Any) -> bool:
    if isinstance(part, Mapping):
        return "cite" in part or any(map(_has_cite, part.values()))
    return isinstance(part, list) and any(map(_has_cite, part))


def verdict_on(cite: str) -> str:
    """What a reader can only have found if he left the citation as it is."""
    return "house" if cite == HOUSE_STANDARD else "half" if Citation.parse(cite).and_house else "says"


def read_already(rulebook: str) -> dict[str, str]:
    """By line: the verdict of its reader."""
    lines = [line for path in _files(rulebook) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line.rpartition(" | ")[0]: line.rpartition(" | ")[2] for line in lines}


def _files(rulebook: str) -> list[Path]:
    return sorted((FOLDER / rulebook).glob("*.txt"))


def write_down(rulebook: str, verdicts: Mapping[str, str]) -> None:
    """Keep what was read, in the order of the rulebook; lines of entries that are gone or changed are dropped."""
    known = {**read_already(rulebook), **verdicts}
    kept: dict[str, list[str]] = {path.stem: [] for path in _files(rulebook)}
    for each in pairs(rulebook):
        if each.line in known:
            kept.setdefault(each.game, []).append(f"{each.line} | {known[each.line]}\n")
    for game, lines in kept.items():
        path = FOLDER / rulebook / f"{game}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(lines), encoding="utf-8")


def digest_of_files() -> str:
    """Digest of all rulebook files and readings, independent of line endings."""
    found = hashlib.sha256()
    for folder, pattern in ((SHIPPED, "*/*.toml"), (FOLDER, "*/*.txt")):
        for path in sorted(folder.glob(pattern)):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def main(arguments: list[str]) -> None:
    """``RULEBOOK [GAME …]`` shows what was not read yet; with ``--read`` first, all of it is kept as read, but for
    the keys after ``--but`` (``--but craps:bets.field,craps:rules.barred``)."""
    if arguments == ["--unchanged"]:
        sys.exit(DIGEST.read_text(encoding="ascii").strip() != digest_of_files())
    if arguments == ["--checked"]:
        DIGEST.write_text(digest_of_files() + "\n", encoding="ascii")
        return
    is_read = "--read" in arguments
    but = arguments[arguments.index("--but") + 1].split(",") if "--but" in arguments else []
    rulebook, *games = [each for each in arguments if each not in ("--read", "--but", ",".join(but))]
    known = read_already(rulebook)
    unread = [each for each in pairs(rulebook) if each.line not in known]
    wanted = [each for each in unread if not games or each.game in games]
    if is_read:
        those = [each for each in wanted if each.place.replace(" ", ":", 1) not in but]
        write_down(rulebook, {each.line: verdict_on(each.cite) for each in those})
        print(f"{len(those)} kept as read")
        return
    for each in wanted:
        print(f"{each.line}\n    {each.rule}")


if __name__ == "__main__":
    main(sys.argv[1:])
