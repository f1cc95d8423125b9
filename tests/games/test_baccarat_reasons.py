"""Every reason of every worked case can be said in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games import test_baccarat_vectors, test_banked_vectors, test_trente_vectors
from trainer.games import game
from trainer.games.core import Reason, Settlement, read_request
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, text

REQUESTS: list[dict[str, Any]] = [
    *(request for case in test_baccarat_vectors.ALL for request in test_baccarat_vectors.requests_of(case)),
    *(test_banked_vectors.request_of(case) for case in test_banked_vectors.ALL),
    *(test_trente_vectors.request_of(case) for case in test_trente_vectors.ALL),
]
KINDS = ("settle", "decide", "limit")


def reasons_of(request: dict[str, Any]) -> list[Reason]:
    options = {key: str(value) for key, value in request.get("options", {}).items()}
    rules = load_rules(shipped_library(), request["rulebook"], request["game"], request.get("variant", ""), options)
    kind = next(kind for kind in KINDS if kind in request)
    ask = game(rules.game).asks[kind]  # type: ignore[index]
    answer = ask.answer(rules, read_request(ask, request[kind], kind))
    boxes = answer.bets if isinstance(answer, Settlement) else ()
    return [*answer.reasons, *(reason for box in boxes for reason in box.reasons)]


@pytest.mark.parametrize("language", Language)
def test_every_reason_can_be_said(language: Language) -> None:
    said = 0
    for request in REQUESTS:
        area = "trente-et-quarante" if request["game"] == "trente-et-quarante" else "baccarat"
        for reason in reasons_of(request):
            message = reason.rule if "." in reason.rule else f"{area}.reason.{reason.rule}"
            words = text(message, language, **reason.params)
            assert "{" not in words, (request, words)
            assert reason.cite is not None, (request, reason)
            said += 1
    assert said > 300
