"""The print of a cloth: names of bets, odds and figures, from the rules in force.

A felt is geometry. Every word and figure on it comes from the rules, or from ``cloth.toml`` if regulations have no word
for a thing (a rack, a seat, the line of a dozen). So a cloth shows a changed house option or a school's own payout, in
the terms of its regulation. `table_of` returns the print together with the house's chip colours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from trainer.equipment.money import print_amount
from trainer.equipment.odds import Odds
from trainer.rulebooks import GameRules
from trainer.texts import Language, Message, Names, say, text

Words = Message | Names | Odds | str
"""Whatever can be printed or said."""


class Imprint(msgspec.Struct, frozen=True, eq=False):
    """The rules whose words stand on a cloth. Two are the same if no figure, word or option of them differs."""

    rules: GameRules

    @property
    def key(self) -> str:
        """A name for everything that is printed: of pictures that are kept, and of felts that were made."""
        rules = self.rules
        options = ",".join(f"{option}={choice}" for option, choice in sorted(rules.chosen.items()))
        return f"{rules.rulebook}/{rules.game}/{rules.variant}@{rules.digest}[{options}]"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Imprint) and (self.rules is other.rules or self.key == other.key)

    def __hash__(self) -> int:
        return hash((self.rules.rulebook, self.rules.game, self.rules.digest))

    def offers(self, bet: str) -> bool:
        """Whether the bet is taken at this table."""
        return bet in self.rules.bets

    def name(self, bet: str) -> Names:
        """A bet as it is spoken of within a sentence; by its id where this table does not take it."""
        if bet not in self.rules.bets:
            plain = bet.replace("-", " ")
            return Names(plain, plain)
        return spoken(self.rules.bets[bet].names)

    def label(self, bet: str) -> Names:
        """A bet as the cloth prints it: in capitals, without what the regulation adds in brackets."""
        return printed(self.rules.bets[bet].names) if bet in self.rules.bets else printed(self.name(bet))

    def sign(self, bet: str) -> Words:
        """A few letters for a box that is too small for the bet's name, or the shorter name that stands in brackets;
        that it is a bet need not be said of a box."""
        return _sign(bet) or _without_bet(
            _each(self.rules.bets[bet].names, _shorter) if self.offers(bet) else self.label(bet)
        )

    def odds(self, bet: str, outcome: str = "") -> Odds | None:
        """What a bet pays, or what it pays for one outcome; nothing where the rules do not say."""
        if bet not in self.rules.bets:
            return None
        rule = self.rules.bets[bet]
        return rule.pay_table.get(outcome) if outcome else rule.pays

    def pay_table(self, bet: str) -> tuple[tuple[Names, Odds], ...]:
        """The lines of a printed pay table, best first as the rules have them: what must come, and what it pays."""
        if bet not in self.rules.bets:
            return ()
        rule = self.rules.bets[bet]
        return tuple(
            (printed(rule.outcomes.get(outcome, Names(outcome, outcome))), odds)
            for outcome, odds in rule.pay_table.items()
        )


@lru_cache(maxsize=128)
def spoken(names: Names) -> Names:
    """Names within a sentence; a table says the same few of hundreds of places."""
    return _each(names, _within_a_sentence)


def printed(names: Names) -> Names:
    """Names as print: capitals, without brackets.

    >>> printed(Names("Menor (falta)", "Low"))
    Names(es='MENOR', en='LOW')
    """
    return _each(names, lambda words: words.partition("(")[0].strip().upper())


def initial(names: Names) -> Names:
    """The first letter, for boxes that are distinguished by it."""
    return _each(names, lambda words: words[:1].upper())


def in_print(words: Words, language: Language) -> str:
    """Words as they stand on a cloth: in capitals."""
    return say(words, language).upper()


def _each(names: Names, change: Callable[[str], str]) -> Names:
    return Names(change(names.es), change(names.en))


def _within_a_sentence(words: str) -> str:
    """A name keeps its capitals where it is a proper name (``Perfect Pairs``) and loses them where it is none.

    >>> [_within_a_sentence(words) for words in ("Caballo", "ROJO", "Perfect Pairs")]
    ['caballo', 'rojo', 'Perfect Pairs']
    """
    rest = words[1:]
    return words.lower() if rest == rest.lower() or rest == rest.upper() else words


def _shorter(words: str) -> str:
    """Of a name and the one it has in brackets the shorter, as print.

    >>> _shorter("All or Nothing at All (Make'em All)")
    "MAKE'EM ALL"
    """
    name, _, other = words.rstrip(")").partition("(")
    return min((part.strip().upper() for part in (name, other) if part.strip()), key=len)


def _without_bet(names: Names) -> Names:
    """Names without the word for a bet, where more than that is left.

    >>> _without_bet(Names("APUESTA NÚMERO 1", "BET"))
    Names(es='1', en='BET')
    """
    return Names(*(_left_of(say(names, language), language) for language in (Language.ES, Language.EN)))


def _left_of(name: str, language: Language) -> str:
    for phrase in text("cloth.unsaid", language).split(", "):
        if rest := " ".join(f" {name} ".replace(f" {phrase.upper()} ", " ").split()):
            name = rest
    return name


@lru_cache(maxsize=64)
def _sign(bet: str) -> Message | None:
    message = Message(f"cloth.sign.{bet}")
    try:
        text(message.id, Language.ES)
    except KeyError:
        return None
    return message


class Table(msgspec.Struct, frozen=True):
    """A game under a regulation, as the drill screen shows it."""

    game: Names
    rulebook: Names
    chip_colours: dict[str, str]  # by denomination
    imprint: Imprint  # what is printed on the cloth


def table_of(rules: GameRules) -> Table:
    """The table of a game's rules, with the house's chip colours and the print of the cloth."""
    colours = {print_amount(value): colour for value, colour in rules.info.chips.colours}
    return Table(rules.names, rules.info.names, colours, Imprint(rules))
