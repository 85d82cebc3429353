"""[5.3] [12.23] Cards that are played in a Siege alone."""

from __future__ import annotations

from tablero.games.wellington.board import ALLIES, CARD, GIBRALTAR, IN_SPAIN, LISBON
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, fresh_soldiers
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Power, Wellington

TREASON = 6         # a Fortress is betrayed with this die or more

# --- 10 Forlorn Hope


def shown_forlorn_hope(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23c] The besieger."""
    return power == siege.power


def effect_forlorn_hope(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3d] Three dice more; 5s of the Fortress eliminate."""
    siege.bonus[siege.side] += 3
    siege.fives_kill = True


# --- 41 Bombardment


def shown_bombardment(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.3e] The besieger, where the rules allow no further Round."""
    return power == siege.power and not siege.may_go_on()


def effect_bombardment(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3e] One more Round."""
    siege.further = True


# --- 42 Escalade


def shown_escalade(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23c] The besieger, in the first Round."""
    return power == siege.power and siege.round == 1


def effect_escalade(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3b] 5s are hits, too; the Fortress rolls twice its strength."""
    siege.fives_hit = siege.doubled = True


# --- 45 Treason at the Gate


def shown_treason_at_the_gate(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23c] The besieger, in the first Round, not at Gibraltar or Lisbon."""
    return power == siege.power and siege.round == 1 and siege.x not in (GIBRALTAR, LISBON) and not siege.fallen


def betrayed(siege: Siege, die: int) -> bool:
    return die + (siege.side == ALLIES and IN_SPAIN >> siege.x & 1) >= TREASON


def effect_treason_at_the_gate(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3g] [12.41a] With a 6 the Fortress falls: a Siege Overrun, and nothing to sack. Allies add 1 in Spain."""
    die = s.die()
    s.tell("card_die", CARD["treason_at_the_gate"], die)
    if betrayed(siege, die):
        siege.fallen = True
    else:
        s.tell("gate_held", siege.x)


# --- 53 Sortie


def shown_sortie(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23b] The owner of the Fortress."""
    return power == siege.owner


def effect_sortie(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.23b] [13.1d] The besieging Army suffers Attrition, two dice for each SP and Leader, before the Round."""
    leader, staff, most = siege.army
    leaders = staff | (1 << leader if leader >= 0 else 0)
    sps = min(most, fresh_soldiers(s, siege.power, siege.x))
    s.call(Attrition(siege.side, siege.x, ((siege.power, leaders & s.here[siege.x], sps),), 2))


# --- 68 Siege Train


def shown_siege_train(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23c] The besieger."""
    return power == siege.power


def effect_siege_train(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3b] Two dice more in this and every later Round."""
    siege.lasting[siege.side] += 2


# --- 92 War to the Knife


def shown_war_to_the_knife(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.23b] The Spanish owner, in Spain."""
    return power == siege.owner and bool(IN_SPAIN >> siege.x & 1)


def effect_war_to_the_knife(s: Wellington, power: Power, siege: Siege) -> None:
    """[12.3a] The Fortress rolls three dice more in this and every later Round."""
    siege.lasting[1 - siege.side] += 3
