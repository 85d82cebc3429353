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

# what each card that can be held is worth in the hand: the least is discarded first
CARD_VALUES = {
    "mina": 0.5, "convoy": 0.5, "fortified_posts": 0.8, "informers": 0.5, "chapelgorris": 0.2, "lord_john_hay": 0.3,
    "royal_marines": 0.5, "espartero": 0.9, "telegraph": 0.8, "blockade_lines": 0.5, "oraa": 0.8,
    "volley_fire": 0.5, "cavalry_charge": 0.5, "bayonet_charge_l": 0.5, "night_attack": 0.5, "zurbano": 0.5,
    "diego_de_leon": 0.5, "river_l": 0.5, "siege_train": 0.5, "wall_l": 0.5, "guard_reserve": 0.5,
    "zumalacarregui": 1.0, "captured_dispatches": 0.7, "countryside": 0.7, "country_warning": 0.6, "guergue": 0.3,
    "hospitals": 0.5, "snow": 0.3, "gomez": 0.3, "customs": 0.6, "coup_de_main": 0.8, "royal_expedition": 0.5,
    "no_quarter": 0.5, "ambush": 0.5, "river_c": 0.5, "guides_of_navarre": 0.5, "eguia": 0.5, "marksmen": 0.5,
    "oriamendi": 0.5, "wall_c": 0.5, "navarrese_lancers": 0.5, "last_cartridge": 0.5,
}
KEPT = {CARD[name]: value for name, value in CARD_VALUES.items()}
EARLY = 0.45                # what the telegraph is worth as an action


def discard(options: list[Action]) -> Action:
    """[7.0e] The card that is worth least."""
    return min(options, key=lambda action: sum(KEPT[card] for card in action[1:]))


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


def window(look: Outlook, options: list[Action]) -> Action:
    """[7.1c] The first card whose moment has come."""
    for action in options:
        if action != PASS and serves(look, FACES[named(action)].id):
            return action
    return PASS


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


def lay(look: Outlook, options: list[Action]) -> Action:
    """[7.3a] A Tactical card, if the combat is big enough for one."""
    fight = look.s.within(Tactics)
    laid = [action for action in options if action != PASS]
    if not laid or fight is None:
        return PASS
    ours = in_open(look.s, look.side, fight.x).bit_count()
    return laid[0] if ours >= 2 or look.land.foes[fight.x].blocks >= 2 else PASS
