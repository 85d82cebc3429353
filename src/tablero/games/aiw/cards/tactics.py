"""[7.3] The Tactical cards: where each of them may be laid. What it does stands in the rules, under its name."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARLIST_ZONE,
    FIELD,
    NORTH,
    PROVINCE,
    REFUGES,
    ROUGH,
)
from tablero.games.aiw.rules.r05_units import foot, horse, in_open, load
from tablero.games.aiw.rules.r07_cards.s01_types import BATTLE, SKIRMISH, Tactics
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battlefield import Battlefield, front_of, reserve_of
from tablero.games.aiw.state import Aiw

ZURBANO = PROVINCE["alava"] | PROVINCE["burgos"] | PROVINCE["la_rioja"] | PROVINCE["navarre"]
ORIAMENDI_ROUNDS = 2        # [17.7a] only after these rounds there is a reinforcement


def rides(s: Aiw, side: int, tactics: Tactics) -> bool:
    """Is Cavalry of a side among the units that fire, or in its front line?"""
    if tactics.kind == BATTLE:
        return bool(horse(s, front_of(s.caller(tactics, Battlefield), side)))
    fighting = in_open(s, side, tactics.x)
    if tactics.kind == SKIRMISH:
        fighting &= s.caller(tactics, Skirmish).picked
    return bool(horse(s, fighting))


def storms(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[18.1m] Does a side assault with Field Artillery?"""
    return load(s, side, FIELD, tactics.x) > 0


# -------------------------------------------------------------------------------------------------------------- Liberal


def when_cavalry_charge(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L10: with Cavalry that fires, or in front."""
    return rides(s, side, tactics)


def shown_night_attack(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L24: in the first round of a Battle in which the Liberal attacks."""
    return tactics.round == 1 and side == tactics.attacker


def shown_zurbano(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L29: in a Skirmish in his provinces."""
    return bool(ZURBANO >> tactics.x & 1)


def shown_diego_de_leon(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L30: in open terrain of the North."""
    return bool(NORTH & ~ROUGH & 1 << tactics.x)


def when_diego_de_leon(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L30: with Cavalry that fires, or in front."""
    return rides(s, side, tactics)


def shown_river_l(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L31, C8: in the first round of a Battle that the side defends, not in a Refuge."""
    return tactics.round == 1 and side != tactics.attacker and not REFUGES >> tactics.x & 1


shown_river_c = shown_river_l


def when_siege_train(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L34: in an Assault with Field Artillery."""
    return storms(s, side, tactics)


def shown_wall_l(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L35, C30: in a Skirmish or Battle that the side defends, not in a region."""
    return side != tactics.attacker


shown_wall_c = shown_wall_l


def when_guard_reserve(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] L36: with Infantry in Reserve."""
    return bool(foot(s, reserve_of(s, s.caller(tactics, Battlefield), side)))


# -------------------------------------------------------------------------------------------------------------- Carlist


def shown_ambush(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] C7: in a Skirmish in rough terrain of the Carlist Zone."""
    return bool(ROUGH & CARLIST_ZONE & 1 << tactics.x)


def when_eguia(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] C23: in an Assault with Field Artillery."""
    return storms(s, side, tactics)


def shown_marksmen(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] C25: in a Battle in rough terrain."""
    return bool(ROUGH >> tactics.x & 1)


def shown_oriamendi(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] C28: in the first or second round of a Battle."""
    return tactics.round <= ORIAMENDI_ROUNDS


def when_navarrese_lancers(s: Aiw, side: int, tactics: Tactics) -> bool:
    """[7.3b] C31: with Cavalry that fires, or in front."""
    return rides(s, side, tactics)
