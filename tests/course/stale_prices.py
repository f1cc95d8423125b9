"""Prices that stay on the pages of a course when the rules change them.

Every bet and outcome gets a price of its own that no regulation has. A page that still prints one of the old prices
has it in its text, or took it from another bet.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from trainer.course.comparison import COMPARED
from trainer.course.path import EXAMINED, Course
from trainer.equipment.odds import Odds
from trainer.games.core import RequestError
from trainer.rulebooks import BetRule, GameRules, Library
from trainer.rulebooks.schema import Option
from trainer.texts import Language, say, text

_PRICE = {
    Language.ES: re.compile(r"(?<![\d.,])(?<!más de )\d+ (?:a|por) \d+(?![\d.,]*\d)"),  # “more than 2 to 1” is a limit
    Language.EN: re.compile(r"(?<![\d.,])(?<!more than )\d+ (?:to|for) \d+(?![\d.,]*\d)"),
}
_QUOTED = re.compile(r"«[^»]*»|“[^”]*”")  # words printed on a cloth
_ODDS = re.compile(r"\d+(?:\.\d+)? (?:to|for) \d+")
_NOT_TOLD_FROM_THESE_RULES = (*COMPARED, EXAMINED, "edge")


def with_other_prices(rules: GameRules) -> tuple[GameRules, set[Odds]]:
    """The rules with a new price for every bet and outcome, and the old prices."""
    new = (Odds.parse(f"{number} to 1") for number in itertools.count(617, 10))
    old: set[Odds] = set()
    bets: dict[str, BetRule] = {}
    for key, bet in rules.bets.items():
        old |= {*bet.pay_table.values()} | ({bet.pays} if bet.pays is not None else set())
        pays = next(new) if bet.pays is not None else None
        table = {outcome: next(new) for outcome in bet.pay_table}
        bets[key] = msgspec.structs.replace(bet, pays=pays, pay_table=table)
    data = dict(rules.rules)
    if "promotions" in data:
        prizes = {
            key: {**prize, "pays": f"{next(new).win} to 1"} for key, prize in data["promotions"]["prizes"].items()
        }
        data["promotions"] = {**data["promotions"], "prizes": prizes}
    return msgspec.structs.replace(rules, bets=bets, rules=data), old


def _on_price_options(rules: GameRules, language: Language) -> str:
    """The words of the options with which a house chooses a price; they name prices rightly."""
    words = []
    for option in filter(_sets_a_price, rules.options.values()):
        said = [say(each, language) for each in (option.why, *option.choices.values())]
        words += [*said, *(f"- **{say(option.names, language)}**: {each}." for each in said)]
    return "\n".join(words)


def _sets_a_price(option: Option) -> bool:
    """Whether a house chooses a price with this option."""
    return option.kind != "choice" or any(map(_has_odds, option.set.values()))


def _has_odds(data: Any) -> bool:
    if isinstance(data, dict):
        return any(map(_has_odds, data.values()))
    return isinstance(data, str) and _ODDS.fullmatch(data) is not None


def stale_prices(rules: GameRules, library: Library, language: Language) -> Iterator[str]:
    """Each sentence of the course that still has an old price, with its page."""
    changed, old = with_other_prices(rules)
    prices = {say(odds, language) for odds in old}
    chosen = _on_price_options(rules, language)
    course = Course(changed, language, library)
    for heading in course.contents:
        if heading.id in _NOT_TOLD_FROM_THESE_RULES or heading.id.startswith("drill:"):
            continue  # the answers of a drill are computed
        try:
            markdown = course.with_lines(heading.id).markdown
        except RequestError:  # prices that the engine refuses
            continue
        by_choice = re.escape(text("lesson.prices-by-choice", language)) + r"\n\n(?:\|[^\n]*\n?)*"
        markdown = re.sub(by_choice, "", markdown)  # this table is about other prices than those in force
        for sentence in re.split(r"(?<=[.;])\s+|\||\n", markdown.replace("\N{NO-BREAK SPACE}", " ")):
            if sentence.strip() in chosen:
                continue
            if prices.intersection(_PRICE[language].findall(_QUOTED.sub("", sentence))):
                yield f"{rules.rulebook}/{rules.game} {heading.id}: {sentence.strip()}"
