"""Attacks on a certificate, its status lists and the list of keys."""

from __future__ import annotations

import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

from tests.exams.attack_means import (
    HARMLESS,
    REFUSED,
    Rows,
    verified,
)
from tests.exams.attacked_machines import ROOT, other_school
from tests.exams.terminal_attacks import Attack
from tests.exams.terminal_school import CERTIFIER, TerminalSchool


def certificates() -> Rows:
    def changed(ending: str, change: Callable[[bytes], bytes]) -> Attack:
        def attack(t: TerminalSchool) -> str:
            path = t.written(ending)
            path.write_bytes(change(path.read_bytes()))
            return t.certificate("verify", str(path))

        return attack

    yield "credential: padded", changed(".json", lambda data: data.strip() + b"=="), REFUSED
    yield "credential: four parts", changed(".json", lambda data: data.strip() + b".x"), REFUSED
    yield (
        "credential: signature of zeros",
        changed(".json", lambda data: data.rsplit(b".", 1)[0] + b"." + b"A" * 86),
        REFUSED,
    )
    yield "credential: a space inside", changed(".json", lambda data: data[:40] + b" " + data[40:]), REFUSED
    yield "credential: a zero byte behind it", changed(".json", lambda data: data + b"\0"), REFUSED
    yield "PDF: a comment behind the seal", changed(".pdf", lambda data: data + b"% nothing\n"), REFUSED
    yield "PDF: white space behind the seal", changed(".pdf", lambda data: data + b"\n\n"), REFUSED
    yield "PDF: twice", changed(".pdf", lambda data: data + data), REFUSED
    yield (
        "PDF: another date in its header",
        changed(".pdf", lambda data: data.replace(b"%PDF-1.", b"%PDF-2.", 1)),
        REFUSED,
    )
    yield "PNG: a comment chunk", changed(".png", _with_text_chunk), REFUSED
    yield "PNG: twice", changed(".png", lambda data: data + data), REFUSED
    yield (
        "PNG: named PDF",
        lambda t: t.certificate("verify", str(shutil.copy(t.written(".png"), t.home / "x.pdf"))),
        HARMLESS,
    )
    yield "verified by somebody who trusts nobody", lambda t: verified(t, home=t.home.parent / "nobody"), REFUSED
    yield "verified without a status list elsewhere", _elsewhere, REFUSED
    yield "a list of statuses cut in half", lambda t: _with_list(t, lambda data: data[: len(data) // 2]), REFUSED
    yield "an empty list of statuses", lambda t: _with_list(t, lambda data: b""), REFUSED
    yield (
        "the certificate as its own list of statuses",
        lambda t: _with_list(t, lambda data: t.written(".json").read_bytes()),
        REFUSED,
    )
    yield (
        "revoked, and verified on this machine",
        lambda t: (
            t.certificate("revoke", t.number, "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[1],
        REFUSED,
    )
    yield (
        "suspended, and verified on this machine",
        lambda t: (
            t.certificate("revoke", t.number, "--suspend", "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[1],
        REFUSED,
    )
    yield (
        "revoked twice, then reinstated",
        lambda t: (
            t.certificate("revoke", t.number, "--reason", "error", typed=(CERTIFIER,)),
            t.certificate("revoke", t.number, "--suspend", "--reason", "error", typed=(CERTIFIER,)),
            t.certificate("revoke", t.number, "--reinstate", "--reason", "error", typed=(CERTIFIER,)),
            verified(t),
        )[3],
        REFUSED,
    )
    yield (
        "the number in small letters revoked",
        lambda t: t.certificate("revoke", "../" + t.number, "--reason", "x", typed=(CERTIFIER,)),
        REFUSED,
    )
    yield "a key declared stolen before the certificate was issued", _stolen, REFUSED
    yield "trust a key list cut to its first key", lambda t: _trusts(t, _cut), REFUSED
    yield "a certificate of a school that only has the same name", _of_namesake, REFUSED


def _with_text_chunk(data: bytes) -> bytes:
    body = b"tEXtComment\0issued to Eva"
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]


def _lists(t: TerminalSchool) -> list[Path]:
    return [path for path in (t.home / "out").iterdir() if t.number not in path.name]


def _elsewhere(t: TerminalSchool) -> str:
    keys = t.home / "keys.json"
    t.certificate("keys", "public", str(keys))
    return verified(t, "--keys", str(keys), home=t.home.parent / "verifier")


def _with_list(t: TerminalSchool, change: Callable[[bytes], bytes]) -> str:
    keys, path = t.home / "keys.json", t.home / "list"
    t.certificate("keys", "public", str(keys))
    path.write_bytes(change(_lists(t)[0].read_bytes()))
    return verified(t, "--keys", str(keys), "--status", str(path), home=t.home.parent / "verifier")


def _stolen(t: TerminalSchool) -> str:
    said = t.certificate("keys", "list")
    kid = next(line.split()[0] for line in said.splitlines() if "certifier" in line.casefold())
    t.certificate("keys", "compromised", kid, "2020-01-01T00:00:00Z", typed=(ROOT,))
    return verified(t)


def _cut(plain: dict[str, object]) -> None:
    for value in plain.values():
        if isinstance(value, list) and len(value) > 1:
            del value[1:]


def _trusts(t: TerminalSchool, change: Callable[[dict[str, object]], None]) -> str:
    keys, home = t.home / "keys.json", t.home.parent / "verifier"
    t.certificate("keys", "public", str(keys))
    t.certificate("trust", str(keys), home=home)
    t.edit(keys, change)
    t.certificate("trust", str(keys), home=home)
    return verified(t, home=home)


def _of_namesake(t: TerminalSchool) -> str:
    mine = other_school(t)
    keys, home = mine.home / "keys.json", t.home.parent / "verifier"
    mine.certificate("keys", "public", str(keys))
    mine.certificate("trust", str(keys), home=home)
    return verified(t, home=home)
