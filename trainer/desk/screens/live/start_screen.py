"""The page before a shift: level, length, number of players, or the code of a shift that somebody shared.

A shift that was left can be gone on with from here.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import ROULETTE_COLOURS
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import table_of
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.drills.kit import felt_of
from trainer.live.letters import kind_of
from trainer.live.pointing import seat_of_spot
from trainer.live.shift import MOST_SEATS, Shift
from trainer.live.styles import usual_seats
from trainer.rulebooks.schema import GameRules

LEVELS = ("1", "2", "3", "4", "5")
LENGTHS = {"rounds-1": (1, 0), "rounds-5": (5, 0), "minutes-20": (0, 20), "minutes-60": (0, 60)}
_FEWEST, _USUAL = 2, 5  # players
_AT_ROULETTE = len(ROULETTE_COLOURS)


class LiveStartScreen(CardScreen):
    """``began`` emits level, length and number of players as a shift without a seed; ``code_given`` the code of a
    shift; ``go_on_wanted`` asks for the shift that was left. Before a new shift replaces one that was left, the screen
    asks whether to go on with that one or to discard it."""

    began = Signal(Shift)
    code_given = Signal(str)
    go_on_wanted = Signal()

    def __init__(self) -> None:
        super().__init__(width=860)
        self.rules: GameRules | None = None
        self.level, self.length, self.players = "1", "rounds-1", str(_USUAL)
        self._device = ""
        self._left: tuple[str, int] | None = None  # game and round of a shift that was left
        self._is_asking = False  # whether that shift is to be discarded
        self.levels, self.lengths, self.numbers = Segments(height=44), Segments(height=44), Segments(height=44)
        self.level_caption, self.level_says = Words("small"), Words("quiet", wrap=True)
        self.length_caption, self.players_caption, self.code_caption = Words("small"), Words("small"), Words("small")
        self.code = QLineEdit()
        self.go_on = KeyButton(height=52, widest=760)
        self.discard = KeyButton(height=52, widest=760)
        for part in (
            self.go_on, self.level_caption, self.levels, self.level_says, self.length_caption, self.lengths,
            self.players_caption, self.numbers, self.code_caption, self.code, self.discard,
        ):  # fmt: skip
            self.body.addWidget(part)
        self.levels.chosen.connect(self._choose_level)
        self.lengths.chosen.connect(lambda length: setattr(self, "length", length))
        self.numbers.chosen.connect(lambda players: setattr(self, "players", players))
        self.code.textChanged.connect(lambda: self.tell(""))
        self.main.clicked.connect(self._press_main)
        self.go_on.clicked.connect(self.go_on_wanted)
        self.discard.clicked.connect(self._begin)
        self.restyle()

    def show_table(self, rules: GameRules, device: str = "") -> None:
        """Ask about a shift at a table. ``device`` tells where cards and numbers come from: "" from the program, else
        ``device``, or why the shift does not count: ``simulated`` or ``unnumbered``."""
        self.rules, self._device = rules, device
        self.players = str(min(int(self.players), most_players(rules)))
        self.code.clear()
        self.tell("")
        self.restyle()

    def show_left(self, left: tuple[str, int] | None) -> None:
        """Offer to go on with the shift that was left, if there is one: its game and round."""
        self._left = left
        self._ask(False)

    def _ask(self, is_asking: bool) -> None:
        """Ask what becomes of the shift that was left, or stop asking."""
        self._is_asking = is_asking
        game, number = self._left or ("", 0)
        question = current_style().text("live.start.discard-question", game=game, round=number)
        self.tell(question if is_asking else "")
        self.restyle()

    def go_back(self) -> None:
        if self._is_asking:
            self._ask(False)
        else:
            super().go_back()

    def _press_main(self) -> None:
        if self._is_asking:
            self.go_on_wanted.emit()
        elif self._left is not None:
            self._ask(True)
        else:
            self._begin()

    def _choose_level(self, level: str) -> None:
        self.level = level
        self.level_says.setText(current_style().text(f"live.level-says.{level}"))

    def _begin(self) -> None:
        if self.rules is None:
            return
        if self.code.text().strip():
            self.code_given.emit(self.code.text().strip())
            return
        rounds, minutes = LENGTHS[self.length]
        shift = Shift(
            rulebook=self.rules.rulebook,
            game=self.rules.game,
            variant="" if self.rules.variant == self.rules.default_variant else self.rules.variant,
            options=dict(self.rules.changed),
            seats=usual_seats(int(self.players)),
            level=int(self.level),
            rounds=rounds,
            minutes=minutes,
        )
        self.began.emit(shift)

    def restyle(self) -> None:
        style = current_style()
        if self.rules is not None:
            self.title.setText(style.text("live.start.title"))
            info = self.rules.info
            says = style.text("live.start.says", game=self.rules.names, rulebook=info.names)
            self.says.setText(f"{says} {style.text(f'live.start.{self._device}')}" if self._device else says)
        self.level_caption.setText(style.text("live.start.level"))
        self.level_says.setText(style.text(f"live.level-says.{self.level}"))
        self.length_caption.setText(style.text("live.start.length"))
        self.players_caption.setText(style.text("live.start.players"))
        self.code_caption.setText(style.text("live.start.code"))
        self.code.setAccessibleName(self.code_caption.text())
        self.code.setFixedHeight(style.target(44))
        self.levels.show_choices([(one, style.text(f"live.degree.{one}")) for one in LEVELS], self.level)
        self.lengths.show_choices([(one, style.text(f"live.length.{one}")) for one in LENGTHS], self.length)
        most = most_players(self.rules) if self.rules is not None else _USUAL
        numbers = [str(number) for number in range(_FEWEST, most + 1)]
        self.numbers.show_choices([(one, one) for one in numbers], self.players)
        self.go_on.setVisible(self._left is not None and not self._is_asking)
        if self._left is not None:
            self.go_on.say(style.text("live.start.go-on", game=self._left[0], round=self._left[1]))
        self.discard.setVisible(self._is_asking)
        self.discard.say(style.text("live.start.discard"))
        self.main.say(
            style.text(f"live.start.{'go-on-with-it' if self._is_asking else 'begin'}"), style.say("key.enter")
        )
        self.leave.say(style.text(f"live.start.{'not-yet' if self._is_asking else 'back'}"), style.say("key.escape"))
        super().restyle()

    def take_focus(self) -> None:
        self.setFocus()


def most_players(rules: GameRules) -> int:
    """How many players have a place on the cloth, or chips of their own at roulette."""
    if kind_of(rules) == "roulette":
        return _AT_ROULETTE
    spots = make_felt(felt_of(rules), table_of(rules).imprint).spots()
    return min(MOST_SEATS, max(seat_of_spot(spot) or 0 for spot in spots))
