"""A spin as a round: the wheel, the calls, the clearing by areas, the payments in order, and colour chips."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trainer.equipment.wheel import RED_NUMBERS, WHEELS, ZEROS
from trainer.games.core import RequestError, Settlement
from trainer.games.limits import bounds, stated_limits
from trainer.games.roulette.figures import ZeroRule, roulette
from trainer.games.roulette.layout import EVEN_CHANCES, INSIDE, covered
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.games.round import Act, Due, Fault, Finding, Laid, Money, State, Waiting, finding, read_amount
from trainer.games.round_engine import Atom, TableRound, due_of, is_left, limits_of, put
from trainer.rulebooks.schema import Citation, GameRules

AROUND, COLUMNS, EVENS, REST, EVERYTHING = (
    "around-winning-number", "columns", "even-chances-and-dozens", "rest-of-layout", "all-losers",
)  # fmt: skip
IN_PRISON = "in-prison"
_CHOICES = {"withdraw": "withdraw", "half": "withdraw", "prison": "prison"}
_OPPOSITE = {"clockwise": "counter-clockwise", "counter-clockwise": "clockwise"}


class RouletteState(State, frozen=True, kw_only=True, gc=False):
    """A spin: the directions, where the ball fell, and what the dealer has marked."""

    previous_wheel: str = ""
    wheel: str = ""
    number: str | None = None
    marked: str = ""
    called: str = ""  # the number that was called
    asked: frozenset[int | None] = frozenset()  # seats asked whether they take half or go to prison
    choices: tuple[tuple[int | None, str], ...] = ()
    limits: tuple[Money | None, Money | None] = (None, None)
    last_spin: bool = False
    laid_money: tuple[tuple[int | None, Money, str, Money], ...] = ()  # seat, amount, colour, value of a chip
    colours: frozenset[tuple[str, int | None]] = frozenset()  # sold in this round, and to whom
    board: frozenset[int | None] = frozenset()  # seats whose colour has its value on the board
    new_colour: bool = False  # the value of a colour was marked in this round, or should have been


class RouletteRound(TableRound[RouletteState]):
    """Roulette at one table."""

    state_type = RouletteState
    incidents: ClassVar[Mapping[str, str]] = {
        "object-in-wheel": "foreign-object",
        "ball-out": "ball-leaves-wheel",
        "ball-leaves-wheel": "ball-leaves-wheel",
        "ball-hangs": "ball-hangs",
        "ball-sticks": "ball-hangs",
        "wheel-stops": "wheel-stops",
        "wheel-fault": "wheel-fault",
        "faulty-throw": "faulty-throw",
        "ball-short": "ball-turns",
    }

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules)
        self.figures = roulette(rules)
        self.wheel = WHEELS[self.figures.wheel]
        self.says = frozenset(re.findall(r"{([^}]*)}", rules.calls["result"].says.en))
        self.clear_rank = {area: rank for rank, step in enumerate(rules.orders["clear"].steps) for area in step}
        self.pay_rank = {bet: rank for rank, step in enumerate(rules.orders["pay"].steps) for bet in step}
        self.close_atom = next((atom for atom in self.atoms if atom.verb == "close"), None)
        self.clear_step = next((atom.step for atom in self.atoms if atom.verb == "take"), "clear")
        self.pay_step = next((atom.step for atom in self.atoms if atom.verb == "pay"), "pay")
        self._spots: dict[tuple[str, Any], bool] = {}
        self._near: dict[str | None, frozenset[str]] = {}
        self._marks = self.atoms_with("mark number")
        turns = rules.irregularities.get("ball-turns")
        self.least_turns = int(turns.data.get("minimum-turns", 0)) if turns else 0

    # ── before and while the ball runs ───────────────────────────────────────────────────────────────────────────────

    def prepare(self, s: Any, before: Mapping[str, Any]) -> None:
        put(s, "previous_wheel", str(before.get("previous_wheel") or ""))
        put(s, "last_spin", bool(before.get("last_spin")))
        for each in before.get("prison") or ():
            self._imprison(s, each if isinstance(each, Mapping) else {"bet": each})
        put(s, "limits", limits_of(before))
        put(s, "board", frozenset(before.get("board") or ()))

    def _imprison(self, s: Any, told: Mapping[str, Any]) -> None:
        """A stake that the last zero put in prison; it is laid here if it is not among the bets that lie."""
        name, seat = told.get("bet"), told.get("seat")
        lying = [i for i, bet in enumerate(s.bets) if bet.bet == name and seat in (None, bet.seat)]
        if not lying and "stake" in told:
            stake = read_amount(told["stake"], "before.prison.stake")
            self.lay(s, Act("bets", "player", seat, "", str(name), told.get("on"), stake), -1)
            lying = [len(s.bets) - 1]
        for index in lying:
            self.set_bet(s, index, choice=IN_PRISON)

    def lay(self, s: Any, act: Act, at: int) -> None:
        super().lay(s, act, at)
        if s.dues:
            self._decide(s)

    def bet_problem(self, s: Any, act: Act) -> Citation | None:
        if act.bet in ("neighbours", *self.figures.announced.sets):
            return None if self.figures.announced.offered else self.figures.announced.cite
        if not self._is_spot(act.bet, act.on):
            rule = self.rules.bets.get(act.bet)
            return rule.cite if rule else self.rules.cite
        if s.limits == (None, None) and self.figures.limits is None:
            return None
        known = stated_limits(s.limits[0], s.limits[1], self.figures.limits)
        limit = bounds(self.rules, self.rules.bets[act.bet], known)
        return limit.cite if known and not limit.allows(act.amount or 0) else None  # type: ignore[arg-type]

    def _is_spot(self, bet: str, on: Any) -> bool:
        """Whether such a bet can lie on this cloth; remembered, because the same spots come again and again."""
        key = (bet, tuple(on) if isinstance(on, list) else on)
        if key not in self._spots:
            try:
                covered(self.rules, bet, on)
                self._spots[key] = True
            except RequestError:
                self._spots[key] = False
        return self._spots[key]

    def table(self, s: Any, act: Act, at: int) -> None:
        if act.do == "ball-falls":
            self._ball_falls(s, act, at)
        else:
            super().table(s, act, at)

    def _ball_falls(self, s: Any, act: Act, at: int) -> None:
        number = str(act.facts.get("number", ""))
        if number not in self.wheel:
            raise RequestError("number", f"there is no {number!r} on this wheel")
        if s.void:  # the ball of an annulled spin comes to rest
            return
        put(s, "number", number)
        atom = self.close_atom
        if atom is not None and not s.done >> atom.index & 1:
            late = finding(Fault.CALL_LATE, None, atom.cite, step=atom.call, severity="serious")
            put(s, "waiting", (*s.waiting, Waiting(atom.index, late, late)))
        turns = act.facts.get("turns")
        if isinstance(turns, int) and turns < self.least_turns:
            self.open_incident(s, "ball-turns", at)
        self._decide(s)

    def _decide(self, s: Any) -> None:
        """Compute the result of every bet, late and wrong ones included: the dealer is judged by the bets on the
        cloth."""
        bets = [self._as_bet(laid) if self._is_spot(laid.bet, laid.on) else None for laid in s.bets]
        known = tuple(bet for bet in bets if bet is not None)
        spin = Spin(winning_number=s.number, bets=known, last_spin=s.last_spin)
        results = iter(settle(self.rules, spin).bets) if known else iter(())
        put(s, "dues", tuple(None if bet is None else due_of(next(results)) for bet in bets))

    def _as_bet(self, laid: Laid) -> RouletteBet:
        on = tuple(laid.on) if isinstance(laid.on, list) else laid.on
        if laid.choice == IN_PRISON:
            return RouletteBet(bet=laid.bet, on=on, stake=laid.stake, seat=laid.seat, in_prison=True)  # type: ignore[arg-type]
        choice = laid.choice if laid.bet in EVEN_CHANCES and laid.choice else None
        return RouletteBet(bet=laid.bet, on=on, stake=laid.stake, seat=laid.seat, choice=choice)  # type: ignore[arg-type]

    def player(self, s: Any, act: Act, at: int) -> None:
        if act.do == "chooses":
            choice = _CHOICES.get(str(act.topic), "")
            put(s, "choices", (*s.choices, (act.seat, choice)))
            self._choose(s, act.seat, choice)
        elif act.do == "lays-money":
            wants = act.facts.get("wants") or {}
            laid = (act.seat, act.amount or 0, str(wants.get("colour", "")), wants.get("value", 0))
            put(s, "laid_money", (*s.laid_money, laid))
        else:
            super().player(s, act, at)

    def _choose(self, s: Any, seat: int | None, choice: str) -> None:
        """Half of a player's even chances or prison after a zero: what the bets are due follows from it."""
        for index, bet in enumerate(s.bets):
            if bet.seat == seat and bet.bet in EVEN_CHANCES:
                self.set_bet(s, index, choice=choice)
        if s.number is not None:
            self._decide(s)

    def annul(self, s: Any) -> None:
        """After a no spin the ball is thrown again; the bets stay and may be changed."""
        done = s.done
        for atom in self.atoms:
            if not atom.part and atom.verb != "open":
                done &= ~(1 << atom.index)
        put(s, "done", done)
        put(s, "number", None)
        put(s, "dues", ())
        put(s, "closed", False)

    def open_incident(self, s: Any, incident_id: str, at: int, **facts: Any) -> None:
        """Open an irregularity. Only the person whom the rulebook names may annul a spin; a croupier alone only if
        it names him."""
        by = self.figures.no_spin.by
        if by != "croupier" and incident_id in self.rules.irregularities and self.ruling_of(incident_id) == "void":
            facts["by"] = (by,)
        super().open_incident(s, incident_id, at, **facts)

    # ── acts of the dealer ───────────────────────────────────────────────────────────────────────────────────────────

    def dealer(self, s: Any, act: Act, at: int, atom: Atom | None) -> None:
        if act.do == "spin":
            self._spin(s, act, at)
        elif act.do == "close" and atom is not None and atom.call and act.facts.get("say") is False:
            self.add(s, finding(Fault.CALL_MISSED, None, atom.cite, step=atom.call, severity="serious"))
        elif act.do == "call" and act.topic == "result":
            put(s, "called", str(act.facts.get("number", "")))
        elif act.do == "mark" and act.topic == "number":
            put(s, "marked", str(act.on))
            if s.number is not None and str(act.on) != s.number and str(act.on) != s.called:
                told = [str(s.number), str(act.on)]
                facts = {"due": int(told[0]), "done": int(told[1])} if all(map(str.isdigit, told)) else {}
                cite = atom.cite if atom else None
                self.add(s, finding(Fault.READ_WRONG, at, cite, step=self.step_of(atom), **facts))
            elif s.findings and s.number is not None:
                step = self.step_of(atom)
                self.put_right(s, (f for f in s.findings if f.fault is Fault.READ_WRONG and f.step == step))
        elif act.do == "unmark" and act.topic == "number":
            put(s, "marked", "")
        elif act.do == "mark" and act.topic == "prison":
            self._mark_prison(s, act, at)
        elif act.do == "ask" and act.topic == "half-or-prison":
            seats = {act.seat} if act.seat is not None else {bet.seat for bet in s.bets}
            put(s, "asked", s.asked | seats)
        elif act.do == "unmark" and act.topic == "value":
            put(s, "board", s.board - {act.seat})
        elif act.do == "mark" and act.topic == "value":
            self._mark_value(s, act, at)

    def _mark_prison(self, s: Any, act: Act, at: int) -> None:
        """A stake goes to prison, which not every table has."""
        zero = self.figures.zero
        if s.number not in ZEROS or zero.even_chances is ZeroRule.HALF_OR_PRISON:
            return
        self.add(s, finding(Fault.NOT_ALLOWED, at, zero.cite, seat=act.seat, step="prison", severity="serious"))
        for index, bet in enumerate(s.bets):
            if bet.seat == act.seat and bet.bet in EVEN_CHANCES:
                self.set_bet(s, index, closed=True, touched=at)

    def step_of(self, atom: Atom | None) -> str:
        return atom.step if atom else ""

    def _spin(self, s: Any, act: Act, at: int) -> None:
        wheel, ball = str(act.facts.get("wheel", "")), str(act.facts.get("ball", ""))
        turning = self.figures.turning
        repeated = turning.alternates and s.previous_wheel and wheel == s.previous_wheel and not s.void
        if wheel and (repeated or wheel == ball):
            self.add(s, finding(Fault.NOT_ALLOWED, at, turning.cite, step="spin"))
        put(s, "wheel", wheel)
        put(s, "void", False)

    def call_problem(self, s: Any, act: Act) -> Citation | None:
        rule = self.rules.calls.get(str(act.topic))
        if act.topic == "change" and s.laid_money:
            colours = self.figures.colour_chips
            right = any(act.amount == amount for _, amount, _, _ in s.laid_money)
            return None if right else colours.cite if colours else self.rules.cite
        if act.topic != "result" or rule is None or s.number is None:
            return None
        said = {str(value) for value in _flat(act.facts)}
        keys = {key for key, value in act.facts.items() if value is True}
        wanted = self.call_facts(s, "result")
        if str(act.facts.get("number")) != s.number:
            return rule.cite
        if s.number not in ZEROS:
            colour, parity, half = wanted["colour"], wanted["parity"], wanted["half"]
            in_words = bool(keys - {"winning_number_bets"})  # the script says only that the chances were named
            unsaid = "colour" in self.says and colour not in said and not in_words
            if said & ({"red", "black"} - {colour}) or unsaid:
                return rule.cite
            if said & ({"even", "odd"} - {parity}) or said & ({"low", "high"} - {half}):
                return rule.cite
            if "even or odd" in self.says and not self._names_even_chances(act, said, parity, half):
                return rule.cite
        unnamed = "winning number bets" in self.says and "winning_number_bets" not in keys
        return rule.cite if unnamed and s.number not in ZEROS and self._wins_inside(s) else None

    def _names_even_chances(self, act: Act, said: set[str], parity: str, half: str) -> bool:
        """Whether a call names the even chances besides the colour, in whatever words the script has for them."""
        if said & {parity, half}:
            return {parity, half} <= said
        return any(value for key, value in act.facts.items() if key not in ("number", "colour", "winning_number_bets"))

    def call_facts(self, s: Any, call: str) -> dict[str, Any]:
        if call != "result" or s.number is None:
            return {}
        facts: dict[str, Any] = {"number": s.number}
        if s.number not in ZEROS:
            facts["colour"] = "red" if s.number in RED_NUMBERS else "black"
            facts["parity"] = "odd" if int(s.number) % 2 else "even"
            facts["half"] = "low" if int(s.number) <= 18 else "high"
        if "winning number bets" in self.says:
            facts["winning_number_bets"] = True
        return facts

    def _wins_inside(self, s: Any) -> bool:
        return any(bet.bet not in EVEN_CHANCES for bet in self._counted_wins(s))

    def _counted_wins(self, s: Any) -> Iterator[Laid]:
        """The bets that win and were made in time."""
        pairs = zip(s.bets, s.dues, strict=False)
        return (bet for bet, due in pairs if due is not None and due.pays and not bet.late)

    def check_needs(self, s: Any, act: Act, at: int, atom: Atom) -> None:
        if atom.key == "change buy-in":
            if act.seat in s.board:  # more chips of the colour that he plays with
                return
            put(s, "new_colour", True)
        if act.do == "call" and act.topic == "result" and s.number is None:
            if s.void:
                cite = self.rules.calls["no-spin"].cite
                self.add(s, finding(Fault.WRONG_RULING, at, cite, step=atom.call, severity="critical"))
                return
            self.add(s, finding(Fault.CALL_EARLY, at, atom.cite, step=atom.call, severity="serious"))
            return
        super().check_needs(s, act, at, atom)

    # ── clearing and paying ──────────────────────────────────────────────────────────────────────────────────────────

    def area(self, s: Any, bet: Laid) -> str:
        """The area of the cloth in which a losing bet is cleared."""
        if bet.bet in ("column", "double-column"):
            return COLUMNS
        if bet.bet not in INSIDE:
            return EVENS
        near = self._near.get(s.number) or self._near.setdefault(s.number, neighbourhood(s.number))
        return REST if near.isdisjoint(map(str, bet.on or ())) else AROUND

    def take(self, s: Any, act: Act, at: int) -> None:
        group = act.topic
        if not group:
            if act.seat in self._to_be_asked(s):  # the dealer chose for him: that nobody asked is the only fault
                self._choose(s, act.seat, "withdraw")
            super().take(s, act, at)
            return
        touched = [
            index
            for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False))
            if is_left(bet, due, "take") and (group == EVERYTHING or self.area(s, bet) == group)
        ]
        found = self.order_keys(s, "take", touched)
        if found is not None:
            self.note_order(s, at, found[0], found[1], found[2], None)
        for index in touched:  # with whole stacks: half of an even chance must then go back
            self.move_to_rack(s, index, s.bets[index].stake, at)

    def order_keys(self, s: Any, verb: str, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        touched = [index for index in touched if not s.bets[index].late]  # a late bet has no place in any order
        if not touched or not s.dues:
            return None
        return self._clear_order(s, touched) if verb == "take" else self._pay_order(s, touched)

    def _clear_order(self, s: Any, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        if len(self.clear_rank) < 2:
            return None
        rank = min(self.clear_rank[self.area(s, s.bets[index])] for index in touched)
        for index, (bet, due) in enumerate(zip(s.bets, s.dues, strict=False)):
            if (
                index not in touched
                and is_left(bet, due, "take")
                and not bet.late
                and self.clear_rank[self.area(s, bet)] < rank
            ):
                return self.clear_step, ("take", index), self.rules.orders["clear"].cite
        return None

    def _pay_order(self, s: Any, touched: Sequence[int]) -> tuple[str, Any, Citation | None] | None:
        paying, cite = self.figures.paying, self.rules.orders["pay"].cite
        seat = s.bets[touched[0]].seat
        pairs = list(enumerate(zip(s.bets, s.dues, strict=False)))
        left = [(i, bet) for i, (bet, due) in pairs if is_left(bet, due, "pay") and i not in touched and not bet.late]
        last = max(self._rank(s.bets[index]) for index in touched)
        first = min(self._rank(bet) for _, (bet, due) in pairs if bet.seat == seat and due is not None and due.pays)
        for index, bet in left:
            if bet.seat == seat or paying.between_players == "bet-by-bet":
                early = self._rank(bet) < last
            else:
                begun = paying.all_at_once and self._is_begun(s, bet.seat)
                early = begun or (paying.between_players == "first-bet" and self._rank(bet) < first)
            if early:
                return (
                    self.pay_step,
                    ("pay", index),
                    cite if bet.seat == seat or not paying.all_at_once else paying.cite,
                )
        return None

    def _is_begun(self, s: Any, seat: int | None) -> bool:
        """Whether a player has been paid a part of his winnings."""
        return any(bet.seat == seat and bet.paid for bet in s.bets)

    def _rank(self, bet: Laid) -> int:
        return self.pay_rank.get(bet.bet, len(self.pay_rank))

    def applies(self, s: Any, atom: Atom) -> bool:
        if atom.key in ("mark value", "floor colour-value") and s.board:
            return bool(s.new_colour)
        if atom.verb in ("show", "approved") and s.dues:
            return any(self._counted_wins(s))
        return super().applies(s, atom)

    def could_be_done(self, s: Any, atom: Atom) -> bool:
        return atom.key != "unmark number" or bool(s.done & self._marks)

    def at_end(self, s: Any) -> Iterator[Finding]:
        zero = self.figures.zero
        if not s.dues or s.void:
            return
        for seat in self._to_be_asked(s):
            yield finding(Fault.SKIPPED, None, zero.cite, seat=seat, step="ask-half-or-prison")
        found = {(each.seat, each.bet) for each in s.findings if each.fault is Fault.RETURNED_WRONG}
        for bet, due in self._kept_whole(s):
            if (bet.seat, bet.bet) not in found:
                facts = {"seat": bet.seat, "bet": bet.bet, "due": due.returned, "done": bet.back}
                yield finding(Fault.RETURNED_WRONG, bet.touched, due.cite, money=bet.taken - due.loses, **facts)

    def _to_be_asked(self, s: Any) -> list[int | None]:
        """The players who must still say whether they take half of an even chance back or leave it in prison."""
        choice = self.figures.zero.even_chances is ZeroRule.HALF_OR_PRISON and not s.last_spin
        if s.number not in ZEROS or not choice:
            return []
        chosen = {seat for seat, _ in s.choices} | s.asked
        seats = dict.fromkeys(
            bet.seat for bet in s.bets if bet.bet in EVEN_CHANCES and bet.back != bet.stake and not bet.late
        )
        return [seat for seat in seats if seat not in chosen]

    def _kept_whole(self, s: Any) -> list[tuple[Laid, Due]]:
        """The bets that a sweep took whole, though a part of them is the player's."""
        pairs = zip(s.bets, s.dues, strict=False)
        return [(bet, due) for bet, due in pairs if due is not None and due.returned and 0 < due.loses < bet.taken]

    def outstanding(self, s: Any, atom: Atom, act: Act | None) -> bool:
        if atom.verb == "take" and act is None and s.number in ZEROS and (self._to_be_asked(s) or self._kept_whole(s)):
            return True
        return super().outstanding(s, atom, act)

    def atom_of(self, s: Any, act: Act) -> Atom | None:
        if act.do == "change":  # only colour chips have a value to mark and a board to clear
            takes, gives = (self._are_colours(act.facts.get(name)) for name in ("takes", "gives"))
            if not takes and not gives and not s.done & self.atoms_with("mark value"):
                return None
            if takes != gives:  # whatever it is called: colour chips are bought, or changed by one who leaves
                return self._atom_at.get(("dealer", "change", "cash-out" if takes else "buy-in"))
        return super().atom_of(s, act)

    def is_needed(self, atom: Atom, need: Atom, act: Act | None) -> bool:
        """The value of a colour is marked and told at the same time: either act may come first."""
        return (atom.key, need.key) != ("floor colour-value", "mark value")

    # ── colour chips ─────────────────────────────────────────────────────────────────────────────────────────────────

    def check_change(self, s: Any, act: Act, at: int) -> None:
        takes, gives = act.facts.get("takes"), act.facts.get("gives")
        colours = self.figures.colour_chips
        cite = colours.cite if colours else None
        if self._are_colours(takes) and self._are_colours(gives):
            if "change-colour" in self.rules.procedure:
                cite = self.rules.procedure["change-colour"].cite
                self.add(s, finding(Fault.NOT_ALLOWED, at, cite, seat=act.seat, step="change-colour"))
            return
        if self._are_colours(takes):  # who leaves or changes gives his colour up
            put(s, "colours", frozenset(each for each in s.colours if each[1] != act.seat))
        sells = isinstance(gives, dict) and not self._are_colours(takes)
        laid = [each for each in s.laid_money if act.seat in (None, each[0])]
        if sells and not laid and takes in [amount for _, amount, _, _ in s.laid_money]:
            self.add(s, finding(Fault.WRONG_PERSON, at, cite, seat=act.seat, money=-s.laid_money[-1][1]))
            return
        if not laid or not sells:
            super().check_change(s, act, at)
            return
        _, amount, colour, value = laid[-1]
        self._sell_colour(s, act, at, colour)
        given = sum(
            read_amount(n, "gives") * (value if name == colour else read_amount(name, "gives"))
            for name, n in dict(gives or {}).items()
            if name == colour or str(name).isdigit()
        )
        if given != amount:
            facts = {"due": amount, "done": given, "money": amount - given}
            self.add(s, finding(Fault.WRONG_CHANGE, at, cite, seat=act.seat, **facts))

    def _sell_colour(self, s: Any, act: Act, at: int, colour: str) -> None:
        """A player has one colour, and no other player has the same, where the regulation says so."""
        rule = self.rules.conduct.get("one-colour")
        if not colour or colour not in act.facts["gives"]:
            return
        if rule is not None and any((sold == colour) != (seat == act.seat) for sold, seat in s.colours):
            self.add(s, finding(Fault.NOT_ALLOWED, at, rule.cite, seat=act.seat, step="choose-colour"))
        put(s, "colours", s.colours | {(colour, act.seat)})

    def _are_colours(self, chips: Any) -> bool:
        """Whether some of these chips are colour chips."""
        return isinstance(chips, dict) and any(
            not str(name).replace(".", "").isdigit() and name not in ("cash", "value", "money") for name in chips
        )

    def _mark_value(self, s: Any, act: Act, at: int) -> None:
        laid = [each for each in s.laid_money if not each[2] or act.on in (None, "", each[2])]
        if act.seat not in s.board:
            put(s, "new_colour", True)
            put(s, "board", s.board | {act.seat})
        if s.laid_money and not laid:  # under another colour than any player wants
            cite = self.figures.colour_chips.cite if self.figures.colour_chips else None
            self.add(s, finding(Fault.READ_WRONG, at, cite, seat=act.seat))
        if not laid or not laid[-1][3] or "value" not in act.facts:
            return
        value = read_amount(act.facts["value"], "value")
        if value != laid[-1][3]:
            cite = self.figures.colour_chips.cite if self.figures.colour_chips else None
            self.add(s, finding(Fault.READ_WRONG, at, cite, due=laid[-1][3], done=value, seat=act.seat))

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def settlement(self, state: RouletteState) -> Settlement:
        if state.number is None:
            raise RequestError("number", "the ball has not fallen")
        bets = tuple(self._as_bet(bet) for bet in state.bets if not bet.late and bet.wrong is None)
        return settle(self.rules, Spin(winning_number=state.number, bets=bets, last_spin=state.last_spin))

    def todo(self, s: Any, atom: Atom) -> tuple[Act, ...]:
        if atom.verb == "spin":
            wheel = _OPPOSITE.get(s.previous_wheel, "clockwise")
            return (Act("spin", facts={"wheel": wheel, "ball": _OPPOSITE[wheel]}),)
        if atom.verb == "mark" and atom.topic == "number":
            return (Act("mark", topic="number", on=s.number),) if s.number is not None else ()
        if atom.verb == "call" and s.number is None:
            return ()
        if atom.verb == "unmark" and atom.topic == "number" and not s.marked:
            return ()
        if atom.verb == "take":
            return self._takes(s)
        if atom.verb == "pay":
            return self._pays(s)
        return super().todo(s, atom)

    def _takes(self, s: Any) -> tuple[Act, ...]:
        if asked := self._to_be_asked(s):
            return (Act("ask", seat=asked[0], topic="half-or-prison"),)
        if kept := self._kept_whole(s):
            bet, due = kept[0]
            return (Act("give-back", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.taken - due.loses),)
        lost = [(bet, due) for bet, due in zip(s.bets, s.dues, strict=False) if is_left(bet, due, "take")]
        ordered = len(self.clear_rank) > 1
        first = min((self.clear_rank[self.area(s, bet)] for bet, _ in lost), default=0) if ordered else 0
        here = [pair for pair in lost if not ordered or self.clear_rank[self.area(s, pair[0])] == first]
        for bet, due in here:
            if due.returned:  # half of an even chance: the other half stays where it is
                return (Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=due.loses),)
        return (Act("take", topic=self.area(s, here[0][0]) if ordered else EVERYTHING),) if here else ()

    def _pays(self, s: Any) -> tuple[Act, ...]:
        won = [(bet, due) for bet, due in zip(s.bets, s.dues, strict=False) if is_left(bet, due, "pay")]
        won.sort(key=lambda each: self._rank(each[0]))
        if not won:
            return ()
        first = won[0][0]
        if not self.figures.paying.all_at_once:
            same = [each for bet, each in won if (bet.seat, bet.bet) == (first.seat, first.bet) and bet.on == first.on]
            amount = sum(each.pays for each in same)
            return (Act("pay", seat=first.seat, bet=first.bet, on=first.on, amount=amount),)
        amount = sum(due.pays for bet, due in won if bet.seat == first.seat)
        return (Act("pay", seat=first.seat, amount=amount),)


def neighbourhood(number: str | None) -> frozenset[str]:
    """The numbers whose boxes touch that of a number on the cloth, itself included."""
    if number in ZEROS or number is None:
        return frozenset({"0", "00", "1", "2", "3"})
    column = (int(number) - 1) % 3
    steps = [row + side for row in (-3, 0, 3) for side in (-1, 0, 1) if 0 <= column + side <= 2]
    return frozenset(str(int(number) + step) for step in steps)


def _flat(facts: Mapping[str, Any]) -> Iterator[Any]:
    for value in facts.values():
        if isinstance(value, list | tuple):
            yield from value
        elif not isinstance(value, bool):
            yield value
