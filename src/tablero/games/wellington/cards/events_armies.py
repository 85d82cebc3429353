"""[5.1] Events that any Power may play: marches, what befalls armies, and what lasts."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import ALLIES, CARD, DUCHIES, FRENCH, LEADERS, ON_MAP, SIDES
from tablero.games.wellington.cards.choices import ChooseDuchy, attrition_at, with_soldiers
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import enemies
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch, refuse_leader
from tablero.games.wellington.state import Duchies, Duchy, Leaders, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.windows import PublicAsk


def movable_armies(s: Wellington, power: Power) -> Leaders:
    """The Leaders of a Power whose Armies may move."""
    return bitset(leader for leader in ids_of(LEADERS[power]) if refuse_leader(s, power, leader) is None)


# --- marches


def shown_forced_march(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(movable_armies(s, seat))


def effect_forced_march(s: Wellington, power: Power, impulse: Impulse) -> None:
    """Five Duchies without CPs and without Forced March Attrition."""
    s.call(FreeMarch(power, 5, no_forced=True))



# --- what befalls armies


def crowded(s: Wellington) -> Duchies:
    """Duchies with at least 5 SPs of one side."""
    found = 0
    for one, other in SIDES:
        for x in ids_of((s.occupied[one] | s.occupied[other]) & ON_MAP):
            if s.sp[one * DUCHIES + x] + s.sp[other * DUCHIES + x] >= 5:
                found |= 1 << x
    return found


def shown_camp_fever(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(crowded(s))


@dataclass(slots=True)
class CampFever(Procedure):
    """[13.1d] All Formations of a side with at least 5 SPs in a Duchy take Attrition twice."""

    power: Power

    def steps(self) -> tuple[str, ...]:
        return ("ask", "suffer")

    def ask(self, s: Wellington) -> None:
        """[5.1a] In which Duchy."""
        s.call(ChooseDuchy(self.power, CARD["camp_fever"], crowded(s)))

    def suffer(self, s: Wellington) -> None:
        """[13.1d] The side with more Soldiers there."""
        x = s.answer
        side = max((ALLIES, FRENCH), key=lambda side: sum(s.sp[power * DUCHIES + x] for power in SIDES[side]))
        s.call(attrition_at(s, side, x, reasons=2))


def effect_camp_fever(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(CampFever(power))


def deserters(s: Wellington, power: Power) -> list[Action]:
    """Where an enemy Power has at least 2 SPs."""
    return [("desert_at", one, x) for one in ids_of(enemies(power)) for x in ids_of(with_soldiers(s, one, 2))]


def shown_desertion(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(deserters(s, seat))


def effect_desertion(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Desertion(power))


def deserts(s: Wellington, power: Power, x: Duchy, die: int) -> int:
    """Half a die of SPs; at least one stays."""
    return min((die + 1) // 2, s.sp[power * DUCHIES + x] - 1)


@dataclass(slots=True)
class Desertion(PublicAsk):
    """[5.1a] From which Duchy does an enemy Power lose half a die of SPs to its Regroup Box? At least one stays."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return deserters(s, seat)

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        _, power, x = action
        die = s.die()
        lost = deserts(s, power, x, die)
        s.tell("desertion", power, x, die, lost)
        lose_soldiers(s, power, x, lost, to_regroup=True)


def quartered(s: Wellington, power: Power) -> list[Action]:
    """Where an enemy Power has a Leader."""
    return [("quarter", one, x) for one in ids_of(enemies(power))
            for x in sorted({s.at[leader] for leader in ids_of(LEADERS[one])}) if ON_MAP >> x & 1]


def shown_winter_quarters(s: Wellington, seat: Power, impulse: Impulse) -> bool:
    return bool(quartered(s, seat))


def effect_winter_quarters(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(WinterQuarters(power))


@dataclass(slots=True)
class WinterQuarters(PublicAsk):
    """[5.1a] Which Formations may not leave their Duchy or besiege until the end of their Power's next Impulse?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return quartered(s, seat)

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        _, power, x = action
        s.quarters.append((power, x, 0))
        s.tell("quartered", power, x)


# --- what lasts


def shown_atrocity(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] [11.3d] A side never has more than one die by it."""
    return s.atrocity != (1 << ALLIES | 1 << FRENCH)


def effect_atrocity(s: Wellington, power: Power, impulse: Impulse) -> None:
    s.call(Atrocity(power))


@dataclass(slots=True)
class Atrocity(PublicAsk):
    """[11.3d] Which side fights with one die more until the end of the Turn?"""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("enrage", side) for side in (ALLIES, FRENCH) if not s.atrocity >> side & 1]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.atrocity |= 1 << action[1]
        s.tell("atrocity", action[1])


def shown_other_wellesley(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] [16a] An Interphase follows."""
    return s.year < s.setting.last


def effect_other_wellesley(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[16.22b] [16.23c] More dice, or fewer, for the Reinforcements of the next Interphase."""
    s.wellesley = 2 if power & 1 == FRENCH else 1


def shown_war_without_end(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] [18.7a] There would be a Peace Roll."""
    return s.year < s.setting.last and not s.turn_events >> CARD["war_without_end"] & 1


def effect_war_without_end(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[18.7b] No Peace Roll in this Turn."""
    s.turn_events |= 1 << CARD["war_without_end"]
