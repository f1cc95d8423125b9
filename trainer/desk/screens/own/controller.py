"""Saves, deletes, starts, shares, opens and prints the user's own drills."""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import structs
from PySide6.QtGui import QGuiApplication

from trainer.desk.screens.lessons.pictures import scene_png
from trainer.desk.screens.own.screen import OwnScreen
from trainer.desk.shell.navigation import Place
from trainer.desk.shell.protocol import Shell
from trainer.desk.style.style import current_style
from trainer.runs.own_drills import code_of, own_drills, read_code, with_own, without_own
from trainer.runs.plan import Plan, PlanError, write_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.school.sheets.plan import SheetError, SheetPlan, make_sheet
from trainer.school.sheets.worksheet import worksheet_pdf
from trainer.study.settings import Settings, keep_settings, settings_of
from trainer.system.private_files import make_private_folder, write_atomically
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_ON_A_SHEET = 10  # questions, if the drill has no length


class OwnDrillsController:
    """Reads the drills again whenever the screen is opened, because the profile may have changed. A drill that is
    started is saved first."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._recording: RecordsFile = shell.workplace.recording
        self._place = Place(lambda: shell.show_screen(self.screen))

    @cached_property
    def screen(self) -> OwnScreen:
        screen = OwnScreen(self._shell.workplace.offers)
        screen.back.connect(self._shell.navigation.pop)
        screen.acted.connect(self._act)
        screen.open_wanted.connect(self.open_code)
        return screen

    def show(self, rulebook: str, game: str) -> None:
        """Open the profile's own drills, beginning with the table that is selected at home."""
        self.screen.show_drills(own_drills(self._settings()), rulebook, game)
        self._shell.navigation.push(self._place)

    def _settings(self) -> Settings:
        try:
            return settings_of(*self._recording.open())
        except RECORDING_FAILURES:
            return Settings()

    def _act(self, action: str, plan: Plan) -> None:
        match action:
            case "start":
                self._keep(with_own(self._settings(), plan), Message("own.saved", {"name": plan.name}))
                self._shell.open_plan(plan)
            case "save":
                self._keep(with_own(self._settings(), plan), Message("own.saved", {"name": plan.name}))
            case "delete":
                self._keep(without_own(self._settings(), plan.name), Message("own.deleted", {"name": plan.name}))
            case "share":
                self._share(plan)
            case "print":
                self._print(plan)

    def _keep(self, settings: Settings, told: Message) -> None:
        is_saved = True
        try:
            keep_settings(*self._recording.open(), settings)
        except RECORDING_FAILURES as error:
            told, is_saved = Message("own.not-saved", {"problem": problem_of(error)}), False
        self.screen.show_saved(own_drills(self._settings()), told, is_saved)

    def _share(self, plan: Plan) -> None:
        """Copy the drill's code to the clipboard and write it to a file."""
        QGuiApplication.clipboard().setText(code_of(plan))
        path = self._shell.workplace.folders.plans / f"{_file_name(plan)}.json"
        try:
            write_plan(plan, path)
        except OSError as error:
            self.screen.tell(Message("own.not-saved", {"problem": system_problem(error)}))
            return
        self._shell.tell(Message("own.shared", {"path": str(path)}))

    def open_code(self) -> None:
        """Open the drill whose code (or text) is on the clipboard."""
        try:
            plan = read_code(QGuiApplication.clipboard().text())
        except PlanError as error:
            is_code = error.message.id.startswith("own.")
            self.screen.tell(error.message if is_code else Message("own.no-code"))
            return
        self.screen.edit(plan)
        self.screen.tell(Message("own.opened", {"name": plan.name}), is_good=True)

    def _print(self, plan: Plan) -> None:
        """Write a sheet for each level, with answers, into the pictures folder, and offer to print each."""
        folder, language = self._shell.workplace.folders.pictures, current_style().language
        count = -(-(plan.length or _ON_A_SHEET) // len(plan.rungs))
        try:
            make_private_folder(folder)
            for rung in plan.rungs:
                drill, _, place = rung.partition(" ")
                asked = SheetPlan.parse(f"{place} {drill} #1x{count}")
                sheet = make_sheet(self._shell.workplace.offers.library, structs.replace(asked, only=plan.only))
                path = folder / f"{_file_name(plan)}-{drill.replace('/', '-')}.pdf"
                write_atomically(path, worksheet_pdf(sheet, scene_png(language), language))
                self._shell.tell(Message("own.printed", {"path": str(path)}))
        except SheetError as error:
            self.screen.tell(error.message)
        except OSError as error:
            self.screen.tell(Message("own.not-saved", {"problem": system_problem(error)}))


def _file_name(plan: Plan) -> str:
    """A valid file name."""
    return re.sub(r"[^\w-]+", "-", plan.name).strip("-").lower() or "drill"
