"""Independent reader of cards and status lists, written from the certificates' README, RFC 8032, RFC 9285 and the W3C
Bitstring Status List. It shares no code with the program, nor with the library the program signs with."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

# ── RFC 8032, section 5.1 ────────────────────────────────────────────────────────────────────────────────────────────

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]  # x = X/Z, y = Y/Z, x·y = T/Z
NEUTRAL: Point = (0, 1, 1, 0)


class ForgedError(Exception):
    """The card or list is not valid."""


def need(holds: object, what: str) -> None:
    if not holds:
        raise ForgedError(what)


def add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    found = NEUTRAL
    while number:
        if number & 1:
            found = add(found, point)
        point, number = add(point, point), number >> 1
    return found


def same(one: Point, other: Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


def decompressed(raw: bytes) -> Point:
    number = int.from_bytes(raw, "little")
    y, sign = number % 2**255, number >> 255
    need(len(raw) == 32 and y < P, "point")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    need((x * x - square) % P == 0 and (x or not sign), "point")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = decompressed((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def check_signature(key: bytes, message: bytes, signature: bytes) -> None:
    need(len(signature) == 64, "signature")
    a, r, s = decompressed(key), decompressed(signature[:32]), int.from_bytes(signature[32:], "little")
    need(s < L, "signature")
    need(not same(times(8, a), NEUTRAL) and not same(times(8, r), NEUTRAL), "small order")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    need(same(times(s, BASE), add(r, times(k, a))), "signature")


# ── the card ─────────────────────────────────────────────────────────────────────────────────────────────────────────

BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def from_base45(text: str) -> bytes:
    need(len(text) % 3 != 1 and set(text) <= set(BASE45), "letters")
    data = b""
    for start in range(0, len(text), 3):
        part = [BASE45.index(letter) for letter in text[start : start + 3]]
        number = part[0] + 45 * part[1] + (2025 * part[2] if len(part) == 3 else 0)
        need(number < 256 ** (len(part) - 1), "letters")
        data += number.to_bytes(len(part) - 1, "big")
    return data


def read_card(text: str, keys: list[bytes], now: datetime) -> dict[str, Any]:
    """Facts on a card, if a certifier's key of the school signed it and today is within its dates."""
    need(text.startswith("CT1:"), "card")
    raw = from_base45(text[4:])
    said, signature = raw[:-64], raw[-64:]
    need(len(said) >= 49 and said[0] == 1, "version")
    mine = [key for key in keys if hashlib.sha256(key).digest()[:8] == said[1:9]]
    need(mine, "unknown key")
    check_signature(mine[0], b"ct-card-v1\0" + said, signature)
    number = "".join(CROCKFORD[int.from_bytes(said[9:17], "big") >> shift & 31] for shift in range(60, -1, -5))
    days = [date(2020, 1, 1) + timedelta(days=int.from_bytes(said[at : at + 2], "big")) for at in (17, 19)]
    try:
        level, scheme, holder = said[49:].decode().split("\0")
    except ValueError:
        raise ForgedError("words") from None
    need(days[0] <= now.date() <= days[1], "days")
    return {
        "number": "-".join(number[at : at + 4] for at in range(0, 13, 4)),
        "issued": days[0].isoformat(),
        "expires": days[1].isoformat(),
        "status": int.from_bytes(said[21:25], "big"),
        "result": said[25:41].hex(),
        "rules": said[41:49].hex(),
        "level": level,
        "scheme": scheme,
        "holder": holder,
    }


# ── status lists: RFC 7515, Bitstring Status List 1.0 ────────────────────────────────────────────────────────────────


def from_base64url(text: str) -> bytes:
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    need(base64.urlsafe_b64encode(raw).rstrip(b"=").decode() == text, "base64url")
    return raw


def did_of(key: bytes) -> str:
    number, letters = int.from_bytes(b"\xed\x01" + key, "big"), ""
    while number:
        number, place = divmod(number, 58)
        letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[place] + letters
    return f"did:key:z{letters}"


def is_marked(listed: str, index: int, purpose: str, keys: list[bytes], now: datetime) -> bool:
    """Whether an index of a list is marked, if the school signed it for this purpose and it is valid now."""
    try:
        head, payload, signature = listed.split(".")
        header, found = json.loads(from_base64url(head)), json.loads(from_base64url(payload))
        need(header["alg"] == "EdDSA" and "crit" not in header, "algorithm")
        issuers = [key for key in keys if did_of(key) == found["issuer"] == found["iss"]]
        need(issuers, "stranger")
        check_signature(issuers[0], f"{head}.{payload}".encode("ascii"), from_base64url(signature))
        subject = found["credentialSubject"]
        need("BitstringStatusListCredential" in found["type"] and subject["type"] == "BitstringStatusList", "type")
        need(subject["statusPurpose"] == purpose and found["jti"] == found["id"], "purpose")
        begins, ends = (datetime.fromisoformat(found[name]).astimezone(UTC) for name in ("validFrom", "validUntil"))
        need(begins <= now < ends, "dates")
        need(subject["encodedList"][0] == "u", "multibase")
        packed = io.BytesIO(from_base64url(subject["encodedList"][1:]))
        bits = gzip.GzipFile(fileobj=packed).read(10_000_000)
        need(len(bits) * 8 >= 131_072 and 0 <= index < len(bits) * 8, "index")
        return bool(bits[index // 8] >> (7 - index % 8) & 1)
    except (KeyError, TypeError, ValueError, IndexError, OSError, EOFError) as error:
        raise ForgedError(f"form: {error!r}") from None
