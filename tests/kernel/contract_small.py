"""The laws of the small games."""

from __future__ import annotations

from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.kernel import decks, four, tiny


class PlainLaws:
    """Those of a game that promises no more than every game does."""

    def holds(self, s: State) -> None:
        pass

    def counterpart(self, one: State, other: State, action: Action) -> Action:
        return action

    def eager(self, s: State, seat: int, found: list[Action]) -> list[Action]:
        return [action for action in found if action != PASS]

    def follows(self, before: State, after: State, told: list[Event]) -> None:
        pass


class TinyLaws(PlainLaws):
    def holds(self, s: tiny.Tiny) -> None:
        """No card is in two places, and both hold as many."""
        red, blue = s.hand
        held = [*ids_of(red), *ids_of(blue), *s.deck]
        assert len(held) == len(set(held))
        assert (red.bit_count(), len(s.deck)) == (blue.bit_count(), len(tiny.CARDS) - 2 * tiny.ROUNDS)

    def follows(self, before: tiny.Tiny, after: tiny.Tiny, told: list[Event]) -> None:
        """Points are only won, by the stake."""
        won = sum(after.points) - sum(before.points)
        assert won == sum(event.args[1] for event in told if event.kind == "won")


class FourLaws(PlainLaws):
    def holds(self, s: four.Four) -> None:
        """Occupancy agrees with places, every army is whole, belief holds the truth."""
        for x, blocks in enumerate(s.here):
            assert tuple(b for b, at in enumerate(s.at) if at == x) == ids_of(blocks)
            assert x in ids_of(four.HOMES) or blocks.bit_count() <= four.ROOM
            assert len({four.OWNER[b] for b in ids_of(blocks)}) <= 1
        for army in four.ARMY:
            assert [0, 1, 2] == sorted(s.unit[b] for b in army)
        assert all(may >> unit & 1 for may, unit in zip(s.may, s.unit, strict=True))

    def follows(self, before: four.Four, after: four.Four, told: list[Event]) -> None:
        """What is gone is gone."""
        assert all(after.at[b] == four.GONE for b, at in enumerate(before.at) if at == four.GONE)


class DecksLaws(PlainLaws):
    def holds(self, s: decks.Decks) -> None:
        """Nobody has less than nothing, and cards on the table are in use."""
        assert min(*s.coins, *s.guards) >= 0
        used = bitset(frame.card for frame in s.stack if isinstance(frame, decks.PlayCard))
        for frame in s.stack:
            used |= sum(frame.force) if isinstance(frame, decks.Round) else 0
            used |= sum(frame.used) if isinstance(frame, decks.Fight) else 0
        assert not s.piles[decks.TABLE] & ~used

    def follows(self, before: decks.Decks, after: decks.Decks, told: list[Event]) -> None:
        """What has happened stays so, and what is removed comes never back."""
        assert not before.happened & ~after.happened
        assert not before.piles[decks.REMOVED] & ~after.piles[decks.REMOVED]


PLAIN, TINY, FOUR, DECKS = PlainLaws(), TinyLaws(), FourLaws(), DecksLaws()
