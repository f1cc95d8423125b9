"""Facts about the shoe and the table: cut card, burn cards, decks, places."""

from __future__ import annotations

from trainer.drills.blackjack.scenes import table_scene
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Marker, Scene
from trainer.games.blackjack.figures import blackjack
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

Fact = tuple[str, int, Reason]


def facts(rules: GameRules) -> list[Fact]:
    """The facts about this table's shoe: question, figure and rule."""
    figures = blackjack(rules)
    shoe, places = figures.shoe, figures.places
    cards = shoe.decks * 52
    most = shoe.behind_most
    shoe_reason = Reason("shoe", {"decks": shoe.decks, "cards": cards}, shoe.cite)
    ends = {"least": shoe.behind_least, **({} if most is None else {"most": most})}
    named = "cut-card-behind-at-least" if most is None else "cut-card-behind"
    cut = Reason(named, ends, shoe.behind_cite or shoe.cite)
    seats = Reason("players-at-the-table", {"least": places.hands_to_start, "most": places.seats}, places.cite)
    found: list[Fact] = [
        ("decks", shoe.decks, shoe_reason),
        ("cards", cards, shoe_reason),
        ("seats", places.seats, seats),
    ]
    if not shoe.continuous:
        found += [("behind-least", shoe.behind_least, cut), ("before-most", cards - shoe.behind_least, cut)]
        found += [("burn", shoe.burn, Reason("burn", {"cards": shoe.burn}, shoe.burn_cite))]
        found += [("behind-most", most, cut)] if most is not None else []
    if shoe.relief_burn:
        found.append(("relief", shoe.relief_burn, Reason("relief-burn", {"cards": shoe.relief_burn}, shoe.relief_cite)))
    if shoe.discards_most is not None:
        reason = Reason("discards", {"most": shoe.discards_most}, shoe.discards_cite)
        found.append(("discards", shoe.discards_most, reason))
    if places.per_player is not None:
        found.append(("places", places.per_player, Reason("places-a-player", {"most": places.per_player}, places.cite)))
    return found


def _build(rules: GameRules, level: int, index: int) -> Draft:
    key, figure, reason = facts(rules)[index]
    others = {value for _, value, _ in facts(rules)} - {figure}
    bare = table_scene(rules)
    # A continuous shuffler has no cut card.
    shoe = () if blackjack(rules).shoe.continuous else (Marker(spot="shoe", kind="cut-card"),)
    return Draft(
        prompt=Message(f"blackjack.prompt.shoe-{key}"),
        scene=Scene(felt=bare.felt, pieces=shoe),
        form=AmountForm(),
        solution=str(figure),
        reasons=(reason,),
        mistakes=tuple(("figure-of-something-else", str(value)) for value in sorted(others)),
    )


FAMILY = Family(
    id="cut-and-burn",
    area="blackjack",
    levels=(Level(4),),
    facts=lambda rules, level: len(facts(rules)),
    build_fact=_build,
)
