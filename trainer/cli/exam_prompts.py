"""The exams of this machine in the terminal: the office, passwords and keys that are asked for."""

from __future__ import annotations

import os

from trainer.cli.places import user_places
from trainer.cli.streams import read_secret
from trainer.exams.clock import MachineClock
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.office import Office
from trainer.exams.staff import SignedIn
from trainer.texts import Language, Message, text


def exam_office() -> Office:
    return Office(user_places().exams, MachineClock())


def ask_secret(what: str, who: str | Message, language: Language) -> str:
    return read_secret(text(f"exams.ask.{what}", language, who=who))


def signed_in(office: Office, person: str, language: Language) -> SignedIn:
    return office.staff.sign_in(person, ask_secret("password", person, language))


def unlocked_key(office: Office, role: KeyRole, language: Language) -> PrivateKey:
    variable = os.environ.get("TRAINER_KEY_PASSPHRASE")  # for scripts that keep it in a safe of their own
    return office.keys.unlock(
        role, variable or read_secret(text("exams.ask.passphrase", language, who=_key_role(role)))
    )


def _key_role(role: KeyRole) -> Message:
    return Message(f"certificates.role.{role.value}")
