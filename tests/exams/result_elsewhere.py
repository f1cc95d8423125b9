"""Independent verifier of results, written from `trainer/exams/FORMATS.md`; it shares no code with the program."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from fractions import Fraction
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

DOMAINS = {"station": "ct-result-v1", "certifier": "ct-review-v1", "rehearsal": "ct-rehearsal-v1"}


class NotSoError(Exception):
    """The result is not valid."""


def jcs(value: Any) -> bytes:
    """Canonical JSON (RFC 8785) for values without fractions."""
    match value:
        case None | bool() | int() | str():
            return json.dumps(value, ensure_ascii=False).encode()
        case list():
            return b"[" + b",".join(jcs(part) for part in value) + b"]"
        case dict():
            keys = sorted(value, key=lambda key: key.encode("utf-16-be"))
            return b"{" + b",".join(jcs(key) + b":" + jcs(value[key]) for key in keys) + b"}"
    raise NotSoError("canonical")


def sha(domain: str, *parts: bytes) -> str:
    return hashlib.sha256(domain.encode() + b"\0" + b"".join(parts)).hexdigest()


def need(holds: bool, what: str) -> None:
    if not holds:
        raise NotSoError(what)


def check(data: bytes, keys: dict[str, list[str]]) -> dict[str, Any]:
    """Marks of a valid result; ``keys`` are the school's public keys by role, in hexadecimal."""
    try:
        found = json.loads(data)
        need(jcs(found) == data, "canonical")
        result, seals = found["result"], found["seals"]
        _chain(result)
        _paper(result)
        _seals(result, seals, keys)
        _marks(result)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise NotSoError(f"form: {error!r}") from None
    return dict(result["marks"])


def _chain(result: dict[str, Any]) -> None:
    last = sha("ct-sitting-v1", jcs(result["header"]))
    for number, each in enumerate(result["events"]):
        need(set(each) == {"event", "hash"} and each["event"]["n"] == number, f"event {number}")
        last = sha("ct-event-v1", bytes.fromhex(last), jcs(each["event"]))
        need(each["hash"] == last, f"event {number}")
    need(result["count"] == len(result["events"]) and result["last"] == last, "end")
    kinds = [each["event"]["kind"] for each in result["events"]]
    need(kinds[0] == "committed" and kinds[-1] == "handed-in" and kinds.count("handed-in") == 1, "order")


def _paper(result: dict[str, Any]) -> None:
    paper, header, first = result["paper"], result["header"], result["events"][0]["event"]
    nonce, commitment = bytes.fromhex(paper["nonce"]), header["commitment"]
    need(commitment["seed"] == sha("ct-seed-v1", nonce, jcs(paper["seed"])) == first["seed"], "seed")
    need(commitment["items"] == [sha("ct-item-v1", nonce, jcs(item)) for item in paper["items"]], "item")
    need(commitment["whole"] == sha("ct-paper-v1", nonce, jcs(paper)) == first["paper"], "paper")
    need(header["paper"] == paper["id"] and header["rehearsal"] == paper["rehearsal"], "header")


def _seals(result: dict[str, Any], seals: list[dict[str, Any]], keys: dict[str, list[str]]) -> None:
    digest = sha("ct-result-v1", jcs(result))
    wanted = "rehearsal" if result["paper"]["rehearsal"] else "station"
    need(bool(seals) and seals[0]["role"] == wanted and seals[0]["review"] is None, "first seal")
    hands = {each["event"].get("by", "") for each in result["events"]} | {result["paper"]["drawn_by"]}
    hands |= {*result["header"]["trained_by"], (result["regrade"] or {}).get("by", "")}
    for number, seal in enumerate(seals):
        review = seal["review"]
        says = review if number else digest
        covered = jcs({"at": seal["at"], "key": seal["key"], "role": seal["role"], "says": says})
        datetime.strptime(seal["at"], "%Y-%m-%dT%H:%M:%SZ")
        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal["key"])).verify(
                bytes.fromhex(seal["signature"]), DOMAINS[seal["role"]].encode() + b"\0" + covered
            )
        except InvalidSignature:
            raise NotSoError(f"seal {number}") from None
        need(seal["key"] in keys[seal["role"]], f"key of seal {number}")
        if number:
            need(seal["role"] == "certifier" and review["result"] == digest, f"review {number}")
            need(review["by"] not in hands and wanted != "rehearsal", f"reviewer {number}")
            need(review["decision"] in ("confirmed", "refused"), f"decision {number}")
    if result["regrade"] is None and wanted == "station":
        need(seals[0]["key"] == result["header"]["station"], "station")


def _marks(result: dict[str, Any]) -> None:
    """Total from the parts and parts from the items; voided items do not count."""
    marks, regrade = result["marks"], result["regrade"]
    given: dict[int, str] = {}
    for each in result["events"]:
        if each["event"]["kind"] == "answer":
            given[each["event"]["item"]] = each["event"]["answer"]
    voided = set(regrade["voided"]) if regrade else set()
    if regrade:
        need(bool(regrade["reason"].strip()) and len(regrade["parent"]) == len(regrade["first"]) == 64, "regrade")
    need(len(marks["items"]) == len(result["paper"]["items"]), "marks")
    total, weights, passed = Fraction(0), 0, True
    for item in marks["items"]:
        need(item["given"] == given.get(item["item"], "") and item["voided"] == (item["item"] in voided), "item mark")
        need(item["millionths"] == 0 or (item["right"] and not item["voided"]), "worth")
    for part, told in zip(result["paper"]["scheme"]["parts"], marks["parts"], strict=True):
        own = [item for item in marks["items"] if item["part"] == part["id"] and not item["voided"]]
        share = Fraction(sum(item["millionths"] for item in own), max(1, len(own)) * 1_000_000)
        need(told["items"] == len(own) and told["millionths"] == int(share * 1_000_000), "part")
        reached = not own or share >= Fraction(str(part["pass-mark"])) / 100
        need(told["passed"] == reached, "part passed")
        passed = passed and (reached or not part["must-pass"])
        total += part["weight"] * share if own else 0
        weights += part["weight"] if own else 0
    whole = total / weights if weights else Fraction(0)
    passed = passed and whole >= Fraction(str(result["paper"]["scheme"]["pass-mark"])) / 100
    need((marks["millionths"], marks["passed"]) == (int(whole * 1_000_000), passed), "whole")
