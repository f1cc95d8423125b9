"""What a house chooses within an article is not told as the article's: the entry says that the rest is the house's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulebooks.readings import pairs
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, shipped_library

LIBRARY = shipped_library()
SECTIONS = ("irregularities", "conduct", "procedure", "equipment", "staff", "calls")

# Options whose choices the cited lines name both, or may be read as either: nothing of them is the house's own.
IN_THE_LINES = {
    "arica": "promotional-instruments cut-card-behind stuck-cards dice-pass-on jackpot-pay-order modality "
    "mixed-cash-chips reductions spin-without-players called-bets",
    "baleares": "bank-card-up buy-card bank-call-currency brackets standing-players",
    "bolivia": "caller-error natural-wait player-cut stuck-cards base-card dice-pass-on beaten-in-sight fractions "
    "pay-order reductions",
    "coquimbo": "canal-21",
    "puerto-rico": "limit-change-notice between-rule max-splits stub-count-waived "
    "progressive-witness-from cards-turned-by far-wall double-marker-by two-positions spread seat-lost "
    "side-bet-deadline withdrawal cut-card mark-start last-card-up too-many-cards",
}


def told_as_the_articles(rules: GameRules) -> Iterator[tuple[str, str]]:
    """Options with the entries whose words or figures a choice changes, under the article that stood there before."""
    for key, option in rules.options.items():
        for changes in option.set.values():
            for section in SECTIONS:
                for name, change in changes.get(section, {}).items():
                    entry = getattr(rules, section).get(name)
                    if entry is not None and _says_more(change) and not _is_the_houses(entry.cite):
                        yield key, f"{section}.{name}"


def _says_more(change: dict[str, Any]) -> bool:
    return "cite" not in change and not set(change) <= {"after", "before"}


def _is_the_houses(cite: Citation) -> bool:
    return cite.is_house_standard or cite.and_house


@pytest.mark.parametrize("rulebook", LIBRARY.rulebooks())
def test_what_a_choice_changes_in_an_entry_cites_what_says_it(rulebook: str) -> None:
    found = {
        (option, entry)
        for game in LIBRARY.games(rulebook)
        for option, entry in told_as_the_articles(load_rules(LIBRARY, rulebook, game))
    }
    read = IN_THE_LINES[rulebook].split()
    assert sorted(pair for pair in found if pair[0] not in read) == []
    assert sorted(set(read) - {option for option, _ in found}) == [], "nothing hangs on these any more"


@pytest.mark.parametrize("rulebook", LIBRARY.rulebooks())
def test_what_calls_itself_a_custom_or_the_text_silent_cites_the_house(rulebook: str) -> None:
    """The words own up to it, and the citation gave the article for the whole."""
    owned = re.compile(r'"es":"[^"]*(\bes uso\b|\bcalla\b|la casa devuelve|; como en |: como en |: se sigue el )')
    found = [each for each in pairs(rulebook) if ".set." in each.place or " options." not in each.place]
    assert [
        each.place for each in found if owned.search(each.rule) and not _is_the_houses(Citation.parse(each.cite))
    ] == []


def test_two_tables_takes_nothing_from_chemin_de_fer_but_where_its_own_chapter_sends_there() -> None:
    """09.II, 09.III and 09.VI name what they take over; an entry that they do not is another game's."""

    def cites(data: Any) -> Iterator[str]:
        if isinstance(data, Citation):
            yield str(data)
        elif isinstance(data, str):
            yield from [data] if data.startswith("08.") and " L" in data else []
        elif isinstance(data, dict):
            yield from (cite for part in data.values() for cite in cites(part))
        elif hasattr(data, "cite"):
            yield str(data.cite)

    rules = load_rules(LIBRARY, "baleares", "baccarat-two-tables")
    sections = (rules.bets, rules.options, rules.orders, *(getattr(rules, section) for section in SECTIONS))
    found = [cite for section in (*sections, rules.rules) for cite in cites(section)]
    assert found
    assert [cite for cite in found if cite.startswith("08.") and "09." not in cite] == []
