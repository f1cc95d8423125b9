"""How often a scheme may ask one question, if several of its games or levels ask it."""

from __future__ import annotations

import pytest

from tests.exams.support import offers
from trainer.exams.exposure import PLANNED_EXPOSURE, Exposure
from trainer.exams.measure import most_exposed
from trainer.exams.paper_assembly import Slot, strata
from trainer.exams.pool import PoolRung
from trainer.exams.question_groups import group_names
from trainer.exams.scheme import Draw


def rung(game: str, drill: str, level: int = 1, book: str = "puerto-rico") -> PoolRung:
    offer = offers().offer(book, game, "", {})
    family = next(one for one in offer.families if one.id == drill)
    return PoolRung(offer.rules, family, level, family.facts(offer.rules, level) if family.facts else 0, 0.0)


CARDS, TILES = rung("pai-gow-poker", "settle-with-commission"), rung("pai-gow-tiles", "settle-with-commission")


def test_two_games_that_ask_the_same_share_their_questions() -> None:
    """24 questions, of which ten in a row were different for the cards: those were taken for endlessly many."""
    assert len(group_names(CARDS)) == 24 and set(group_names(CARDS)) == set(group_names(TILES))
    room = Exposure().room([CARDS, TILES], 30)
    assert sorted(room.values()) == [4, 5]  # nine are asked in at most 40 % of the papers, ten are not


def test_what_one_game_asks_is_not_left_for_the_other() -> None:
    exposure = Exposure()
    exposure.add(CARDS, 9)
    assert not exposure.has_room(TILES)
    assert exposure.shares(TILES) == [9 / 24] * 24
    exposure.add(CARDS, -3)
    assert exposure.has_room(TILES) and exposure.asked(CARDS) == 6
    assert exposure.room([TILES], 2) == {TILES.key: 2}


def test_questions_that_only_one_rung_has_are_asked_first() -> None:
    """Level two has the seven questions of level one and eleven more: what level one asks is not asked again there."""
    one, two = (rung("blackjack", "three-to-two", level, "arica") for level in (1, 2))
    alike = set(group_names(one)) & set(group_names(two))
    assert 0 < len(alike) <= len(group_names(one)) < len(group_names(two))
    exposure = Exposure()
    exposure.add(one, 2)
    exposure.add(two, 3)
    shares = dict(zip(group_names(two), exposure.shares(two), strict=True))
    assert sum(shares.values()) <= 5 + 1e-9
    assert all(shares[name] >= share for name in alike for other, share in shares.items() if other not in alike)
    assert max(shares.values()) <= PLANNED_EXPOSURE


def test_games_that_ask_the_same_seldom_ask_it_often_together() -> None:
    """Counts up to the planned share were left out, so that five games in three questions of a draw were 0 % of it."""
    games = ("baccarat", "commission-free-baccarat", "ez-baccarat", "mini-baccarat", "mini-ez-baccarat")
    burns = [rung(game, "burn") for game in games]
    assert len({group_names(burn) for burn in burns}) == 1 and len(group_names(burns[0])) == 5
    exposure = Exposure()
    assert exposure.has_room_for(burns, 2) and not exposure.has_room_for(burns, 2.2)
    for burn in burns:
        exposure.add(burn, PLANNED_EXPOSURE)
    assert exposure.shares(burns[0]) == pytest.approx([PLANNED_EXPOSURE] * 5)
    exposure.add(burns[4], PLANNED_EXPOSURE / 2)
    assert not exposure.has_room_for(burns[:1], 0)
    slots = [Slot("one", 0, (burn,)) for burn in burns[:3]]
    assert most_exposed(slots)[0] == pytest.approx(3 / 5)
    topics = {"burn": burns, "limits": [rung("baccarat", "limits")]}
    assert {one.family.id for stratum in strata(Draw(4, ()), topics, exposure) for one in stratum} == {"limits"}


def test_there_is_always_room_where_there_is_no_end_of_questions() -> None:
    compare = rung("pai-gow-poker", "compare")
    exposure = Exposure()
    exposure.add(compare, 50)
    assert exposure.has_room(compare) and exposure.shares(compare) == []
    assert exposure.room([compare], 30) == {compare.key: 30}
