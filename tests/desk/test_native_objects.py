"""Calls that the desk must not make, because they end in a native crash sooner or later."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import trainer.desk

# PySide keeps a Python object for every item that Qt hands out. Qt deletes items that are not `QObject`s without
# telling it; the next object at the same address is then taken for the old one, and Shiboken crashes. A changing list
# of widgets is kept in a Python list, and the lines of a list widget are asked of its model by their rows.
ITEMS = {
    *("itemAt", "takeAt", "itemAtPosition"),  # of layouts
    *("takeItem", "currentItem", "selectedItems", "itemFromIndex", "findItems"),  # of lists
    *("itemClicked", "itemActivated", "itemPressed", "itemDoubleClicked", "itemChanged", "itemEntered"),
    *("currentItemChanged", "itemSelectionChanged"),
}
WITH_ITEMS = {"QGraphicsScene", "QTableWidget", "QTreeWidget"}  # which can hardly be used without their items


def forbidden(source: str) -> Iterator[str]:
    """What a module must not do, with the line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ITEMS:
            yield f"line {node.lineno}: {node.attr}"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6"):
            yield from (f"line {node.lineno}: {name.name}" for name in node.names if name.name in WITH_ITEMS)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "item":  # of a list; as a plain attribute it belongs to questions
                yield f"line {node.lineno}: item()"
            if node.func.attr == "singleShot" and len(node.args) < 3:
                yield f"line {node.lineno}: singleShot without the object it ends with"


def test_the_desk_asks_qt_for_no_items_and_sets_no_timer_that_outlives_its_widget() -> None:
    folder = Path(trainer.desk.__file__).parent
    found = [
        f"{path.relative_to(folder)} {problem}"
        for path in sorted(folder.rglob("*.py"))
        for source in [path.read_text(encoding="utf-8")]
        for problem in forbidden(source)
    ]
    assert found == []


def test_the_rule_sees_what_it_forbids() -> None:
    wrong = (
        "layout.itemAt(0)",
        "self.list.item(3).text()",
        "self.list.itemClicked.connect(f)",
        "from PySide6.QtWidgets import QGraphicsScene",
        "QTimer.singleShot(0, f)",
    )
    for source in wrong:
        assert list(forbidden(source)), source
    for source in ("question.item.level", "QTimer.singleShot(0, self, f)", "names.items()"):
        assert list(forbidden(source)) == [], source
