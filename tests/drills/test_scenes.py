"""No question is asked on an empty felt."""

from __future__ import annotations

from tests.drills.checks import LIBRARY
from tests.drills.level_measures import rungs
from tests.drills.question_cache import made
from tests.loops import loop_over
from trainer.catalogue import DRILLED
from trainer.drills.irregularity_scenes import dice_after
from trainer.games.rules import load_rules

TABLES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in DRILLED]
TABLES += [(book, "general-rules") for book in LIBRARY.rulebooks() if book != "coquimbo"]  # which has blackjack alone
_ALL_DONE = "none"  # the round is over and the cards are away: that is what is asked
_TICKET = "counter"  # the felts on which a ticket is printed: it is what such a question is about


@loop_over(("book", "game"), TABLES)
def test_something_lies_on_every_felt(book: str, game: str) -> None:
    rules = load_rules(LIBRARY, book, game)
    asked = [made(rules, family, level, 0) for family, level in rungs(rules)]
    played = [question for question in asked if question.draft.solution != _ALL_DONE]
    empty = [str(question.item) for question in played if not question.draft.scene.pieces]
    assert empty == [] or rules.rules["felt"].startswith(_TICKET)


def test_dice_are_seen_where_a_throw_left_them() -> None:
    def lying(event: str) -> list[tuple[str, str, str]]:
        return [(piece.spot, piece.roll, piece.state) for piece in dice_after(event, "5-2", "pass-line@3")]

    assert lying("") == lying("short-of-wall") == [("dice", "5-2", "")]
    assert lying("die-leaning") == [("dice", "5", ""), ("wall", "2", "leaning")]
    assert lying("die-on-chips") == [("dice", "5", ""), ("pass-line@3", "2", "")]
    assert lying("die-on-die") == [("dice", "5", ""), ("dice", "2", "")]
    assert lying("die-off-table") == [("dice", "5", "")]
    assert lying("dice-slide") == [("dice", "5-2", "sliding")]
