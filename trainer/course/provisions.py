"""Counts how many provisions of a regulation's whole text are asked by drills and told by the course.

``provision-counts.toml`` lists the lines of each regulation that order, allow, forbid, price or limit something, and
how many provisions each has; ``not-dealers.toml`` says which of them a dealer need not know, and why.

One answer counts for one provision, and so does one phrase of a page, however many lines it cites: if a paragraph has
four provisions and a drill asks one, one of the four is asked. A phrase must cite the line and share two words with it;
``other-words.toml`` lists phrases that state a line in other words, each checked by a person. A citation of many lines,
such as a row of a table has, counts only for the lines that share most words with it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from trainer.system.toml_cache import read_toml

_PROVISIONS = Path(__file__).with_name("provision-counts.toml")
_NOT_DEALERS = Path(__file__).with_name("not-dealers.toml")
_OTHER_WORDS = Path(__file__).with_name("other-words.toml")
_WORD = re.compile(r"[a-zñ]{4,}|\d+")
_BETWEEN_PHRASES = re.compile(r",\s+|\s+(?:y|e|o|u|ni|pero)\s+")  # of one clause
_MARKS = re.compile(
    r"^(?:- |\d+[:.] )+|(?<=^\|)\d+: |\*+|[.;:,]+$"
)  # bullet, number of a step, emphasis, end of a sentence
ROW = "|"  # what a row of a table begins with
_NUMBERS = "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince".split()
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")
_STEM = 5  # letters by which words are compared
_COMMON = 2  # words that a clause must share with a line to tell it
_MANY = 5  # lines of a citation that says little about each of them
Said = tuple[str, tuple[int, ...]]  # what is said, and the lines it cites


class Counted(msgspec.Struct, frozen=True):
    """The dealer's provisions of a text, how many of them are asked and told, and the others by reason."""

    provisions: int
    asked: int
    told: int
    others: dict[str, int] = {}


@cache
def provisions_of(rulebook: str) -> dict[int, int]:
    """The number of provisions by line of the regulation; empty for a rulebook whose text was not counted."""
    listed: dict[str, str] = read_toml(_PROVISIONS)
    found = (word.partition(":") for word in listed.get(rulebook, "").split())
    return {int(line): int(count or 1) for line, _, count in found}


@cache
def not_dealers(rulebook: str) -> dict[int, str]:
    """The reason why a dealer need not know the provisions of a line, by line."""
    listed: dict[str, dict[str, str]] = read_toml(_NOT_DEALERS)
    found: dict[int, str] = {}
    for reason, lines in listed.get(rulebook, {}).items():
        for part in lines.split():
            first, _, last = part.partition("-")
            found |= dict.fromkeys(range(int(first), int(last or first) + 1), reason)
    return found


@cache
def other_words(rulebook: str) -> dict[int, tuple[str, ...]]:
    """Phrases of the pages that state a provision of a line in other words than the regulation, by line."""
    listed: dict[str, dict[str, list[str]]] = read_toml(_OTHER_WORDS)
    return {int(line): tuple(phrases) for line, phrases in listed.get(rulebook, {}).items()}


def counted(rulebook: str, asked: Iterable[Said], told: Iterable[Said], text: Sequence[str] = ()) -> Counted:
    """How many of the dealer's provisions of a regulation are asked and told.

    With the official ``text``, a phrase tells a line only if it has words of it or is listed as telling it in others,
    and what cites many lines counts for the nearest.
    """
    outside = not_dealers(rulebook)
    provisions = {line: count for line, count in provisions_of(rulebook).items() if line not in outside}
    others: Counter[str] = Counter()
    for line, count in provisions_of(rulebook).items():
        if line in outside:
            others[outside[line]] += count
    return Counted(
        sum(provisions.values()),
        covered(provisions, _nearest(asked, text) if text else asked).total(),
        told_of(rulebook, provisions, told, text).total(),
        dict(sorted(others.items())),
    )


def told_of(
    rulebook: str, provisions: Mapping[int, int], told: Iterable[Said], text: Sequence[str] = ()
) -> Counter[int]:
    """How many provisions of each line the clauses of the pages tell."""
    clauses = distinct(told)
    listed: Counter[int] = Counter()
    by_list: set[tuple[str, int]] = set()  # clauses that tell a line in other words
    for line, phrases in other_words(rulebook).items():
        for phrase in phrases:
            found = {(words, line) for words, lines in clauses if line in lines and phrase in words}
            listed[line] += bool(found)
            by_list |= found
    listed = Counter({line: min(count, provisions.get(line, 0)) for line, count in listed.items()})
    left = {line: count - listed[line] for line, count in provisions.items()}
    said = [
        (phrase, tuple(line for line in lines if (words, line) not in by_list))
        for words, lines in clauses
        for phrase in phrases_of(words)
    ]
    return listed + (covered(left, _nearest(said, text), _shares_words(text)) if text else covered(left, said))


def distinct(told: Iterable[Said]) -> list[Said]:
    """Clauses without bullets, numbers and emphasis; the same words count again only if they cite other lines."""
    plain = {(_MARKS.sub("", words).strip(), lines) for words, lines in told}
    found: list[Said] = []
    cited: dict[str, set[int]] = {}  # lines by words that are already counted
    for words, lines in sorted(plain, key=lambda one: (one[0], len(one[1]), one[1])):
        before = cited.setdefault(words.casefold(), set())
        if before.isdisjoint(lines):
            found.append((words, lines))
        before |= set(lines)
    return found


def phrases_of(clause: str) -> tuple[str, ...]:
    """A clause as a whole, and each further phrase of it that is joined by a comma or a conjunction."""
    if clause.startswith(ROW):
        return (clause,)
    _, *further = _BETWEEN_PHRASES.split(clause)
    return (clause, *(phrase for phrase in further if len(_stems(phrase)) >= _COMMON))


def untold(rulebook: str, told: Iterable[Said], text: Sequence[str] = ()) -> dict[int, int]:
    """How many of the dealer's provisions of each line no page tells; lines that are fully told are left out."""
    outside = not_dealers(rulebook)
    provisions = {line: count for line, count in provisions_of(rulebook).items() if line not in outside}
    found = told_of(rulebook, provisions, told, text)
    return {line: count - found[line] for line, count in provisions.items() if found[line] < count}


def covered(
    provisions: Mapping[int, int], said: Iterable[Said], may: Callable[[str, int], bool] | None = None
) -> Counter[int]:
    """How many provisions of each line can be given something of their own that is said: a largest matching.

    ``may`` tells whether words can stand for a line that they cite.
    """
    each = sorted({(words, lines) for words, lines in said}, key=lambda one: (len(one[1]), one[1], one[0]))
    places = [
        [line for line in lines if line in provisions and (may is None or may(words, line))] for words, lines in each
    ]
    held: dict[int, list[int]] = {line: [] for line in provisions}

    def put(number: int, tried: set[int]) -> bool:
        """Give a place to one that is said, moving others if they can stand elsewhere."""
        for line in places[number]:
            if line not in tried:
                tried.add(line)
                if len(held[line]) < provisions[line]:
                    held[line].append(number)
                    return True
                for place, other in enumerate(held[line]):
                    if put(other, tried):
                        held[line][place] = number
                        return True
        return False

    for number in range(len(each)):
        put(number, set())
    return Counter({line: len(those) for line, those in held.items() if those})


def _nearest(said: Iterable[Said], text: Sequence[str]) -> Iterator[Said]:
    """Phrases with the lines they cite; of a long citation only the lines that share most words with the phrase."""
    lines_of = [_stems(line) for line in text]
    for words, lines in said:
        if len(lines) < _MANY:
            yield words, lines
            continue
        stems = _stems(words.partition("\n")[2] or words)  # of what is asked, the words of the question
        shared = {line: len(stems & lines_of[line - 1]) for line in lines if 0 < line <= len(text)}
        most = max(shared.values(), default=0)
        yield words, tuple(line for line, count in shared.items() if count == most)


def _shares_words(text: Sequence[str]) -> Callable[[str, int], bool]:
    """Whether a clause has words of a line of the text."""

    @cache
    def stems(line: int) -> frozenset[str]:
        return _stems(text[line - 1]) if 0 < line <= len(text) else frozenset()

    def shares(words: str, line: int) -> bool:
        of_line = stems(line)
        return len(_stems(words) & of_line) >= min(_COMMON, len(of_line))

    return shares


@cache
def _stems(words: str) -> frozenset[str]:
    """Stems of the longer words of a sentence, and its figures, without accents: what two texts are compared by."""
    plain = unicodedata.normalize("NFD", words.lower().replace("ñ", "n"))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return frozenset(word[:_STEM] for word in _WORD.findall(_NUMBER.sub(_in_digits, plain)))


def _in_digits(number: re.Match[str]) -> str:
    return str(_NUMBERS.index(number[0]) + 2)
