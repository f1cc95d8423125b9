"""Whatever a drill lays on a felt can be drawn there: every family, level and rulebook."""

from __future__ import annotations

import pytest

from trainer.desk.felts import make_felt
from trainer.desk.felts.arrangement import arrange
from trainer.drills import MODULES, families
from trainer.drills.forms import PlaceForm, SpotsForm
from trainer.rulebooks import Library
from trainer.rulebooks.library import SHIPPED

LIBRARY = Library([SHIPPED])
GAMES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in MODULES]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_scene_of_every_drill_can_be_laid_out(book, game, qapp):
    rules = LIBRARY.load(book, game)
    for family in families(game):
        if not family.fits(rules):
            continue
        for level in range(1, len(family.levels) + 1):
            facts = family.facts(rules, level) if family.facts else 4
            for seed in range(min(4, facts)):
                draft = family.make(rules, level, seed).draft
                for scene in filter(None, (draft.scene, draft.after)):
                    pieces = [piece for piece in scene.pieces if getattr(piece, "counts", None) != {}]
                    assert len(arrange(make_felt(scene.felt), scene)) >= len(pieces)
                if isinstance(draft.form, SpotsForm | PlaceForm):
                    felt = make_felt(draft.scene.felt)
                    assert all(felt.spot(spot) for spot in draft.form.spots)
