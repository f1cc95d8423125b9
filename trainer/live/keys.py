"""Keys of the live table: the trainee arms a verb, then names its target; a complete phrase is an act.

No key means “the next right thing”: the keyboard knows nothing about what is due. A key is a lower-case letter, a
capital (Shift), a digit, a sign, or one of the names below. `trainer.live.spelling` turns an act into its keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from trainer.equipment.wheel import RED_NUMBERS, WHEELS, ZEROS
from trainer.games.roulette.figures import roulette
from trainer.games.round import Act, Money, State, read_amount
from trainer.live.letters import (
    ABOUT_A_PLAYER,
    AREA_LETTERS,
    CLOSE,
    LOCK_OUT,
    OPEN,
    WAVE,
    bet_letters,
    call_letters,
    floor_letters,
    kind_of,
)
from trainer.rulebooks.schema import GameRules

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

ENTER, SPACE, BACK, LEFT, RIGHT = "Enter", "Space", "Backspace", "Left", "Right"
DIGITS = "0123456789"
OF_SPLIT = "-"  # before the number of a split hand and the seat
THOUSAND = "k"  # while an amount is typed
TURNS = {RIGHT: "clockwise", LEFT: "counter-clockwise"}
DEALER = "dealer"
BOXES = {"4": 4, "5": 5, "6": 6, "8": 8, "9": 9, "0": 10}  # craps
WITH_NUMBER = frozenset(
    {"place", "place-lose", "buy", "lay", "hardway", "come-point", "dont-come-point", "come-odds", "dont-come-odds"}
)  # craps bets that lie on a number
ASKS = {
    "blackjack": {"": "card", "I": "insurance", "S": "surrender", "E": "even-money", "C": "card-or-surrender"},
    "roulette": {"": "half-or-prison"},
    "house-poker": {"": "go-or-not"},
    "pai-gow": {"": "void-hand"},
}
WITH_COMMISSION = frozenset({"baccarat", "pai-gow", "craps"})
# Verbs by key. Those of `ONCE` do not stay armed.
VERBS = {
    "d": "deal", "D": "deal-down", "a": "ask", "t": "take", "p": "pay", "g": "give-back", "m": "mark", "u": "turn",
    "r": "pick-up", "s": "show", "b": "burn", "h": "shuffle", "k": "cut", "w": "change", "o": "move", "n": "count",
    "e": "set", "v": "void", "c": "call", "f": "floor", "x": "wait", SPACE: "chance", ".": "end", BACK: "correct",
    "y": "say", "i": "drop", "U": "clear-board",
}  # fmt: skip
ONCE = frozenset({"show", "burn", "shuffle", "cut", "count", "set", "void", "call", "floor", "wait", "chance", "end",
                  "correct", "change", "mark", "say", "drop", "clear-board"})  # fmt: skip
_OF_KIND = {
    "roulette": "amtpgmuswcfxviy",
    "blackjack": "dDatpgrbhkscfxvwiy",
    "baccarat": "dDtpgurbhkocfxvwiy",
    "craps": "tpgmuocfxvwiy",
    "house-poker": "dDatpgurbhkocfxvwiy",
    "pai-gow": "datpgurbhkcfxvnewiy",
}
_VOIDS = {
    "roulette": ("spin", "no-spin"),
    "craps": ("throw", "null-throw"),
    "blackjack": ("round", "misdeal"),
    "baccarat": ("round", "misdeal"),
    "house-poker": ("round", "misdeal"),
    "pai-gow": ("round", "misdeal"),
}


class Typed(msgspec.Struct, frozen=True):
    """What has been typed: the armed verb and the keys after it. ``stays`` is the verb that is armed again after one
    that does not stay."""

    verb: str = ""
    keys: tuple[str, ...] = ()
    stays: str = ""


class Phrase(msgspec.Struct, frozen=True):
    """The parts of an unfinished phrase, for the line that shows them. ``slot`` is what comes next; the figures being
    typed begin at the key ``figures_at``."""

    verb: str = ""
    seat: int | None = None
    what: str = ""
    figures: str = ""
    slot: str = ""
    figures_at: int = 0


class _MoreError(Exception):
    """The phrase is not finished; the argument names what comes next."""


class _WrongError(Exception):
    """The last key has no place in the phrase."""


class _Reader:
    """Reads the keys of a phrase one after another and collects what they mean."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys = keys
        self._at = 0
        self.kept = 0  # so many keys stay after the act
        self.seat: int | None = None
        self.what = ""
        self.figures = ""
        self.figures_at = 0
        self.hand = 0  # of a split; 0 if none is named

    def next(self, slot: str) -> str:
        if self._at >= len(self._keys):
            raise _MoreError(slot)
        self._at += 1
        return self._keys[self._at - 1]

    def unread(self) -> None:
        self._at -= 1

    def keep(self) -> None:
        self.kept = self._at

    def finish(self) -> None:
        if self._at < len(self._keys):
            raise _WrongError

    def number(self, slot: str, longest: int = 9) -> str:
        """Digits up to Enter."""
        typed, _ = self.digits(slot, longest)
        return typed

    def start_figure(self, digit: str) -> None:
        """Note a figure of one digit, which was just read."""
        self.figures += digit
        self.figures_at = self._at - 1

    def digits(self, slot: str, longest: int = 12, signs: str = "", is_money: bool = False) -> tuple[str, str]:
        """Digits, and the key that ended them: Enter or one of ``signs``. An amount may have a decimal point."""
        typed, self.figures_at = "", self._at
        while True:
            self.figures = typed
            key = self.next(slot)
            if (key == ENTER and typed) or key in tuple(signs):
                return typed, key
            if is_money and key == THOUSAND and typed and "." not in typed:
                typed += "000"
            elif is_money and key in (",", ".") and typed and "." not in typed:
                typed += "."
            elif key in DIGITS:
                typed += key
            else:
                raise _WrongError
            if len(typed) > longest:
                raise _WrongError


class Keyboard:
    """The keys of one table."""

    @classmethod
    def of_table(cls, table: LiveTable) -> Keyboard:
        """The keys for a shift: a seat for each player, and at roulette the colours of their chips."""
        colours = {seat: guest.colour for seat, guest in table.guests.items()}
        return cls(table.rules, max(table.guests, default=9), colours)

    def __init__(self, rules: GameRules, seats: int, chips: Mapping[int, str] | None = None) -> None:
        """``chips`` are the colours of the players' chips by seat, at roulette."""
        self.rules = rules
        self.kind = kind_of(rules)
        self.seats = seats
        self.chips = dict(chips or {})
        # Whether bets are paid one by one; at roulette only where the regulation goes from bet to bet.
        self.names_bets = self.kind != "roulette" or not roulette(rules).paying.all_at_once
        self.sells_colours = any(step.part == "buy-in" for step in rules.procedure.values())
        self.calls = call_letters(rules)
        self.bets = bet_letters(rules)
        self.floor = floor_letters(rules)
        always = (SPACE, ".", BACK) if self.kind in ("roulette", "craps", "pai-gow") else (".", BACK)
        colours = ("U",) if self.sells_colours else ()
        self.verbs = {key: VERBS[key] for key in (*_OF_KIND[self.kind], *colours, *always)}
        self._readers: dict[str, Callable[[_Reader, State, int | None], Act]] = {
            "deal": self._deal, "deal-down": self._deal_down, "ask": self._ask, "take": self._take, "pay": self._pay,
            "give-back": self._give_back, "mark": self._mark, "turn": self._turn, "pick-up": self._pick_up,
            "show": self._show, "burn": self._burn, "shuffle": self._shuffle, "cut": self._cut, "change": self._change,
            "move": self._move, "count": self._count, "set": self._set, "void": self._void, "call": self._call,
            "floor": self._floor, "wait": self._wait, "chance": self._chance, "end": self._end,
            "correct": self._correct, "say": self._say, "drop": self._drop,
            "clear-board": self._clear_board,
        }  # fmt: skip

    def press(self, typed: Typed, key: str, state: State, last: int | None = None) -> tuple[Typed, Act | None]:
        """Return the typed phrase after one more key, and the dealer's act once the phrase is complete.

        ``last`` is the index of the dealer's last act in the round, which Backspace offers to put right. A key that has
        no place in the phrase arms its verb; a key that means nothing changes nothing.
        """
        if typed.verb and key == BACK and typed.keys:
            return msgspec.structs.replace(typed, keys=typed.keys[:-1]), None
        if typed.verb:
            try:
                return self._read(typed.verb, (*typed.keys, key), typed, state, last)
            except _WrongError:
                pass
        if key not in self.verbs:
            return typed, None
        verb = self.verbs[key]
        stays = typed.stays if verb in ONCE else ""
        if verb in ONCE and typed.verb and typed.verb not in ONCE:
            stays = typed.verb
        try:
            return self._read(verb, (), Typed(verb, (), stays), state, last)
        except _WrongError:
            return typed, None

    def _read(
        self, verb: str, keys: tuple[str, ...], typed: Typed, state: State, last: int | None
    ) -> tuple[Typed, Act | None]:
        reader = _Reader(keys)
        try:
            act = self._readers[verb](reader, state, last)
            reader.finish()
            if reader.hand:
                act = msgspec.structs.replace(act, facts={**act.facts, "hand": reader.hand})
        except _MoreError:
            return Typed(verb, keys, typed.stays), None
        if verb in ONCE:
            return Typed(typed.stays), act
        if not keys:  # it has no target here, like the marker of roulette
            return Typed(), act
        return Typed(verb, keys[: reader.kept]), act

    def phrase(self, typed: Typed, state: State, last: int | None = None) -> Phrase:
        """What the unfinished phrase says so far."""
        if not typed.verb:
            return Phrase()
        reader = _Reader(typed.keys)
        try:
            self._readers[typed.verb](reader, state, last)
        except _MoreError as more:
            return Phrase(typed.verb, reader.seat, reader.what, reader.figures, str(more), reader.figures_at)
        except _WrongError:
            pass
        return Phrase(typed.verb, reader.seat, reader.what, reader.figures)

    # ── targets ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _seat(self, reader: _Reader, slot: str = "seat") -> int:
        """A seat; ``-2`` before it names the second hand of a split."""
        key = reader.next(slot)
        if key == OF_SPLIT and self.kind == "blackjack":
            number = reader.next("split-hand")
            if number not in DIGITS or number == "0":
                raise _WrongError
            reader.hand = int(number)
            key = reader.next(slot)
        if key not in DIGITS or not 1 <= int(key) <= self.seats:
            raise _WrongError
        reader.seat = int(key)
        return reader.seat

    def _hand(self, reader: _Reader, places: Mapping[str, str] = {"P": "player", "B": "banker"}) -> int | str:
        """A seat, ``0`` for the dealer's own hand, or the hands of punto banco and other places of cards."""
        key = reader.next("hand")
        if self.kind == "baccarat" and key in places:
            reader.what = places[key]
            return places[key]
        if key == "0" and self.kind != "baccarat":
            reader.what = DEALER
            return DEALER
        reader.unread()
        return self._seat(reader, "hand")

    def _bet(self, reader: _Reader) -> tuple[str, Any]:
        """A bet that is named before the seat: nothing, a capital letter, at craps also the box of a number."""
        key = reader.next("seat-or-bet" if self.kind != "craps" else "bet")
        if self.kind == "craps" and key in BOXES:
            reader.what = "place"
            return "place", BOXES[key]
        if key not in self.bets:
            reader.unread()
            return "", None
        bet = self.bets[key]
        reader.what = bet
        if self.kind == "craps" and bet in WITH_NUMBER:
            box = reader.next("number")
            if box not in BOXES:
                raise _WrongError
            return bet, BOXES[box]
        return bet, None

    def _amount(self, reader: _Reader, lying: Money) -> tuple[Money, Money | None]:
        """An amount and the commission: digits and Enter, ``=`` for as much as lies there, ``%`` and the commission."""
        typed, ended = reader.digits("amount", signs="=%", is_money=True)
        if ended == "=":
            if typed:
                raise _WrongError
            amount = lying
            if self.kind not in WITH_COMMISSION:
                return amount, None
            ended = reader.next("amount")
        else:
            amount = _money(typed)
        if ended == "%":
            fee, _ = reader.digits("commission", is_money=True)
            return amount, _money(fee)
        if ended != ENTER:
            raise _WrongError
        return amount, None

    # ── verbs ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _deal(self, reader: _Reader, state: State, last: int | None, face: str = "up") -> Act:
        if self.kind == "pai-gow":
            return self._deal_all(reader)
        places = {"P": "player", "B": "banker", "U": "burn"}
        return Act("deal", topic=self._hand(reader, places), facts={"face": face})

    def _deal_down(self, reader: _Reader, state: State, last: int | None) -> Act:
        return self._deal(reader, state, last, "down")

    def _deal_all(self, reader: _Reader) -> Act:
        """Seven cards to every spot, beginning at a seat."""
        key = reader.next("hand")  # the deal may begin at a seat that nobody has taken
        if key not in DIGITS:
            raise _WrongError
        return Act("deal", topic="all", facts={"start": DEALER if key == "0" else int(key)})

    def _ask(self, reader: _Reader, state: State, last: int | None) -> Act:
        topics = ASKS[self.kind]
        key = reader.next("seat-or-question")
        topic = topics.get(key, "") if key else ""
        if topic:
            reader.what = topic
            reader.keep()
        else:
            reader.unread()
            topic = topics[""]
        if reader.next("seat") == ENTER:
            return Act("ask", topic=topic)
        reader.unread()
        return Act("ask", seat=self._seat(reader), topic=topic)

    def _take(self, reader: _Reader, state: State, last: int | None) -> Act:
        if self.kind in ("roulette", "baccarat"):
            key = reader.next("seat-or-area")
            if key == "A" or (self.kind == "roulette" and key in AREA_LETTERS):
                return Act("take", topic=AREA_LETTERS[key])
            reader.unread()
        bet, on = self._bet(reader)
        return Act("take", seat=self._seat(reader), bet=bet, on=on)

    def _pay(self, reader: _Reader, state: State, last: int | None) -> Act:
        bet, on = self._bet(reader)
        seat = self._seat(reader)
        amount, fee = self._amount(reader, lying_there(state, seat, bet, on))
        return Act("pay", seat=seat, bet=bet, on=on, amount=amount, facts={} if fee is None else {"commission": fee})

    def _give_back(self, reader: _Reader, state: State, last: int | None) -> Act:
        bet, on = self._bet(reader)
        seat = self._seat(reader)
        if reader.next("amount") == ENTER:  # a bet that is refused, whole
            return Act("give-back", seat=seat, bet=bet, on=on, facts={"reason": "refused"})
        reader.unread()
        amount, _ = self._amount(reader, lying_there(state, seat, bet, on))
        return Act("give-back", seat=seat, bet=bet, on=on, amount=amount)

    def _mark(self, reader: _Reader, state: State, last: int | None) -> Act:
        if self.kind == "craps":
            return Act("mark", topic="point", on=int(reader.number("number", 2)))
        key = reader.next("number")
        reader.unread()
        if key in self.bets and not self.sells_colours:
            bet, _ = self._bet(reader)
            return Act("mark", seat=self._seat(reader), topic="prison", on=bet)
        if key == "V":
            reader.next("seat")
            seat = self._seat(reader)
            value = reader.number("value")
            return Act("mark", seat=seat, topic="value", facts={"value": int(value)})
        number = reader.number("number", 2)
        if number not in WHEELS[str(self.rules.rules["wheel"])]:
            raise _WrongError
        return Act("mark", topic="number", on=number)

    def _turn(self, reader: _Reader, state: State, last: int | None) -> Act:
        if self.kind in ("roulette", "craps"):
            return Act("unmark", topic="number" if self.kind == "roulette" else "point")
        return Act("turn", topic=self._hand(reader, {"P": "player", "B": "banker", "A": "both"}))

    def _clear_board(self, reader: _Reader, state: State, last: int | None) -> Act:
        """Take the chip that shows what a player's colour is worth off the board."""
        seat = self._seat(reader)
        return Act("unmark", seat=seat, topic="value", on=self.chips.get(seat))

    def _pick_up(self, reader: _Reader, state: State, last: int | None) -> Act:
        if self.kind == "baccarat":
            return Act("pick-up", topic="all")
        if self.kind == "pai-gow":
            if reader.next("hand") == "A":
                return Act("pick-up", topic="spots-without-bet")
            reader.unread()
        return Act("pick-up", topic=self._hand(reader))

    def _show(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("show", topic="winning-chips" if self.kind == "roulette" else "cut-card")

    def _burn(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("burn", facts={"cards": int(reader.number("cards", 2))})

    def _shuffle(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("shuffle")

    def _cut(self, reader: _Reader, state: State, last: int | None) -> Act:
        key = reader.next("cut")
        if key == "H":
            if reader.next("cards") == ENTER:
                return Act("cut", topic="house")
            reader.unread()
            return Act("cut", topic="house", facts={"behind": int(reader.number("cards", 3))})
        if key not in ("0", "P"):
            raise _WrongError
        return Act("cut", topic=DEALER if key == "0" else "player")

    def _change(self, reader: _Reader, state: State, last: int | None) -> Act:
        """Money for chips, or with ``C`` chips for chips, with ``L`` the colour chips of a player who leaves: the seat,
        what is taken and what is given. Colour chips are counted, all else is told by value."""
        topic = {"C": "change", "L": "cash-out"}.get(reader.next("seat-or-change"), "buy-in")
        if topic == "buy-in":
            reader.unread()
        seat = self._seat(reader)
        gives_back = topic == "cash-out" and seat in self.chips
        buys = topic == "buy-in" and self.sells_colours and seat in self.chips
        takes: Any = int(reader.number("takes-colour" if gives_back else "takes"))
        gives: Any = int(reader.number("gives-colour" if buys else "gives"))
        if gives_back:
            takes = {self.chips[seat]: takes}
        if buys:
            gives = {self.chips[seat]: gives}
        return Act("change", seat=seat, topic=topic, facts={"takes": takes, "gives": gives})

    def _move(self, reader: _Reader, state: State, last: int | None) -> Act:
        if self.kind in ("baccarat", "house-poker"):  # cards that lie in the wrong place
            return Act("move", topic="cards")
        bet, _ = self._bet(reader)
        seat = self._seat(reader)
        box = reader.next("number")
        if box not in BOXES or not bet:
            raise _WrongError
        return Act("move", seat=seat, bet=bet, topic=BOXES[box])

    def _count(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("count", topic="stub", facts={"cards": int(reader.number("cards", 2))})

    def _set(self, reader: _Reader, state: State, last: int | None) -> Act:
        """The own seven cards: the two whose places are typed are the low hand in front."""
        cards = [str(card) for card in getattr(state, "own", ())]
        front: list[int] = []
        for _ in range(2):
            key = reader.next("front")
            if key not in DIGITS or not 1 <= int(key) <= len(cards) or int(key) in front:
                raise _WrongError
            front.append(int(key))
        low = [cards[place - 1] for place in front]
        high = [card for place, card in enumerate(cards, 1) if place not in front]
        return Act("set", facts={"high": high, "low": low})

    def _void(self, reader: _Reader, state: State, last: int | None) -> Act:
        what, call = _VOIDS[self.kind]
        call = next((name for name in (call, "no-dice", "no-roll") if name in self.rules.calls), call)
        return Act("void", topic=what, facts={"call": call})

    def _call(self, reader: _Reader, state: State, last: int | None) -> Act:
        letter = reader.next("call")
        if letter not in self.calls:
            raise _WrongError
        key = self.calls[letter]
        reader.what = key.id
        if key.id == OPEN:
            return Act("open")
        if key.id == CLOSE:
            return Act("close", facts={"say": True})
        if key.id == WAVE:
            return Act("close", facts={"say": False})
        if key.id == LOCK_OUT:
            return Act("close", facts={"say": True, "lock_out": True})
        facts: dict[str, Any] = dict(key.facts)
        if key.figures == ("player", "banker"):
            for name in key.figures:
                figure = reader.next(name)
                if figure not in DIGITS:
                    raise _WrongError
                reader.start_figure(figure)
                facts[name] = int(figure)
        elif key.figures:
            [name] = key.figures
            typed = reader.number(name, 2)
            facts |= self._called_number(typed) if name == "number" else {name: int(typed)}
        seat = self._seat(reader) if key.seat else None
        return Act("call", seat=seat, topic=key.topic, facts=facts)

    def _called_number(self, number: str) -> dict[str, Any]:
        """The result of a spin as it is called: the number, and what the rulebook wants named with it.

        Colour and even chances belong to the number that is claimed, so that a wrong number is one fault.
        """
        if number not in WHEELS[str(self.rules.rules["wheel"])]:
            raise _WrongError
        facts: dict[str, Any] = {"number": number}
        if number not in ZEROS:
            facts["colour"] = "red" if number in RED_NUMBERS else "black"
            facts["parity"] = "odd" if int(number) % 2 else "even"
            facts["half"] = "low" if int(number) <= 18 else "high"
        if "winning number bets" in self.rules.calls["result"].says.en:
            facts["winning_number_bets"] = True
        return facts

    def _floor(self, reader: _Reader, state: State, last: int | None) -> Act:
        letter = reader.next("floor")
        if letter == ENTER:
            return Act("floor")
        if letter not in self.floor:
            raise _WrongError
        about = self.floor[letter]
        reader.what = about
        seat = self._seat(reader) if about in ABOUT_A_PLAYER else None
        return Act("floor", seat=seat, topic=about)

    def _wait(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("wait")

    def _chance(self, reader: _Reader, state: State, last: int | None) -> Act:
        """Space: spin the wheel and the ball, send the dice to a player, or shake."""
        if self.kind == "roulette":
            turns = []
            for slot in ("wheel", "ball"):
                key = reader.next(slot)
                if key not in TURNS:
                    raise _WrongError
                turns.append(TURNS[key])
                reader.what = TURNS[key]
            return Act("spin", facts={"wheel": turns[0], "ball": turns[1]})
        if self.kind == "craps":
            how = "stick"
            if reader.next("shooter") == "H":
                how = "hand"
            else:
                reader.unread()
            return Act("dice", topic=self._seat(reader, "shooter"), facts={"how": how})
        covered = reader.next("times") == "C"
        if not covered:
            reader.unread()
        times = int(reader.number("times", 2))
        more = {"covered": True, "then": "right"} if covered else {}
        return Act("shake", facts={"times": times, **more})

    def _end(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("end")

    def _correct(self, reader: _Reader, state: State, last: int | None) -> Act:
        if last is None or reader.next("correct") != ENTER:
            raise _WrongError
        return Act("correct", facts={"act": last})

    def _say(self, reader: _Reader, state: State, last: int | None) -> Act:
        """Answer a player's question: about the rules, or with ``A`` what one would do oneself."""
        topic = "advice" if reader.next("seat") == "A" else "rules"
        if topic == "rules":
            reader.unread()
        return Act("say", seat=self._seat(reader), topic=topic)

    def _drop(self, reader: _Reader, state: State, last: int | None) -> Act:
        return Act("drop")


def _money(typed: str) -> Money:
    if not typed:
        raise _WrongError
    return read_amount(typed, "amount") if "." in typed else int(typed)


def lying_there(state: State, seat: int, bet: str = "", on: Any = None) -> Money:
    """The chips of a player that lie on the cloth, or on one bet."""
    return sum(
        (
            each.stake - each.taken - each.back
            for each in state.bets
            if each.seat == seat and bet in ("", each.bet) and on in (None, each.on)
        ),
        0,
    )
