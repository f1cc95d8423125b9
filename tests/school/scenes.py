"""A prepared school with two classes and an instructor."""

from __future__ import annotations

import secrets

import msgspec

from tests.school.laptops import FINGERPRINT
from tests.school.people import Clock, a_class, a_laptop
from trainer.school import protocol
from trainer.school.credentials import LaptopKey
from trainer.school.service.app import School
from trainer.school.service.hub import Connection
from trainer.school.storage.people import Person, Role
from trainer.school.storage.school_storage import Storage


class Scene:
    """Two classes with trainees, an instructor, and an open code."""

    def __init__(self, storage: Storage, clock: Clock, mark: str = "") -> None:
        """``mark`` is added to the names of classes and logins, so that a storage has room for several scenes."""
        self.storage, self.clock = storage, clock
        self.mine, (self.ana, self.bea) = a_class(storage, f"Lunes{mark}")
        self.other, (self.carla,) = a_class(storage, f"Martes{mark}", ("Carla",))
        self.login = f"dora{mark}"
        self.teacher = storage.add_person("Dora", Role.INSTRUCTOR, self.login, "a long password")
        storage.add_members(self.mine.id, [self.teacher.id])
        self.school = School(storage, FINGERPRINT, "Escuela")
        self.code, _ = self.school.admission.open_code(self.mine.id, None, None)

    async def connection(self, person: Person) -> tuple[Connection, LaptopKey]:
        laptop, key = a_laptop(self.storage, person)
        challenge = secrets.token_bytes(32)
        signature = key.sign(b"school connect", challenge + FINGERPRINT + laptop.id.bytes)
        first = protocol.encoded(protocol.Prove(laptop=laptop.id.bytes, signature=signature))
        return (await self.school.admit(first, challenge))[0], key

    async def desk(self, who: str = "") -> Connection:
        login = protocol.Login(login=who or self.login, password="a long password")
        answer = protocol.read_answer(await self.school.opening(protocol.Login, protocol.encoded(login), "10.0.0.1"))
        assert isinstance(answer, protocol.LoggedIn)
        return (await self.school.admit(protocol.encoded(protocol.SignIn(token=answer.token)), bytes(32)))[0]

    async def ask(self, connection: Connection, request: msgspec.Struct) -> protocol.Reply | None:
        return await self.school.answer(connection, protocol.encoded(request))
