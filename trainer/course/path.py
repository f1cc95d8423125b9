"""The path of a game: its pages under some rules, in reading order.

First come the written pages, each followed by the drills it names (``{{practise DRILL DRILL}}``) with a worked example;
then the rules that no page covered, the remaining drills, the comparison with other regulations, and the exam. A table
of rules comes before the drills that ask about it.

A page begins with a heading ``## Title {id}``. The id is the same in every language and never changes, because reading
progress is stored under it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import islice

import msgspec

from trainer.course.comparison import COMPARED, compare_headings, compare_page
from trainer.course.generated_pages import STANDARD
from trainer.course.lessons import fill, lesson_file, offered
from trainer.course.old_figures import with_old_figures_marked
from trainer.course.pages import Heading, Movement, Page, Try, shown
from trainer.course.scenes import laid_out, seeds_of
from trainer.course.worked_examples import (
    PICTURED_SEED,
    TRIED_BESIDE_SEED,
    another_question,
    drill_heading,
    is_same,
    worked_page,
    worked_question,
)
from trainer.drills import families
from trainer.drills.core import Draft, Family
from trainer.drills.forms import OrderForm
from trainer.drills.kit import felt_of
from trainer.drills.scene import Scene
from trainer.drills.terms import in_terms
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library
from trainer.rulebooks.library import GENERAL
from trainer.rulebooks.schema import Fact
from trainer.texts import Language, say, text

_HEADING = re.compile(r"^## (?P<title>.+?) \{(?P<id>[a-z0-9-]+)\}$", re.MULTILINE)
_PRACTISE = re.compile(r"\{\{practise((?: [a-z0-9-]+)+)\}\}\n?")
_SCENE = re.compile(r"\{\{(scene|after|play|try) ([a-z0-9-]+)(?: (\d+))?(?: (\d+|[=@~][a-z0-9-]+)(?: (\d+))?)?\}\}")
_LAID = re.compile(r"\{\{lay ([^}|]+?)(?: -> ([^}|]+?))? \| ((?:\{\{[^}]+\}\}|[^{}])+)\}\}")
_CONDUCT_WORDS = 550  # of one page
_EDGES = re.compile(r"\{\{(?:option-)?edges\}\}")
# Illustration of a table of rules: a question of the first of these drills that exists.
_PICTURED: dict[str, tuple[str, ...]] = {
    "limits": ("limits",),
    "calls": ("what-is-said", "next-act", "run-the-hand", "procedure"),
    "staff": ("who-does-it", "next-act", "procedure"),
    "procedure": ("procedure", "next-act"),
    "irregularities": ("irregularities",),
    "equipment": (),
}
# Drills that ask about a table of rules; they follow its page.
_ASKED_OF: dict[str, tuple[str, ...]] = {
    "limits": ("limits", "least-and-most"),
    "calls": ("what-is-said",),
    "staff": ("who-does-it",),
}
_COMPARING = ("two-rulebooks", "in-this-book")  # drills about other regulations
_OTHERS = 10  # questions tried to find an unseen one
_APART = 13  # distance of seeds between pages that name the same drill
_ENDS = (".", "?", "!", ":", ")", "»", "”")  # ends of a sentence
_TABLE = "table"
_CONDUCT = "{{conduct}}"
EVERYWHERE = "conduct-everywhere"
EXAMINED = "examined"


class _Wish(msgspec.Struct, frozen=True):
    """A question that a page shows or asks: the case it names, if any, and the index among its questions."""

    family: Family
    level: int = 1
    case: str = ""
    which: int = 1


class Course:
    """The course of a game under its rules, in one language."""

    def __init__(self, rules: GameRules, language: Language, library: Library) -> None:
        self.rules = rules
        self.language = language
        self._library = library
        self._drafts: dict[tuple[str, int, int], Draft] = {}
        self._worked: dict[str, tuple[Draft, ...]] = {}
        self._pictures: dict[str, tuple[Draft, ...]] = {}
        self._told = with_old_figures_marked(rules, library)  # what pages print
        self._of_game, self._of_every_table = _parted(self._told, library)
        self._families = {family.id: family for family in families(rules.game) if family.fits(rules)}
        self._written = {
            page_id: body
            for page_id, body in _written_pages(self._of_game, language).items()
            # If none of a page's drills fits these rules, the page does not apply to them.
            if not (drills := _practised(body)) or any(each in self._families for each in drills)
        }

    @cached_property
    def contents(self) -> tuple[Heading, ...]:
        """Headings of all pages, in reading order."""
        told = "".join(self._written.values())
        untold = {
            key: Heading(key, text(title, self.language))
            for key, (title, section) in STANDARD.items()
            if not re.search(rf"\{{\{{{key}\b", told) and section(self._told, self.language)
        }
        named = {*_practised(told)}
        found: list[Heading] = []
        for heading, body in self._written_headings():
            practised = self._practised_on(body, named)
            found += [untold.pop(key) for key in _ASKED_OF if key in untold and {*_ASKED_OF[key]} & {*practised}]
            found.append(Heading(heading.id, heading.title, practised))
            if "{{conduct" in body and self._of_every_table.conduct:
                found.append(Heading(EVERYWHERE, text("lesson.page-conduct-everywhere", self.language)))
            found += map(self._drill_heading, practised)
        for key, heading in untold.items():
            asked = [drill for drill in _ASKED_OF.get(key, ()) if drill in self._families]
            found += [heading, *map(self._drill_heading, asked)]
        compared = compare_headings(self._library, self.rules, self.language)
        found += [self._drill_heading(drill) for drill in self._families if drill not in _COMPARING or not compared]
        found += [*compared, *(self._drill_heading(drill) for drill in self._families if drill in _COMPARING)]
        if self._families:
            found.append(Heading(EXAMINED, text("lesson.examined", self.language), tuple(self._families)))
        once: dict[str, Heading] = {}
        for heading in found:
            once.setdefault(heading.id, heading)  # a drill follows the first page that names it
        return tuple(once.values())

    def _practised_on(self, body: str, named: set[str]) -> tuple[str, ...]:
        """Drills that a page names, and those for its tables that no page names."""
        asked = [drill for key, drills in _ASKED_OF.items() if f"{{{{{key}}}}}" in body for drill in drills]
        unnamed = [drill for drill in asked if drill not in named]
        return tuple(drill for drill in dict.fromkeys((*_practised(body), *unnamed)) if drill in self._families)

    def _drill_heading(self, drill: str) -> Heading:
        return drill_heading(self._families[drill], self.rules, self.language)

    def page_of_drill(self, family: str) -> str:
        """Id of the page that teaches a drill."""
        return f"drill:{family}"

    def page(self, page_id: str) -> Page:
        """A page with everything filled in; raises `KeyError`."""
        return shown(self.with_lines(page_id), self.language)

    def with_lines(self, page_id: str) -> Page:
        """A page whose citations still name their lines; raises `KeyError`."""
        heading = next((each for each in self.contents if each.id == page_id), None)
        if heading is None:
            raise KeyError(page_id)
        if page_id.startswith("drill:"):
            family = self._families[heading.drills[0]]
            return worked_page(heading, family, self.rules, self.language, partial(self._pictured, family))
        if page_id in COMPARED:
            return compare_page(heading, self._library, self.rules, self.language)
        if page_id == EXAMINED:
            return self._examined(heading)
        if page_id == EVERYWHERE:
            section = STANDARD["conduct"][1](self._of_every_table, self.language)
            says = text("lesson.conduct-everywhere", self.language)
            return Page(heading, f"## {heading.title}\n\n{says}\n\n{section}")
        if page_id in self._written:
            return self._written_page(heading, self._written[page_id])
        scenes: list[Scene] = []
        picture = self._first_picture(heading, f"{{{{{page_id}}}}}", scenes)
        section = STANDARD[page_id][1](self._told, self.language)
        return Page(heading, "\n\n".join(filter(None, (f"## {heading.title}", picture, section))), tuple(scenes))

    def whole(self) -> Iterable[Page]:
        """All pages, for printing."""
        return (self.page(heading.id) for heading in self.contents)

    def searched(self) -> Iterable[Page]:
        """All pages, for searching, without computing house edges."""
        for heading in self.contents:
            written = self._written.get(heading.id, "")
            if _EDGES.search(written):
                yield shown(self._written_page(heading, _EDGES.sub("", written)), self.language)
            else:
                yield self.page(heading.id)

    def written(self) -> Iterable[tuple[Heading, str]]:
        """Headings and texts of the written pages, without pictures, questions and house edges: for a search that must
        be quick."""
        for heading, body in self._written_headings():
            words = _PRACTISE.sub("", _SCENE.sub("", _LAID.sub(r"\3", _EDGES.sub("", body))))
            yield heading, fill(words, self._of_game, self.language, heading.id)

    # ── pages somebody wrote ─────────────────────────────────────────────────────────────────────────────────────

    def _written_headings(self) -> Iterable[tuple[Heading, str]]:
        for page_id, body in self._written.items():
            title = body.partition("\n")[0].lstrip("# ")
            yield Heading(page_id, title), body

    def _written_page(self, heading: Heading, body: str) -> Page:
        scenes: list[Scene] = []
        wishes: list[_Wish] = []
        movements: list[Movement] = []
        told: set[tuple[str, int, int]] = set()  # questions whose picture already has a caption
        body = _PRACTISE.sub("", body)

        def put(match: re.Match[str]) -> str:
            kind, wish = match[1], self._wish(match)
            if wish is None:
                return ""
            if kind == "try":
                wishes.append(wish)
                return f"[{text('lesson.try', self.language)}](try:{len(wishes) - 1})"
            seed = self._seed(wish, heading.id, is_asked=False)
            draft = self._draft(wish.family, wish.level, seed)
            lines = [self._picture(draft, kind == "after", scenes)]
            if (key := (wish.family.id, wish.level, seed)) not in told:
                told.add(key)
                lines.append(self._caption(draft))
            if kind == "play":
                lines.append(moving(draft.after or draft.scene))
            return "\n\n".join(filter(None, lines))

        def moving(after: Scene) -> str:
            movements.append(Movement(len(scenes) - 1, after))
            return f"[{text('lesson.play', self.language)}](play:{len(movements) - 1})"

        def lay(match: re.Match[str]) -> str:
            felt = felt_of(self.rules)
            scenes.append(laid_out(felt, match[1], self.rules))
            said = [f"![{match[3]}](scene:{len(scenes) - 1})", match[3]]
            return "\n\n".join([*said, moving(laid_out(felt, match[2], self.rules))] if match[2] else said)

        body = _LAID.sub(lay, _SCENE.sub(put, body))
        if not scenes and (first := self._first_picture(heading, body, scenes)):
            title, _, rest = body.partition("\n")
            body = f"{title}\n\n{first}\n\n{rest}"
        if not wishes and heading.drills:
            wishes.append(_Wish(self._families[heading.drills[0]]))
            body = f"{body.rstrip()}\n\n[{text('lesson.try', self.language)}](try:0)\n"
        filled = fill(body, self._of_game, self.language, heading.id)
        offers = tuple(partial(self._unseen, wish, heading.id, tuple(scenes), filled) for wish in wishes)
        return Page(heading, filled, tuple(scenes), offers, tuple(movements))

    def _wish(self, match: re.Match[str]) -> _Wish | None:
        """The question a page asks for; None if these rules lack the drill."""
        family = self._families.get(match[2])
        if family is None:
            return None
        return _Wish(family, min(int(match[3] or 1), len(family.levels)), match[4] or "", int(match[5] or 1))

    def _unseen(self, wish: _Wish, page_id: str, scenes: Sequence[Scene], page: str) -> Try:
        """A question that no picture of the page shows.

        If the page does not name the question, one is preferred that no other page shows or asks; if it names no case
        either, one whose answer differs from those of the page's pictures.
        """
        family, wanted = wish.family, self._seed(wish, page_id, is_asked=True)
        unseen: list[int] = []
        named = wish.case and not wish.case.isdigit()
        for seed in self._of_case(wish) if named else range(wanted, wanted + _OTHERS):
            draft = self._draft(family, wish.level, seed)
            if draft.scene in scenes and f"![{self._alt(draft)}]" in page:
                continue
            unseen.append(seed)
            is_told = not wish.case and bool(told := self._caption(draft)) and told in page
            if wish.case.isdigit() or not (is_told or self._is_elsewhere(family, draft)):
                return Try(family.id, wish.level, seed)
        return Try(family.id, wish.level, [*unseen, wanted][0])  # asked in words, the felt is always the same

    def _of_case(self, wish: _Wish) -> Iterator[int]:
        """Questions of the case that a page names; empty if the house option excludes it."""
        named = seeds_of(wish.family, self.rules, wish.level, wish.case)
        return islice(named, wish.which - 1, wish.which - 1 + _OTHERS)

    def _seed(self, wish: _Wish, page_id: str, *, is_asked: bool) -> int:
        if not wish.case:
            return self._own_seed(page_id, is_asked, wish.family.id)
        if wish.case.isdigit():
            return int(wish.case)
        # A house option may exclude the case that the page names; then another is shown.
        return next(self._of_case(wish), None) or self._own_seed(page_id, is_asked, wish.family.id)

    def _is_elsewhere(self, family: Family, draft: Draft) -> bool:
        """Whether another page shows this question with its answer, or the drill's own page asks it."""
        return any(is_same(family, draft, each) for each in (*self._of_its_page(family), *self._pictured(family)))

    def _of_its_page(self, family: Family) -> tuple[Draft, ...]:
        """Questions that the page of a drill works out and asks."""
        if family.id not in self._worked:
            question = worked_question(family, self.rules)
            offer = another_question(question, self.rules, partial(self._pictured, family))
            asked = [self._draft(family, 1, offer().seed)] if offer else []
            self._worked[family.id] = (question.draft, *asked)
        return self._worked[family.id]

    def _pictured(self, family: Family) -> tuple[Draft, ...]:
        """Questions of a drill that other pages show with their answers."""
        if family.id not in self._pictures:
            found = (draft for heading in self.contents for draft in self._pictured_on(heading, family))
            self._pictures[family.id] = tuple(found)
        return self._pictures[family.id]

    def _pictured_on(self, heading: Heading, family: Family) -> Iterable[Draft]:
        """Questions of a drill that a written or generated page shows."""
        if heading.id not in self._written and heading.id not in STANDARD:
            return
        body = self._written.get(heading.id, f"{{{{{heading.id}}}}}")
        wishes = [wish for match in _SCENE.finditer(body) if match[1] != "try" and (wish := self._wish(match))]
        if not wishes and not _LAID.search(body) and (first := self._first_pictured(heading, body)):
            wishes.append(_Wish(first))
        for wish in wishes:
            if wish.family is family:
                yield self._draft(family, wish.level, self._seed(wish, heading.id, is_asked=False))

    def _first_picture(self, heading: Heading, body: str, scenes: list[Scene]) -> str:
        """Picture of a page that specifies none: a question of its drills, of the drills for its table, or the empty
        table for pages about equipment."""
        if family := self._first_pictured(heading, body):
            draft = self._draft(family, 1, self._own_seed(heading.id, False, family.id))
            if family.asked_in_words:  # the question is not about the pieces on the table
                scenes.append(draft.scene)
                return f"![{text('lesson.picture', self.language)}](scene:{len(scenes) - 1})"
            return "\n\n".join(filter(None, (self._picture(draft, False, scenes), self._caption(draft))))
        if "{{equipment}}" not in body:
            return ""
        scenes.append(Scene(felt=felt_of(self.rules)))
        return f"![{text('lesson.page-table', self.language)}](scene:{len(scenes) - 1})"

    def _first_pictured(self, heading: Heading, body: str) -> Family | None:
        drill = next(filter(self._is_shown, self._picturing(heading, body)), None)
        return self._families[drill] if drill else None

    def _picturing(self, heading: Heading, body: str) -> Sequence[str]:
        """Drills that can illustrate a page without pictures, best first."""
        practised = [drill for drill in heading.drills if not self._families[drill].asked_in_words]
        listed = [section for section in _PICTURED if f"{{{{{section}}}}}" in body]
        return (*practised, *(drill for section in listed for drill in _PICTURED[section]))

    # ── no page shows or asks what another does ──────────────────────────────────────────────────────────────────

    def _own_seed(self, page_id: str, is_asked: bool, drill: str) -> int:
        """Seed for a page that does not name its question; different for every page, also across levels."""
        first = TRIED_BESIDE_SEED if is_asked else PICTURED_SEED
        return first + _APART * self._named_before[page_id][is_asked, drill]

    @cached_property
    def _named_before(self) -> dict[str, Counter[tuple[bool, str]]]:
        """Number of earlier pages that show or ask a question of a drill, by page."""
        found: dict[str, Counter[tuple[bool, str]]] = {}
        named: Counter[tuple[bool, str]] = Counter()
        for heading in self.contents:
            found[heading.id] = named.copy()
            if heading.id.startswith("drill:"):
                continue  # it names its own questions
            body = self._written.get(heading.id, f"{{{{{heading.id}}}}}")
            here = {(kind == "try", drill) for kind, drill, *_ in _SCENE.findall(body) if drill in self._families}
            if heading.drills and heading.id in self._written and not any(is_asked for is_asked, _ in here):
                here.add((True, heading.drills[0]))
            if not _LAID.search(body) and all(is_asked for is_asked, _ in here):
                # Finding out which one it is would mean making all of them.
                here |= {(False, drill) for drill in self._picturing(heading, body)}
            named.update(here)
        return found

    def _is_shown(self, drill: str) -> bool:
        """Whether these rules have the drill and its question has something on the felt."""
        family = self._families.get(drill)
        if family is None or (family.asked_in_words and self.rules.game == GENERAL):  # not about a particular table
            return False
        return bool(self._draft(family, 1, PICTURED_SEED).scene.pieces)

    def _draft(self, family: Family, level: int, seed: int) -> Draft:
        """A question of a page; cached."""
        key = (family.id, level, seed)
        if key not in self._drafts:
            self._drafts[key] = family.make(self.rules, level, seed).draft
        return self._drafts[key]

    def _picture(self, draft: Draft, is_after: bool, scenes: list[Scene]) -> str:
        scenes.append((draft.after or draft.scene) if is_after else draft.scene)
        return f"![{self._alt(draft)}](scene:{len(scenes) - 1})"

    def _alt(self, draft: Draft) -> str:
        return say(draft.prompt, self.language).replace("[", "(").replace("]", ")")

    def _caption(self, draft: Draft) -> str:
        """Caption of a picture: question and answer; for orders of steps only the question."""
        if isinstance(draft.form, OrderForm):
            return ""
        answer = draft.form.prose(draft.solution, self.language, self.rules)
        asked = say(draft.prompt, self.language)
        return f"{asked}{'' if asked.endswith(_ENDS) else '.'} **{answer.rstrip('.')}.**"

    def _examined(self, heading: Heading) -> Page:
        """All drills with their levels and target times."""
        head = [text(f"lesson.{key}", self.language) for key in ("drill", "levels-head", "seconds")]
        rows = [
            [
                say(in_terms(family.name, self.rules), self.language),
                str(len(family.levels)),
                " · ".join(str(round(rung.target_seconds)) for rung in family.levels),
            ]
            for family in self._families.values()
        ]
        lines = [head, ["---"] * len(head), *rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return Page(heading, f"## {heading.title}\n\n{text('lesson.examined-says', self.language)}\n\n{table}")


def _written_pages(rules: GameRules, language: Language) -> dict[str, str]:
    """Text of each page by id, with its title."""
    path = lesson_file(rules.game, language)
    if path is None:
        return {}
    written = offered(path.read_text(encoding="utf-8"), rules)
    first, *parts = re.split(r"^(?=## )", written, flags=re.MULTILINE)
    pages = {}
    introduction = first.partition("\n")[2].strip()
    if introduction:
        title = text("lesson.page-table", language)
        pages[_TABLE] = f"## {title}\n\n{introduction}\n"
    for part in parts:
        match = _HEADING.match(part)
        if match is None:
            raise ValueError(f"{path}: a page begins with “## Title {{id}}”, not {part.splitlines()[0]!r}")
        for number, body in enumerate(_conduct_parts(part[match.end() :], rules), 1):
            page_id, title = match["id"], match["title"]
            if number > 1:
                page_id, title = f"{page_id}-{number}", f"{title} ({number})"
            pages[page_id] = f"## {title}\n{body}"
    return pages


def _conduct_parts(body: str, rules: GameRules) -> list[str]:
    """Split a page that lists more rules of conduct than one page holds; other pages stay as they are."""
    if _CONDUCT not in body:
        return [body]
    parts: list[list[str]] = [[]]
    words = 0
    for key, fact in rules.conduct.items():
        words += len(fact.says.es.split())
        if words > _CONDUCT_WORDS and parts[-1]:
            parts.append([])
            words = len(fact.says.es.split())
        parts[-1].append(key)
    if len(parts) == 1:
        return [body]
    first, *others = (f"{{{{conduct {' '.join(keys)}}}}}" for keys in parts)
    return [body.replace(_CONDUCT, first), *(f"{each}\n" for each in others)]


def _parted(rules: GameRules, library: Library) -> tuple[GameRules, GameRules]:
    """The rules with only this game's conduct, and with that of all games of the regulation."""
    of_every_table: dict[str, Fact] = {}
    if rules.game != GENERAL and library.has(rules.rulebook, GENERAL):
        of_every_table = load_rules(library, rules.rulebook, GENERAL).conduct
    own, shared = (
        {key: fact for key, fact in rules.conduct.items() if (of_every_table.get(key) == fact) is is_shared}
        for is_shared in (False, True)
    )
    return msgspec.structs.replace(rules, conduct=own), msgspec.structs.replace(rules, conduct=shared)


def _practised(body: str) -> Sequence[str]:
    return [drill for match in _PRACTISE.findall(body) for drill in match.split()]
