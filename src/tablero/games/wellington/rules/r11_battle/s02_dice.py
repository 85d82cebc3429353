"""[11.2] [11.3] [11.4] How many dice a side rolls in a Battle Round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tablero.games.wellington.board import (
    BATTLE_RATING, BRITAIN, DUCHIES, FRENCH, LEADERS, LINE_KINDS, NORD, POWERS, SIDE_LEADERS, SIDES, SPAIN, TABLES
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, commanding_power, force_at, pieces
from tablero.games.wellington.rules.r03_control import Friendly
from tablero.games.wellington.state import Duchy, Leader, Leaders, Power, Side, Wellington

if TYPE_CHECKING:
    from tablero.games.wellington.rules.r11_battle.s01_battle import Battle

_battle: Final = TABLES.table("battle")
NATIONALITY: Final = tuple(_battle.table("nationality").integer(name) for name in POWERS)      # by Power
TERRAIN_DICE: Final = tuple(TABLES.table("terrain").table(kind).integer("defender_dice") for kind in LINE_KINDS)


def strength(s: Wellington, side: Side, x: Duchy) -> int:
    """[11.2a] [11.2b] [11.2d] [11.2i] [1.62b] [12a] [12.1a] [20ar] The Soldier SPs of a side in a Duchy, all of both
    Powers, and its Staff Officers, who are worth one SP each."""
    one, other = SIDES[side]
    staff = max(0, (s.here[x] & SIDE_LEADERS[side]).bit_count() - 1)
    return s.sp[one * DUCHIES + x] + s.sp[other * DUCHIES + x] + staff


def rating_dice(commander: Leader, humbled: bool = False) -> int:
    """[11.2a] [11.2c] [11.2e] [20b] The Battle Rating of the Commander, none without a Leader; one who is Humbled
    counts 1, or 0 if he has no more than that."""
    if commander < 0:
        return 0
    rating = BATTLE_RATING[commander]
    return (rating > 1) if humbled else rating


def nationality(s: Wellington, side: Side, x: Duchy) -> int:
    """[11.3a] [11.3b] [11.3c] [11.3d] [11.2i] The Nationality Bonus of a side: that of the French once, however many
    Powers; that of Britain if at least half of all SPs and Leaders are British. An Atrocity adds one die."""
    bonus = s.atrocity >> side & 1
    if side == FRENCH:
        return bonus + NATIONALITY[NORD]
    british, spanish = pieces(force_at(s, BRITAIN, x)), pieces(force_at(s, SPAIN, x))
    return bonus + (NATIONALITY[BRITAIN] if british and british >= spanish else NATIONALITY[SPAIN])


def national_bonus(s: Wellington, power: Power) -> int:
    """[12.3b] [12.31a] [11.3d] The Nationality Bonus of an Army of one Power."""
    return NATIONALITY[power] + (s.atrocity >> (power & 1) & 1)


def terrain_dice(came: tuple[tuple[Duchy, int], ...], before: Friendly, x: Duchy, side: Side, forfeit: bool) -> int:
    """[11.4a] [11.4b] [11.4c] [11.4d] [11.4e] [11.41a] [11.42a] [11.43a] [10.7d] Dice of the defender for the lines by
    which the enemy came, each kind once: only in a Duchy that was Friendly to him before, and not after he failed to
    evade."""
    if forfeit or not before[side] >> x & 1:
        return 0
    return sum(TERRAIN_DICE[kind] for kind in {kind for _, kind in came})


def forfeits(s: Wellington, x: Duchy, side: Side, failed: int, leaders: Leaders) -> bool:
    """[10.7d] [10.7h] (readings G6, W15) Has the defender lost his terrain dice: is the Commander one of those who
    failed to evade, or has any counter of a force without Leader failed?"""
    commander = commander_at(s, side, x)
    return bool(leaders >> commander & 1 if commander >= 0 else failed)


def lost_dice(s: Wellington, side: Side, x: Duchy) -> int:
    """What the SPs and Staff Officers of the Power that does not command would give, when the Powers quarrel."""
    power = commanding_power(s, side, x) ^ 2
    return s.sp[power * DUCHIES + x] + (s.here[x] & LEADERS[power]).bit_count()


def battle_dice(s: Wellington, battle: Battle, side: Side) -> int:
    """[11.2a] [11.2f] [11.2g] [11.2h] [11.5e] [11.52c] [11.53a] [11.53b] [11.53e] The dice of a side in this Round:
    strength, the Commander's Battle Rating, Nationality Bonus and cards; in the first Round terrain for the defender
    and failed evasions for the attacker; one die fewer for each Disruption so far. Never below none."""
    x = battle.x
    dice = strength(s, side, x) + nationality(s, side, x) + battle.bonus[side] + battle.lasting[side]
    dice += rating_dice(commander_at(s, side, x), bool(battle.humbled >> side & 1))
    if battle.quarrel >> side & 1:
        dice -= lost_dice(s, side, x)
    if battle.round <= 1 and not battle.renewed:
        if side == battle.power & 1:
            dice += battle.failed
        else:
            lost = forfeits(s, x, side, battle.failed, battle.forfeit)
            dice += terrain_dice(battle.came, battle.before, x, side, lost)
    dice = max(0, dice - battle.disruptions[side])
    return (dice + 1) // 2 if battle.halved >> side & 1 else dice
