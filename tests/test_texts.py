"""Every message is there in both languages and takes the same parameters in each."""

from __future__ import annotations

import doctest
import pkgutil
import re
from importlib import import_module

import pytest

import trainer
from trainer.texts.catalogue import areas, messages

FIELD = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("area", areas())
def test_both_languages_take_the_same_parameters(area: str) -> None:
    for key, names in messages(area).items():
        assert names.es.strip() and names.en.strip(), key
        assert set(FIELD.findall(names.es)) == set(FIELD.findall(names.en)), key


def test_doctests() -> None:
    for package in ("equipment", "texts", "rulebooks", "records", "study"):
        for info in pkgutil.walk_packages([f"{trainer.__path__[0]}/{package}"], f"trainer.{package}."):
            assert doctest.testmod(import_module(info.name)).failed == 0
