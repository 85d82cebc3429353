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
from tablero.games.aiw.rules.r07_cards.s01_types import ASSAULT, BATTLE, REGION, SKIRMISH, Tactics, fits
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battlefield import Battlefield, front_of, reserve_of
from tablero.games.aiw.state import Aiw

ZURBANO = PROVINCE["alava"] | PROVINCE["burgos"] | PROVINCE["la_rioja"] | PROVINCE["navarre"]
ORIAMENDI_ROUNDS = 2        # [17.7a] only after these rounds there is a reinforcement


def rides(s: Aiw, side: int, now: Tactics) -> bool:
    """Is Cavalry of a side among the units that fire, or in its front line?"""
    if now.kind == BATTLE:
        return bool(horse(s, front_of(s.caller(now, Battlefield), side)))
    if now.kind == SKIRMISH:
        return bool(horse(s, s.caller(now, Skirmish).picked & in_open(s, side, now.x)))
    return now.kind == REGION and bool(horse(s, in_open(s, side, now.x)))


def storms(s: Aiw, side: int, now: Tactics) -> bool:
    """[18.1m] Does a side assault, with Field Artillery?"""
    return now.kind == ASSAULT and side == now.attacker and load(s, side, FIELD, now.x) > 0


def opens_defence(side: int, now: Tactics) -> bool:
    """Does a side defend in the first round of a Battle, not in a Refuge?"""
    return now.kind == BATTLE and now.round == 1 and side != now.attacker and not REFUGES >> now.x & 1


# -------------------------------------------------------------------------------------------------------------- Liberal


@fits("volley_fire")
def volley_fire(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L9: in any Battle Round."""
    return now.kind == BATTLE


@fits("cavalry_charge")
def cavalry_charge(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L10: with Cavalry that fires, or in front."""
    return rides(s, side, now)


@fits("bayonet_charge_l")
def bayonet_charge(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L18: in any Battle Round, and for the attacker in an Assault."""
    return now.kind in (BATTLE, ASSAULT)


@fits("night_attack")
def night_attack(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L24: in the first round of a Battle in which the Liberal attacks."""
    return now.kind == BATTLE and now.round == 1 and side == now.attacker


@fits("zurbano")
def zurbano(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L29: in a Skirmish in his provinces."""
    return now.kind == SKIRMISH and bool(ZURBANO >> now.x & 1)


@fits("diego_de_leon")
def diego_de_leon(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L30: in open terrain of the North, with Cavalry that fires, or in front."""
    return now.kind != REGION and bool(NORTH & ~ROUGH & 1 << now.x) and rides(s, side, now)


@fits("river_l")
@fits("river_c")
def river(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L31, C8: in the first round of a Battle that the side defends, not in a Refuge."""
    return opens_defence(side, now)


@fits("siege_train")
def siege_train(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L34: in an Assault with Field Artillery."""
    return storms(s, side, now)


@fits("wall_l")
@fits("wall_c")
def wall(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L35, C30: in a Skirmish or Battle that the side defends, not in a region."""
    return now.kind in (SKIRMISH, BATTLE) and side != now.attacker


@fits("guard_reserve")
def guard_reserve(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] L36: with Infantry in Reserve."""
    return now.kind == BATTLE and bool(foot(s, reserve_of(s, s.caller(now, Battlefield), side)))


# -------------------------------------------------------------------------------------------------------------- Carlist


@fits("no_quarter")
def no_quarter(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C3: in a Skirmish in the North, and in any Battle Round."""
    return now.kind in (SKIRMISH, BATTLE)


@fits("ambush")
def ambush(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C7: in a Skirmish in rough terrain of the Carlist Zone."""
    return now.kind == SKIRMISH and bool(ROUGH & CARLIST_ZONE & 1 << now.x)


@fits("guides_of_navarre")
def guides_of_navarre(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C18: in any Battle Round, and for the attacker in an Assault."""
    return now.kind in (BATTLE, ASSAULT)


@fits("eguia")
def eguia(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C23: in an Assault with Field Artillery."""
    return storms(s, side, now)


@fits("marksmen")
def marksmen(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C25: in a Battle in rough terrain."""
    return now.kind == BATTLE and bool(ROUGH >> now.x & 1)


@fits("oriamendi")
def oriamendi(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C28: in the first or second round of a Battle."""
    return now.kind == BATTLE and now.round <= ORIAMENDI_ROUNDS


@fits("navarrese_lancers")
def navarrese_lancers(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C31: with Cavalry that fires, or in front."""
    return rides(s, side, now)


@fits("last_cartridge")
def last_cartridge(s: Aiw, side: int, now: Tactics) -> bool:
    """[7.3b] C35: in any Battle Round."""
    return now.kind == BATTLE
