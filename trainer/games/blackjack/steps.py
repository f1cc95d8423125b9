"""The steps of a round without mistakes: what the dealer does next, which answers are legal, and why."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.games.blackjack.answers import legal_answers, situation
from trainer.games.blackjack.booking import BlackjackBet, row_of
from trainer.games.blackjack.dealer import DealerAct, OnTable, dealer_act, may_make_blackjack
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.free_bet import (
    lies_under_the_bet,
    lone_push_22_is_over,
    pot_of_gold_lives,
    take_and_pay,
)
from trainer.games.blackjack.hands import Hand, points
from trainer.games.blackjack.limits import insurance_bounds
from trainer.games.blackjack.order import deal_order, settling_order
from trainer.games.blackjack.play import (
    Ruling,
    Situation,
    insurance_against,
    may_insure,
    may_surrender,
    may_take_even_money,
)
from trainer.games.blackjack.promotions import prize_of, wins_prize_at_once
from trainer.games.blackjack.side_bets import Seen
from trainer.games.blackjack.table import Do, Phase, Step, Table
from trainer.games.blackjack.verdict import timing_reason, waits
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules

PHASES = tuple(Phase)


def next_step(rules: GameRules, table: Table) -> Step:
    """What the dealer does now; `Do.NONE` when the round is over."""
    phases = _phases(rules)
    for phase in phases[phases.index(table.phase) :]:
        step = _FINDERS[phase](rules, table, table.at if phase is table.phase else 0)
        if step is not None:
            return step
    return Step(Do.NONE, phase=Phase.OVER)


def _phases(rules: GameRules) -> tuple[Phase, ...]:
    switch = blackjack(rules).switch
    if switch is None or switch.asked == "after-offers":
        return PHASES
    others = [phase for phase in PHASES if phase is not Phase.SWITCH]
    at = others.index(Phase.OFFERS)
    return (*others[:at], Phase.SWITCH, *others[at:])


# ── bets and deal ────────────────────────────────────────────────────────────────────────────────────────────────────


def _bets(rules: GameRules, table: Table, at: int) -> Step | None:
    if at:
        return None
    call = rules.calls.get("no-more-bets")
    cite = call.cite if call else rules.bets["main"].cite
    return Step(Do.CLOSE_BETS, reasons=(Reason("bets-close", {}, cite),), phase=Phase.BETS)


def deal_targets(rules: GameRules, table: Table) -> list[Hand | None]:
    """Who receives a card, in order; `None` is the dealer."""
    targets: list[Hand | None] = deal_order(rules, table.hands, None)
    challenge = blackjack(rules).challenge
    if challenge is not None and challenge.base_card == "own":
        targets += [None] * (blackjack(rules).dealer.hands - 1)
    return targets


def _deal(rules: GameRules, table: Table, at: int) -> Step | None:
    targets = deal_targets(rules, table)
    if at >= len(targets):
        return None
    target, reason = targets[at], Reason("deal-order", {}, rules.orders["deal"].cite)
    if target is None:
        hole = bool(table.dealer) and blackjack(rules).deal.hole_card == "face-down"
        return Step(Do.DEAL_OWN, reasons=(reason,), face_down=hole, phase=Phase.DEAL, index=at)
    return Step(Do.DEAL, target.seat, target.number, reasons=(reason,), phase=Phase.DEAL, index=at)


# ── side bets, switch, offers ────────────────────────────────────────────────────────────────────────────────────────


def seen_by(rules: GameRules, table: Table, bet: BlackjackBet, over: bool = False) -> Seen:
    """The cards a side bet of this table is read from; ``over`` once its player's hands and the round are decided."""
    seat, dealer = bet.seat or 0, table.dealer_hand
    hands = table.hands_at(seat)
    markers = sum(hand.bet == "free-split" for hand in hands) + sum(hand.double == "free" for hand in hands)
    if table.told is not None and table.told.markers is not None:
        markers = table.told.markers
    return Seen(
        first=table.first.get(seat, ()),
        dealer=table.shown,
        drawn=table.drawn.get(seat, ()),
        dealer_done=dealer.done,
        dealer_total=dealer.total_given,
        dealer_blackjack=dealer.blackjack_given,
        markers=markers if over else None,
        round_over=over,
    )


def _side_bets_in_order(rules: GameRules, table: Table, settled: str, kind: str = "") -> Iterator[BlackjackBet]:
    """The side bets of one moment (and one kind) that still lie, in the order they are settled."""
    if not table.side_bets:
        return
    for seat in settling_order(rules, table.seats):
        for bet in table.side_bets:
            if bet.seat != seat or (kind and bet.bet != kind) or table.booked(bet):
                continue
            if side_bet(rules, bet.bet).settled == settled:
                yield bet


def _side_bets(rules: GameRules, table: Table, at: int) -> Step | None:
    """Side bets that the dealt cards decide, and Pot of Gold where no marker is possible."""
    settling = blackjack(rules).settling
    for bet in _side_bets_in_order(rules, table, "after-deal"):
        if row_of(rules, bet.bet, seen_by(rules, table, bet)) is not None:
            reason = Reason("side-bets-first", {}, settling.side_bets_cite or settling.cite)
            return Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=(reason,), phase=Phase.SIDE_BETS)
    for bet in _side_bets_in_order(rules, table, "after-dealer"):
        first = table.first.get(bet.seat or 0, ())
        if bet.bet == "pot-of-gold" and len(first) > 1:
            ruling = pot_of_gold_lives(rules, first)
            if not ruling.allowed:
                return Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=ruling.reasons, phase=Phase.SIDE_BETS)
    return None


def _switch(rules: GameRules, table: Table, at: int) -> Step | None:
    switch = blackjack(rules).switch
    if switch is None or at >= len(table.seats):
        return None
    reason = Reason("ask-switch", {}, switch.cite)
    seat = table.seats[at]
    return Step(Do.ASK_SWITCH, seat, answers=("switch", "keep"), reasons=(reason,), phase=Phase.SWITCH, index=at)


def _offers(rules: GameRules, table: Table, at: int) -> Step | None:
    """Even money, insurance and surrender, hand by hand, in the order of the rulebook."""
    index = 0
    for (kind,) in rules.orders["offers"].steps:
        for hand in table.hands:
            for on in range(1, len(hand.stakes) + 1) if kind == "insurance" else (1,):
                # Even money settles the hand, but a house may let it be insured all the same.
                open_to_offers = not table.is_settled(hand) or (kind == "insurance" and hand.left == "even-money")
                if index >= at and open_to_offers:
                    step = _offer(rules, table, hand, kind, on, index)
                    if step is not None:
                        return step
                index += 1
        if kind == "insurance":
            if index >= at and _insurance_was_open(rules, table):
                call = rules.calls.get("no-more-insurance")
                cite = call.cite if call else blackjack(rules).insurance.cite
                reason = Reason("insurance-closes", {}, cite)
                return Step(Do.CLOSE_INSURANCE, reasons=(reason,), phase=Phase.OFFERS, index=index)
            index += 1
    return None


def _insurance_was_open(rules: GameRules, table: Table) -> bool:
    if table.up is None:
        return False
    return table.up.rank == "A" or may_insure(rules, Hand(), Situation(table.up), "insurance-ten").allowed


def _offer(rules: GameRules, table: Table, hand: Hand, kind: str, on: int, index: int) -> Step | None:
    now = situation(table, hand)
    if wins_prize_at_once(rules, hand) or table.up is None:
        return None
    if kind == "even-money":
        if _is_insured(table, hand) and blackjack(rules).even_money.closes_insurance:
            return None
        return _question(
            Do.OFFER_EVEN_MONEY, hand, may_take_even_money(rules, hand, now), ("even-money", "wait"), index
        )
    if kind == "surrender":
        early = blackjack(rules).surrender.asked == "before-third-card" and not hand.is_blackjack
        ruling = may_surrender(rules, hand, now)
        return _question(Do.ASK_SURRENDER, hand, ruling, ("surrender", "play"), index) if early else None
    bet = insurance_against(table.up)
    ruling = may_insure(rules, hand, now, bet)
    if ruling.allowed:
        least, most = insurance_bounds(rules, bet, hand.stakes[on - 1], None)
        if least > most:  # a stake too small for the least insurance
            return None
    return _question(Do.OFFER_INSURANCE, hand, ruling, ("insure", "decline"), index, bet, on)


def _is_insured(table: Table, hand: Hand) -> bool:
    return any((bet.seat, bet.hand) == (hand.seat, hand.number) for bet in table.insurances)


def _question(
    do: Do, hand: Hand, ruling: Ruling, answers: tuple[str, ...], index: int, bet: str = "", on: int = 1
) -> Step | None:
    if not ruling.allowed:
        return None
    which = on if len(hand.stakes) > 1 else None
    return Step(do, hand.seat, hand.number, bet, answers, ruling.reasons, on=which, phase=Phase.OFFERS, index=index)


def _look(rules: GameRules, table: Table, at: int) -> Step | None:
    """A dealer with a reader looks under an ace or a ten before the players act."""
    deal = blackjack(rules).deal
    if at or not (deal.looks and table.hole_down and table.up and may_make_blackjack(table.up)):
        return None
    return Step(Do.LOOK, reasons=(Reason("looks", {}, deal.cite),), phase=Phase.LOOK)


# ── the players' turns ───────────────────────────────────────────────────────────────────────────────────────────────


def _turns(rules: GameRules, table: Table, at: int) -> Step | None:
    settling = blackjack(rules).settling
    for bet in _side_bets_in_order(rules, table, "with-hand"):
        if all(table.is_settled(hand) for hand in table.hands_at(bet.seat or 0)):
            reason = Reason("side-bet-after-hand", {}, rules.bets[bet.bet].cite or settling.cite)
            return Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=(reason,), phase=Phase.TURNS, index=at)
    for hand in table.hands:
        # Naturals are paid before anybody is asked, and split hands that all lost are collected together.
        if not table.is_settled(hand) and (_paid_before_the_turns(rules, table, hand) or _all_lost(rules, table, hand)):
            return _turn(rules, table, hand, at)
    for index in range(at, len(table.hands)):
        hand = table.hands[index]
        if not table.is_settled(hand):
            step = _turn(rules, table, hand, index)
            if step is not None:
                return step
    return None


def _paid_before_the_turns(rules: GameRules, table: Table, hand: Hand) -> bool:
    paid = blackjack(rules).natural.paid == "before-the-turns"
    return paid and hand.is_blackjack and table.up is not None and not waits(rules, table.up)


def _all_lost(rules: GameRules, table: Table, hand: Hand) -> bool:
    own = table.hands_at(hand.seat or 0)
    return hand.from_split and hand.is_bust and not lies_under_the_bet(rules, hand, own)


def _turn(rules: GameRules, table: Table, hand: Hand, index: int) -> Step | None:
    """What the dealer does with one hand; nothing if it is complete or waits."""
    figures = blackjack(rules)

    def step(do: Do, reasons: tuple[Reason, ...], answers: tuple[str, ...] = ()) -> Step:
        return Step(do, hand.seat, hand.number, answers=answers, reasons=reasons, phase=Phase.TURNS, index=index)

    if hand.from_split and len(hand.cards) == 1:
        return step(Do.DEAL, (Reason("split-second-card", {}, figures.split.cite),))
    if figures.promotions and wins_prize_at_once(rules, hand):
        cite = figures.promotions.prizes[prize_of(rules, hand)].cite
        return step(Do.PAY_PRIZE, (Reason("prize-at-once", {}, cite),))
    if hand.is_blackjack:
        if table.up is None or waits(rules, table.up):
            return None
        return step(Do.PAY_BLACKJACK, (timing_reason(rules, table.up),))
    if hand.is_bust:
        if lies_under_the_bet(rules, hand, table.hands_at(hand.seat or 0)):
            return None
        total = hand.points.total
        return step(Do.COLLECT_BUST, (Reason("bust", {"total": total}, figures.drawing.bust_cite),))
    answers = legal_answers(rules, table, hand)
    if answers == ("stand",):
        return None
    return step(Do.ASK, (Reason("ask-in-turn", {}, figures.drawing.cite),), answers)


# ── the dealer's hand and the settling ───────────────────────────────────────────────────────────────────────────────


def on_table(rules: GameRules, table: Table) -> OnTable:
    """What still waits for the dealer's present hand."""
    waiting = [
        hand
        for hand in table.hands
        if not table.is_settled(hand) and len(hand.stakes) >= table.challenge and not hand.is_bust
    ]
    blackjacks = sum(hand.is_blackjack for hand in waiting)
    second = sum(not table.booked(bet) for bet in table.insurances if bet.on in (None, table.challenge))
    second += sum(1 for _ in _side_bets_in_order(rules, table, "after-deal"))
    final = 0 if lone_push_22_is_over(rules, table.hands) else sum(bet.bet == "push-22" for bet in table.side_bets)
    return OnTable(len(waiting) - blackjacks, blackjacks, second, final)


def _dealer(rules: GameRules, table: Table, at: int) -> Step | None:
    figures, left = blackjack(rules), on_table(rules, table)
    lone_push_22 = any(True for _ in _side_bets_in_order(rules, table, "after-dealer", "push-22"))
    if table.hole_down:
        if left == OnTable() and not figures.dealer.draws_for_nobody and not lone_push_22:
            return None
        return Step(Do.SHOW_HOLE, reasons=(Reason("show-hole", {}, figures.deal.cite),), phase=Phase.DEALER)
    dealer = table.dealer_hand
    if dealer.second_known:
        step = _second_card_bets(rules, table)
        if step is not None:
            return step
    if dealer.done:  # his total is told
        return None
    if lone_push_22 and len(table.dealer) == 1 and figures.deal.hole_card == "face-down":
        # A round described without its hole card: Push 22 is settled only when that card is open.
        return Step(Do.DRAW, reasons=(Reason("show-hole", {}, figures.deal.cite),), phase=Phase.DEALER)
    act, reason = dealer_act(rules, table.dealer, left)
    if act is DealerAct.DRAW:
        return Step(Do.DRAW, reasons=(reason,), phase=Phase.DEALER)
    if table.announced or len(table.dealer) < 2:
        return None
    cite = rules.calls["total"].cite if "total" in rules.calls else figures.settling.cite
    announce = Reason("announce", {"total": points(table.dealer).total}, cite)
    return Step(Do.ANNOUNCE, reasons=(reason, announce), phase=Phase.DEALER)


def _second_card_bets(rules: GameRules, table: Table) -> Step | None:
    """Insurances and side bets that waited for the dealer's second card."""
    cite = blackjack(rules).insurance.settled_cite
    for seat in settling_order(rules, table.seats):
        for bet in table.insurances:
            if bet.seat == seat and bet.on in (None, table.challenge) and not table.booked(bet):
                reason = Reason("insurance-now", {}, cite)
                return Step(
                    Do.SETTLE_INSURANCE, seat, bet.hand, bet.bet, reasons=(reason,), on=bet.on, phase=Phase.DEALER
                )
    for bet in _side_bets_in_order(rules, table, "after-deal"):
        reason = Reason("side-bet-second-card", {}, rules.bets[bet.bet].cite)
        return Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=(reason,), phase=Phase.DEALER)
    return None


def _settle(rules: GameRules, table: Table, at: int) -> Step | None:
    for step in _settle_queue(rules, table):
        return step
    challenge = blackjack(rules).challenge
    if challenge is None or not _more_rounds(table):
        return None
    reason = Reason("base-card-moves", {"card": table.up, "box": table.challenge + 1}, challenge.base_cite)
    return Step(Do.MOVE_BASE, on=table.challenge + 1, reasons=(reason,), phase=Phase.SETTLE)


def _more_rounds(table: Table) -> bool:
    """Whether a bet lies against a later hand of the dealer."""
    live = [hand for hand in table.hands if (hand.seat, hand.number) not in table.gone]
    insured = [bet.on for bet in table.insurances if bet.on is not None and not table.booked(bet)]
    return any(len(hand.stakes) > table.challenge for hand in live) or any(on > table.challenge for on in insured)


def _settle_queue(rules: GameRules, table: Table) -> Iterator[Step]:
    """The bets still on the table, in the order they are settled."""
    if blackjack(rules).free_bet is not None:
        total = table.dealer_hand.total
        _, reason = take_and_pay(rules, total)
        extras = [
            Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=(reason,), phase=Phase.SETTLE)
            for kind in ("push-22", "pot-of-gold")
            for bet in _side_bets_in_order(rules, table, "after-dealer", kind)
        ]
        hands = list(_hands_to_settle(rules, table))
        yield from [*hands, *extras] if total == 22 else [*extras, *hands]
    else:
        yield from _hands_to_settle(rules, table)
    for bet in _side_bets_in_order(rules, table, "with-hand"):
        reason = Reason("side-bet-after-hand", {}, rules.bets[bet.bet].cite)
        yield Step(Do.SETTLE_SIDE_BET, bet.seat, bet=bet.bet, reasons=(reason,), phase=Phase.SETTLE)


def _hands_to_settle(rules: GameRules, table: Table) -> Iterator[Step]:
    settling = blackjack(rules).settling
    for seat in settling_order(rules, table.seats):
        hands = table.hands_at(seat)
        for hand in reversed(hands) if settling.from_side == "right" else hands:
            if not table.is_settled(hand) and len(hand.stakes) >= table.challenge:
                reasons = [Reason(f"settle-from-the-{settling.from_side}", {}, settling.direction_cite)]
                if settling.pick_up == "with-each-bet":
                    reasons.append(Reason("pick-up-with-each-bet", {}, settling.pick_up_cite))
                on = table.challenge if len(hand.stakes) > 1 else None
                yield Step(Do.SETTLE_HAND, seat, hand.number, reasons=tuple(reasons), on=on, phase=Phase.SETTLE)


def _pick_up(rules: GameRules, table: Table, at: int) -> Step | None:
    settling = blackjack(rules).settling
    reason = Reason(f"pick-up-from-the-{settling.from_side}", {}, settling.direction_cite)
    left = {hand.seat for hand in table.hands if (hand.seat, hand.number) not in table.gone}
    seats = [seat for seat in settling_order(rules, table.seats) if seat in left]
    if at < len(seats):
        return Step(Do.PICK_UP, seats[at], reasons=(reason,), phase=Phase.PICK_UP, index=at)
    if at == len(seats):
        return Step(Do.PICK_UP_OWN, reasons=(reason,), phase=Phase.PICK_UP, index=at)
    return None


def _over(rules: GameRules, table: Table, at: int) -> Step | None:
    return None


_FINDERS = {
    Phase.BETS: _bets,
    Phase.DEAL: _deal,
    Phase.SIDE_BETS: _side_bets,
    Phase.SWITCH: _switch,
    Phase.OFFERS: _offers,
    Phase.LOOK: _look,
    Phase.TURNS: _turns,
    Phase.DEALER: _dealer,
    Phase.SETTLE: _settle,
    Phase.PICK_UP: _pick_up,
    Phase.OVER: _over,
}
