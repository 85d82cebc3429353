"""[11.2] [12.3] The sheets of Battles and Sieges: what the dice of both sides are made of, with the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tablero.games.wellington.board import DUCHIES, LEADER_NAMES, POWERS, SIDES
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, formations
from tablero.games.wellington.rules.r11_battle.s02_dice import (
    battle_dice, forfeits, national_bonus, nationality, rating_dice, strength, terrain_dice
)
from tablero.games.wellington.state import Leader, Side, Wellington
from tablero.kernel.events import SheetRow
from tablero.kernel.odds import tenth

if TYPE_CHECKING:
    from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
    from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege

CAMPS: Final = ("camp.allied.name", "camp.french.name")        # by side
PARTS: Final = ("sp", "staff", "rating", "nationality", "terrain", "evasion", "cards", "disrupted")    # of the dice


def named(leader: Leader) -> str:
    return f"leader:{LEADER_NAMES[leader]}" if leader >= 0 else "–"


def signed(n: int) -> str:
    return f"{n:+}" if n else "0"


def battle_rows(s: Wellington, battle: Battle) -> list[SheetRow]:
    """[11.2a] Who commands, the dice of both sides and what they are made of, the Casualties so far."""
    sides = battle.power & 1, 1 - (battle.power & 1)
    parts = {side: battle_parts(s, battle, side) for side in sides}
    dice = {side: sum(n for _, n, _ in parts[side]) for side in sides}

    def both(what: str, rule: str, of: Callable[[Side], str]) -> SheetRow:
        return what, of(sides[0]), of(sides[1]), rule

    return [
        both("power", "", lambda side: CAMPS[side]),
        both("commander", "11.2e", lambda side: named(commander_at(s, side, battle.x))),
        both("dice", "11.2a", lambda side: str(dice[side])),
        both("expects", "11.5a", lambda side: tenth(Fraction(dice[side], 3))),
        both("casualties", "11.52b", lambda side: str(battle.suffered[side])),
        *((what, signed(ours), signed(theirs), rule)
          for (what, ours, rule), (_, theirs, _) in zip(*parts.values(), strict=True) if ours or theirs),
    ]


def battle_tally(s: Wellington, battle: Battle) -> list[SheetRow]:
    """[11.52b] What a Battle has cost, when it is decided."""
    ours, theirs = battle.power & 1, 1 - (battle.power & 1)
    return [
        ("power", CAMPS[ours], CAMPS[theirs], ""),
        ("rounds", str(battle.round), "", "11.52c"),
        ("casualties", str(battle.suffered[ours]), str(battle.suffered[theirs]), "11.52b"),
    ]


def battle_parts(s: Wellington, battle: Battle, side: Side) -> list[tuple[str, int, str]]:
    """[11.2a] [11.2b] [11.2e] [11.2f] [11.2h] [11.3a] [11.4a] [11.53a] Of what the dice of a side in a Battle are made;
    what is left over comes from cards."""
    x, commander = battle.x, commander_at(s, side, battle.x)
    if not formations(s, side) >> x & 1:
        return [(what, 0, "") for what in PARTS]
    soldiers = sum(s.sp[power * DUCHIES + x] for power in SIDES[side])
    terrain = evasion = 0
    if battle.round <= 1 and not battle.renewed:
        if side == battle.power & 1:
            evasion = battle.failed
        else:
            lost = forfeits(s, x, side, battle.failed, battle.forfeit)
            terrain = terrain_dice(battle.came, battle.before, x, side, lost)
    rating, nation = rating_dice(commander), nationality(s, side, x)
    known = strength(s, side, x) + rating + nation + terrain + evasion - battle.disruptions[side]
    return [
        ("sp", soldiers, "11.2a"), ("staff", strength(s, side, x) - soldiers, "11.2b"), ("rating", rating, "11.2e"),
        ("nationality", nation, "11.3a"), ("terrain", terrain, "11.4a"), ("evasion", evasion, "11.2h"),
        ("cards", battle_dice(s, battle, side) - known, "11.1a"), ("disrupted", -battle.disruptions[side], "11.53a"),
    ]


def siege_tally(s: Wellington, siege: Siege) -> list[SheetRow]:
    """[12.3e] How a Siege has ended: Rounds, hits of those that were needed, Soldiers that are left."""
    return [
        ("power", f"side.{POWERS[siege.power]}.name", f"side.{POWERS[siege.owner]}.name", ""),
        ("rounds", str(siege.round), "", "12.22b"),
        ("scored", f"{siege.hits}/{siege.strength}", "", "12.3e"),
        ("left", str(s.sp[siege.power * DUCHIES + siege.x]), "", ""),
    ]


def siege_rows(s: Wellington, siege: Siege) -> list[SheetRow]:
    """[12.3a] [12.3b] [12.3e] The dice of besieger and Fortress and what they are made of, the hits so far of those
    that are needed, and what the besieger suffers."""
    from tablero.games.wellington.rules.r12_sieges.s02_siege import besieger_dice, fortress_dice, fresh_soldiers

    (leader, staff, most), fives = siege.army, 2 if siege.fives_hit else 1
    ours, theirs = besieger_dice(s, siege), fortress_dice(siege)
    fresh = fresh_soldiers(s, siege.power, siege.x)
    soldiers, officers = min(most, fresh), (staff & s.here[siege.x]).bit_count()
    rating, nation = rating_dice(leader), national_bonus(s, siege.power)
    disrupted = -max(0, siege.disruptions - (fresh - soldiers))
    parts = (
        ("sp", soldiers, 0, "12.31a"), ("staff", officers, 0, "11.2b"), ("rating", rating, 0, "11.2e"),
        ("nationality", nation, 0, "11.3a"), ("strength", 0, siege.strength, "12.3a"),
        ("disrupted", disrupted, 0, "12.3j"),
        ("cards", ours - soldiers - officers - rating - nation - disrupted, theirs - siege.strength, "12.23a"),
    )
    return [
        ("power", f"side.{POWERS[siege.power]}.name", f"side.{POWERS[siege.owner]}.name", ""),
        ("commander", named(siege.leader), "–", "12.31a"),
        ("dice", str(ours), str(theirs), "12.3b"),
        ("expects_hits", tenth(Fraction(fives * ours, 6)), tenth(Fraction(theirs, 3)), "12.3d"),
        ("scored", f"{siege.hits}/{siege.strength}", "–", "12.3e"),
        ("casualties", str(siege.casualties), "–", "12.3d"),
        *((what, signed(mine) if mine else "", signed(other) if other else "", rule)
          for what, mine, other, rule in parts if mine or other),
    ]
