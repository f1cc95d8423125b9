"""House edge in a lesson: by bet, by house option, and with capped payouts."""

from __future__ import annotations

from decimal import Decimal

from trainer.course.markdown import heading, markdown_table
from trainer.games import game
from trainer.games.edges import Edge
from trainer.games.stored_edges import Written, as_edges, stored_for
from trainer.rulebooks import BetRule, GameRules
from trainer.texts import Language, Message, Names, say
from trainer.texts.numbers import decimal_sign, in_percent


def edges_of_bets(rules: GameRules, language: Language) -> str:
    """House edge of each bet, computed by the engine; by selection where it differs."""
    compute = game(rules.game).edges
    if compute is None:
        return ""
    head = [heading(key, language) for key in ("bet", "on", "edge")]
    rows = [
        [
            say(rules.bets[each.bet].names, language),
            ", ".join(_selection(rules.bets[each.bet], on, language) for on in each.on) or "—",
            _percent(each, language),
        ]
        for each in compute(rules)
    ]
    if all(on == "—" for _, on, _ in rows):  # no bet has a selection
        return markdown_table([head[0], head[2]], ([bet, edge] for bet, _, edge in rows))
    return markdown_table(head, rows)


def option_edges(rules: GameRules, language: Language) -> str:
    """House edge by choice of an option, where it is stored, and the effect of payout caps."""
    found = stored_for(rules)
    if found is None:
        return ""
    head = [heading(key, language) for key in ("option", "choice", "bet", "edge")]
    rows = [
        [
            say(rules.options[option].names, language),
            say(rules.options[option].choices[choice], language),
            say(_bet_names(rules, option, choice, each.bet), language),
            _percent(each, language),
        ]
        for option, choices in found.choices.items()
        for choice, edges in choices.items()
        for each in as_edges(edges)
        if len({written.get(each.bet) for written in choices.values()}) > 1
    ]
    lines = [heading("by-choice", language), markdown_table(head, rows)] if rows else []
    if found.capped:
        lines += [say(Message("lesson.capped"), language), markdown_table(*_capped(rules, found.capped, language))]
    return "\n\n".join(lines)


def _bet_names(rules: GameRules, option: str, choice: str, bet: str) -> Names:
    """Names of a bet, also of one that only a choice of the house offers."""
    if bet in rules.bets:
        return rules.bets[bet].names
    return Names(**rules.options[option].set[choice]["bets"][bet]["names"])


def _capped(
    rules: GameRules, capped: dict[str, dict[str, Written]], language: Language
) -> tuple[list[str], list[list[str]]]:
    """House edge with a payout cap: one row a stake, one column a choice."""
    columns = [entry.split("=", 1) for entry in capped]
    stakes = dict.fromkeys(stake for by_stake in capped.values() for stake in by_stake)
    head = [heading("stake", language), *(say(rules.options[one].choices[other], language) for one, other in columns)]
    rows = [
        [say(int(stake), language)]
        + [
            ", ".join(_percent(each, language) for each in as_edges(by_stake.get(stake, {}))) or "—"
            for by_stake in capped.values()
        ]
        for stake in stakes
    ]
    return head, rows


def _selection(bet: BetRule, on: object, language: Language) -> str:
    written = "-".join(map(str, on)) if isinstance(on, tuple | list) else str(on)
    return say(bet.outcomes.get(written, written), language)


def _percent(edge: Edge, language: Language) -> str:
    """Percentage with three decimals; with its standard error if it was simulated."""
    written = _written_percent(f"{Decimal(edge.edge.numerator * 100) / edge.edge.denominator:.3f}", language)
    return f"{written} ± {_written_percent(f'{float(edge.error) * 100:.3f}', language)}" if edge.error else written


def _written_percent(figure: str, language: Language) -> str:
    written = figure.replace("-", "−").replace(".", decimal_sign(language))
    return in_percent(written, language)
