"""The exam office of this machine, with passwords and keys asked for in the terminal."""

from __future__ import annotations

import os

from trainer.cli.places import user_places
from trainer.cli.streams import is_terminal, read_secret
from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.staff import SignedIn
from trainer.texts import Language, Message, text


def exam_office() -> Office:
    """Exam office in this user's folder."""
    return Office(user_places().exams, MachineClock())


def ask_secret(what: str, who: str | Message, language: Language) -> str:
    """Ask for a password or code."""
    return read_secret(text(f"exams.ask.{what}", language, who=who))


def ask_new_secret(what: str, who: str | Message, language: Language) -> str:
    """Ask for a new password or passphrase, in a terminal twice; raises `RefusedError` if they differ."""
    return new_secret(text(f"exams.ask.{what}", language, who=who), language)


def new_secret(prompt: str, language: Language) -> str:
    """Read a new secret, in a terminal twice, so that a typing error does not lock somebody out."""
    given = read_secret(prompt)
    if is_terminal() and read_secret(text("exams.ask.again", language)) != given:
        raise RefusedError(Message("exams.refused.not-the-same"))
    return given


def signed_in(office: Office, person: str, language: Language) -> SignedIn:
    """Ask for a staff member's password and sign in."""
    return office.staff.sign_in(person, ask_secret("password", person, language))


def unlocked_key(office: Office, role: KeyRole, language: Language) -> PrivateKey:
    """Ask for a passphrase and unlock the key of a role; ``TRAINER_KEY_PASSPHRASE`` answers for scripts."""
    variable = os.environ.get("TRAINER_KEY_PASSPHRASE")
    return office.keys.unlock(
        role, variable or read_secret(text("exams.ask.passphrase", language, who=_key_role(role)))
    )


def _key_role(role: KeyRole) -> Message:
    return Message(f"certificates.role.{role.value}")
