"""How laptops and desks get in: joining and signing in by HTTPS, and the first words of a connection."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from trainer.school.entries import Count, Id, Moment
from trainer.school.protocol.limits import VERSION, Key, Name, Nonce, Params, Password, Signature
from trainer.school.storage.people import Role


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop asks the service to prove that it knows the code."""

    nonce: Nonce
    version: int = VERSION


class HelloBack(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Its proofs, one for each code that holds now, and a random number for the laptop's own."""

    school: Name
    nonce: Nonce
    proofs: Annotated[tuple[Nonce, ...], Meta(max_length=200)]
    version: int = VERSION


class AskNames(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Who is in the class? Proves the code."""

    nonce: Nonce
    proof: Nonce


class NameLine(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in whose name one may join."""

    id: Id
    name: Name
    is_taken: bool  # another laptop has joined in this name: the password is asked


class Names(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The names of a class, and the next random number."""

    class_name: Name
    people: Annotated[tuple[NameLine, ...], Meta(max_length=2_000)]
    nonce: Nonce


class Join(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop joins in somebody's name. The first one chooses the password, another must know it."""

    nonce: Nonce
    proof: Nonce
    person: Id
    key: Key
    signature: Signature
    laptop_name: Name
    password: Password = ""


class Joined(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What the laptop is called from now on."""

    laptop: Id
    person: Id
    name: Name
    class_name: Name


class Login(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """An instructor, an examiner or an administrator gives the password."""

    login: Name
    password: Password


class LoggedIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    token: Nonce
    name: Name
    role: Role
    ends: Moment


class Challenge(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    nonce: Nonce
    version: int = VERSION


class Prove(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop's signature over the challenge and the certificate it sees."""

    laptop: Id
    signature: Signature


class SignIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    token: Nonce


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Whom the service takes one for, and what it has of his."""

    person: Id
    name: Name
    role: Role
    school: Name
    classes: Annotated[tuple[tuple[Id, Name], ...], Meta(max_length=500)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)
    now: Moment = 0


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """No, and why: the id of a trouble (``school.error.ID``) with its parameters."""

    why: Name
    params: Params = {}
    request: int = 0
