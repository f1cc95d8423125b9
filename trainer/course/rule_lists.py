"""Tables and lists of the rules in a lesson: bets with prices, steps, calls, irregularities.

Each entry has its citation. `SECTIONS` maps the names of the placeholders to the functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

import msgspec

from trainer.course.house_edge import edges_of_bets, option_edges
from trainer.course.markdown import heading, markdown_table
from trainer.course.pages import cited
from trainer.course.placeholders import stated
from trainer.drills.terms import in_terms
from trainer.drills.wording import option_value
from trainer.equipment.odds import Odds
from trainer.equipment.tiles import TILE_COUNTS, Tile
from trainer.equipment.wheel import WHEELS
from trainer.games.roulette.announced import placing_reason
from trainer.rulebooks import BetRule, Citation, GameRules
from trainer.rulebooks.schema import Call, Irregularity
from trainer.texts import Language, Message, Names, say, text
from trainer.texts.numbers import in_percent

_CHANGING = re.compile(r"\(?\{([^}]*)\}\)?")  # variable part of a call, with or without brackets
_RANKS = ("low", "medium", "high")  # words for ranks in house ways
_SHORT_PRICE = 24  # characters that fit the narrowest column
_NEXT_LINE, _NO_PRICE = "<br>", "—"


def _bets(rules: GameRules, language: Language) -> str:
    """Bets with what wins and what it pays. A price list shared by several bets is printed once; without prices there
    is no column for them."""
    if not rules.bets:
        return ""
    priced_as: dict[str, str] = {}
    rows = []
    for bet in rules.bets.values():
        name, pays = say(bet.names, language), _pays(bet, rules, language)
        first = priced_as.setdefault(pays, name)
        if first != name and _NEXT_LINE in pays:
            pays = text("lesson.pays-as", language, bet=first)
        rows.append([name, say(bet.wins, language), pays, _articles(_cites_of(bet), language)])
    keys = ["bet", "wins", "pays", "article"]
    if set(priced_as) == {_NO_PRICE}:
        keys = ["bet", "rule", "article"]
        rows = [[name, wins, cite] for name, wins, _, cite in rows]
    return markdown_table([heading(key, language) for key in keys], rows)


def _cites_of(bet: BetRule) -> list[Citation]:
    """Citations of a bet and of the rows of its prices."""
    return [bet.cite, *map(Citation.parse, bet.data.get("row-cites", {}).values())]


def _articles(cites: Iterable[Citation], language: Language) -> str:
    """Citations of a row of a table, each article once."""
    return _NEXT_LINE.join(cited(cite, language) for cite in _merged(cites))


def _pays(bet: BetRule, rules: GameRules, language: Language) -> str:
    if "prizes" in bet.data:  # prizes of the other players when one wins
        names = rules.bets[bet.data["on"]].outcomes
        prizes = [f"{say(names[hand], language)}: {say(prize, language)}" for hand, prize in bet.data["prizes"].items()]
        return _NEXT_LINE.join(map(unbroken, prizes))
    usual = [unbroken(say(bet.pays, language))] if bet.pays is not None else []
    special = [
        unbroken(f"{say(bet.outcomes.get(outcome, outcome), language)}: {say(odds, language)}")
        for outcome, odds in bet.pay_table.items()
    ]
    won = [f"{hand}: {prize}" for hand, prize, _ in _prizes_of(bet, rules, language)]
    return _NEXT_LINE.join(usual + special + won) or _NO_PRICE


_QUOTED_WITHIN = {Language.ES: str.maketrans("«»", "“”"), Language.EN: str.maketrans("“”", "‘’")}


def unbroken(words: str) -> str:
    """A short price with no-break spaces, so that it is not split over two lines."""
    return words.replace(" ", "\N{NO-BREAK SPACE}") if len(words) <= _SHORT_PRICE else words


def _options(rules: GameRules, language: Language) -> str:
    lines = []
    for key, option in rules.options.items():
        chosen = rules.chosen.get(key, option.default)
        why = f"{say(option.why, language)} {cited(option.cite, language)}"
        lines.append(f"- **{say(option.names, language)}**: {say(option_value(option, chosen), language)}. {why}")
    rows = _prices_by_choice(rules, language)
    if rows:
        head = [heading(key, language) for key in ("option", "choice", "bet", "pays", "article")]
        lines += ["", heading("prices-by-choice", language), "", markdown_table(head, rows)]
    return "\n".join(lines)


def _prices_by_choice(rules: GameRules, language: Language) -> list[list[str]]:
    """The prices that each choice of an option which is not in force would give: option, choice, bets, prices and
    article. Bets with the same prices share a row."""
    rows: dict[tuple[str, str, str, str], list[str]] = {}
    for key, option in rules.options.items():
        for choice, changes in option.set.items():
            bets = changes.get("bets", {}) if choice != rules.chosen.get(key) else {}
            for bet, changed in bets.items():
                prices = _changed_prices(rules.bets.get(bet), changed, language)
                cite = Citation.parse(changed["cite"]) if "cite" in changed else option.cite
                if "names" not in changed and bet not in rules.bets:
                    continue  # a bet that another choice offers
                names = Names(**changed["names"]) if "names" in changed else rules.bets[bet].names
                titles = (say(option.names, language), say(option.choices[choice], language))
                if prices:
                    rows.setdefault((*titles, prices, cited(cite, language)), []).append(say(names, language))
    return [[option, choice, ", ".join(bets), prices, cite] for (option, choice, prices, cite), bets in rows.items()]


def _changed_prices(bet: BetRule | None, changed: Mapping[str, Any], language: Language) -> str:
    """The prices that a choice of an option gives a bet; empty if it changes none."""
    names = {
        **(bet.outcomes if bet else {}),
        **{row: Names(**each) for row, each in changed.get("outcomes", {}).items()},
    }
    prices = [unbroken(say(Odds.parse(changed["pays"]), language))] if "pays" in changed else []
    for row, odds in changed.get("pay-table", {}).items():
        prices.append(unbroken(f"{say(names.get(row, row), language)}: {say(Odds.parse(odds), language)}"))
    return _NEXT_LINE.join(prices)


def _promotions(rules: GameRules, language: Language) -> str:
    """The promotional prizes of blackjack hands, after what the house decides about them."""
    deciding = {
        key: option
        for key, option in rules.options.items()
        if any("promotions" in changes.get("rules", {}) for changes in option.set.values())
    }
    prizes = [
        f"- {say(Names(**prize['names']), language)}: {say(Odds.parse(prize['pays']), language)} "
        + cited(Citation.parse(prize["cite"]), language)
        for prize in (stated(rules, "promotions.prizes") or {}).values()
    ]
    return "\n".join([_options(msgspec.structs.replace(rules, options=deciding), language), "", *prizes])


def _procedure(rules: GameRules, language: Language) -> str:
    lines = []
    for number, step in enumerate(rules.procedure.values(), 1):
        call = f" — {quoted(spoken(rules.calls[step.call], language), language)}" if step.call in rules.calls else ""
        lines.append(f"{number}. {say(step.does, language)}{call} {cited(step.cite, language)}")
    return "\n".join(lines)


def quoted(words: str, language: Language) -> str:
    """A quotation in the quotation marks of the language."""
    return text("lesson.quoted", language, words=words.translate(_QUOTED_WITHIN[language]))


def spoken(call: Call, language: Language) -> str:
    """Words of a call as a sentence, with the variable part (``{number}``) in brackets."""
    words = _CHANGING.sub(r"(\1)", say(call.says, language))
    return words[:1].upper() + words[1:]


def _calls(rules: GameRules, language: Language) -> str:
    lines = [
        f"- {quoted(spoken(call, language), language)}: {say(call.when, language)} {cited(call.cite, language)}"
        for call in rules.calls.values()
    ]
    changing = any(_CHANGING.search(say(call.says, language)) for call in rules.calls.values())
    return "\n".join([*lines, "", heading("calls-changing", language)] if changing else lines)


def _irregularities(rules: GameRules, language: Language) -> str:
    if not rules.irregularities:
        return ""
    cases_of: dict[str, list[Irregularity]] = {}  # cases with the same ruling share a row
    for each in rules.irregularities.values():
        cases_of.setdefault(say(each.action, language), []).append(each)
    rows = []
    for action, cases in cases_of.items():
        situations = _NEXT_LINE.join(say(each.situation, language) for each in cases)
        rows.append([situations, action, _articles((each.cite for each in cases), language)])
    return markdown_table([heading(key, language) for key in ("situation", "action", "article")], rows)


def _merged(cites: Iterable[Citation]) -> list[Citation]:
    """Citations with the lines of the same article put together."""
    lines_of: dict[tuple[str, bool], list[str]] = {}
    for cite in cites:
        lines_of.setdefault((cite.article, cite.and_house), []).append(cite.lines)
    return [
        Citation(article, ", ".join(dict.fromkeys(filter(None, lines))), and_house)
        for (article, and_house), lines in lines_of.items()
    ]


def _conduct(rules: GameRules, language: Language) -> str:
    return "\n".join(f"- {say(fact.says, language)} {cited(fact.cite, language)}" for fact in rules.conduct.values())


def _equipment(rules: GameRules, language: Language) -> str:
    return "\n".join(f"- {say(fact.says, language)} {cited(fact.cite, language)}" for fact in rules.equipment.values())


def _staff(rules: GameRules, language: Language) -> str:
    """Roles and duties; general duties and those of this game in one entry."""
    duties_of: dict[str, list[str]] = {}
    for role in rules.staff.values():
        duties = f"{say(role.duties, language)} {cited(role.cite, language)}"
        duties_of.setdefault(say(role.names, language), []).append(duties)
    return "\n".join(f"- **{name}**: {' '.join(duties)}" for name, duties in duties_of.items())


def _prizes(rules: GameRules, language: Language) -> str:
    """Prizes of a progressive pot: an amount, a multiple of the bet, or a share of the pot."""
    head = [heading(key, language) for key in ("hand", "prize", "article")]
    rows = [row for bet in rules.bets.values() for row in _prizes_of(bet, rules, language)]
    return markdown_table(head, rows) if rows else ""


def _prizes_of(bet: BetRule, rules: GameRules, language: Language) -> list[tuple[str, str, str]]:
    """Hand, prize and citation for each prize of a bet."""
    meter = bet.data.get("meter", {"prizes": {}})
    return [
        (
            say(bet.outcomes[hand], language)
            if hand in bet.outcomes
            else stated(rules, f"hands.main.names.{hand}")[language.value],
            _prize(prize, meter, bet.minimum == bet.maximum, language),
            cited(Citation.parse(prize["cite"]) if "cite" in prize else bet.cite, language),
        )
        for hand, prize in meter["prizes"].items()
    ]


def _prize(prize: Mapping[str, Any], meter: Mapping[str, Any], is_one_stake: bool, language: Language) -> str:
    if "fixed" in prize and is_one_stake:  # the stake is fixed
        return say(prize["fixed"], language)
    if "fixed" in prize:
        once = meter.get("fixed-per") == "winner"
        return text("lesson.prize-fixed-once" if once else "lesson.prize-fixed", language, amount=prize["fixed"])
    kind = "times" if "times" in prize else "share"
    words = text(f"lesson.prize-{kind}", language, amount=prize[kind])
    if "most-times" not in prize:
        return words
    most = text("lesson.prize-times", language, amount=prize["most-times"])
    return f"{words}; {text('lesson.most', language, limit=most)}"


def _pool(rules: GameRules, language: Language) -> str:
    """Shares of a pool by category and accumulated amount."""
    pool = stated(rules, "pool")
    if pool is None:
        return ""
    sides = ("below", "above")
    head = [
        heading("category", language),
        *(text(f"lesson.pool-{side}", language, amount=pool["threshold"]) for side in sides),
    ]
    names = {"reserve": heading("pool-reserve", language)}
    rows = [
        [names.get(category, category), *(in_percent(pool[side].get(category, 0), language) for side in sides)]
        for category in pool["above"]
    ]
    cites = ["", *(cited(Citation.parse(pool[f"{side}-cite"]), language) for side in sides)]
    return markdown_table(head, [*rows, cites])


def _ranking(rules: GameRules, language: Language) -> str:
    """Poker hands from best to worst, with the cards that make each."""
    ranking, house = stated(rules, "ranking"), stated(rules, "hands.main")
    if ranking is None and house is None:
        return ""
    if ranking is None:  # house poker lists its hands from worst to best, by its own names
        ranking = {**house, "order": house["order"][::-1]}
        names = {hand: Names(**house["names"][hand]) for hand in ranking["order"]}
    else:
        names = {hand: in_terms(Message(f"card-room.hand.{hand}"), rules) for hand in ranking["order"]}
    rows = [[say(names[hand], language), heading(f"formed.{hand}", language)] for hand in ranking["order"]]
    table = markdown_table([heading(key, language) for key in ("hand", "formed-of")], rows)
    return f"{table}\n\n{cited(Citation.parse(ranking['cite']), language)}"


def _wheel(rules: GameRules, language: Language) -> str:
    """All the numbers of the wheel in their order."""
    order = WHEELS[stated(rules, "wheel")].order
    return text("lesson.wheel", language, numbers=", ".join(order))


def _rolls(rules: GameRules, language: Language) -> str:
    """All rolls of two dice by their total, with how many there are."""
    faces = range(1, 7)
    rolls: dict[int, list[str]] = {}
    for first, second in sorted(product(faces, faces), key=sum):
        rolls.setdefault(first + second, []).append(f"{first}-{second}")
    head = [heading(key, language) for key in ("total", "ways", "rolls")]
    return markdown_table(head, [[str(total), str(len(each)), ", ".join(each)] for total, each in rolls.items()])


def _sectors(rules: GameRules, language: Language) -> str:
    """Sectors of the wheel that can be announced, each with its chips and where they go."""
    reasons = [placing_reason(rules, sector, None) for sector in stated(rules, "announced.sets") or {}]
    lines = [(say(Message(f"roulette.reason.{why.rule}", why.params), language), why.cite) for why in reasons]
    return "\n".join(f"- {words} {cited(cite, language)}" for words, cite in lines if cite is not None)


def _drawing(rules: GameRules, language: Language) -> str:
    """The bank's drawing table at baccarat: rows are its totals, columns the player's third card."""
    letters = {letter: heading(f"letter.{letter}", language) for letter in "DSO"}
    head = [
        heading("bank", language),
        *map(str, range(10)),
        heading("stood", language),
        heading("article", language),
    ]
    rows = []
    for totals, row in rules.rules["banker-table"].items():
        cells = [letters[letter] for letter in row["third-card"] + row["stood"]]
        rows.append([totals, *cells, cited(Citation.parse(row["cite"]), language)])
    legend = [heading("letters", language)]
    if any(letters["O"] in row[1:-1] for row in rows):
        legend.append(heading("letters-may-choose", language))
    return f"{markdown_table(head, rows)}\n\n{' '.join(legend)}"


def _tiles(rules: GameRules, language: Language) -> str:
    """The tiles from highest to lowest, each rank with the spots of its tiles and how many of them a set has."""
    figures = stated(rules, "tiles")
    rows = []
    for rank, tiles in enumerate(map(str.split, figures["order"]), 1):
        points = sum(map(int, tiles[0].split("-")))
        copies = TILE_COUNTS[Tile.parse(tiles[0])]
        rows.append([str(rank), ", ".join(tiles), str(points), str(copies)])
    table = markdown_table([heading(key, language) for key in ("tile-rank", "tiles", "tile-points", "copies")], rows)
    return f"{table}\n\n{cited(Citation.parse(figures['cite']), language)}"


def _pairs(rules: GameRules, language: Language) -> str:
    """The pairs of tiles from highest to lowest, with the tiles that form each."""
    figures = stated(rules, "pairs")
    rows = []
    for rank, pair in sorted(figures["ranks"].items(), key=lambda each: int(each[0])):
        kind = text(f"pai-gow.kind.{pair['kind']}", language)
        rows.append([rank, kind, "; ".join(tiles.replace(" ", " + ") for tiles in pair["tiles"])])
    table = markdown_table([heading(key, language) for key in ("tile-rank", "pair", "tiles")], rows)
    return f"{table}\n\n{cited(Citation.parse(figures['cite']), language)}"


def _house_way(rules: GameRules, language: Language) -> str:
    """Rules of the chosen house way, in order."""
    way = rules.house_ways[rules.option("house-way")]
    lines = [f"**{say(way.names, language)}.** {say(way.about, language)} {cited(way.cite, language)}", ""]
    words = [f"**{heading(f'rank.{word}', language)}**: {way.words[word]}" for word in _RANKS if word in way.words]
    lines += [f"{'; '.join(words)}.", ""] if words else []
    lines += [f"- **{rule.id} · {say(rule.names, language)}**: {say(rule.text, language)}" for rule in way.rules]
    return "\n".join(lines)


SECTIONS: dict[str, Callable[[GameRules, Language], str]] = {
    "bets": _bets,
    "options": _options,
    "procedure": _procedure,
    "calls": _calls,
    "irregularities": _irregularities,
    "conduct": _conduct,
    "equipment": _equipment,
    "staff": _staff,
    "edges": edges_of_bets,
    "option-edges": option_edges,
    "prizes": _prizes,
    "pool": _pool,
    "drawing": _drawing,
    "ranking": _ranking,
    "house-way": _house_way,
    "tiles": _tiles,
    "tile-pairs": _pairs,
    "wheel": _wheel,
    "promotions": _promotions,
    "sectors": _sectors,
    "rolls": _rolls,
}
