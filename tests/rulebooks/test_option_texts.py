"""What a house chooses, its texts say: no sentence of a file speaks of a figure that an option has changed, and none
names a line of a source text, which its reader does not have. English has “whoever” where Spanish has “quien”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

from tests.loops import loop_over
from trainer.games.blackjack.game import GAME
from trainer.games.core import read_request
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language, say

LIBRARY = shipped_library()

# Regulation, game, option, choice; where a text speaks of it; and what it must not say any more.
SPEAKS = [
    ("arica", "blackjack", "soft-17", "stand", "about", "pide con 17 suave"),
    ("arica", "blackjack", "soft-17", "stand", "equipment.phrase", "17 suave"),
    ("arica", "blackjack", "soft-17", "stand", "procedure.dealer-draws", "y con 17 suave"),
    ("arica", "blackjack", "soft-17", "stand", "irregularities.dealer-overdraw", "debe pedir"),
    ("arica", "blackjack", "surrender", "any-card", "procedure.surrender", "Con as"),
    ("arica", "blackjack", "surrender", "any-but-ace", "procedure.surrender", "Con as"),
    ("arica", "blackjack", "surrender", "none", "procedure.surrender", "preguntar"),
    ("arica", "blackjack", "pay-blackjack", "always", "procedure.pay-blackjack", "en el acto"),
    ("arica", "blackjack", "cut-card-behind", "156", "procedure.house-cut", "160"),
    ("arica", "blackjack", "multi-spot", "off", "conduct.places", "siete veces"),
    ("arica", "craps", "dice-direction", "right", "procedure.offer-dice", "reloj"),
    ("arica", "craps", "dice-pass-on", "line-loss", "procedure.pass-on", "Con el 7"),
    ("arica", "craps", "shooter-no-line", "wait", "irregularities.shooter-without-line-bet", "siguen"),
    ("arica", "punto-banco", "decks", "8", "equipment.cards", "Seis"),
    ("arica", "punto-banco", "decks", "8", "procedure.check-cards", "seis"),
    ("arica", "punto-banco", "cut-card-last-round", "end", "procedure.last-round", "por comenzar"),
    ("arica", "roulette-american", "mixed-cash-chips", "never", "conduct.one-denomination", "mezclar"),
    ("coquimbo", "blackjack", "pay-blackjack", "always", "procedure.pay-blackjack", "en el acto"),
    ("coquimbo", "blackjack", "canal-21", "kept", "irregularities.dealer-overdraw", "se quema."),
    ("bolivia", "blackjack", "natural-wait", "ace-only", "procedure.pay-blackjack", "2 a 9"),
    ("bolivia", "craps", "dice-direction", "right", "procedure.offer-dice", "reloj"),
    ("bolivia", "craps", "dice-pass-on", "line-loss", "procedure.pass-on", "Con el 7"),
    ("bolivia", "craps", "shooter-no-line", "wait", "irregularities.shooter-without-line-bet", "siguen"),
    ("baleares", "blackjack", "reserve-cards", "78", "procedure.separator", "52"),
    ("baleares", "blackjack", "reserve-cards", "104", "equipment.separator", "una baraja"),
    ("baleares", "punto-banco", "standing-players", "refused", "conduct.standing", "participan si"),
    ("baleares", "caribbean-stud", "second-bet-when-not-playing", "even-money", "procedure.settle", "iniciales"),
    ("baleares", "chemin-de-fer", "unlimited-bank", "yes", "conduct.garage", "100 mínimos"),
    ("baleares", "roulette-american", "pay-order", "strictly-by-bet", "procedure.pay", "todo de una vez"),
    ("puerto-rico", "baccarat", "decks", "6", "equipment.cards", "Ocho"),
    ("puerto-rico", "craps", "dice-off-table", "valid", "irregularities.die-off-table", "«no dice»"),
    ("puerto-rico", "free-bet-blackjack", "max-splits", "4", "conduct.split", "tres veces"),
    ("puerto-rico", "free-bet-blackjack", "push-22-single-player", "draw", "irregularities.lone-bust", "recoger Push"),
]


def said(rules: GameRules, where: str) -> str:
    if where == "about":
        assert rules.about is not None
        return rules.about.es
    section, _, name = where.partition(".")
    entry = getattr(rules, section)[name]
    texts = [getattr(entry, field, None) for field in ("does", "says", "situation", "action")]
    return " ".join(text.es for text in texts if text is not None)


@loop_over(("rulebook", "game", "option", "choice", "where", "words"), SPEAKS)
def test_a_text_follows_the_option_it_hangs_on(
    rulebook: str, game: str, option: str, choice: str, where: str, words: str
) -> None:
    assert words in said(load_rules(LIBRARY, rulebook, game), where)
    assert words not in said(load_rules(LIBRARY, rulebook, game, "", {option: choice}), where)


def test_a_card_drawn_on_soft_17_is_burned_where_the_house_stands_and_the_reason_says_so() -> None:
    rules = load_rules(LIBRARY, "arica", "blackjack", "", {"soft-17": "stand"})
    ask = GAME.asks["decide"]
    drawn = {"case": "irregularity", "event": "dealer-overdraw", "dealer": ["AS", "6D"], "extra_card": "4C"}
    decided = ask.answer(rules, read_request(ask, drawn, "decide"))
    assert decided.facts["card"] == "burn"
    words = [say(value, Language.ES) for reason in decided.reasons for value in reason.params.values()]
    assert not any("debe pedir" in each for each in words if isinstance(each, str))


def sentences(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Everything in a file that is written in two languages, with its key."""
    if isinstance(data, dict) and set(data) == {"es", "en"}:
        yield from ((f"{key}.{language}", words) for language, words in data.items() if isinstance(words, str))
    elif isinstance(data, dict | list):
        for name, part in data.items() if isinstance(data, dict) else enumerate(data):
            yield from sentences(part, f"{key}.{name}")


@loop_over("path", sorted(SHIPPED.rglob("*.toml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_text_names_a_line_of_the_source(path: Path) -> None:
    found = sentences(tomli.loads(path.read_text(encoding="utf-8")))
    assert [place for place, words in found if re.search(r"\bL\d", words)] == []


# “Who deals may not …”, “to who makes banco”; a question and the name of an option have no full stop.
FREE_WHO = re.compile(r"(?:^|\. )Who\b[^?.]*\.|\b(?i:by|for|from|of|to) who\b")


@loop_over("path", sorted(SHIPPED.rglob("*.toml")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_whoever_does_it_is_named_in_english(path: Path) -> None:
    found = sentences(tomli.loads(path.read_text(encoding="utf-8")))
    assert [place for place, words in found if place.endswith(".en") and FREE_WHO.search(words)] == []
