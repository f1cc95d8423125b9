"""What is printed on blackjack cloths, and what a screen reader says of their places."""

from __future__ import annotations

from trainer.texts import Names

PAYS_3_TO_2 = Names("BLACK JACK PAGA 3 A 2", "BLACKJACK PAYS 3 TO 2")
PAYS_EVEN = Names("BLACK JACK PAGA A LA PAR", "BLACKJACK PAYS EVEN MONEY")
STANDS_ON_17 = Names("LA BANCA PIDE CON 16 Y SE PLANTA CON 17", "DEALER MUST DRAW TO 16 AND STAND ON ALL 17s")
HITS_SOFT_17 = Names("LA BANCA PIDE CON 16 Y 17 SUAVE, SE PLANTA CON 17", "DEALER MUST HIT SOFT 17")
PUSHES_22 = Names("EL 22 DE LA BANCA EMPATA", "DEALER 22 PUSHES")
THREE_HANDS = Names("UNA MANO CONTRA TRES", "ONE HAND AGAINST THREE")
INSURANCE = Names("EL SEGURO PAGA 2 A 1", "INSURANCE PAYS 2 TO 1")

# Side bet → what stands in its box, and its name.
SIDE_BETS: dict[str, tuple[str, Names]] = {
    "perfect-pairs": ("PP", Names("Perfect Pairs", "Perfect Pairs")),
    "blazing-7s": ("777", Names("sensor de Blazing 7's", "Blazing 7's sensor")),
    "lucky-lucky": ("LL", Names("Lucky Lucky", "Lucky Lucky")),
    "kings-bounty": ("KB", Names("King's Bounty", "King's Bounty")),
    "royal-match": ("RM", Names("Royal Match", "Royal Match")),
    "bet-the-set": ("SET", Names("Bet The Set", "Bet The Set")),
    "21-plus-3": ("3", Names("21 + 3", "21 + 3")),
    "super-match": ("SM", Names("Super Match", "Super Match")),
    "push-22": ("22", Names("Push 22", "Push 22")),
    "pot-of-gold": ("POT", Names("Pot of Gold", "Pot of Gold")),
}


def at_seat(what: Names, seat: int, part: int | None = None) -> Names:
    """A place of a seat in words: ``mano 2 del puesto 4``."""
    which = f" {part}" if part is not None else ""
    return Names(f"{what.es}{which} del puesto {seat}", f"{what.en}{which} of seat {seat}")


HAND = Names("mano", "hand")
BET = Names("apuesta", "bet")
INSURANCE_OF = Names("seguro", "insurance")
PAID = Names("pago", "payout")
