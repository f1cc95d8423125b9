"""What a house chooses within an article is not told as the article's: the entry says that the rest is the house's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import tomli

from tests.rulebooks.readings import pairs
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, shipped_library
from trainer.rulebooks.library import SHIPPED

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
    return "cite" not in change and not set(change) <= {"after", "before", "acts", "needs", "optional"}


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


BETS = ("stakes", "stake", "bets")  # where an entry's data says what becomes of them


@pytest.mark.parametrize("rulebook", LIBRARY.rulebooks())
def test_what_is_the_houses_in_an_entry_stands_in_its_words(rulebook: str) -> None:
    """Who reads “the rest, house standard” finds that rest in the sentence, also where the house chose otherwise."""
    mute = []
    for game in LIBRARY.games(rulebook):
        rules = load_rules(LIBRARY, rulebook, game)
        for key, entry in rules.irregularities.items():
            is_returned = any(entry.data.get(name) == "returned" for name in BETS)
            if entry.cite.and_house and is_returned and not re.search(r"devuelve|devolución|vuelven", entry.action.es):
                mute.append(f"{game} {key}")
        for option, choice, changes in _choices(rules):
            for key, change in changes.get("irregularities", {}).items():
                entry = rules.irregularities[key]
                cite = Citation.parse(change["cite"]) if "cite" in change else entry.cite
                if "data" in change and _is_the_houses(cite) and not {"action", "situation"} & set(change):
                    mute.append(f"{game} {option}={choice} {key}")
    assert mute == []


def _choices(rules: GameRules) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for key, option in rules.options.items():
        yield from ((key, choice, changes) for choice, changes in option.set.items())


@pytest.mark.parametrize(
    ("game", "options", "key"),
    [
        ("bolivia/go-poker", {"void-hand": "stay", "community-cards": "continue"}, "dealer-cards-seen"),
        ("arica/caribbean-stud", {"annulled-bets": "stay", "misdeal": "burn-the-cards"}, "misdeal"),
    ],
)
def test_a_round_that_goes_on_has_no_bets_of_a_void_one(game: str, options: dict[str, str], key: str) -> None:
    entry = load_rules(LIBRARY, *game.split("/"), options=options).irregularities[key]
    assert entry.data["round"] == "continues"
    assert "siguiente" not in entry.action.es


# The chapters of a Puerto Rican game: its own, and those that it sends to.
CHAPTERS = {
    "caribbean-easy-roll": "12", "caribbean-stud": "7", "let-it-ride": "8", "omaha": "25", "pai-gow-poker": "10",
    "pai-gow-tiles": "11", "seven-card-stud": "16", "texas-holdem": "15", "three-card-poker": "13",
    "triple-shot": "14 4", "ultimate-texas-holdem": "24",
}  # fmt: skip


@pytest.mark.parametrize("game", CHAPTERS)
def test_what_only_another_games_chapter_says_is_the_houses_here(game: str) -> None:
    """An option's own citation may look there for what is doubtful here; a rule that is told may not."""

    def told(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
        for name, part in data.items():
            if isinstance(part, dict):
                yield from told(part, f"{key}.{name}")
            elif name.endswith("cite") and not re.fullmatch(r"\.options\.[^.]+", key):
                yield f"{key}.{name}", part

    chapters = {"1", *CHAPTERS[game].split()}
    rules = tomli.loads((SHIPPED / "puerto-rico" / f"{game}.toml").read_text(encoding="utf-8"))
    found = {key: set(re.findall(r"(?:^|, )(\d+)", Citation.parse(cite).article)) for key, cite in told(rules)}
    assert any(found.values())
    assert [key for key, cited in found.items() if cited and not cited & chapters] == []
