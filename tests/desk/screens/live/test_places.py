"""Every player of a shift has a place on the cloth, and the strip above it names them in the order of their seats."""

from __future__ import annotations

import pytest
from msgspec import structs

from tests.live.shifts import TABLES, opened
from trainer.desk.screens.live.felt_drawing import NOTE
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.start_screen import most_players
from trainer.desk.style.style import current_style, use_style
from trainer.live.styles import usual_seats
from trainer.texts import Language


@pytest.mark.parametrize("name", [name for name in TABLES if "roulette" not in name])  # there a colour is the place
def test_nobody_sits_where_the_cloth_has_no_box(name: str) -> None:
    table = opened(name, seats=usual_seats(9), rounds=1)
    assert len(table.guests) <= most_players(table.rules)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("arica/craps", [8, 7, 6, 5, 4, 3, 2, 1]),  # seats 8 and 1 are the nearest to the dealer at their ends
        ("bolivia/roulette-american", [1, 2, 3, 4, 5, 6, 7, 8, 9]),  # its neighbours of 5 belong to no seat
    ],
)
def test_players_are_named_as_they_sit_round_the_table(qtbot, name: str, order: list[int]) -> None:
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.begin(opened(name, seats=usual_seats(9), rounds=1))
    screen.stop()
    assert screen._order == order


def test_a_player_who_speaks_is_read_whole_at_a_full_table(qtbot) -> None:
    """Words that do not fit above his box lie over those of his neighbours."""
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(1024, 600)
    screen.show()
    screen.begin(opened("bolivia/roulette-american", seats=usual_seats(9), rounds=1))
    screen.stop()
    strip, style = screen.seats, current_style()
    for index in (0, 4, 8):
        box = strip.widened(strip.cell(index), "Me voy. ¿Me cambia 175 fichas de color?", style)
        assert box.width() > strip.cell(index).width()
        assert strip.rect().contains(box.toAlignedRect())
        assert strip.widened(strip.cell(index), "Sí.", style).width() == strip.cell(index).width()


@pytest.mark.parametrize(
    ("name", "seats"), [("bolivia/roulette-american", 9), ("puerto-rico/pai-gow-poker", 6), ("arica/punto-banco", 6)]
)
def test_money_lies_on_the_cloth_also_before_who_stands_at_the_end(qtbot, name: str, seats: int) -> None:
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(1366, 768)
    screen.show()
    screen.begin(opened(name, seats=usual_seats(seats), rounds=1))
    screen.stop()
    for seat in range(1, seats + 1):
        at = screen.felt.money_place(screen.seats.middle(seat))
        assert screen.felt._shown_felt().cloth_outline().contains(NOTE.translated(at)), seat


def test_a_player_stands_above_his_box_though_others_are_free(qtbot) -> None:
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(1366, 768)
    screen.show()
    screen.begin(opened("baleares/blackjack", seats=usual_seats(5), rounds=1))
    screen.stop()
    for seat in range(1, 6):
        box = screen.felt.spot_point(f"bet:{seat}").x()
        assert abs(screen.seats.middle(seat) - box) < screen.width() / 14, seat


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(("name", "width"), [("arica/roulette-american", 1024), ("puerto-rico/pai-gow-poker", 1366)])
def test_the_verbs_are_read_whole(qtbot, name: str, width: int, language: Language) -> None:
    use_style(structs.replace(current_style(), language=language))
    screen = LiveScreen(lambda: 0)
    qtbot.addWidget(screen)
    screen.resize(width, 600)
    screen.show()
    screen.begin(opened(name, rounds=1))
    screen.stop()
    row = screen.console.verbs
    is_above, _ = row.common_face()
    cells = [cell for cell in row.cells if cell.isVisible()]
    assert len(cells) > 10
    assert [cell.text() for cell in cells if cell.fit(is_above) is None] == []
