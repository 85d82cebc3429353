"""Pieces that come and go: new ones, losses, retreats, Reinforcements and Deployment; and small questions."""

from __future__ import annotations

from tablero.bots.heuristic.wellington.outlook import DISTANCE, Outlook
from tablero.bots.heuristic.wellington.sea import deployment_worth, gain_at
from tablero.bots.heuristic.wellington.values import LEADER_WORTH
from tablero.games.wellington.board import (
    BATTLE_RATING, COMMAND_RATING, DUCHIES, KEYS, LEADER_POWER, LEADERS, PLYMOUTH, SP_OF
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r04_sequence.s02_impulses import AgreeCommander
from tablero.games.wellington.rules.r06_building import PlaceBuilt
from tablero.games.wellington.rules.r09_movement.s06_groups import JoinMarch
from tablero.games.wellington.rules.r16_interphase.s03_deployment import Deploy, land_reach
from tablero.games.wellington.state import Duchy
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

MISSED = 0.5            # what an Army guards, if it does not go with the Ally


def done(look: Outlook, options: list[Action]) -> Action:
    return DONE


def no(look: Outlook, options: list[Action]) -> Action:
    return ("no",)


def join_march(look: Outlook, options: list[Action]) -> Action:
    """[9.61b] The Ally may take an Army along that is not missed where it stands."""
    frame = look.s.stack[-1]
    assert isinstance(frame, JoinMarch)
    x = look.s.at[frame.leader]
    sps = min(look.s.sp[look.power * DUCHIES + x], COMMAND_RATING[frame.leader])
    all_here = look.dice_at(look.side, x), look.pieces_at(look.side, x)
    missed = look.guard(x, *all_here) - look.guard(x, *look.rest(x, 1 << frame.leader, sps))
    return ("yes",) if missed < MISSED else ("no",)


def agree_commander(look: Outlook, options: list[Action]) -> Action:
    """[9.62b] Whoever is not less able may command."""
    frame = look.s.stack[-1]
    assert isinstance(frame, AgreeCommander)
    now = commander_at(look.s, look.side, look.s.at[frame.leader])
    return ("yes",) if BATTLE_RATING[frame.leader] >= BATTLE_RATING[now] else ("no",)


def first(look: Outlook, options: list[Action]) -> Action:
    return options[0]


# --- Commanders and losses


def name_commander(look: Outlook, options: list[Action]) -> Action:
    """[9.62a] The ablest Leader, of equals one of the own Power."""
    return max(options, key=lambda action: (BATTLE_RATING[action[1]], LEADER_POWER[action[1]] == look.power))


def worst_leader(look: Outlook, options: list[Action]) -> Action:
    return min(options, key=lambda action: LEADER_WORTH[action[1]])


def bear(look: Outlook, options: list[Action]) -> Action:
    """The loss is the Ally's."""
    return max(options, key=lambda action: action[1] != look.power)


def flag(look: Outlook, options: list[Action]) -> Action:
    """[7d] A Duchy becomes the own Power's, where that can be chosen."""
    flags = [action for action in options if action[0] == "flag"]
    return max(flags, key=lambda action: (look.worth[action[1]], action[2] == look.power), default=options[0])


# --- where pieces go


def need(look: Outlook, x: Duchy) -> float:
    """How much Soldiers are wanted in a Duchy: for a Leader without enough of them, or against a threat."""
    if x == PLYMOUTH:
        return -1.0
    front = min((DISTANCE[a][x] for a, _, _ in look.attackers), default=9)
    dice, pieces = look.dice_at(look.side, x), look.pieces_at(look.side, x)
    more = look.guard(x, dice + 2, pieces + 2) - look.guard(x, dice, pieces) if look.worth[x] > 1.0 else 0.0
    return more + look.waiting_for(x) - 0.04 * front + (0.2 if not pieces and look.garrison_wanted(x) else 0.0)


def place(look: Outlook, options: list[Action]) -> Action:
    """[6.3a] Where new pieces are wanted most: a Leader by Soldiers who have none so able."""
    places = [action for action in options if len(action) > 1]
    frame = look.s.stack[-1]
    if isinstance(frame, PlaceBuilt) and frame.leader >= 0:
        leader = frame.leader
        return max(places, key=lambda action: look.unled(leader, action[1]))
    return max(places, key=lambda action: need(look, action[1]), default=DONE)


def remove(look: Outlook, options: list[Action]) -> Action:
    """[5.12a] The SP that is missed least: of a large stack in the rear."""
    def missed(action: Action) -> float:
        _, power, x = action
        sps = look.s.sp[power * DUCHIES + x]
        front = min((DISTANCE[a][x] for a, _, _ in look.attackers), default=9)
        found: float = 1.0 / sps + 0.3 / (1 + front)
        if sps == 1 and KEYS >> x & 1 and not look.forts >> x & 1:
            found += 1.0
        return found + (0.2 if look.s.here[x] & LEADERS[power] else 0.0)

    return min(options, key=missed)


def retreat(look: Outlook, options: list[Action]) -> Action:
    """[11.61a] To friends, away from the enemy; all together."""
    ways = [action for action in options if action[0] == "retreat"]

    def safe(action: Action) -> float:
        x = action[1]
        strong = look.dice_at(look.side, x) if look.us >> x & 1 else 0
        return strong * 0.1 + bool(look.ours >> x & 1) - look.danger(x, strong + 4, 5)

    return max(ways, key=safe, default=options[0])


# --- the Interphase


def reinforce(look: Outlook, options: list[Action]) -> Action:
    """[16.2b] Back from the Regroup Box, then Leaders, then as many Soldiers as possible."""
    def rank(action: Action) -> float:
        if action[0] == "regroup":
            return 3.0 + SP_OF[action[1]]
        if action[0] == "build_leader":
            return 2.0 + LEADER_WORTH[action[1]] if BATTLE_RATING[action[1]] > 1 else 0.5
        return 1.0 + 0.1 * SP_OF[action[1]] if action[0] == "build" else 0.0

    return max(options, key=rank)


def stand(look: Outlook, x: Duchy, leader: int, sps: int) -> float:
    """What an Army is worth in a Duchy: what it could attack from there next, and what it guards."""
    dice, pieces = look.army_dice(leader, sps), sps + 1
    best = 0.0
    for y in range(DUCHIES):
        way = DISTANCE[x][y]
        if way <= 6 and (look.theirs | look.them) >> y & 1 and look.worth[y] > 1.0:
            if look.them >> y & 1:
                gain = look.attack_worth(dice, pieces, x, y) if way == 1 else 0.5 * look.worth[y]
            else:
                gain = look.siege_worth(leader, sps, y) if look.closed >> y & 1 else look.worth[y]
            best = max(best, gain * 0.85**way)
    there = look.s.at[leader] == x
    return best + (look.guard(x, dice, pieces) if there else look.more_guard(x, dice, pieces)) - look.danger(
        x, dice, pieces)


def deployment(look: Outlook, options: list[Action]) -> Action:
    """[16.3a] The Army that gains most by going elsewhere."""
    best, chosen = 0.3, DONE
    for action in options:
        gain = 0.0
        if action[0] == "deploy":
            gain = max((worth for worth, _ in destinations(look, action[1])), default=0.0)
        elif action[0] == "convoy":
            gain = deployment_worth(look, action[1])
        if gain > best:
            best, chosen = gain, action
    return chosen


def destinations(look: Outlook, leader: int) -> list[tuple[float, Duchy]]:
    """What a Leader gains by going to each Duchy within reach, with the Soldiers that he has."""
    s, power = look.s, look.power
    a = s.at[leader]
    sps = min(COMMAND_RATING[leader], s.sp[power * DUCHIES + a])
    here = stand(look, a, leader, sps)
    found = []
    reach = land_reach(s, power, a)
    more = max((loose(look, x) for x in ids_of(reach & s.occupied[power])), default=0)
    for x in ids_of(reach):
        n = min(COMMAND_RATING[leader], sps + more)
        if n:
            found.append((stand(look, x, leader, n) - here, x))
    return found


def loose(look: Outlook, x: Duchy) -> int:
    """The Soldiers without a Leader in a Duchy that can go elsewhere: one stays in a Key without a Fortress."""
    if look.s.here[x] & LEADERS[look.power]:
        return 0
    return max(0, look.s.sp[look.power * DUCHIES + x] - (1 if KEYS >> x & 1 else 0))


def load_deployment(look: Outlook, options: list[Action]) -> Action:
    """[16.3c] The Soldiers that stand with the Leader go along, and others on the way; garrisons stay."""
    deploy = look.s.frame(Deploy)
    x = deploy.a
    if deploy.leader >= 0 and look.garrison_wanted(x) and ("leave_one", x) in options:
        taken = sum(n for y, n in deploy.loads if y == x)
        if taken == look.s.sp[look.power * DUCHIES + x] > 1 and look.us >> x & 1:
            return ("leave_one", x)
    if deploy.leader >= 0 and deploy.room() > 0:
        best = max((action for action in options if action[0] == "muster"), default=DONE,
                   key=lambda action: loose(look, action[1]))
        if best != DONE and loose(look, best[1]) > 1:
            return best
    for y, n in deploy.loads:
        if y != x and n == look.s.sp[look.power * DUCHIES + y] and KEYS >> y & 1 and ("leave_one", y) in options:
            return ("leave_one", y)
    return DONE if DONE in options else options[0]


def deploy_to(look: Outlook, options: list[Action]) -> Action:
    deploy = look.s.frame(Deploy)
    if deploy.leader < 0:
        return max(options, key=lambda action: gain_at(look, deploy.a, action[1]))
    worth = {x: gain for gain, x in destinations(look, deploy.leader)}
    return max(options, key=lambda action: worth.get(action[1], -9.0))
