"""When cards are played, laid and discarded."""

from __future__ import annotations

from tablero.bots.heuristic.aiw.knowledge import named
from tablero.bots.heuristic.aiw.missions import prospect
from tablero.bots.heuristic.aiw.outlook import Outlook
from tablero.games.aiw.board import CARD, CARLIST_ZONE, CITIES, FACES
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r07_cards.s03_combat import Tactics
from tablero.games.aiw.rules.r08_command import MOST_COMMAND
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply
from tablero.games.aiw.state import Aiw, Card, area_of
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of

# What each card that can be held is worth in the hand: the least is discarded first. A Tactical card counts by the hits
# that it brings or saves, and by how often its side can lay it: the Carlist mostly defends, the Liberal attacks.
CARD_VALUES = {
    "mina": 0.5, "convoy": 0.5, "fortified_posts": 0.8, "informers": 0.5, "chapelgorris": 0.2, "lord_john_hay": 0.3,
    "royal_marines": 0.5, "espartero": 0.9, "telegraph": 0.8, "blockade_lines": 0.5, "oraa": 0.8,
    "zumalacarregui": 1.0, "captured_dispatches": 0.7, "countryside": 0.7, "country_warning": 0.6, "guergue": 0.3,
    "hospitals": 0.5, "snow": 0.3, "gomez": 0.3, "customs": 0.6, "coup_de_main": 0.8, "royal_expedition": 0.5,
    "bayonet_charge_l": 0.7, "guides_of_navarre": 0.75,     # all misses of a unit again: a hit, in Battles and Assaults
    "volley_fire": 0.6, "last_cartridge": 0.5,              # half a hit of one unit, in any Battle
    "cavalry_charge": 0.6, "navarrese_lancers": 0.5,        # half a hit, in any combat with horse: the Liberal has more
    "diego_de_leon": 0.45,                                  # the same, in open terrain only
    "wall_l": 0.55, "wall_c": 0.7,                          # the first hit is stopped, in each round, for who defends
    "river_l": 0.45, "river_c": 0.65,                       # only in the first round of a Battle that is defended
    "night_attack": 0.55,                                   # only in the first round of one's own attack
    "ambush": 0.7,                                          # the enemy fires late or with fewer, where Skirmishes are
    "no_quarter": 0.5,                                      # a point from who retreats
    "zurbano": 0.35,                                        # a die more, in four provinces
    "siege_train": 0.5, "eguia": 0.4,                       # Assaults with Field Artillery, rare for Carlists
    "guard_reserve": 0.4, "oriamendi": 0.45,                # a fresh unit sooner, if there is one
    "marksmen": 0.4,                                        # no hit more, but one unit takes them all
}
KEPT = {CARD[name]: value for name, value in CARD_VALUES.items()}
EARLY = 0.45                # what the telegraph is worth as an action


def discard(options: list[Action]) -> dict[Action, float]:
    """[7.0e] The card that is worth least."""
    return {action: -sum(KEPT[card] for card in action[1:]) for action in options}


def action_worth(look: Outlook, card: Card) -> float:
    """[7.1c] What a card promises in the Actions step; it costs no point."""
    s, name = look.s, FACES[card].id
    if name == "zumalacarregui":
        return max(prospect(look, x) for x in ids_of(CARLIST_ZONE)) - 0.2
    if name == "telegraph":
        return EARLY if s.command[look.side] <= MOST_COMMAND - 2 else 0.0
    if name == "oraa":
        return 0.3 * (max(s.uprising) >= 2)
    if name == "mina":
        return 0.3
    if name == "chapelgorris":
        return 0.06
    if name in ("royal_expedition", "guergue"):
        return 0.3 if look.turns_left >= 2 and s.vp < 5 else 0.0
    return 0.0


# -------------------------------------------------------------------------------------------------------------- windows


def window(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[7.1c] The card that is worth most of those whose moment has come."""
    return {a: 0.0 if a == PASS else KEPT[named(a)] if serves(look, FACES[named(a)].id) else -1.0 for a in options}


def serves(look: Outlook, name: str) -> bool:
    """Is it worth to play this card now?"""
    s = look.s
    if name == "captured_dispatches":
        played = s.within(PlayCard)
        return played is None or KEPT.get(played.card, 0.5) >= 0.5
    if name == "espartero":
        group = s.within(GroupMove)
        return group is not None and group.group.bit_count() >= 3
    if name == "convoy":
        return hungry(s)
    if name == "customs":
        check = s.within(CheckSupply)
        return check is not None and bool(CITIES >> area_of(check.spot) & 1 or not s.shut[area_of(check.spot)])
    return name != "telegraph"


def free_interception(options: list[Action]) -> Action | None:
    """A card that intercepts for nothing."""
    wanted = (CARD["country_warning"], CARD["informers"])
    return next((action for action in options if action[0] == "play" and named(action) in wanted), None)


def hungry(s: Aiw) -> bool:
    """[19.2] Do units on the spot that is checked want more than they get?"""
    check = s.within(CheckSupply)
    return check is not None and check.need(s) > check.fed(s)


def lay(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[7.3a] The best Tactical card, if the combat is big enough for one."""
    fight = look.s.within(Tactics)
    ours = in_open(look.s, look.side, fight.x).bit_count() if fight else 0
    small = fight is None or ours < 2 and look.land.foes[fight.x].blocks < 2
    return {action: float(small) if action == PASS else KEPT[named(action)] for action in options}
