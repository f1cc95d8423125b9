"""Strict reader of signed tokens (JWT): one algorithm, one encoding, one key.

The library that writes our credentials can read them too, but reports one kind of error for everything and supports
options we do not need. Here every step is separate, so that a verdict can say which one failed.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from trainer.exams.errors import RefusedError
from trainer.exams.keys import BadKeyError, PublicKey
from trainer.texts import Message

_LONGEST = 4_000_000  # characters; the status list of a large school has tens of thousands
_DEEPEST = 40


class AlteredError(RefusedError):
    """A token, picture or document that is not as it was issued."""


def _altered(what: str) -> AlteredError:
    return AlteredError(Message(f"certificates.altered.{what}"))


class Token:
    """A token signed by the key it names; whether that key is trusted is checked elsewhere."""

    __slots__ = ("key", "payload", "signature", "text")

    def __init__(self, text: str) -> None:
        """Raises `AlteredError`."""
        parts = text.split(".")
        if len(text) > _LONGEST or len(parts) != 3:
            raise _altered("no-token")
        head, payload, self.signature = (_from_base64(part) for part in parts)
        header = _read(head)
        self.text = text
        self.payload = _read(payload)
        self.key = _issuer_key(self.payload)
        _check_header(header, self.key)
        if not self.key.verifies_raw(f"{parts[0]}.{parts[1]}".encode("ascii"), self.signature):
            raise _altered("signature")


def _check_header(header: dict[str, Any], key: PublicKey) -> None:
    """The header must contain exactly what is expected; nothing in it is trusted."""
    if header.get("alg") != "EdDSA":
        raise _altered("algorithm")
    jwk = header.get("jwk")
    x = base64.urlsafe_b64encode(key.raw).decode("ascii").rstrip("=")
    if set(header) - {"alg", "typ", "jwk"} or header.get("typ") != "JWT":
        raise _altered("header")
    if not isinstance(jwk, dict) or jwk != {"kty": "OKP", "crv": "Ed25519", "x": x}:
        raise _altered("key")


def _issuer_key(payload: dict[str, Any]) -> PublicKey:
    issuer = payload.get("issuer")
    named = issuer.get("id") if isinstance(issuer, dict) else issuer
    if not isinstance(named, str) or payload.get("iss") != named:
        raise _altered("issuer")
    try:
        return PublicKey.from_did(named)
    except BadKeyError:
        raise _altered("issuer") from None


def _from_base64(part: str) -> bytes:
    try:
        raw = base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise _altered("no-token") from None
    if base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=") != part:
        raise _altered("no-token")
    return raw


def _read(data: bytes) -> dict[str, Any]:
    """Parse a JSON object; raises `AlteredError` for duplicate keys, floats and deep nesting."""
    try:
        found = json.loads(
            data.decode("utf-8"), object_pairs_hook=_once_each, parse_constant=_refuse, parse_float=_refuse
        )
        if not isinstance(found, dict) or not _is_shallow(found, _DEEPEST):
            raise ValueError("no object")
    except (ValueError, RecursionError):
        raise _altered("no-token") from None
    return found


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse(word: str) -> Any:
    raise ValueError(word)


def _is_shallow(value: object, left: int) -> bool:
    if not left:
        return False
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_shallow(part, left - 1) for part in parts)
