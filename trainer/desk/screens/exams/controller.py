"""Controller of the exam screens: the lobby, signing in, and the forms and lists that the actions of the lobby use.

It also founds the school the first time, draws papers and starts mock exams.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cached_property, partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from trainer.desk.screens.exams.sitting import SittingController
from trainer.desk.screens.exams.stray_keys import drop_what_was_typed
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.widgets.choice_list import ChoosingScreen, Listing, Row
from trainer.desk.widgets.form import Field, FormScreen, Question
from trainer.desk.widgets.screen import Screen
from trainer.drills.core import Item
from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError, refused
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.paper_assembly import DrawRequest, draw_paper
from trainer.exams.people import Identity
from trainer.exams.roles import Role
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_checks import require_valid
from trainer.exams.scheme_files import SHIPPED, Schemes
from trainer.exams.staff import SignedIn
from trainer.exams.staff_admin import KEY_OF
from trainer.rulebooks import RulebookError
from trainer.runs.plan import Kind, Plan, Verdicts
from trainer.system.lazy_imports import lazily
from trainer.system.people_names import same_name
from trainer.texts import Message, Names
from trainer.texts.system_errors import system_problem

with lazily():  # certificates and their libraries are not needed to sit a mock exam
    from trainer.desk.screens.exams.certificate_check import CertificateCheckController
    from trainer.desk.screens.exams.results import ResultsController
    from trainer.desk.screens.exams.schemes import SchemeController
    from trainer.desk.screens.exams.sitting_transfer import SittingTransferController
    from trainer.desk.screens.exams.staff import StaffController
    from trainer.desk.screens.exams.statistics import StatisticsController

STAFF = (Role.EXAMINER, Role.INVIGILATOR, Role.CERTIFIER)
_LONG = 0.3  # seconds: after longer work, keys pressed meanwhile are dropped


class ExamController:
    """Leads through the exams of this machine. Screens are created on first use; their content is read again whenever
    they are shown."""

    def __init__(self, shell: Shell, office: Office | None = None) -> None:
        self.shell = shell
        self._screen: Screen | None = None  # the exam screen that is shown
        self._place = Place(self._present, self._close_sitting)
        self.office = office or Office(shell.workplace.folders.exams, MachineClock())

    # ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def form(self) -> FormScreen:
        return FormScreen()

    @cached_property
    def choosing(self) -> ChoosingScreen:
        return ChoosingScreen()

    def show(self, screen: Screen) -> None:
        """Show an exam screen. All exam screens are one place of the navigation; each knows the one before it."""
        self._screen = screen
        self.shell.navigation.push(self._place)

    def _present(self) -> None:
        if self._screen is not None:
            self.shell.show_screen(self._screen)

    def ask(self, question: Question) -> None:
        """Show a form; if its answer is refused, the reason is shown on it."""
        then = question.then

        def guarded(answers: dict[str, str]) -> None:
            self._try_alone(lambda: then(answers))

        self.form.ask(replace(question, then=guarded))
        self.show(self.form)

    def choose(self, listing: Listing) -> None:
        """Show a list; if a row's action is refused, the reason is shown above it."""
        rows = tuple(replace(row, then=partial(self._try_alone, row.then)) for row in listing.rows)
        self.choosing.show_listing(replace(listing, rows=rows))
        self.show(self.choosing)

    def try_to(self, act: Callable[[], object]) -> bool:
        """Run an action that may be refused or fail; tells whether it succeeded. The reason is shown on the form or as
        a notice."""
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            act()
        except RefusedError as error:
            self.tell(error.message)
        except RulebookError as error:
            self.tell(error.faults[0].message)
        except OSError as error:
            self.tell(system_problem(error))
        else:
            return True
        finally:
            QApplication.restoreOverrideCursor()
        return False

    def _try_alone(self, act: Callable[[], object]) -> None:
        """Like `try_to`, but drops keys that were pressed during long work: they must not press a button of the next
        screen."""
        begun = time.monotonic()
        self.try_to(act)
        if time.monotonic() - begun > _LONG:
            drop_what_was_typed()

    def tell(self, message: Message) -> None:
        """Show an error on the visible form, or as a notice of the window."""
        if message.id.startswith("exams."):
            message = Message("exam-room.refusal", {"what": message})
        shown = self.shell.shown_screen()
        if isinstance(shown, FormScreen) and shown.isVisible():
            shown.say_trouble(message)
        else:
            self.shell.tell(message)

    def _close_sitting(self) -> None:
        self.sitting.let_go()

    # ── the lobby ────────────────────────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        """Open the lobby, or found the school if that was not done yet."""
        self.try_to(self._open)

    def _open(self) -> None:
        if self.office.keys.exists and self.office.staff.people():
            self.show_lobby()
        else:
            self._found()

    def choose_mock(self, rulebook: str, game: str) -> None:
        """Let a trainee choose the scheme of a mock exam; no school, keys or staff are needed. Those of ``game`` come
        first, and the shipped ones of other regulations are left out."""
        title, back = Message("exam-room.mock-title"), self.shell.navigation.pop
        self.try_to(lambda: self.list_schemes(title, self._begin_mock, back, mock_of=(rulebook, game)))

    def _begin_mock(self, scheme: Scheme) -> None:
        """Ask a paper of a scheme as a run that is marked at its end."""
        offers = self.shell.workplace.offers
        drawing = DrawRequest(
            seed=os.urandom(8).hex(), nonce=os.urandom(32), now=self.office.clock.wall(), by="", rehearsal=True
        )
        paper = draw_paper(require_valid(scheme, offers), drawing, offers)
        first = Item.parse(paper.items[0].item)
        plan = Plan(
            kind=Kind.AGAIN,
            rulebook=first.rulebook,
            game=first.game,
            variant=first.variant,
            options=first.options,
            items=tuple(item.item for item in paper.items),
            verdicts=Verdicts.AT_END,
        )
        self.shell.open_plan(plan)

    def show_lobby(self) -> None:
        left = self.office.unfinished()
        rows = [
            ("sit", self.sitting.begin),
            ("prepare", self._prepare),
            ("results", self.results.begin),
            ("schemes", self.schemes.begin),
            ("statistics", self.statistics.begin),
            ("check", self.checking.begin),
            ("staff", self.staff.begin),
        ]
        if left:
            rows.insert(0, ("resume", self.sitting.resume))
        self.choose(
            Listing(
                title=Message("exam-room.title"),
                says=Message("exam-room.of-school", {"school": self.office.keys.trust.school}),
                rows=tuple(
                    Row(Message(f"exam-room.do-{name}"), Message(f"exam-room.about-{name}"), then)
                    for name, then in rows
                ),
                none=Message("exam-room.nothing"),
                back=self.shell.navigation.pop,
                letters=(("O", Message("exam-room.move"), self.moving.begin),),
            )
        )

    @cached_property
    def moving(self) -> SittingTransferController:
        return SittingTransferController(self)

    @cached_property
    def sitting(self) -> SittingController:
        return SittingController(self)

    @cached_property
    def results(self) -> ResultsController:
        return ResultsController(self)

    @cached_property
    def schemes(self) -> SchemeController:
        return SchemeController(self)

    @cached_property
    def statistics(self) -> StatisticsController:
        return StatisticsController(self)

    @cached_property
    def staff(self) -> StaffController:
        return StaffController(self)

    @cached_property
    def checking(self) -> CertificateCheckController:
        return CertificateCheckController(self)

    # ── the first time ───────────────────────────────────────────────────────────────────────────────────────────

    def _found(self) -> None:
        people = [
            field
            for role in STAFF
            for field in (
                Field(f"{role.value}-name", Message("exam-room.name-of", {"role": _role(role)})),
                Field(
                    f"{role.value}-password",
                    Message("exam-room.password-of", {"role": _role(role)}),
                    secret=True,
                    is_new=True,
                ),
            )
        ]
        self.ask(
            Question(
                title=Message("exam-room.found-title"),
                says=Message("exam-room.found-says"),
                fields=(
                    Field("school", Message("exam-room.school")),
                    Field("root", Message("exam-room.root-passphrase"), secret=True, is_new=True),
                    *people,
                ),
                main=Message("exam-room.found"),
                then=self._make_school,
                back=self.shell.navigation.pop,
            )
        )

    def _make_school(self, given: dict[str, str]) -> None:
        """Create the school's keys and its first three people; each password unlocks the keys that its person needs."""
        keys, staff = self.office.keys, self.office.staff
        passwords = {role: given[f"{role.value}-password"] for role in STAFF}
        names = {role: staff.new_id(given[f"{role.value}-name"], role) for role in STAFF}
        for role in STAFF:
            staff.check(names[role], given[f"{role.value}-name"], role, passwords[role])
            if role is not Role.CERTIFIER and same_name(given[f"{role.value}-name"], given["certifier-name"]):
                raise refused("two-roles", person=given["certifier-name"], role=_role(role))
        if not keys.exists:  # last, when nothing else can be refused
            keys.found(given["school"], given["root"])
        root = keys.unlock(KeyRole.ROOT, given["root"])
        trust, now = keys.trust, self.office.clock.wall()
        for role in STAFF:
            key, password = KEY_OF[role], passwords[role]
            if trust.current(key, now) is None:
                keys.make(key, password, given["root"], names[role])
                trust = keys.trust
            else:
                keys.share(
                    key, next(passwords[other] for other in STAFF if KEY_OF[other] is key), names[role], password
                )
            staff.add(names[role], given[f"{role.value}-name"], role, password, root)
        self.show_lobby()

    # ── signing in ───────────────────────────────────────────────────────────────────────────────────────────────

    def sign_in(
        self,
        roles: tuple[Role, ...],
        then: Callable[[SignedIn, str], None],
        back: Callable[[], None] | None,
        check: Callable[[str, str], SignedIn] | None = None,
        says: Message | None = None,
    ) -> None:
        """Ask somebody with one of these roles for their password; ``then`` gets the person and the password, which
        also unlocks their keys. ``check`` replaces the password check, to log failures elsewhere too."""
        choices = tuple((person.id, person.name) for person in self.office.staff.active(*roles))
        look = check or self.office.staff.sign_in
        self.ask(
            Question(
                title=_role_title(roles),
                says=says,
                fields=(
                    Field("person", Message("exam-room.person"), choices=choices),
                    Field("password", Message("exam-room.password"), secret=True),
                ),
                main=Message("exam-room.sign-in"),
                then=lambda given: then(look(given["person"], given["password"]), given["password"]),
                back=back,
            )
        )

    # ── preparing ────────────────────────────────────────────────────────────────────────────────────────────────

    def scheme_files(self) -> Schemes:
        return Schemes([SHIPPED, self.shell.workplace.folders.schemes])

    def list_schemes(
        self,
        title: Message,
        then: Callable[[Scheme], None],
        back: Callable[[], None],
        letters: tuple[tuple[str, Message, Callable[[], None]], ...] = (),
        mock_of: tuple[str, str] = ("", ""),
    ) -> None:
        """List the schemes: those of the selected regulation first, and of these the school's own. ``mock_of`` is the
        regulation and the game of a mock exam."""
        files = self.scheme_files()
        wanted, game = mock_of
        is_mock = bool(wanted)
        wanted = wanted or self.shell.workplace.offers.regulation(self.shell.settings.rulebook)
        shipped = set(Schemes([SHIPPED]).ids())
        found: list[Scheme] = []
        for scheme_id in files.ids():
            if is_mock and scheme_id in shipped and scheme_id.partition("/")[0] != wanted:
                continue
            try:
                found.append(files.load(scheme_id))
            except (RefusedError, RulebookError, ValueError):
                continue  # the scheme list reports its errors
        found.sort(
            key=lambda scheme: (
                scheme.rulebook != wanted,
                is_mock and game not in scheme.games,
                is_mock and len(scheme.games),
                scheme.id in shipped,
                scheme.rulebook,
            )
        )
        self.choose(
            Listing(
                title=title,
                says=Message("exam-room.schemes-says"),
                rows=tuple(
                    Row(
                        self.scheme_name(scheme),
                        Message("exam-room.scheme-note", {"count": scheme.count, "parts": len(scheme.parts)}),
                        partial(then, scheme),
                    )
                    for scheme in found
                ),
                none=Message("exam-room.no-schemes"),
                back=back,
                letters=letters,
            )
        )

    def scheme_name(self, scheme: Scheme) -> Names:
        """The name with its regulation, because several have «Ruleta: examen inicial»."""
        try:
            book = self.shell.workplace.offers.book(scheme.rulebook).names
        except RulebookError:
            book = Names(scheme.rulebook, scheme.rulebook)
        return Names(f"{scheme.names.es} · {book.es}", f"{scheme.names.en} · {book.en}")

    def _prepare(self) -> None:
        self.sign_in((Role.EXAMINER,), lambda by, _: self._choose_scheme(by), self.show_lobby)

    def _choose_scheme(self, by: SignedIn) -> None:
        self.list_schemes(
            Message("exam-room.prepare-title"), lambda scheme: self._ask_seat(by, scheme), self.show_lobby
        )

    def _ask_seat(self, by: SignedIn, scheme: Scheme) -> None:
        self.ask(
            Question(
                title=Message("exam-room.seat-title", {"scheme": self.scheme_name(scheme)}),
                says=Message("exam-room.seat-says"),
                fields=(
                    Field("seat", Message("exam-room.seat")),
                    Field("shared", Message("exam-room.paper-for"), choices=_seats()),
                    Field("name", Message("exam-room.paper-name"), optional=True),
                    Field("number", Message("exam-room.paper-number"), optional=True),
                    Field("reason", Message("exam-room.redraw-reason"), optional=True),
                ),
                main=Message("exam-room.draw"),
                then=lambda given: self._draw(by, scheme, given),
                back=lambda: self._choose_scheme(by),
            )
        )

    def _draw(self, by: SignedIn, scheme: Scheme, given: dict[str, str]) -> None:
        offers = self.shell.workplace.offers
        is_shared, name, number = given["shared"] == "all", given["name"], given["number"]
        is_named = bool(name.strip() and number.strip()) and not is_shared
        paper, code = self.office.draw(
            scheme,
            by,
            given["seat"],
            offers,
            candidate=self.office.people.add(Identity(name=name, document=number)) if is_named else None,
            reason=given["reason"],
            shared=is_shared,
        )
        self.ask(
            Question(
                title=Message("exam-room.drawn-title", {"seat": given["seat"]}),
                says=Message("exam-room.drawn-says", {"paper": paper.id[:12], "count": len(paper.items)}),
                main=Message("exam-room.written-down"),
                then=lambda _: self.show_lobby(),
                back=self.show_lobby,
                shown=code,
                is_once=True,
            )
        )


def _seats() -> tuple[tuple[str, Message], ...]:
    return tuple((which, Message(f"exam-room.paper-for-{which}")) for which in ("one", "all"))


def _role(role: Role) -> Message:
    return Message(f"exams.role.{role.value}")


def _role_title(roles: tuple[Role, ...]) -> Message:
    if len(roles) > 1:
        return Message("exam-room.sign-in-staff")
    return Message("exam-room.sign-in-title", {"role": _role(roles[0])})
