"""[11.5] How many of a kind may be together."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, FIRST_REGION, LOADS, MOST, MOST_LOAD
from tablero.games.aiw.fog import know, pick_out
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, trains
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, set_load
from tablero.games.aiw.rules.r05_units.s03_strength import gain
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Load, Side, Spot, area_of
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

TRAIN = len(LOADS)          # of the kinds that may be twice in a space, besides guns and Knapsacks
WITHIN: Action = ("combine_inside",)
WITHOUT: Action = ("combine_outside",)


def check_stacks(s: Aiw) -> None:
    """[11.4k] [11.5a] [11.5b] [11.5c] [14.1b] One of each kind in an area: the rest is joined to it as far as one piece
    shows, and then eliminated. What a side has inside a besieged Fortress and outside it joins where it says. What
    waits on a road is not yet there; Infantry and Cavalry are not limited. The last thing a step does."""
    if s.rules < 3:                     # then the stronger kept its place, and nobody was asked
        _join_across_the_walls(s)
        return
    if any(points > MOST_LOAD[side][kind] for (_, side, kind), points in s.loads.items()):
        for spot, side, kind in sorted(s.loads):
            if spot < INSIDE + AREAS:
                _keep(s, side, kind, spot, load(s, side, kind, spot))
    _join_trains_of(s, {b: s.at[b] for b in ids_of(s.wagons)})
    if _twice(s):
        s.call(Combine())


def _keep(s: Aiw, side: Side, kind: Load, spot: Spot, points: int) -> None:
    """[11.5c] One counter is left on a spot, with as many of the points as it shows."""
    most = MOST_LOAD[side][kind]
    set_load(s, side, kind, spot, min(most, points))
    if points > most:
        s.tell("load_lost", side, kind, points - most, area_of(spot))


def _join_trains_of(s: Aiw, places: dict[Block, int]) -> None:
    """[11.5c] Of the Trains of a side that are in one place the strongest is left."""
    together: dict[tuple[Side, int], list[Block]] = {}
    for b, place in places.items():
        if s.at[b] < INSIDE + AREAS:
            together.setdefault((BLOCK_SIDE[b], place), []).append(b)
    for blocks in together.values():
        if len(blocks) > 1:
            _join_trains(s, sorted(pick_out(s, blocks), key=lambda b: -s.strength[b]))


def _join_trains(s: Aiw, together: list[Block]) -> None:
    """[11.5c] The first Train takes what it can of the others, which are eliminated: everybody sees them."""
    first, *others = together
    know(s, first)
    for b in others:
        points = min(s.strength[b], MOST[s.unit[first]] - s.strength[first])
        eliminate(s, b)
        if points:
            gain(s, first, points)


def _join_across_the_walls(s: Aiw) -> None:
    """[11.5b] In the first two versions: inside and outside together, one counter where the stronger was."""
    for spot, side, kind in sorted(s.loads):
        x = area_of(spot)
        outside, inside = load(s, side, kind, x), load(s, side, kind, INSIDE + x)
        if outside and inside or outside + inside > MOST_LOAD[side][kind]:
            keep, drop = (x, INSIDE + x) if outside >= inside else (INSIDE + x, x)
            set_load(s, side, kind, drop, 0)
            _keep(s, side, kind, keep, outside + inside)
    _join_trains_of(s, {b: area_of(s.at[b]) for b in ids_of(s.wagons)})


# ------------------------------------------------------------------------------------------- inside and outside


def _twice(s: Aiw) -> list[tuple[Side, Area, int]]:
    """[11.5b] What a side has inside a Fortress and outside it at the same time: guns, a Knapsack, a Train."""
    found = [(side, spot, kind) for spot, side, kind in s.loads
             if spot < FIRST_REGION and (INSIDE + spot, side, kind) in s.loads]
    for b in ids_of(s.wagons):
        x, side = area_of(s.at[b]), BLOCK_SIDE[b]
        if s.at[b] == INSIDE + x and trains(s, in_open(s, side, x)):
            found.append((side, x, TRAIN))
    return sorted(found)


@dataclass(slots=True)
class Combine(Procedure):
    """[11.5b] [11.5c] What a side has twice in a space is combined, inside its Fortress or outside, as it likes."""

    def steps(self) -> tuple[str, ...]:
        return ("ask",)

    def ask(self, s: Aiw) -> str | None:
        """[11.5c] One kind after the other."""
        for side, x, kind in _twice(s):
            if kind == TRAIN:
                s.reveal()          # that both are Trains
            s.call(CombineWhere(side, x, kind))
            return "ask"
        return None


@dataclass(slots=True)
class CombineWhere(PublicAsk):
    """[11.5c] Two of a kind are in a space, inside the Fortress and outside: say where the one is that is left."""

    x: Area
    kind: int               # a load, or TRAIN

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [WITHIN, WITHOUT]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        keep, drop = (INSIDE + self.x, self.x) if action == WITHIN else (self.x, INSIDE + self.x)
        if self.kind == TRAIN:
            wagons = [*ids_of(trains(s, s.shut[self.x])), *ids_of(trains(s, in_open(s, seat, self.x)))]
            _join_trains(s, sorted(pick_out(s, wagons), key=lambda b: s.at[b] != keep))
            return
        points = load(s, seat, self.kind, keep) + load(s, seat, self.kind, drop)
        set_load(s, seat, self.kind, drop, 0)
        _keep(s, seat, self.kind, keep, points)

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        if self.kind == TRAIN:
            return Prompt("11.5c", "combine_trains", (("space", "space", self.x),))
        return Prompt("11.5c", "combine_where", (("load", "load", self.kind), ("space", "space", self.x)))

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        spot = INSIDE + self.x if action == WITHIN else self.x
        return None if self.kind == TRAIN else counter(s, seat, self.kind, spot)
