"""[10.0] The Actions step: what a side may spend its Action Points on, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from tablero.games.aiw.board import (
    ACTIONS, AREAS, BLOCKS, CARDS, CARLIST, CITIES, ENEMY_ACTIONS, FIRST_REGION, HAND, LIBERAL, REGIONS, SACK
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import by_area, fighters, on_map
from tablero.games.aiw.rules.r05_units.s01_counters import load_areas
from tablero.games.aiw.rules.r05_units.s04_disbanding import aim_at_knapsack, disband, disbanding, refuse_disbanding
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard, open_window, refuse_card
from tablero.games.aiw.rules.r08_command import refuse_command, use_command
from tablero.games.aiw.rules.r10_actions.s00_points import can_pay, is_expedition, pay
from tablero.games.aiw.rules.r10_actions.s00_used import unused
from tablero.games.aiw.rules.r10_actions.s01_activate import ACTIVATE, activate, refuse_activation
from tablero.games.aiw.rules.r10_actions.s02_construct import BUILDS, CONSTRUCT, build, building_sites, refuse_build
from tablero.games.aiw.rules.r10_actions.s03_demolish import DEMOLISH, demolish, refuse_demolition
from tablero.games.aiw.rules.r10_actions.s04_store import STORE, refuse_storing, store
from tablero.games.aiw.rules.r10_actions.s05_replacements import OBTAIN, obtain_replacements, refuse_replacements
from tablero.games.aiw.rules.r10_actions.s06_recruit import CARLISTS_RECRUIT, RECRUIT, Recruit, refuse_recruiting
from tablero.games.aiw.rules.r10_actions.s07_suppress import (
    LIBERALS_SUPPRESS, SUPPRESS, refuse_suppression, suppressible
)
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.rules.r13_sea.s01_transport import LIBERALS_SAIL, SHIP, Transport, refuse_sailing, sailing_ports
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import LAND, Landing, refuse_disembarking
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Suppress
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Side, area_of
from tablero.kernel.actions import DONE, Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask


@dataclass(slots=True)
class ActionsStep(Procedure):
    """[10.0h] The phasing side spends its Action Points."""

    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("enemy_cards", "act", "stacks", "end")

    def enemy_cards(self, s: Aiw) -> None:
        """[7.1c] The other side may play an Operational card before the first action."""
        open_window(s, ENEMY_ACTIONS, 1 - self.side, self)

    def act(self, s: Aiw) -> None:
        """[10.0h] Action after action, in any order."""
        s.call(Act(self.side))

    def stacks(self, s: Aiw) -> None:
        """[10.0j] [11.5b] Points that are left are lost; what cannot be together is looked for."""
        player_phase = phase(s)
        player_phase.points = player_phase.extra = 0
        check_stacks(s)

    def end(self, s: Aiw) -> None:
        """[11.3f] And what cannot be alone."""
        check_escorts(s)
        settle(s)


@dataclass(slots=True)
class Act(Ask):
    """[10.0h] Choose the next action, or end your actions."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(_written(verb, thing) for verb, row in ORDERS.items() for thing in row.things(s, seat))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        return None if action == DONE else _refuse(s, seat, *_read(action))

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 15 µs, 128 µs as derived from the candidates, which is 15 % of random play."""
        player_phase = phase(s)
        actions: list[Action] = [DONE]
        points = player_phase.points
        actions += [action for action, cost, refuse in PLAIN if points >= cost and refuse(s, seat, NOTHING) is None]
        ready = fighters(s, unused(s, on_map(s, seat)))
        _add_by_area(s, player_phase, ready, actions)
        if seat == CARLIST:
            if player_phase.expeditions and can_pay(player_phase, RECRUIT, True):
                actions += [("recruit", x) for x in ids_of(player_phase.expeditions) if refuse_recruiting(s, x) is None]
        elif player_phase.points >= SHIP:
            actions += [TRANSPORTS[x] for x in sailing_ports(s, ready)]
            if player_phase.points >= SUPPRESS:
                actions += [SUPPRESSIONS[x] for x in suppressible(s)]
        actions += disbanding(s, seat, load_areas(s, seat, SACK))
        if s.piles[HAND[seat]] & CARDS.at[ACTIONS]:
            actions += [("play", card) for card in CARDS.playable(s, seat, ACTIONS, about(s, self))]
        return actions

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        verb, thing = _read(action)
        row, player_phase = ORDERS[verb], phase(s)
        pay(player_phase, row.cost, row.extra and is_expedition(seat, thing))
        row.carry_out(s, seat, thing)
        return AGAIN

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        (points, half), extra = divmod(phase(s).points, 2), phase(s).extra
        return Prompt(
            "10.0h", "act", (("points", "number", points), ("half", "number", half), ("extra", "number", extra))
        )

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return aim_at_knapsack(s, seat, action)


class Order(NamedTuple):
    """[10.0h] A kind of action: with what one may try it, why not, what it costs and what it does."""

    things: Callable[[Aiw, Side], Iterable[int]]            # areas, blocks or cards that a beginner would name
    refuse: Callable[[Aiw, Side, int], Refusal | None]      # of one of them, whatever it costs
    carry_out: Callable[[Aiw, Side, int], object]
    cost: int = 0           # half Action Points
    no_points: Refusal | None = None
    extra: bool = False     # can the additional point of an Expedition pay for it [10.0f]?


NOTHING: Final = -1                # the thing of an action that names none


def _no_thing(s: Aiw, side: Side) -> Iterable[int]:
    return (NOTHING,)


def _blocks(s: Aiw, side: Side) -> Iterable[Block]:
    return ids_of(on_map(s, side))


def _areas(s: Aiw, side: Side) -> Iterable[Area]:
    return sorted({area_of(s.at[b]) for b in ids_of(on_map(s, side))})


def _regions(s: Aiw, side: Side) -> Iterable[Area]:
    return range(FIRST_REGION, AREAS)


ORDERS = {
    "store": Order(_no_thing, refuse_storing, store, STORE, Refusal("10.4a", "no_action_points")),
    "replacements": Order(
        _no_thing, refuse_replacements, obtain_replacements, OBTAIN, Refusal("10.5a", "no_action_points")
    ),
    "command": Order(_no_thing, refuse_command, use_command),
    "disembark": Order(
        _no_thing, refuse_disembarking, lambda s, side, _: s.call(Landing()), LAND, Refusal("13.2b", "no_action_points")
    ),
    "activate": Order(_areas, refuse_activation, activate, ACTIVATE, Refusal("10.1a", "no_action_points"), extra=True),
    "transport": Order(
        _areas, lambda s, side, x: refuse_sailing(s, x) if side == LIBERAL else LIBERALS_SAIL,
        lambda s, side, x: s.call(Transport(x)), SHIP, Refusal("13.1b", "no_action_points"),
    ),
    "recruit": Order(
        _regions, lambda s, side, x: refuse_recruiting(s, x) if side == CARLIST else CARLISTS_RECRUIT,
        lambda s, side, x: s.call(Recruit(x)), RECRUIT, Refusal("10.6a", "no_action_points"), extra=True,
    ),
    "suppress": Order(
        _regions, lambda s, side, x: refuse_suppression(s, x) if side == LIBERAL else LIBERALS_SUPPRESS,
        lambda s, side, x: s.call(Suppress(x)), SUPPRESS, Refusal("10.7a", "no_action_points"),
    ),
    "build": Order(_blocks, refuse_build, build, CONSTRUCT, Refusal("10.2a", "no_action_points")),
    "demolish": Order(_blocks, refuse_demolition, demolish, DEMOLISH),
    "disband": Order(
        _blocks, lambda s, side, b: refuse_disbanding(s, side, ("disband", b)),
        lambda s, side, b: disband(s, side, ("disband", b)),
    ),
    "disband_knapsack": Order(
        lambda s, side: ids_of(load_areas(s, side, SACK)),
        lambda s, side, x: refuse_disbanding(s, side, ("disband_knapsack", x)),
        lambda s, side, x: disband(s, side, ("disband_knapsack", x)),
    ),
    "play": Order(
        lambda s, side: ids_of(s.piles[HAND[side]]),
        lambda s, side, card: refuse_card(s, side, card, ACTIONS, about(s, s.stack[-1])),
        lambda s, side, card: s.call(PlayCard(side, card)),
    ),
}
PLAIN = [((verb,), row.cost, row.refuse) for verb, row in ORDERS.items() if row.things is _no_thing]
ACTIVATIONS: Final = each("activate", AREAS)
TRANSPORTS: Final = each("transport", AREAS)
SUPPRESSIONS: Final = each("suppress", AREAS)
BUILDINGS: Final = each("build", len(BLOCKS))
DEMOLITIONS: Final = each("demolish", len(BLOCKS))


def _written(verb: str, thing: int) -> Action:
    return (verb,) if thing == NOTHING else (verb, thing)


def _read(action: Action) -> tuple[str, int]:
    verb, *things = action
    return verb, things[0] if things else NOTHING


def _refuse(s: Aiw, side: Side, verb: str, thing: int) -> Refusal | None:
    """Why an action cannot be carried out, or be paid for, now."""
    row = ORDERS[verb]
    affordable = can_pay(phase(s), row.cost, row.extra and is_expedition(side, thing))
    return row.refuse(s, side, thing) or (None if affordable else row.no_points)


def _add_by_area(s: Aiw, player_phase: PlayerPhase, ready: Blocks, actions: list[Action]) -> None:
    """What Infantry and Cavalry that may act could do, area after area."""
    side, unit = player_phase.side, s.unit
    opened = by_area(s, side)
    activating, home = player_phase.points >= ACTIVATE, FIRST_REGION if side == CARLIST else AREAS
    ruining = (s.forts[side] | s.works[side]) & ~(CITIES | s.present[1 - side])
    building = building_sites(s, side) if player_phase.points >= CONSTRUCT else 0
    working = ruining | building
    for x in ids_of(s.present[side] if activating else s.present[side] & (working | REGIONS)):
        here = ready & opened[x]
        if not here:
            continue
        if activating if x < home else can_pay(player_phase, ACTIVATE, True) and not opened[x] & s.acted:
            actions.append(ACTIVATIONS[x])
        if working >> x & 1:
            works = BUILDINGS if building >> x & 1 else DEMOLITIONS
            for b in ids_of(here):
                if BUILDS[unit[b]]:
                    actions.append(works[b])
