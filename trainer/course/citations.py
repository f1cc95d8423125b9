"""The page behind a citation: the cited rule, the rules around it, and what other regulations say.

Regulations are not shipped. A school that owns the official text puts it into its folder as ``RULEBOOK.txt``; the page
then quotes the cited lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from trainer.course.comparison import others
from trainer.course.pages import Heading, Page
from trainer.course.rule_lists import quoted, spoken
from trainer.drills.wording import citation_words, option_value
from trainer.games.rules import load_rules
from trainer.rulebooks import BetRule, Citation, GameRules, Library, RulebookError
from trainer.system.input_files import read_input_file
from trainer.texts import Language, say, text

SIGN = "cite:"  # prefix of the page id
_AROUND = 3  # rules before and after
_LARGEST = 20_000_000  # bytes of an official text
_LINES_AROUND = 2


def cite_id(cite: Citation) -> str:
    """Id of the page of a citation."""
    return f"{SIGN}{cite}"


class Stated(msgspec.Struct, frozen=True):
    """A rule in words, with its citation."""

    part: str
    key: str
    says: str
    cite: Citation
    rules: str  # the text without its name, for comparing regulations

    @property
    def first_line(self) -> int:
        return min(self.cite.line_numbers, default=0)


def stated_entries(rules: GameRules, language: Language) -> list[Stated]:
    """All rules that are stated in sentences, in the order of the regulation."""
    return sorted(_entries(rules, language), key=lambda entry: entry.first_line)


def _entries(rules: GameRules, language: Language) -> Iterator[Stated]:
    words: dict[str, Callable[[Any], str]] = {
        "bets": lambda bet: " · ".join(filter(None, (say(bet.wins, language), _pays(bet, language)))),
        "procedure": lambda step: say(step.does, language),
        "calls": lambda call: quoted(spoken(call, language), language),
        "irregularities": lambda each: say(each.action, language),
        "conduct": lambda fact: say(fact.says, language),
        "equipment": lambda fact: say(fact.says, language),
        "staff": lambda role: say(role.duties, language),
    }
    for part, in_words in words.items():
        for key, entry in getattr(rules, part).items():
            said = in_words(entry)
            yield Stated(part, key, _titled(entry, said, language), entry.cite, said)
    for key, option in rules.options.items():
        chosen = say(option_value(option, rules.chosen.get(key, option.default)), language)
        yield Stated("options", key, f"**{say(option.names, language)}**: {chosen}", option.cite, chosen)


def _pays(bet: BetRule, language: Language) -> str:
    return say(bet.pays, language) if bet.pays is not None else ""


def _titled(entry: Any, words: str, language: Language) -> str:
    for name in ("names", "situation", "when"):
        title = getattr(entry, name, None)
        if title is not None:
            return f"**{say(title, language).rstrip('.')}**: {words}"
    return words


def cited_page(
    rules: GameRules, cite: Citation, said: str, library: Library, language: Language, texts: Path | None = None
) -> Page:
    """The page of a citation; ``said`` is the sentence it was given for, ``texts`` the folder with official texts."""
    title = citation_words(cite, language)
    entries = stated_entries(rules, language)
    meant = [entry for entry in entries if _is_meant(entry.cite, cite)]
    lines = [f"## {title}", say(rules.info.regulation, language), f"> {said}"]
    lines += [f"- {entry.says}" for entry in meant]
    if official := official_lines(texts, rules.rulebook, cite):
        lines += [f"### {text('lesson.official', language)}", "\n".join(f"    {line}" for line in official)]
    if around := _around(entries, meant, cite):
        lines += [f"### {text('lesson.cite-around', language)}"]
        lines.append("\n".join(f"- {entry.says} *{citation_words(entry.cite, language)}*" for entry in around))
    if differing := list(_elsewhere(rules, meant, library, language)):
        lines += [f"### {text('lesson.cite-elsewhere', language)}", "\n".join(differing)]
    return Page(Heading(cite_id(cite), title), "\n\n".join(lines))


def _is_meant(entry: Citation, cite: Citation) -> bool:
    if entry.article != cite.article:
        return False
    return not cite.lines or not cite.line_numbers.isdisjoint(entry.line_numbers)


def _around(entries: list[Stated], meant: list[Stated], cite: Citation) -> list[Stated]:
    """The rules just before and after, in the order of the text."""
    others_ = [entry for entry in entries if entry not in meant and entry.first_line]
    if cite.is_house_standard or not cite.lines:
        return []
    here = min(cite.line_numbers, default=0)
    before = [entry for entry in others_ if entry.first_line <= here][-_AROUND:]
    return before + [entry for entry in others_ if entry.first_line > here][:_AROUND]


def _elsewhere(rules: GameRules, meant: list[Stated], library: Library, language: Language) -> Iterator[str]:
    """The same points in other regulations, if they differ."""
    for book in others(library, rules):
        try:
            other = load_rules(library, book, rules.game)
        except RulebookError:  # skip a school's invalid file
            continue
        theirs = {(entry.part, entry.key): entry for entry in _entries(other, language)}
        name = say(other.info.names, language)
        for entry in meant:
            found = theirs.get((entry.part, entry.key))
            if found is not None and found.rules != entry.rules:
                yield f"- {name}: {found.says} *{citation_words(found.cite, language)}*"


def official_lines(texts: Path | None, rulebook: str, cite: Citation) -> list[str]:
    """Lines of the official text with a few around them, if the school has the text."""
    wanted = cite.line_numbers
    if texts is None or not wanted:
        return []
    path = texts / f"{rulebook}.txt"
    try:
        text_ = read_input_file(path, _LARGEST).decode("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    shown = sorted({line + step for line in wanted for step in range(-_LINES_AROUND, _LINES_AROUND + 1)})
    return [text_[line - 1] for line in shown if 0 < line <= len(text_)]
