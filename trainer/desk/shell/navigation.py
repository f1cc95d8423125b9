"""Which screen is shown, and where Escape leads: one stack of places from home to what is shown."""

from __future__ import annotations

from collections.abc import Callable


def _nothing() -> None:
    pass


class Place:
    """A screen together with what it shows.

    One screen may be in several places at once: a drill, its lesson, a question tried there and the lesson of that
    question take two runs on one runner and two pages in one reader. A place therefore fills its screen itself.

    ``show`` puts the screen into the window and fills it; it is called when the place is opened and whenever one comes
    back to it. ``refresh`` is called before that when one comes back, to read again what may have changed. ``leave`` is
    called once, when the place is left for good; it must not navigate. A place that ``gives_way``, such as a summary,
    is replaced by the run that is started from it.
    """

    def __init__(
        self,
        show: Callable[[], object],
        leave: Callable[[], object] = _nothing,
        refresh: Callable[[], object] = _nothing,
        gives_way: bool = False,
    ) -> None:
        self.show = show
        self.leave = leave
        self.refresh = refresh
        self.gives_way = gives_way


class Navigation:
    """The places one came through, the last of them shown. Below all of them is home, which is never left."""

    def __init__(self, home: Place) -> None:
        self._home = home
        self._places: list[Place] = []

    @property
    def current(self) -> Place:
        """The place that is shown."""
        return self._places[-1] if self._places else self._home

    @property
    def depth(self) -> int:
        """How many times one can go back before home is shown."""
        return len(self._places)

    @property
    def places(self) -> tuple[Place, ...]:
        """What is open above home, the place that is shown last."""
        return tuple(self._places)

    def push(self, place: Place) -> None:
        """Open a place on top. If it is open already, return to it and leave what lies above it."""
        if place is self.current:
            place.show()
        elif place in self._places:
            self._leave(self._places.index(place) + 1)
            self._show_again()
        else:
            self._places.append(place)
            place.show()

    def replace(self, place: Place) -> None:
        """Open a place instead of the one that is shown; on top if that is home."""
        self._leave(max(0, len(self._places) - 1))
        self.push(place)

    def pop(self) -> None:
        """Leave the place that is shown and return to the one before."""
        self._leave(max(0, len(self._places) - 1))
        self._show_again()

    def home(self) -> None:
        """Leave everything and return to home, also if a place cannot be left without an error."""
        try:
            self._leave(0)
        finally:
            self._home.show()

    def _show_again(self) -> None:
        self.current.refresh()  # which may open another place: somebody is asked for a PIN
        self.current.show()

    def _leave(self, remaining: int) -> None:
        """Leave the places above the first ``remaining``, the last one first."""
        left = self._places[remaining:]
        del self._places[remaining:]
        for place in reversed(left):
            place.leave()
