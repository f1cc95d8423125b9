"""What lies on a felt covers no name but its own, and no plate covers the dice, a name or another plate."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.desk.table.cloths import HOUSE_POKER
from tests.drills.checks import LIBRARY, rules_of
from trainer.desk.style.theme import DARK
from trainer.desk.table import Imprint, Side, make_felt
from trainer.desk.table import labels as plates
from trainer.desk.table.arrangement import PiecePlace, StackPlace, arrange
from trainer.desk.table.base import Felt
from trainer.desk.table.layouts import blackjack
from trainer.desk.table.layouts.baccarat import HalfMoonFelt
from trainer.desk.table.sides import TurnedFelt
from trainer.drills import families, family
from trainer.drills.scene import CardPiece, DicePiece, Scene
from trainer.games.rules import load_rules
from trainer.texts import Language

COUNTABLE = 26.0  # felt units of radius at which chips of a whole table can be counted in a window of 1024×600
SCALE = 14 / COUNTABLE  # pixels to a felt unit in such a window
TOUCHED = 0.1  # of the smaller one: a corner over a corner hides nothing
BOOKS = [book for book in LIBRARY.rulebooks() if "craps" in LIBRARY.games(book)]
FULL_TABLES = [("blackjack", "settle-the-table"), ("ultimate-texas-holdem", "settle-the-table")]
FULL_TABLES += [("roulette-american", "pay-the-layout"), ("baccarat", "settle-boxes")]
NAMED_BESIDE = rules_of(  # the games whose small boxes have their names below or beside them
    (
        *HOUSE_POKER,
        "challenge-21",
        "blackjack-switch",
        "pai-gow-poker",
        "pai-gow-tiles",
        "texas-holdem",
        "five-card-stud",
        "chemin-de-fer",
        "baccarat-two-tables",
    )
)
BACCARAT = ("punto-banco", "baccarat", "mini-baccarat", "ez-baccarat", "mini-ez-baccarat", "commission-free-baccarat")
BEND = 20  # degrees by which a box is turned at the end of a table: there it is hardly wider than a countable chip
NO_BETS = ("paid", "insurance", "rake")  # what was paid or taken, and a line with its words in several places


class Laid:
    """A scene on its felt: the names that are printed, the stacks, and the plates that tell of them."""

    def __init__(self, felt: Felt, scene: Scene, language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
        places = arrange(felt, scene, least_radius=COUNTABLE)
        self.names = plates.words_on(felt, language)
        self.stacks = [place for place in places if isinstance(place, StackPlace)]
        self.dice = [
            QRectF(place.at.x() - 2.8 * place.size, place.at.y() - 1.2 * place.size, 5.6 * place.size, 2.4 * place.size)
            for place in places
            if isinstance(place, PiecePlace) and isinstance(place.piece, DicePiece)
        ]
        self.plates: list[QRectF] = []
        free_place = plates.free_place

        def keep(*arguments):
            at = free_place(*arguments)
            self.plates.append(arguments[-1][-1])
            return at

        with monkeypatch.context() as patched:
            patched.setattr(plates, "free_place", keep)
            picture = QImage(10, 10, QImage.Format.Format_ARGB32_Premultiplied)
            painter = QPainter(picture)
            painter.scale(SCALE, SCALE)
            plates.draw_words(painter, felt, places, DARK, language)
            painter.end()

    def covered(self) -> Iterator[str]:
        """What a plate covers and should not."""
        for plate in self.plates:
            yield from (f"{plate} covers the name at {name}" for name in self.names if hides(plate, name))
            yield from (f"{plate} covers the dice" for dice in self.dice if hides(plate, dice))
        for one, other in combinations(self.plates, 2):
            if hides(one, other):
                yield f"{one} covers the plate {other}"


def hides(one: QRectF, other: QRectF) -> bool:
    shared = one & other
    if not shared.isValid():
        return False
    smaller = min(one.width() * one.height(), other.width() * other.height())
    return shared.width() * shared.height() > TOUCHED * smaller


def body(stack: StackPlace) -> QRectF:
    """All of a stack, from its foot to the edge of the chip on top."""
    wide, half = stack.radius, stack.radius * 0.9
    return QRectF(stack.at.x() - wide, stack.top.y() - half, 2 * wide, stack.at.y() - stack.top.y() + 2 * half)


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("book", BOOKS)
def test_a_full_craps_table_hides_no_name_no_die_and_no_neighbour(book, side, qapp, monkeypatch):
    rules = load_rules(LIBRARY, book, "craps")
    felt = make_felt(rules.rules["felt"], Imprint(rules), side)
    for drill in ("pay-the-roll", "seven-out", "centre-bets"):
        asked = family("craps", drill)
        for seed in (*range(4), 52):  # in the last one plates find room only a little further away
            where = f"{drill} #{seed}"
            language = Language.ES if seed % 2 else Language.EN
            laid = Laid(felt, asked.make(rules, len(asked.levels), seed).draft.scene, language, monkeypatch)
            assert laid.stacks and laid.plates and laid.dice, where
            assert list(laid.covered()) == [], where
            for stack in laid.stacks:
                own = felt.spot(stack.spot).box or QRectF()  # the lines have none: their chips lie beside their names
                others = [name for name in laid.names if not own.contains(name.center())]
                assert not any(hides(body(stack), name) for name in others), f"{where}: {stack.spot}"
                assert not any(hides(body(stack), dice) for dice in laid.dice), f"{where}: {stack.spot}"


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(("game", "drill"), FULL_TABLES)
def test_the_plates_of_a_full_table_hide_nothing_that_is_read(game, drill, side, qapp, monkeypatch):
    rules = load_rules(LIBRARY, "puerto-rico", game)
    asked = family(game, drill)
    for seed in range(3):
        scene = asked.make(rules, len(asked.levels), seed).draft.scene
        laid = Laid(make_felt(scene.felt, Imprint(rules), side), scene, Language.ES, monkeypatch)
        assert list(laid.covered()) == [], f"{drill} #{seed}"


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("rules", NAMED_BESIDE, ids=lambda rules: f"{rules.rulebook}-{rules.game}-{rules.variant}")
def test_no_pile_and_no_stake_in_words_covers_the_name_of_a_bet(rules, side, qapp):
    """Whatever the hardest level of a drill lays, before the answer: a dealer reads on which bet each pile lies."""
    for asked in families(rules.game):
        if not asked.fits(rules):
            continue
        scene = asked.make(rules, len(asked.levels), 1).draft.scene
        felt = make_felt(scene.felt, Imprint(rules), side)
        names = plates.words_on(felt, Language.ES)
        for place in arrange(felt, scene, least_radius=COUNTABLE):
            if place.spot.partition(":")[0] in NO_BETS:
                continue
            room = body(place) if isinstance(place, StackPlace) else plates.note_room(felt, place, Language.ES)
            assert not any(hides(room, name) for name in names), f"{asked.id}: {place.spot}"


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("rules", rules_of(BACCARAT), ids=lambda rules: rules.rules["felt"])
def test_no_pile_of_a_baccarat_table_rises_over_the_name_of_a_box(rules, side, qapp):
    """Chips and names stand side by side: to the dealer in every box of a small table, to the players and at a large
    one in all that lie before them."""
    asked = family(rules.game, "settle-boxes")
    is_small = isinstance(make_felt(rules.rules["felt"], Imprint(rules), Side.PLAYERS), HalfMoonFelt)
    is_before_all = is_small and side is Side.DEALER
    seen = set()
    for seed in range(8):
        scene = asked.make(rules, len(asked.levels), seed).draft.scene
        felt = make_felt(scene.felt, Imprint(rules), side)
        names = plates.words_on(felt, Language.ES)
        for place in arrange(felt, scene, least_radius=COUNTABLE):
            if isinstance(place, StackPlace) and (is_before_all or abs(felt.spot(place.spot).turn) < BEND):
                seen.add(place.spot.partition(":")[0])
                assert not any(hides(body(place), name) for name in names), f"#{seed}: {place.spot}"
    assert len(seen) >= 3  # side bets among them


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("book", "game", "drill"),
    [
        ("puerto-rico", "blackjack-switch", "side-bets"),
        ("puerto-rico", "blackjack-switch", "switch-cards"),
        ("puerto-rico", "free-bet-blackjack", "insurance"),
        ("baleares", "blackjack", "insurance"),
        ("arica", "blackjack", "insurance"),
    ],
)
def test_nothing_lies_on_the_words_of_the_insurance(book, game, drill, side, qapp):
    rules = load_rules(LIBRARY, book, game)
    asked = family(game, drill)
    for level in range(1, len(asked.levels) + 1):
        for seed in range(3):
            scene = asked.make(rules, level, seed).draft.scene
            felt = make_felt(scene.felt, Imprint(rules), side)
            words = [room for room in plates.words_on(felt, Language.EN) if is_of_the_insurance(felt, room)]
            assert words
            for place in arrange(felt, scene, least_radius=COUNTABLE):
                if isinstance(place, PiecePlace) and not isinstance(place.piece, CardPiece):
                    continue
                if isinstance(place, PiecePlace):
                    half = QPointF(place.size / 2, place.size * 0.7)
                    room = QRectF(place.at - half, place.at + half)
                else:
                    room = body(place)
                    if side is Side.PLAYERS:  # there a high stack rises towards the croupier, past an end of the words
                        room.setTop(place.at.y() - place.radius)
                assert not any(hides(room, word) for word in words), f"{level} #{seed}: {place.spot}"


def is_of_the_insurance(felt: Felt, room: QRectF) -> bool:
    """Whether a letter stands on the line of the insurance or beside it."""
    at = felt._turn.map(room.center()) if isinstance(felt, TurnedFelt) else room.center()
    away = blackjack._INSURANCE - math.dist(at.toTuple(), blackjack._CENTRE.toTuple())
    return abs(away) < 12 or abs(away - blackjack._BESIDE_LINES) < 12


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("drill", ["side-bets", "next-act", "in-order"])
def test_no_pile_lies_on_the_index_of_a_card_where_a_seat_has_two_boxes(drill, side, qapp):
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack-switch")
    asked = family(rules.game, drill)
    for seed in range(3):
        scene = asked.make(rules, len(asked.levels), seed).draft.scene
        felt = make_felt(scene.felt, Imprint(rules), side)
        places = arrange(felt, scene, least_radius=COUNTABLE)
        indices = [plates._read_room(place) for place in places if isinstance(place.piece, CardPiece)]
        for stack in (place for place in places if isinstance(place, StackPlace)):
            assert not any(hides(body(stack), index) for index in indices), f"#{seed}: {stack.spot}"


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("drill", ["three-to-two", "settle-the-table"])
def test_what_is_paid_beside_two_side_bets_covers_no_name_and_no_index(drill, side, qapp):
    rules = load_rules(LIBRARY, "puerto-rico", "free-bet-blackjack")
    asked = family(rules.game, drill)
    paid = 0
    for seed in range(6):
        scene = asked.make(rules, len(asked.levels), seed).draft.after
        felt = make_felt(scene.felt, Imprint(rules), side)
        places = arrange(felt, scene, least_radius=COUNTABLE)
        read = [plates._read_room(place) for place in places if isinstance(place.piece, CardPiece)]
        read += plates.words_on(felt, Language.ES)
        split = {piece.spot.split(":")[1] for piece in scene.pieces if piece.spot.count(":") > 1}  # which lie closer
        for stack in places:
            kind, _, seat = stack.spot.partition(":")
            if isinstance(stack, StackPlace) and kind == "paid" and seat not in split:
                paid += 1
                assert not any(hides(body(stack), room) for room in read), f"#{seed}: {stack.spot}"
    assert paid
