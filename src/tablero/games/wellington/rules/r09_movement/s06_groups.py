"""[9.6] [9.62] Army Groups: when there is one, and who commands it."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALLIES, COMMAND_RATING, DUCHIES, LEADER_POWER, LEADERS, PLAYERS, SIDE_LEADERS, SIDES
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.state import Duchy, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

ONE_ALLIED_PLAYER = (PLAYERS.index("three_french"), PLAYERS.index("two"))
ONE_FRENCH_PLAYER = (PLAYERS.index("three_allies"), PLAYERS.index("two"))


def one_player(s: Wellington, side: Side) -> bool:
    """Does one person play both Powers of a side? Then consent between them is taken as given (reading P5)."""
    return s.players in (ONE_ALLIED_PLAYER if side == ALLIES else ONE_FRENCH_PLAYER)


def of_two_powers(s: Wellington, side: Side, x: Duchy) -> bool:
    """[9.6a] Have both Powers of a side Armies in a Duchy?"""
    one, other = SIDES[side]
    return bool(s.here[x] & LEADERS[one] and s.here[x] & LEADERS[other])


def is_group(s: Wellington, side: Side, x: Duchy) -> bool:
    """[1.62a] [9.6a] [9.6b] [9.63e] Are the Formations of a side in a Duchy an Army Group? They are if both Powers have
    Armies there, or one has several and more Soldiers than any one of its Leaders may command."""
    if of_two_powers(s, side, x):
        return True
    for power in SIDES[side]:
        leaders = s.here[x] & LEADERS[power]
        if leaders.bit_count() > 1:
            return s.sp[power * DUCHIES + x] > max(COMMAND_RATING[leader] for leader in ids_of(leaders))
    return False


# --- the Commander


def judge(s: Wellington, side: Side, x: Duchy) -> Power:
    """[9.62a] Who decides about the Commander of two Powers: the one with more Soldiers there, at a tie the one whose
    Impulse it is, or was last. Pre-emptions and passes change the order of the Track."""
    one, other = SIDES[side]
    more = s.sp[one * DUCHIES + x] - s.sp[other * DUCHIES + x]
    if more:
        return one if more > 0 else other
    return s.active if s.active >= 0 and s.active & 1 == side else s.last_of[side]


def name_commander(s: Wellington, side: Side, x: Duchy, came: Leaders = 0) -> bool:
    """[9.53b] [9.6c] [9.62a] [9.62b] Leaders of both Powers have met in a Duchy: one of them is named Commander, unless
    they all came together under one. Says whether somebody is asked. Among Leaders of one Power the best commands by
    himself (reading G39)."""
    if not of_two_powers(s, side, x):
        return False
    here, named = s.here[x] & SIDE_LEADERS[side], s.commander[side * DUCHIES + x]
    if named >= 0 and here >> named & 1 and not here & ~came:
        return False
    s.call(NameCommander(judge(s, side, x), x))
    return True


def succeed(s: Wellington, side: Side, x: Duchy) -> bool:
    """[9.6c] [9.62a] The Commander of Leaders of two Powers has fallen: another one is named at once. Says whether
    somebody is asked."""
    named = s.commander[side * DUCHIES + x]
    return named >= 0 and not s.here[x] >> named & 1 and name_commander(s, side, x)


def leaves_his_group(s: Wellington, side: Side, x: Duchy, leaving: Leaders) -> bool:
    """[9.6c] Does the Commander leave while Leaders of both Powers stay? Then another one will be named."""
    named, stay = s.commander[side * DUCHIES + x], s.here[x] & ~leaving
    return named >= 0 and bool(leaving >> named & 1) and all(stay & LEADERS[power] for power in SIDES[side])


def set_commander(s: Wellington, x: Duchy, leader: Leader) -> None:
    """[1.6d] [1.62a] [9.62b] [20f] This Leader commands in his Duchy from now on; all others are Staff Officers."""
    side = LEADER_POWER[leader] & 1
    if commander_at(s, side, x) != leader or s.commander[side * DUCHIES + x] != leader:
        s.commander[side * DUCHIES + x] = leader
        s.tell("named", leader)


@dataclass(slots=True)
class NameCommander(PublicAsk):
    """[9.62a] Which Leader commands the Army Group of two Powers?"""

    x: Duchy

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return [("command", leader) for leader in ids_of(s.here[self.x] & SIDE_LEADERS[self.who & 1])]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        """[9.62b] He stays: whoever marches there does not ask again when he stops."""
        from tablero.games.wellington.rules.r09_movement.s02_march import March
        set_commander(s, self.x, action[1])
        march = s.within(March)
        if march is not None and march.x == self.x and march.power & 1 == seat & 1:
            march.named = True

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        return Prompt("9.62a", "name_commander", (("duchy", "duchy", self.x),))


@dataclass(slots=True)
class JoinMarch(PublicAsk):
    """[9.61b] Does an Army that stands on the way of the Ally join its march?"""

    leader: Leader

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return [("yes",), ("no",)]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        s.answer = int(action[0] == "yes")

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        return Prompt("9.61b", "join_march", (("leader", "leader", self.leader),))
