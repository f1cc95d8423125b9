"""Navigation between screens: one stack of places, from home to the place that is shown. Escape pops it."""

from __future__ import annotations

from collections.abc import Callable


def _nothing() -> None:
    pass


class Place:
    """A screen together with its content.

    One screen can be in several places at once: a drill, its lesson, a question tried in that lesson and the lesson of
    that question are two runs on one runner and two pages in one reader. Each place therefore fills its screen itself.

    ``show`` puts the screen into the window and fills it. It is called when the place is opened and whenever the user
    comes back to it. ``refresh`` is called before that on coming back, to reload data that may have changed. ``leave``
    is called once, when the place is closed; it must not navigate. A place that ``gives_way``, such as a summary, is
    replaced by the run that is started from it. A place that ``teaches`` is a lesson: what is practised from it leads
    back to it.
    """

    def __init__(
        self,
        show: Callable[[], object],
        leave: Callable[[], object] = _nothing,
        refresh: Callable[[], object] = _nothing,
        gives_way: bool = False,
        teaches: bool = False,
    ) -> None:
        self.show = show
        self.leave = leave
        self.refresh = refresh
        self.gives_way = gives_way
        self.teaches = teaches


class Navigation:
    """The stack of open places. Home lies below all of them and is never closed."""

    def __init__(self, home: Place) -> None:
        self._home = home
        self._places: list[Place] = []

    @property
    def current(self) -> Place:
        """The place that is shown."""
        return self._places[-1] if self._places else self._home

    @property
    def depth(self) -> int:
        """Number of places above home: how often one can go back."""
        return len(self._places)

    @property
    def places(self) -> tuple[Place, ...]:
        """The open places above home; the last one is shown."""
        return tuple(self._places)

    def push(self, place: Place) -> None:
        """Open a place on top. If it is already open, return to it and close the places above it."""
        if place is self.current:
            place.show()
        elif place in self._places:
            self._leave(self._places.index(place) + 1)
            self._show_again()
        else:
            self._places.append(place)
            place.show()

    def replace(self, place: Place) -> None:
        """Open a place instead of the shown one; at home, on top of it."""
        self._leave(max(0, len(self._places) - 1))
        self.push(place)

    def pop(self) -> None:
        """Close the shown place and return to the one below."""
        self._leave(max(0, len(self._places) - 1))
        self._show_again()

    def home(self) -> None:
        """Close all places and show home, even if closing one of them raises."""
        try:
            self._leave(0)
        finally:
            self._home.show()

    def _show_again(self) -> None:
        self.current.refresh()  # may open another place, for example to ask for a PIN
        self.current.show()

    def _leave(self, remaining: int) -> None:
        """Close the places above the first ``remaining``, from the top down."""
        left = self._places[remaining:]
        del self._places[remaining:]
        for place in reversed(left):
            place.leave()
