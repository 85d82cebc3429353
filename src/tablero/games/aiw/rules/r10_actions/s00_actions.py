"""[10] Actions: Action Points and what they are spent on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tablero.games.aiw.board import (
    ACTIONS,
    AREAS,
    BLOCK_SIDE,
    BLOCKS,
    CARD,
    CARDS,
    CARLIST,
    CITIES,
    ENEMY_ACTIONS,
    FIGHTERS,
    FIRST_REGION,
    FOOT,
    HAND,
    HORSE,
    LIBERAL,
    NORTH,
    PARTIDAS,
    REFUGES,
    REGIONS,
    SACK,
    TABLES,
    UNITS,
)
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_phase import Phase, phase
from tablero.games.aiw.rules.r04_map import fortresses_free, port_works, settle
from tablero.games.aiw.rules.r05_units import by_area, fighters, in_area, in_open, load_areas, standing_anywhere
from tablero.games.aiw.rules.r07_cards.s00_decks import (
    EXECUTIONS,
    LEVY,
    LOANS,
    MOST_COMMAND,
    RIOTS,
    UNITED_COMMAND,
    add_command,
)
from tablero.games.aiw.rules.r07_cards.s01_types import CardWindow, PlayCard, refuse_card
from tablero.games.aiw.rules.r10_actions.s00_used import LA_GRANJA, act, refuse_acting, unused
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.rules.r13_sea.s01_transport import Transport, at_quay, manned, refuse_sailing
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Landing, may_land
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import (
    Spend,
    aim_at_knapsack,
    disband,
    disbanding,
    refuse_disbanding,
)
from tablero.games.aiw.rules.r23_regions import Recruit, Suppress, refuse_recruiting, refuse_suppression, suppressible
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Side, area_of
from tablero.kernel.actions import DONE, Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

HALVES = 2                      # [13.1k] Action Points are counted in halves
_costs = TABLES.table("action_costs")
ACTIVATE = HALVES * _costs.integer("activate")
CONSTRUCT = HALVES * _costs.integer("construct_fortress")
DEMOLISH = HALVES * _costs.integer("demolish_fortress")
STORE = HALVES * _costs.integer("store_command_point")
OBTAIN = HALVES * _costs.integer("obtain_replacements")
RECRUIT = HALVES * _costs.integer("recruit_with_expedition")
SUPPRESS = HALVES * _costs.integer("suppress_uprising")
SHIP = TABLES.table("sea").integer("transport_half_ap_per_unit")        # [13.1b]
LAND = HALVES * TABLES.table("sea").integer("disembark_ap")             # [13.2b]
COMMANDS = TABLES.table("command_points").integer("as_action_point_per_phase")      # [8.0d]
REPLACEMENTS = tuple(TABLES.table("obtain_replacements").integers("rp_by_d6"))      # [10.5c]
WEAK_YEAR = 1834                                                        # [10.5d]
COURT_INTRIGUES, ESTELLA_EXECUTIONS = CARD["court_intrigues"], CARD["estella_executions"]
NO_MARKER = 2                                                           # cards L19, C33: points without a marker
BUILDERS = FOOT & ~PARTIDAS                                             # [10.2f] [10.3d]
BUILDS = (*(bool(BUILDERS >> unit & 1) for unit in range(len(UNITS))), False)       # by unit; not one that is unseen

NOT_YOURS = Refusal("10.0h", "not_your_unit")
NOBODY_THERE = Refusal("10.1b", "nobody_to_activate")
SHUT_IN = Refusal("18.0i", "besieged_units_stay")
ALL_USED = Refusal("10.1b", "all_have_acted")
EXPEDITION_SPLIT = Refusal("23.1c", "part_of_expedition_has_acted")
NO_BUILDER = Refusal("10.2b", "infantry_builds")
CANNOT_BUILD = Refusal("10.2f", "infantry_builds")
ENEMY_AT_SITE = Refusal("10.2b", "enemy_present")
NO_SITE = Refusal("10.2e", "no_building_site")
ONE_FORTRESS = Refusal("10.2g", "fortress_there_already")
NO_COUNTER = Refusal("10.2h", "no_fortress_counter")
NO_FORTRESS = Refusal("10.3b", "no_own_fortress")
ENEMY_AT_FORTRESS = Refusal("10.3b", "enemy_present")
CITY_STANDS = Refusal("10.3d", "city_fortress_stays")
CANNOT_DEMOLISH = Refusal("10.3d", "infantry_demolishes")
COMMAND_FULL = Refusal("10.4b", "command_points_full")
ONCE_A_PHASE = Refusal("10.5b", "replacements_once")
CARLISTS_RECRUIT = Refusal("10.6a", "carlists_recruit")
LIBERALS_SUPPRESS = Refusal("10.7a", "liberals_suppress")
LIBERALS_SAIL = Refusal("13.0a", "liberals_sail")
NO_LANDING = Refusal("13.2a", "no_landing_possible")
NO_COMMAND = Refusal("8.0d", "no_command_point")
COMMAND_USED = Refusal("10.0g", "one_command_point_a_phase")


# ----------------------------------------------------------------------------------------------------------- the points


def take_marker(s: Aiw, now: Phase) -> None:
    """[10.0c] An Action Point marker is drawn: its points are the phase's, as cards change them."""
    points = marker_points(s, now)
    now.points += HALVES * points
    s.tell("marker", now.side, points)


def marker_points(s: Aiw, now: Phase) -> int:
    """[10.0c] [10.0d] The points of a phase: no marker after La Granja (L19), the lower of two under court intrigues
    (C33) unless only one was left, one less after riots (C15), one more once Maroto is obeyed (C36)."""
    riots = now.side == LIBERAL and s.lasting & RIOTS
    if riots:
        s.lasting &= ~RIOTS
    if LA_GRANJA in now.effects:
        return NO_MARKER
    points = draw_marker(s, now.side)
    if COURT_INTRIGUES in now.effects and any(s.cups[3 * now.side : 3 * now.side + 3]):
        points = min(points, draw_marker(s, now.side))
    if now.side == CARLIST and s.lasting & EXECUTIONS and ESTELLA_EXECUTIONS not in now.effects:
        points += 1
    return max(1, points - 1) if riots else points


def draw_marker(s: Aiw, side: Side) -> int:
    """[10.0c] [10.0d] [10.0e] A marker out of the cup, by chance; it stays out for the rest of the year."""
    cup = [points for points in (2, 3, 4) for _ in range(s.cups[3 * side + points - 2])]
    if not cup:
        return NO_MARKER
    points = cup[s.below(len(cup))]
    s.cups[3 * side + points - 2] -= 1
    return points


def has(now: Phase, cost: int, expedition: bool = False) -> bool:
    """[10.0f] Are there points for it? The additional one is only for what an Expedition does."""
    return now.points >= cost or expedition and bool(now.extra)


def pay(now: Phase, cost: int, expedition: bool = False) -> None:
    """[10.0f] The additional point goes first where it may be used."""
    if expedition and now.extra:
        now.extra = 0
    else:
        now.points -= cost


def commands_left(s: Aiw, now: Phase) -> int:
    """[8.0d] [10.0g] How many Command Points may still be used as Action Points; a united command has one more."""
    most = COMMANDS + (1 if now.side == LIBERAL and s.lasting & UNITED_COMMAND else 0)
    return most - now.commands


# ----------------------------------------------------------------------------------------- spaces, builders, fortresses


def expedition(side: Side, x: Area) -> bool:
    """[10.0f] [23.0d] Is what a side has in this area an Expedition?"""
    return side == CARLIST and x >= FIRST_REGION


def refuse_activation(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[10.1b] [18.0i] [23.1c] Why an area cannot be activated, whatever it costs."""
    blocks = in_open(s, side, x) if x < AREAS else 0
    if not blocks:
        return SHUT_IN if x < FIRST_REGION and in_area(s, side, x) else NOBODY_THERE
    if expedition(side, x) and blocks & s.acted:
        return EXPEDITION_SPLIT
    if fighters(s, unused(s, blocks)):
        return None
    kept_back = ids_of(fighters(s, blocks & ~s.acted))
    if kept_back:
        return refuse_acting(s, kept_back[0])
    return ALL_USED if fighters(s, blocks) else NOBODY_THERE


def refuse_site(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[4.1f] [10.2b] [10.2e] [10.2g] [10.2h] Why no Fortress can be built in an area."""
    if (REGIONS | REFUGES | CITIES) >> x & 1:
        return NO_SITE
    if in_area(s, 1 - side, x) or s.forts[1 - side] >> x & 1:
        return ENEMY_AT_SITE
    if (s.forts[side] | s.works[0] | s.works[1]) >> x & 1:
        return ONE_FORTRESS
    return None if fortresses_free(s, side) > 0 else NO_COUNTER


def sites(s: Aiw, side: Side) -> Areas:
    """[10.2b] The areas where `refuse_site` has nothing against a Fortress."""
    if fortresses_free(s, side) <= 0:
        return 0
    taken = s.present[1 - side] | s.forts[0] | s.forts[1] | s.works[0] | s.works[1]
    return NORTH & ~(REFUGES | CITIES | taken)


def refuse_build(s: Aiw, side: Side, block: Block) -> Refusal | None:
    """[5.4l] [10.2b] [10.2f] [10.0k] Why a unit cannot build a Fortress where it stands, whatever it costs."""
    if BLOCK_SIDE[block] != side or s.at[block] < 0:
        return NOT_YOURS
    found = refuse_site(s, side, area_of(s.at[block]))
    if found is not None:
        return found
    if not BUILDERS >> s.unit[block] & 1:
        return CANNOT_BUILD if (HORSE | PARTIDAS) >> s.unit[block] & 1 else NO_BUILDER
    return refuse_acting(s, block)


def build(s: Aiw, side: Side, block: Block) -> Area:
    """[10.2b] [10.2c] A Fortress under construction is placed; its builder has acted. The space where it stands."""
    x = _work(s, block)
    s.works[side] |= 1 << x
    s.tell("works_begun", side, x)
    settle(s)
    return x


def refuse_demolition(s: Aiw, side: Side, block: Block) -> Refusal | None:
    """[10.3b] [10.3d] [10.0k] Why a unit cannot demolish the Fortress where it stands."""
    if BLOCK_SIDE[block] != side or s.at[block] < 0:
        return NOT_YOURS
    x = area_of(s.at[block])
    if not (s.forts[side] | s.works[side]) >> x & 1:
        return NO_FORTRESS
    if CITIES >> x & 1:
        return CITY_STANDS
    if in_area(s, 1 - side, x):
        return ENEMY_AT_FORTRESS
    if not BUILDERS >> s.unit[block] & 1:
        return CANNOT_DEMOLISH
    return refuse_acting(s, block)


def demolish(s: Aiw, side: Side, block: Block) -> None:
    """[10.3a] [10.3c] [10.3e] An own Fortress, or one under construction, is removed; the unit has acted."""
    x = _work(s, block)
    s.forts[side] &= ~(1 << x)
    s.works[side] &= ~(1 << x)
    s.touched |= 1 << x
    s.tell("demolished", side, x)
    settle(s)


def _work(s: Aiw, block: Block) -> Area:
    """[10.0k] [10.0l] One block is seen to build or to demolish: it is Infantry, and no Partida; it does no more."""
    (block,) = pick_out(s, [block])
    fact(s, 1 << block, BUILDERS, 1)
    act(s, 1 << block)
    return area_of(s.at[block])


# --------------------------------------------------------------------------------------------------------- replacements


def replacement_modifier(s: Aiw, side: Side) -> int:
    """[10.5d] What is added to the die of Obtain Replacements: less in 1834, more by loans and by a levy."""
    lasting = LEVY if side == LIBERAL else LOANS
    return (-1 if s.year == WEAK_YEAR else 0) + (1 if s.lasting & lasting else 0)


def replacement_points(result: int) -> int:
    """[10.5c] The Replacement Point table: 1 or less is 1, 6 or more is 6."""
    return REPLACEMENTS[max(1, min(len(REPLACEMENTS), result)) - 1]


# ---------------------------------------------------------------------------------------------------------- the actions


@dataclass(slots=True)
class ActionsStep(Procedure):
    """[10.0h] The phasing side spends its Action Points."""

    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("enemy_cards", "act", "end")

    def enemy_cards(self, s: Aiw) -> None:
        """[7.1c] The other side may play an Operational card before the first action."""
        s.call(CardWindow(ENEMY_ACTIONS, (1 - self.side,)))

    def act(self, s: Aiw) -> None:
        """[10.0h] Action after action, in any order."""
        s.call(Act(self.side))

    def end(self, s: Aiw) -> None:
        """[10.0j] [11.3f] [11.5b] Points that are left are lost; what cannot be alone, or together, is looked for."""
        now = phase(s)
        now.points = now.extra = 0
        check_stacks(s)
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
        now = phase(s)
        found: list[Action] = [DONE]
        found += [(verb,) for verb, row in PLAIN if now.points >= row.cost and row.refuse(s, seat, NOTHING) is None]
        ready = fighters(s, unused(s, standing_anywhere(s, seat)))
        _add_by_area(s, now, ready, found)
        if seat == CARLIST:
            if now.expeditions and has(now, RECRUIT, True):
                found += [("recruit", x) for x in ids_of(now.expeditions) if refuse_recruiting(s, x) is None]
        elif now.points >= SHIP:
            ports = [x for x in manned(s) if ready & at_quay(s, x)]
            found += [TRANSPORTS[x] for x in ports if port_works(s, x)]
            if now.points >= SUPPRESS:
                found += [SUPPRESSIONS[x] for x in suppressible(s)]
        found += disbanding(s, seat)
        found += [("play", card) for card in CARDS.playable(s, seat, ACTIONS, about(s, self))]
        return found

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        verb, thing = _read(action)
        row, now = ORDERS[verb], phase(s)
        pay(now, row.cost, row.extra and expedition(seat, thing))
        row.carry_out(s, seat, thing)
        return AGAIN

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        now = phase(s)
        points, half = divmod(now.points, 2)
        return Prompt(
            "10.0h", "act", (("points", "number", points), ("half", "number", half), ("extra", "number", now.extra))
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


NOTHING = -1                # the thing of an action that names none


def _no_thing(s: Aiw, side: Side) -> Iterable[int]:
    return (NOTHING,)


def _blocks(s: Aiw, side: Side) -> Iterable[Block]:
    return ids_of(standing_anywhere(s, side))


def _areas(s: Aiw, side: Side) -> Iterable[Area]:
    return sorted({area_of(s.at[b]) for b in ids_of(standing_anywhere(s, side))})


def _regions(s: Aiw, side: Side) -> Iterable[Area]:
    return range(FIRST_REGION, AREAS)


def _refuse_storing(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[10.4b] There is a limit."""
    return COMMAND_FULL if s.command[side] >= MOST_COMMAND else None


def _store(s: Aiw, side: Side, _: int) -> None:
    add_command(s, side, 1)


def _refuse_replacements(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[10.5b] Once a phase."""
    return ONCE_A_PHASE if phase(s).replaced else None


def _obtain_replacements(s: Aiw, side: Side, _: int) -> None:
    """[10.5a] [10.5c] A die says how many Replacement Points there are to spend."""
    phase(s).replaced = True
    die = s.die()
    points = replacement_points(die + replacement_modifier(s, side))
    s.tell("replacements", side, die, points)
    s.call(Spend(side, HALVES * points, BY_ACTION))


def _refuse_command(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[8.0d] [10.0g] A Command Point as an Action Point."""
    if commands_left(s, phase(s)) <= 0:
        return COMMAND_USED
    return None if s.command[side] else NO_COMMAND


def _command(s: Aiw, side: Side, _: int) -> None:
    now = phase(s)
    now.commands += 1
    now.points += HALVES
    add_command(s, side, -1)


def _refuse_landing(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[13.0a] [13.2a] Only Liberals land, where there is a beach for them; it is looked for if there are points."""
    if side != LIBERAL:
        return LIBERALS_SAIL
    return NO_LANDING if has(phase(s), LAND) and not may_land(s) else None


def _activate(s: Aiw, side: Side, x: Area) -> None:
    """[10.1a] Everybody sees that Infantry or Cavalry is there."""
    fact(s, in_open(s, side, x) & ~s.acted, FIGHTERS, 1)
    s.call(Activation(side, x))


ORDERS = {
    "store": Order(_no_thing, _refuse_storing, _store, STORE, Refusal("10.4a", "no_action_points")),
    "replacements": Order(
        _no_thing, _refuse_replacements, _obtain_replacements, OBTAIN, Refusal("10.5a", "no_action_points")
    ),
    "command": Order(_no_thing, _refuse_command, _command),
    "disembark": Order(
        _no_thing, _refuse_landing, lambda s, side, _: s.call(Landing()), LAND, Refusal("13.2b", "no_action_points")
    ),
    "activate": Order(_areas, refuse_activation, _activate, ACTIVATE, Refusal("10.1a", "no_action_points"), extra=True),
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
PLAIN = [(verb, row) for verb, row in ORDERS.items() if row.things is _no_thing]
ACTIVATIONS, TRANSPORTS, SUPPRESSIONS = each("activate", AREAS), each("transport", AREAS), each("suppress", AREAS)
BUILDINGS, DEMOLITIONS = each("build", len(BLOCKS)), each("demolish", len(BLOCKS))


def _written(verb: str, thing: int) -> Action:
    return (verb,) if thing == NOTHING else (verb, thing)


def _read(action: Action) -> tuple[str, int]:
    verb, *things = action
    return verb, things[0] if things else NOTHING


def _refuse(s: Aiw, side: Side, verb: str, thing: int) -> Refusal | None:
    """Why an action cannot be carried out, or be paid for, now."""
    row = ORDERS[verb]
    found = row.refuse(s, side, thing)
    if found is not None:
        return found
    return None if has(phase(s), row.cost, row.extra and expedition(side, thing)) else row.no_points


def _add_by_area(s: Aiw, now: Phase, ready: Blocks, found: list[Action]) -> None:
    """What Infantry and Cavalry that may act could do, area after area."""
    side, unit = now.side, s.unit
    opened = by_area(s, side)
    activating, home = now.points >= ACTIVATE, FIRST_REGION if side == CARLIST else AREAS
    ruining = (s.forts[side] | s.works[side]) & ~(CITIES | s.present[1 - side])
    building = sites(s, side) if now.points >= CONSTRUCT else 0
    working = ruining | building
    for x in ids_of(s.present[side]):
        here = ready & opened[x]
        if not here:
            continue
        if activating if x < home else has(now, ACTIVATE, True) and not opened[x] & s.acted:
            found.append(ACTIVATIONS[x])
        if working >> x & 1:
            works = BUILDINGS if building >> x & 1 else DEMOLITIONS
            for b in ids_of(here):
                if BUILDS[unit[b]]:
                    found.append(works[b])
