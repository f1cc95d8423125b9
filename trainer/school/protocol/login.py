"""Messages for joining and logging in by HTTPS, and the first messages of a connection."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from trainer.school.entries import Count, Id, Moment
from trainer.school.protocol.limits import VERSION, Key, Name, Nonce, Params, Password, Signature
from trainer.school.storage.people import Role

MOST_PROOFS = 2_000  # open codes: one of each class, and personal ones


class Hello(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop asks the service to prove that it knows the code."""

    nonce: Nonce
    version: int = VERSION


class HelloBack(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The service's proofs, one for each open code, and a nonce for the laptop's proof."""

    school: Name
    nonce: Nonce
    proofs: Annotated[tuple[Nonce, ...], Meta(max_length=MOST_PROOFS)]
    version: int = VERSION


class AskNames(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop proves the code and asks for the names of the class."""

    nonce: Nonce
    proof: Nonce


class NameLine(msgspec.Struct, frozen=True, kw_only=True):
    """A person one can join as."""

    id: Id
    name: Name
    is_taken: bool  # another laptop has joined as this person, so the password is needed


class Names(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Roster names, sent once the client has proved the code, and the next nonce."""

    class_name: Name
    people: Annotated[tuple[NameLine, ...], Meta(max_length=2_000)]
    nonce: Nonce


class Join(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop joins as a person. The first laptop chooses the password; others must know it."""

    nonce: Nonce
    proof: Nonce
    person: Id
    key: Key
    signature: Signature
    laptop_name: Name
    password: Password = ""


class Joined(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The laptop's id, and who it has joined as."""

    laptop: Id
    person: Id
    name: Name
    class_name: Name


class Login(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A member of staff logs in with a password. With the proof of a code, wrong passwords of people without the code
    at the same address do not delay this one."""

    login: Name
    password: Password
    nonce: Nonce = bytes(32)
    proof: Nonce = bytes(32)


class LoggedIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The token of a new login and when it ends."""

    token: Nonce
    name: Name
    role: Role
    ends: Moment


class Challenge(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The service's first message on a connection: a nonce to sign."""

    nonce: Nonce
    version: int = VERSION


class Prove(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A laptop's signature over the challenge and the certificate it sees."""

    laptop: Id
    signature: Signature


class SignIn(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A desk's first message: the token of its login."""

    token: Nonce


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Login reply: who you are and what is stored for you."""

    person: Id
    name: Name
    role: Role
    school: Name
    classes: Annotated[tuple[tuple[Id, Name], ...], Meta(max_length=500)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)
    now: Moment = 0
    installer: Name = ""  # the version of the program whose installers the service hands out


class Refused(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A refusal: the id of an error (``school.error.ID``) with its parameters."""

    why: Name
    params: Params = {}
    request: int = 0
