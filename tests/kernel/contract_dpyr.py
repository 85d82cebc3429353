"""What is true in every position of Dios, Patria y Rey, and what one action can change."""

from __future__ import annotations

from collections import Counter

from tablero.games.dpyr.board import ARTILLERY, CUP, GEFE, GRID, INFANTRY
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r04_actions.s00_actions import March
from tablero.games.dpyr.state import GONE, OFF, OUT, WITHDRAWN, Dpyr
from tablero.games.dpyr.verbs import VERBS
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.engine import players
from tablero.kernel.events import Event


def holds(s: Dpyr) -> None:
    places(s)
    stacks(s)
    markers(s)
    numbers(s)
    bitsets(s)


def places(s: Dpyr) -> None:
    """Every unit is in exactly one place, and the three ways to ask for it agree."""
    stacked = [u for pile in s.piles.values() for u in pile]
    assert len(stacked) == len(set(stacked)), "a unit stands in two hexes"
    assert {u for u, x in enumerate(s.at) if x >= 0} == set(stacked)
    for x, pile in s.piles.items():
        assert pile, f"an empty stack at {x}"
        assert all(s.at[u] == x for u in pile), f"piles and at disagree at {x}"
    for side in (0, 1):
        assert bitset(s.at[u] for u in s.b.army[side] if s.at[u] >= 0) == s.held[side], "held is wrong"
    assert all(x >= 0 or x in (OFF, WITHDRAWN, GONE, OUT) for x in s.at)
    open_ground = s.b.field.land | (s.b.field.broken_bridge if s.bridge_repaired else 0)
    assert not (s.held[0] | s.held[1]) & ~open_ground, "a unit stands in a river"


def stacks(s: Dpyr) -> None:
    """One side, one facing and no more units than the ground holds in a hex; a Gefe is at the bottom."""
    for x, pile in s.piles.items():
        assert len({s.b.side[u] for u in pile}) == 1, "enemies share a hex"
        assert len({s.facing[u] for u in pile}) == 1, "two facings in a hex"
        fighters = [u for u in pile if s.b.kind[u] != GEFE]
        assert len(fighters) <= s.b.field.capacity[x], "too many units in a hex"
        assert list(pile[len(pile) - len(fighters) :]) == fighters, "a Gefe stands on others"
    for side in (0, 1):
        assert sum(s.at[u] >= 0 for u in s.b.of_kind[side][GEFE]) <= 1, "two Gefes of a side"


def markers(s: Dpyr) -> None:
    """The factor markers are in the cup and on units, or in the hands while they are given out: all 24, always."""
    if not s.turn:
        return
    given = Counter(m for m in s.marker if m >= 0)
    if s.stack and isinstance(s.stack[-1], Assign):
        hands = Counter(s.drawn_carlist) + Counter(s.drawn_liberal)
        assert not given - hands, "a unit has a marker its side did not draw"
        given = hands
    assert Counter(CUP) == given + Counter(s.cup), "factor markers were lost or made"
    assert s.cup == sorted(s.cup), "the cup has an order"


def numbers(s: Dpyr) -> None:
    for column in (s.fire, s.shock, s.salvo, s.ammunition, s.flags, s.veils):
        assert min(column) >= 0, "a number is negative"
    assert all(n <= 2 and (not n or s.b.kind[u] == ARTILLERY) for u, n in enumerate(s.salvo))
    assert all(s.chits.count(side) <= 3 for side in (0, 1)), "an activation too many"
    for side in (0, 1):
        assert s.cross[side] == -1 or s.b.side[s.cross[side]] == side


def bitsets(s: Dpyr) -> None:
    """Concealed units stand in cover, squares are infantry in the open, and only markers that exist are known."""
    for u in ids_of(s.hidden):
        assert s.at[u] >= 0, "a concealed unit is off the map"
        assert s.b.field.cover >> s.at[u] & 1, "a concealed unit stands in the open"
        setting_up = not s.turn and s.b.side[u] in players(s)
        assert setting_up or s.under[s.at[u]] >> u & 1, "a concealed unit is taken for what it is not"
    assert set(s.under) <= {s.at[u] for u in ids_of(s.hidden)}, "something is known of a marker that is not there"
    for u in ids_of(s.square):
        assert s.b.kind[u] == INFANTRY
        assert s.at[u] >= 0
        assert not s.b.field.obstacles >> s.at[u] & 1, "a square where none can be formed"
    assert all(s.marker[u] >= 0 for u in ids_of(s.known | s.blind)), "a marker that does not exist is known"


NOTHING: Action = ("nothing",)


def counterpart(one: Dpyr, other: Dpyr, action: Action) -> Action:
    """Actions name units; under a Guirigay marker the enemy sees only a place in a stack where something stirs."""
    verb, things = action[0], list(action[1:])
    for i, (_, kind) in enumerate(VERBS[verb]):
        if kind == "unit" and one.hidden >> things[i] & 1:
            here = [u for u in other.piles.get(one.at[things[i]], ()) if other.hidden >> u & 1]
            if not here:                    # a set-up, guessed as not begun
                return NOTHING
            if things[i] not in here:
                things[i] = here[0]
    if verb == "to" and _moved_away(one) != _moved_away(other):
        return NOTHING                      # where a marker vanishes everybody sees that it covered one unit
    return (verb, *things)


def _moved_away(s: Dpyr) -> bool:
    """Will a concealed unit that is about to move leave nobody under its marker?"""
    march = s.stack[-1]
    if not isinstance(march, March) or march.hand < 0 or not s.hidden >> march.hand & 1:
        return False
    return not any(s.hidden >> u & 1 for u in s.piles[s.at[march.hand]] if u != march.hand)


def eager(s: Dpyr, seat: int, found: list[Action]) -> list[Action]:
    """Towards the enemy by the shortest way, and fire or charge whoever can be reached."""
    foes = ids_of(s.held[1 - seat])
    hexes = [action[1] for action in found if action[0] == "to"]
    if hexes and foes:
        distance = {x: min(GRID.distance[x][y] for y in foes) for x in hexes}
        return [("to", x) for x in hexes if distance[x] == min(distance.values())]
    idle = ("done", "halt", "pass", "puente", "face", "raise")
    return [action for action in found if action[0] not in idle]


def follows(before: Dpyr, after: Dpyr, told: list[Event]) -> None:
    """Damage is only taken off by rally or a Gefe's check; what is gone stays gone; shots cost ammunition."""
    healed = {event.args[0] for event in told if event.kind in ("rally_roll", "gefe_check")}
    for u, at in enumerate(before.at):
        assert after.shock[u] >= before.shock[u], "shock damage was taken off"
        assert after.fire[u] >= before.fire[u] or u in healed, "fire damage was taken off without a roll"
        assert at not in (GONE, OUT) or after.at[u] == at, "a unit came back from the dead"
    spent = [0, 0]
    for event in told:
        if event.kind in ("fired", "loaded"):
            spent[before.b.side[event.args[0]]] += 1 if event.kind == "fired" else 2
    for side in (0, 1):
        assert before.ammunition[side] - after.ammunition[side] == spent[side], "ammunition does not add up"
        assert after.flags[side] == before.flags[side] - sum(e.kind == "flag" and e.args[0] == side for e in told)
        assert after.veils[side] <= before.veils[side]
    turns, drawn = (sum(event.kind == kind for event in told) for kind in ("turn", "activation"))
    assert after.turn - before.turn == turns
    assert len(after.chits) == len(before.chits) + 6 * turns - drawn, "activations were lost or made"
