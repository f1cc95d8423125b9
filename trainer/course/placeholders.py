"""Placeholders for figures in the sentences of a lesson, looked up in the rules or computed by the engine.

- ``{{pays BET}}``, ``{{pays BET OUTCOME}}``: odds; ``{{pays-to BET}}``: the same odds, quoted *to*.
- ``{{win BET OUTCOME}}``, ``{{stake BET OUTCOME}}``: the two numbers of the odds.
- ``{{wins AMOUNT BET OUTCOME}}``: winnings on an amount in chips; ``{{wins-money AMOUNT BET OUTCOME}}`` in money, with
  ``{{money AMOUNT}}`` as the stake: 25 at tables played in ones is 25,000 at tables played in thousands.
- ``{{returns BET}}``: return on a stake of one, stake included.
- ``{{prices BET}}``: all prices of a bet, on a line of its own; ``{{order NAME}}``: the order in which bets are paid.
- ``{{name BET}}``: the regulation's name of a bet; ``{{called BET}}``: the same within a sentence.
- ``{{term NAME}}``: the regulation's term (``trainer/texts/terms.toml``), in Spanish with its article as
  ``{{term NAME el}}`` (``El``, ``al``, ``del``); ``{{hand NAME}}``: its name of a poker hand.
- ``{{figure PATH}}``: a figure (``dealer.stands-on``, ``bets.number.numbers``, ``opening.names``); ``{{before PATH}}``:
  one less; ``{{first PATH}}``, ``{{last PATH}}``, ``{{total PATH}}``: parts and sum of a list; ``{{cite PATH}}``: its
  citation.
- ``{{commission}}``, ``{{commission-left}}``, ``{{commission-of AMOUNT}}``; ``{{picture KIND NUMBER}}`` (roulette);
  ``{{draws TOTAL}}`` (the bank at baccarat); ``{{position NUMBER}}`` (the count at pai gow).
- ``{{example AMOUNT}}``: an example that is no figure of a rule.

What these rules do not have becomes a dash.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from trainer.course.pages import cited
from trainer.drills.roulette.picture_bets import Picture, piles_of
from trainer.drills.roulette.piles import settled
from trainer.equipment.money import Amount, parse_amount
from trainer.equipment.odds import Odds
from trainer.rulebooks import Citation, GameRules
from trainer.texts import Language, Message, Param, say, text
from trainer.texts.grammar import lowered, with_article
from trainer.texts.messages import has_message
from trainer.texts.numbers import in_percent

MISSING = "—"
_KINDS = {
    "key": ("straight-up", "split", "corner"),
    "complete": ("straight-up", "split", "corner", "street", "six-line"),
}
_ODDS = re.compile(r"\d+ (?:to|for) \d+")
_TIMES_A_LIMIT = re.compile(r"([\d.]+) x (minimum|maximum)")
_SHARE = re.compile(r"(\d+) % of (stake|win)")
_SOUND_LIKE_O = (8, 11)  # ocho, once: Spanish uses «u» before them


def figure_in_words(name: str, arguments: Sequence[str], rules: GameRules, language: Language) -> str | None:
    """Text of a placeholder under some rules; None if the placeholder is unknown."""
    if name not in _FIGURES:
        return None
    found = _FIGURES[name](rules, language, *arguments)
    return MISSING if found is None else say(found, language)


# ── bets ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _odds(rules: GameRules, bet: str, outcome: str = "") -> Odds | None:
    if bet not in rules.bets:
        return None
    rule = rules.bets[bet]
    return rule.pay_table.get(outcome) if outcome else rule.pays


def _name(rules: GameRules, language: Language, bet: str) -> Param | None:
    return rules.bets[bet].names if bet in rules.bets else None


def _called(rules: GameRules, language: Language, bet: str) -> Param | None:
    """Name of a bet within a sentence, without a second name in brackets unless two bets differ only in it."""
    if bet not in rules.bets:
        return None
    name = say(rules.bets[bet].names, language)
    short = name.partition(" (")[0]
    if all(say(other.names, language) != short for key, other in rules.bets.items() if key != bet):
        name = short
    words = [word for word in name.split() if word[0].isalpha() and len(word) > 1]
    is_proper = len(words) > 1 and all(word[0].isupper() for word in words)  # «Don't Win» is a name, «Gran 6» is not
    return name if is_proper else name[:1].lower() + name[1:]


def _term(rules: GameRules, language: Language, name: str, article: str = "") -> Param:
    """The regulation's term, or the usual one (*pozo*, *pote*, *bote*); ``el`` adds the article."""
    word = say(rules.info.terms[name], language) if name in rules.info.terms else text(f"terms.{name}", language)
    return with_article(word, article) if article else word


def _hand(rules: GameRules, language: Language, name: str) -> Param | None:
    """The regulation's name of a poker hand, within a sentence."""
    names = stated(rules, f"hands.main.names.{name}")
    return None if names is None else lowered(names[language.value])


def _pays(rules: GameRules, language: Language, bet: str, outcome: str = "") -> Param | None:
    return _odds(rules, bet, outcome)


def _pays_to(rules: GameRules, language: Language, bet: str) -> Param | None:
    odds = _odds(rules, bet)
    return Odds.parse(f"{odds.ratio.numerator} to {odds.ratio.denominator}") if odds else None


def _win(rules: GameRules, language: Language, bet: str, outcome: str) -> Param | None:
    odds = _odds(rules, bet, outcome)
    return odds.win if odds else None


def _stake(rules: GameRules, language: Language, bet: str, outcome: str) -> Param | None:
    odds = _odds(rules, bet, outcome)
    return odds.stake if odds else None


def _wins(rules: GameRules, language: Language, amount: str, bet: str, outcome: str = "") -> Param | None:
    odds = _odds(rules, bet, outcome)
    return odds.pays(parse_amount(amount)) if odds else None


def _unit(rules: GameRules) -> Amount:
    """Unit of example amounts: the lowest chip that is a power of ten."""
    round_figures = (value for value in rules.info.chips.values if value >= 1 and set(str(value)) <= {"1", "0"})
    return min(round_figures, default=Fraction(1))


def _money(rules: GameRules, language: Language, amount: str) -> Param:
    return parse_amount(amount) * _unit(rules)


def _wins_money(rules: GameRules, language: Language, amount: str, bet: str, outcome: str = "") -> Param | None:
    odds = _odds(rules, bet, outcome)
    return odds.pays(parse_amount(amount) * _unit(rules)) if odds else None


def _prices(rules: GameRules, language: Language, bet: str) -> Param | None:
    """All prices of a bet as a list, with citation."""
    if bet not in rules.bets:
        return None
    rule = rules.bets[bet]
    rows = [
        f"- {say(rule.outcomes.get(row, row), language)}: {say(odds, language)}" for row, odds in rule.pay_table.items()
    ]
    return "\n".join([*rows, "", cited(rule.cite, language)])


def _order(rules: GameRules, language: Language, name: str) -> Param | None:
    """Order in which bets or areas of the layout are taken or paid, as a list with citation; one line for what is done
    together."""
    if name not in rules.orders:
        return None
    order = rules.orders[name]
    areas = {area: Message(f"roulette.area.{area}") for step in order.steps for area in step if area not in rules.bets}
    known: dict[str, Param] = {area: name for area, name in areas.items() if has_message(name.id)}
    known |= {bet: rule.names for bet, rule in rules.bets.items()}
    steps = [[known[each] for each in step if each in known] for step in order.steps]
    rows = [", ".join(say(names, language) for names in step) for step in steps if step]
    return "\n".join([*(f"{number}. {row}" for number, row in enumerate(rows, 1)), "", cited(order.cite, language)])


def _returns(rules: GameRules, language: Language, bet: str) -> Param | None:
    odds = _odds(rules, bet)
    return odds.ratio + 1 if odds else None


def _example(rules: GameRules, language: Language, amount: str) -> Param:
    return parse_amount(amount)


# ── figures of a game ────────────────────────────────────────────────────────────────────────────────────────────────


def stated(rules: GameRules, path: str) -> Any:
    """Value at a path of ``[rules]``, of a bet's data, of the staff (``staff.stickman``), an order of several steps
    (``orders.clear``) or the options; None if missing.

    ``options.NAME.most`` is the upper bound of an amount.
    """
    first, *rest = path.split(".")
    if first == "options" and rest[1:] == ["most"]:
        option = rules.options.get(rest[0])
        return option.between[1] if option and option.between else None
    if first == "options":
        return rules.chosen.get(rest[0])
    if first == "staff":
        return rules.staff.get(rest[0])
    if first == "orders":
        order = rules.orders.get(rest[0])
        return order.steps if order is not None and len(order.steps) > 1 else None
    if first == "bets":
        bet, *rest = rest
        found: Any = rules.bets[bet].data if bet in rules.bets else None
    else:
        found = rules.rules.get(first)
    for key in rest:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def _figure(rules: GameRules, language: Language, path: str) -> Param | None:
    found = stated(rules, path)
    if isinstance(found, dict):  # a text in both languages
        found = found.get(language.value)
    if isinstance(found, str) and _ODDS.fullmatch(found):
        return Odds.parse(found)
    if isinstance(found, str) and (times := _TIMES_A_LIMIT.fullmatch(found)):
        of = text(f"lesson.limit-of.{times[2]}", language)
        if times[1] == "1":
            return of
        return text("lesson.limit-times", language, factor=parse_amount(times[1]), of=of)
    if isinstance(found, str) and (share := _SHARE.fullmatch(found)):
        return text(f"lesson.share-of.{share[2]}", language, percent=in_percent(share[1], language))
    if isinstance(found, float):  # an amount with coins
        return parse_amount(str(found))
    return _one_of(found, language) if isinstance(found, list) else found


def _one_of(figures: Sequence[int], language: Language) -> str:
    """Alternatives in words: «2, 3 o 12», «7 u 11»."""
    *others, last = figures
    if not others:
        return say(last, language)
    either = "or-before-o" if last in _SOUND_LIKE_O else "or"
    return f"{', '.join(say(each, language) for each in others)} {text(f'lesson.{either}', language)} {last}"


def _cite(rules: GameRules, language: Language, path: str) -> Param | None:
    """Citation of a part of the rules, or of a figure with its own citation (``shop-cite``)."""
    found = stated(rules, path)
    found = found.get("cite") if isinstance(found, dict) else found
    return None if found is None else cited(Citation.parse(found), language)


def _before(rules: GameRules, language: Language, path: str) -> Param | None:
    found = stated(rules, path)
    return None if found is None else found - 1


def _first(rules: GameRules, language: Language, path: str) -> Param | None:
    found = stated(rules, path)
    return found[0] if found else None


def _last(rules: GameRules, language: Language, path: str) -> Param | None:
    found = stated(rules, path)
    return found[-1] if found else None


def _total(rules: GameRules, language: Language, path: str) -> Param | None:
    found = stated(rules, path)
    if found is None:
        return None
    return sum(found.values()) if isinstance(found, dict) else len(found)


# ── computed ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _percent(rules: GameRules) -> Fraction | None:
    """Commission: the house option if there is one, else the regulation's."""
    if "commission" in rules.chosen:
        return parse_amount(rules.chosen["commission"])
    found = stated(rules, "commission.percent")
    return None if found is None else parse_amount(str(found))


def _commission(rules: GameRules, language: Language) -> Param | None:
    figure = _percent(rules)
    return None if figure is None else in_percent(say(figure, language), language)


def _commission_left(rules: GameRules, language: Language) -> Param | None:
    percent = _percent(rules)
    return None if percent is None else (100 - percent) * _unit(rules)


def _commission_of(rules: GameRules, language: Language, amount: str) -> Param | None:
    percent = _percent(rules)
    return None if percent is None else parse_amount(amount) * _unit(rules) * percent / 100


def _picture(rules: GameRules, language: Language, kind: str, number: str) -> Param:
    """Payout of a picture bet in chips: ``key`` with one chip a spot, ``complete`` with the maximum."""
    picture = Picture(number, _KINDS[kind], maximum=kind == "complete")
    return settled(rules, number, piles_of(rules, picture, rules.info.colour_chips[0])).total_payout


def _draws(rules: GameRules, language: Language, total: str) -> Param | None:
    """Third cards of the player on which a bank with this total draws: «0-7, 9»."""
    for totals, row in (stated(rules, "banker-table") or {}).items():
        if total in totals.split():
            drawing = [card for card, letter in enumerate(row["third-card"]) if letter == "D"]
            return ", ".join(_spans(drawing)) or None
    return None


def _spans(numbers: Sequence[int]) -> list[str]:
    """Numbers with consecutive ones joined.

    >>> _spans([0, 1, 2, 5])
    ['0-2', '5']
    """
    spans = []
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        spans.append(f"{found[0]}-{found[-1]}" if len(found) > 1 else str(found[0]))
    return spans


def _position(rules: GameRules, language: Language, number: str) -> Param | None:
    """Position at which a count around a pai gow table ends."""
    positions = stated(rules, "start.positions")
    if not positions:
        return None
    found = positions[(int(number) - 1) % len(positions)]
    return text("lesson.seat", language, seat=found) if found.isdigit() else text(f"lesson.{found}", language)


_FIGURES: dict[str, Callable[..., Param | None]] = {
    "name": _name,
    "called": _called,
    "term": _term,
    "hand": _hand,
    "pays": _pays,
    "pays-to": _pays_to,
    "win": _win,
    "stake": _stake,
    "wins": _wins,
    "wins-money": _wins_money,
    "money": _money,
    "prices": _prices,
    "order": _order,
    "returns": _returns,
    "example": _example,
    "figure": _figure,
    "cite": _cite,
    "before": _before,
    "first": _first,
    "last": _last,
    "total": _total,
    "commission": _commission,
    "commission-left": _commission_left,
    "commission-of": _commission_of,
    "picture": _picture,
    "draws": _draws,
    "position": _position,
}
