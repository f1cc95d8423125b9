"""The keys of an act: what the trainee would type to do it. The guide of level 1 and the pace of a typist use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from trainer.games.pai_gow.settle import PAI_GOW
from trainer.games.round import Act, Money, State
from trainer.games.round_money import REFUSALS, is_left
from trainer.live.affairs import SETTLE
from trainer.live.keys import (
    ASKS,
    BACK,
    BOXES,
    DEALER,
    ENTER,
    OF_SPLIT,
    SPACE,
    THOUSAND,
    TURNS,
    VERBS,
    WITH_COMMISSION,
    WITH_NUMBER,
    Keyboard,
    Typed,
    lying_there,
)
from trainer.live.letters import AREA_LETTERS, CLOSE, LOCK_OUT, OPEN, WAVE

_KEY_OF_VERB = {verb: key for key, verb in VERBS.items()}
_BOX_KEYS = {number: key for key, number in BOXES.items()}
_HAND_KEYS = {DEALER: "0", "player": "P", "banker": "B", "burn": "U", "both": "A"}
_ARROWS = {turn: key for key, turn in TURNS.items()}


class NoKeysError(Exception):
    """No keys of this table type the act."""


def spell(keyboard: Keyboard, act: Act, state: State, typed: Typed | None = None) -> tuple[str, ...]:
    """The keys that type an act; without the verb's key if that verb is already armed. Raises `NoKeysError`.

    An act that is done with words, such as returning a surrendered stake, is typed as a call and an act.
    """
    try:
        verb, *rest = _keys(keyboard, act, state)
        words = ("c", _letter(keyboard, str(act.facts["say"]))) if _has_words(act) else ()
    except (KeyError, ValueError, TypeError):
        raise NoKeysError(str(act)) from None
    if verb not in keyboard.verbs:
        raise NoKeysError(str(act))
    if "hand" in act.facts and keyboard.kind == "blackjack" and rest:
        seat = next((place for place, key in enumerate(rest) if key == str(act.seat or act.topic)), len(rest))
        rest = [*rest[:seat], OF_SPLIT, str(act.facts["hand"]), *rest[seat:]]
    if words:
        return (*words, verb, *rest)
    if typed is not None and typed.verb == VERBS[verb] and rest[: len(typed.keys)] == list(typed.keys):
        return tuple(rest[len(typed.keys) :])
    return (verb, *rest)


def grouped(
    keyboard: Keyboard, keys: tuple[str, ...], state: State, typed: Typed | None = None
) -> tuple[tuple[str, ...], ...]:
    """Keys of which the digits of one number are together; a digit that names a player, a box or a card is alone."""
    groups: list[tuple[str, ...]] = []
    typed = typed or Typed()
    for key in keys:
        if groups and begun_number(keyboard, typed, key, state):
            groups[-1] = (*groups[-1], key)
        else:
            groups.append((key,))
        typed, _ = keyboard.press(typed, key, state)
    return tuple(groups)


def begun_number(keyboard: Keyboard, typed: Typed, key: str, state: State) -> str:
    """The figures, typed before, of the number that a key continues; empty if it continues none."""
    after, _ = keyboard.press(typed, key, state)
    phrase = keyboard.phrase(after, state)
    continues = (key.isdigit() or key == THOUSAND) and phrase.figures and phrase.figures_at < len(after.keys) - 1
    return keyboard.phrase(typed, state).figures if continues else ""


def _has_words(act: Act) -> bool:
    """Whether words belong to an act that are a call of their own."""
    return act.do == "give-back" and "say" in act.facts


def _keys(keyboard: Keyboard, act: Act, state: State) -> Iterator[str]:
    do = act.do
    if do in ("open", "close"):
        call = OPEN if do == "open" else CLOSE if act.facts.get("say", True) else WAVE
        call = LOCK_OUT if act.facts.get("lock_out") else call
        return iter(("c", _letter(keyboard, call)))
    if do == "unmark" and act.topic == "value":
        return iter(("U", str(act.seat)))
    if do in ("unmark", "end", "wait", "void", "shuffle", "show", "drop"):
        return iter("u" if do == "unmark" else (_KEY_OF_VERB[do],))
    if do in ("call", "floor", "ask", "say"):
        return _voice(keyboard, act)
    if do in ("spin", "dice", "shake"):
        return _chance(act)
    if do in ("take", "pay", "give-back", SETTLE):
        return _money_act(keyboard, act, state)
    return _cards_and_cloth(keyboard, act, state)


def _voice(keyboard: Keyboard, act: Act) -> Iterator[str]:
    if act.do == "call":
        yield "c"
        yield from _call(keyboard, act)
    elif act.do == "floor":
        yield "f"
        yield _key_of(keyboard.floor, act.topic) if act.topic else ENTER
        if act.seat is not None:
            yield str(act.seat)
    elif act.do == "ask":
        yield "a"
        yield from _question(keyboard.kind, act)
    else:
        yield from ("y", *(("A",) if act.topic == "advice" else ()), str(act.seat))


def _chance(act: Act) -> Iterator[str]:
    yield SPACE
    if act.do == "spin":
        yield from (_ARROWS[act.facts["wheel"]], _ARROWS[act.facts["ball"]])
    elif act.do == "dice":
        yield from (*(("H",) if act.facts.get("how") == "hand" else ()), str(act.topic))
    else:
        yield from (*(("C",) if act.facts.get("covered") else ()), *_figure(act.facts["times"]))


def _cards_and_cloth(keyboard: Keyboard, act: Act, state: State) -> Iterator[str]:
    do = act.do
    if do == "deal":
        yield "D" if act.facts.get("face") == "down" else "d"
        yield _hand(act.facts["start"] if keyboard.kind == "pai-gow" else act.topic)
    elif do in ("turn", "pick-up"):
        yield _KEY_OF_VERB[do]
        if act.topic == "spots-without-bet":
            yield "A"
        elif act.topic != "all":
            yield _hand(act.topic)
    elif do in ("burn", "count"):
        yield from (_KEY_OF_VERB[do], *_figure(act.facts["cards"]))
    elif do == "cut":
        yield from ("k", {DEALER: "0", "player": "P", "house": "H"}[str(act.topic)])
        if act.topic == "house":
            yield from _figure(act.facts.get("behind", ""))
    elif do == "set":
        cards = [str(card) for card in getattr(state, "own", ())]
        yield from ("e", *(str(cards.index(card) + 1) for card in act.facts["low"]))
    elif do == "move":
        if keyboard.kind in ("baccarat", "house-poker"):
            yield "o"
            return
        yield from ("o", _key_of(keyboard.bets, act.bet), str(act.seat), _BOX_KEYS[int(act.topic)])
    elif do == "mark":
        yield "m"
        yield from _marked(keyboard, act)
    elif do == "change":
        yield from ("w", *{"buy-in": "", "change": "C", "cash-out": "L"}[str(act.topic)], str(act.seat))
        colour = keyboard.chips.get(act.seat or 0, "") if keyboard.sells_colours else ""
        yield from (*_figure(_worth(act.facts["takes"], colour)), *_figure(_worth(act.facts["gives"], colour)))
    elif do == "correct":
        yield from (BACK, ENTER)
    else:
        raise KeyError(do)


def _worth(chips: Any, colour: str = "") -> Any:
    """What chips or money are worth; chips of a player's colour are counted."""
    if not isinstance(chips, dict):
        return chips
    if colour in chips:
        return chips[colour]
    return sum(count if name == "cash" else int(name) * count for name, count in chips.items())


def _marked(keyboard: Keyboard, act: Act) -> Iterator[str]:
    if act.topic == "prison":
        yield from (_key_of(keyboard.bets, str(act.on)), str(act.seat))
    elif act.topic == "value":
        chips = {str(seat): chip for seat, chip in keyboard.chips.items()}
        yield from (
            "V",
            str(act.seat) if act.seat is not None else _key_of(chips, str(act.on)),
            *_figure(act.facts["value"]),
        )
    else:
        yield from _figure(act.on)


def _letter(keyboard: Keyboard, call: str) -> str:
    return _key_of({letter: key.id for letter, key in keyboard.calls.items()}, call)


def _key_of(letters: Mapping[str, str], name: str | int) -> str:
    for letter, each in letters.items():
        if each == name:
            return letter
    raise KeyError(name)


def _hand(topic: Any) -> str:
    return str(int(topic)) if str(topic).isdigit() else _HAND_KEYS[str(topic)]


def _figure(value: Any) -> Iterator[str]:
    yield from str(value)
    yield ENTER


def _call(keyboard: Keyboard, act: Act) -> Iterator[str]:
    said = {name: value for name, value in act.facts.items() if isinstance(value, str | bool)}
    for letter, key in keyboard.calls.items():
        if key.topic == act.topic and all(said.get(name) == value for name, value in key.facts.items()):
            yield letter
            if key.figures == ("player", "banker"):
                yield from (str(act.facts[name]) for name in key.figures)
            elif key.figures:
                yield from _figure(act.facts[key.figures[0]])
            if key.seat:
                yield str(act.seat)
            return
    raise KeyError(act.topic)


def _question(kind: str, act: Act) -> Iterator[str]:
    key = _key_of(ASKS[kind], act.topic)
    if key:
        yield key
    yield ENTER if act.seat is None else str(act.seat)


def _money_act(keyboard: Keyboard, act: Act, state: State) -> Iterator[str]:
    act = as_typed(keyboard, act, state)
    yield _KEY_OF_VERB[act.do]
    if act.do == "take" and act.seat is None:
        yield _key_of(AREA_LETTERS, act.topic)
        return
    if keyboard.kind == "craps" and act.bet == "place":
        yield _BOX_KEYS[int(act.on)]
    elif act.bet:
        yield _key_of(keyboard.bets, act.bet)
        if keyboard.kind == "craps" and act.bet in WITH_NUMBER:
            yield _BOX_KEYS[int(act.on)]
    yield str(act.seat)
    if act.do == "take":
        return
    if act.do == "give-back" and (act.amount is None or act.facts.get("reason") in REFUSALS):
        yield ENTER
        return
    yield from _amount(keyboard, act, state)


def _amount(keyboard: Keyboard, act: Act, state: State) -> Iterator[str]:
    amount = act.amount or 0
    fee = act.facts.get("commission") if keyboard.kind in WITH_COMMISSION else None
    if amount and amount == lying_there(state, act.seat or 0, act.bet, act.on):
        yield "="
        if keyboard.kind not in WITH_COMMISSION:
            return
    else:
        yield from _typed_amount(amount)
    if fee is not None:
        yield from ("%", *_typed_amount(fee))
    yield ENTER


def as_typed(keyboard: Keyboard, act: Act, state: State) -> Act:
    """An act as its keys say it.

    A claim is settled with a payment. At roulette the keys name the bet, not its spot on the cloth, so that a player is
    paid for all his bets of a kind at once. At pai gow poker the bet on the hands needs no name.
    """
    if act.do == SETTLE:
        return msgspec.structs.replace(act, do="pay")
    if act.do in ("pay", "take") and act.bet == PAI_GOW:
        return msgspec.structs.replace(act, bet="")
    if act.do not in ("pay", "give-back") or keyboard.kind != "roulette" or act.on is None:
        return act
    amount = _together(state, act) if act.do == "pay" else act.amount
    return msgspec.structs.replace(act, on=None, amount=amount)


def _together(state: State, act: Act) -> Money:
    """What a player is due for all his bets of a kind."""
    return sum(
        due.pays
        for bet, due in zip(state.bets, state.dues, strict=False)
        if due is not None and (bet.seat, bet.bet) == (act.seat, act.bet) and is_left(bet, due, "pay")
    )


def _typed_amount(amount: Money) -> Iterator[str]:
    """An amount with as few keys as possible: thousands end in ``k``."""
    if amount == int(amount):
        whole = int(amount)
        yield from (*str(whole // 1000), "k") if whole and whole % 1000 == 0 else str(whole)
    else:
        yield from f"{float(amount):.6f}".rstrip("0")
