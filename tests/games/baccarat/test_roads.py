"""The score board: bead plate and big road as every casino keeps them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from trainer.games.baccarat.coup import Winner
from trainer.games.baccarat.roads import ROWS, Ring, bead_plate, big_road

_LETTERS: dict[str, Winner] = {"P": "player", "B": "banker", "T": "tie"}
RESULTS = st.lists(st.sampled_from(list(_LETTERS.values())), max_size=90)


def results(letters: str) -> list[Winner]:
    return [_LETTERS[letter] for letter in letters]


def places(letters: str) -> list[tuple[int, int]]:
    return [(ring.column, ring.row) for ring in big_road(results(letters))]


def test_beads_fill_columns_of_six() -> None:
    beads = bead_plate(results("PBTPBTP"))
    assert [(bead.column, bead.row) for bead in beads] == [(0, row) for row in range(6)] + [(1, 0)]
    assert beads[2].winner == "tie"


def test_a_change_of_winner_begins_a_column() -> None:
    assert places("BBPB") == [(0, 0), (0, 1), (1, 0), (2, 0)]


def test_a_long_run_turns_right_at_the_foot() -> None:
    assert places("BBBBBBBB") == [(0, row) for row in range(6)] + [(1, 5), (2, 5)]


def test_a_run_that_meets_the_tail_of_another_turns_above_it() -> None:
    assert places("BBBBBBBPPPPPP")[-6:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4)]


def test_the_column_after_a_tail_begins_beside_the_run_and_not_beside_the_tail() -> None:
    assert places("BBBBBBBBBP")[-1] == (1, 0)


def test_ties_are_marked_on_the_last_winner() -> None:
    assert big_road(results("BTTP")) == [Ring(0, 0, "banker", 2), Ring(1, 0, "player")]


def test_ties_before_the_first_winner_wait_on_the_first_place() -> None:
    assert big_road(results("TT")) == [Ring(0, 0, "tie", 2)]
    assert big_road(results("TTB")) == [Ring(0, 0, "banker", 2)]


@given(RESULTS)
def test_no_two_winners_share_a_place(played: list[Winner]) -> None:
    rings = big_road(played)
    assert len({(ring.column, ring.row) for ring in rings}) == len(rings)
    assert all(0 <= ring.row < ROWS for ring in rings)
    winners = [ring.winner for ring in rings if ring.winner != "tie"]
    assert winners == [winner for winner in played if winner != "tie"]
    assert sum(ring.ties for ring in rings) == played.count("tie")


@given(RESULTS, st.integers(3, 20))
def test_a_short_board_keeps_the_latest_columns(played: list[Winner], columns: int) -> None:
    for road, whole in (
        (big_road(played, columns), big_road(played)),
        (bead_plate(played, columns), bead_plate(played)),
    ):
        assert all(0 <= place.column < columns for place in road)
        assert len(road) <= len(whole)
        if whole:
            away = max(0, max(place.column for place in whole) + 1 - columns)
            assert len(road) == sum(place.column >= away for place in whole)
