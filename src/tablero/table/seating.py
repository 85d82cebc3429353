"""Who sits where: the one source for lists of games, the page, the database and permissions."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tablero.table.chat import distinct
from tablero.table.journal import Left, Matter, Sat, Seated

ONLOOKER = -1       # the seat of who has none


class Holder(msgspec.Struct, frozen=True, array_like=True):
    """Who answers for a seat: a person, a bot, or nobody yet. Both if the person has resigned and the bot stands in."""

    player: str = ""        # id of the person
    name: str = ""          # what the person is called
    bot: str = ""

    @property
    def free(self) -> bool:
        return not self.player and not self.bot

    @property
    def resigned(self) -> bool:
        return bool(self.player and self.bot)

    @property
    def person(self) -> str:
        """Id of the person who plays the seat; "" if a bot does."""
        return "" if self.bot else self.player


class Seating:
    """The holder of each seat, and the seats that each person has ever seen the game from."""

    __slots__ = ("_seen", "full", "holders", "same")

    def __init__(self, holders: Iterable[Holder]) -> None:
        self.holders = tuple(holders)
        self._seen: dict[str, set[int]] = {}
        self._changed()

    def _changed(self) -> None:
        self.full = not any(holder.free for holder in self.holders)
        self.same = [self.of(holder.player) for holder in self.holders]     # by seat: all seats of its person

    def __getitem__(self, seat: int) -> Holder:
        return self.holders[seat]

    def __len__(self) -> int:
        return len(self.holders)

    def of(self, player: str) -> list[int]:
        """The seats of a person, including resigned ones."""
        return [seat for seat, holder in enumerate(self.holders) if player and holder.player == player]

    def name_for(self, player: str, name: str) -> str:
        """What a person is called here: two people at a table never have the same name."""
        own = next((holder.name for holder in self.holders if holder.player == player), "")
        return own or distinct(name, (holder.name for holder in self.holders))

    def people(self) -> set[str]:
        """All persons who play: those whose consent is needed."""
        return {holder.person for holder in self.holders} - {""}

    def seen(self, player: str) -> set[int]:
        """The seats whose secrets a person knows, whoever holds them now: all that he held since the game started."""
        return self._seen.get(player, set())

    def start(self) -> None:
        """The game starts, perhaps anew: whoever sits now sees it."""
        self._seen = {}
        for seat, player in self.rows():
            self._seen.setdefault(player, set()).add(seat)

    def rows(self) -> list[tuple[int, str]]:
        """Seats and their persons, for a list of a person's games."""
        return [(seat, holder.player) for seat, holder in enumerate(self.holders) if holder.player]

    def change(self, matter: Matter, started: bool) -> None:
        """Somebody takes a seat, leaves it, or is replaced by a bot."""
        if isinstance(matter, Sat):
            if started:
                self._seen.setdefault(matter.player, set()).add(matter.seat)
            self._hold(matter.seat, Holder(matter.player, matter.name))
        elif isinstance(matter, Seated):
            self._hold(matter.seat, Holder(bot=matter.bot))
        elif isinstance(matter, Left):
            self._hold(matter.seat, Holder())
        self._changed()

    def _hold(self, seat: int, holder: Holder) -> None:
        self.holders = (*self.holders[:seat], holder, *self.holders[seat + 1:])

    def inherit(self, seats: Iterable[int], heir: int) -> None:
        """The player of another seat takes over from those who have resigned."""
        heir_is = self.holders[heir]
        for seat in seats:
            self._seen.setdefault(heir_is.player, set()).add(seat)
            self._hold(seat, heir_is)
        self._changed()

    def stand_in(self, seats: Iterable[int], bot: str) -> None:
        """A bot plays on for those who have resigned."""
        for seat in seats:
            self._hold(seat, msgspec.structs.replace(self.holders[seat], bot=bot))
