"""What an order promises before it is given: chances from what everybody sees. Combat Cards are not reckoned with
before they are played, neither is the bonus of armor, which is declared later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from tablero.games.car.board import ALL_CORPS, CARDS, REP, SIEGE_AT, SIEGES, SPACE_NAMES
from tablero.games.car.rules.r02_map import adjacent
from tablero.games.car.rules.r08_cards.s02_operations import Activate
from tablero.games.car.rules.r08_cards.s05_combat_cards import CombatCards
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r10_movement.s02_construction import builds_at_once, is_built
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import BEST_DIE, WORST_DIE, Combat
from tablero.games.car.rules.r16_special.s01_sieges import SUCCEEDS, storm_modifier
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Side, Space, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Frame
from tablero.kernel.odds import Odds, one_die, percent, together

FACES = range(WORST_DIE, BEST_DIE + 1)
Throws: TypeAlias = tuple[int, ...]     # Loss Numbers by the face of the die


def odds(s: Car, seat: int, action: Action) -> Odds | None:
    """What one of its options promises a seat; nothing where no dice follow."""
    teller = TELLERS.get((type(s.stack[-1]), action[0])) if s.stack else None
    return teller(s, seat, action) if teller else None


def trial(s: Car, side: Side, x: Space, units: Units) -> Combat:
    """[11.2.5a] [11.2.6b] An attack as it would be without Combat Cards. It lies on no stack, and changes nothing."""
    combat = Combat(side, x, units)
    combat.modifiers(s)
    combat.columns(s)
    return combat


def throws(s: Car, combat: Combat, side: Side) -> Throws:
    """[11.2.7a] The Loss Numbers that a side can inflict, by the face of its die."""
    hits, modifier = combat.column_of(s, side).hits, combat.modifier_of(s, side)
    return tuple(hits[max(WORST_DIE, min(face + modifier, BEST_DIE)) - 1] for face in FACES)


@lru_cache(maxsize=1 << 12)
def distribution(attack: Throws, defence: Throws) -> Mapping[tuple[int, int], Fraction]:
    """[11.2.7a] How likely each pair of Loss Numbers is, that of the attacker first."""
    found: dict[tuple[int, int], Fraction] = {}
    for ours in attack:
        for theirs in defence:
            found[ours, theirs] = found.get((ours, theirs), Fraction(0)) + Fraction(1, len(attack) * len(defence))
    return found


def combat_odds(s: Car, side: Side, x: Space, units: Units) -> Odds:
    """[11.2.9a] The chance that the attacker wins, and that both have lost."""
    return _odds_of(s, trial(s, side, x, units), side)


def _odds_of(s: Car, combat: Combat, seat: Side) -> Odds:
    """As a side sees it that attacks, or that defends."""
    side = combat.side
    attack, defence = throws(s, combat, side), throws(s, combat, 1 - side)
    likely = distribution(attack, defence)
    won = sum((chance for (ours, theirs), chance in likely.items() if ours > theirs), Fraction(0))
    even = sum((chance for (ours, theirs), chance in likely.items() if ours == theirs), Fraction(0))
    return Odds("combat" if seat == side else "combat_defended", won, won, None, (
        ("even", percent(even)), ("attack", combat.column_of(s, side).name),
        ("defence", combat.column_of(s, 1 - side).name), ("ours", mean(attack)), ("theirs", mean(defence)),
    ), _tables(s, combat))


def _tables(s: Car, combat: Combat) -> tuple[Odds, ...]:
    """[11.2.6a] Who fires with a corps, if only one side does: the columns of two tables cannot be compared."""
    corps = [bool(combat.firing(s, side) & ALL_CORPS) for side in (combat.side, 1 - combat.side)]
    if corps[0] == corps[1]:
        return ()
    return (Odds("attack_on_corps_table" if corps[0] else "defence_on_corps_table", Fraction(0), Fraction(0)),)


def running_odds(s: Car, seat: int, action: Action) -> Odds | None:
    """[11.2.4a] The combat that is being fought, if no more cards are played than the one that is named, or armor is
    declared. Cards that do more than modify dice and columns are left out."""
    t = s.clone()
    combat = t.frame(Combat)
    if action[0] == "play":
        if action[1] in CARDS.effects:
            return None
        combat.played[seat] |= 1 << action[1]
    combat.armor |= action[0] == "armor"
    if not combat.foreseen():
        return None
    combat.modifiers(t)
    combat.columns(t)
    return _odds_of(t, combat, seat)


def mean(numbers: Throws) -> str:
    """The average Loss Number, to a tenth."""
    return f"{sum(numbers) / len(numbers):.1f}"


def assault_odds(s: Car, units: Units, siege: int = -1) -> Odds:
    """[16.1.4.2a] An assault on a Siege, which is named if it is not what was asked about: one die."""
    most = max(0, min(SUCCEEDS - storm_modifier(s, units), BEST_DIE))
    chance = Fraction(most, BEST_DIE)
    name = (("siege", f"siege.{SIEGES[siege]}.name"),) if siege >= 0 else ()
    return Odds("besieging" if name else "assault", chance, chance, None, (("faces", str(most)), *name))


def fight_odds(s: Car, seat: int, action: Action) -> Odds:
    """The attack as it is designated so far, with the unit that would join it."""
    frame = s.frame(Combats)
    units = frame.joined | (1 << action[1] if action[0] == "join" else 0)
    return combat_odds(s, seat, frame.target, units) if frame.target >= 0 else assault_odds(s, units)


def target_odds(s: Car, seat: int, action: Action) -> Odds:
    """An attack with all units that can take part together."""
    frame = Combats(seat, target=action[1])
    units = 0
    for unit in ids_of(frame.near_target(s)):
        if not uncoordinated(s, seat, units | 1 << unit):
            units |= 1 << unit
    return combat_odds(s, seat, action[1], units)


def siege_odds(s: Car, seat: int, action: Action) -> Odds:
    """[16.1.4.1a] An assault by all units that can take part."""
    return assault_odds(s, Combats(seat, siege=action[1]).near_target(s))


def activation_odds(s: Car, seat: int, action: Action) -> Odds | None:
    """[11.1.3a] [16.1.4.1a] Units attack what is Adjacent to them, alone, what they beat most often; or the Siege in
    their space."""
    x = action[1]
    allowed = adjacent(s)[x] & s.occupied[1 - seat] & ~Combats(seat).forbidden(s)
    found = [(combat_odds(s, seat, y, s.here[x]), y) for y in ids_of(allowed)]
    best, y = max(found, key=lambda one: one[0].low, default=(None, -1))
    attack = best and Odds("activation", best.low, best.high, None,
                           (*best.values, ("space", f"space.{SPACE_NAMES[y]}.name")), best.also)
    besieged = [siege for siege, at in enumerate(SIEGE_AT) if at == x and s.sieges[siege] and seat == REP]
    return together(attack, *(assault_odds(s, s.here[x], siege) for siege in besieged))


def build_odds(s: Car, seat: int, action: Action) -> Odds:
    """[10.2.2a] [10.2.2b] [10.2.4a] Works, by one die after all movement."""
    unit = action[1]
    if builds_at_once(s, unit):
        return Odds("built", Fraction(1), Fraction(1))
    chance = one_die(lambda die: is_built(s, s.at[unit], die))
    return Odds("build", chance, chance, None, (("faces", str(int(chance * BEST_DIE))),))


def step_odds(s: Car, seat: int, action: Action) -> Odds | None:
    """[9.1.2a] Where a stack cannot stop it has to go on, or back."""
    return Odds("passes", Fraction(0), Fraction(0)) if s.frame(Moves).passes(s, action[1]) else None


Teller: TypeAlias = Callable[[Car, int, Action], Odds | None]

TELLERS: dict[tuple[type[Frame], str], Teller] = {       # by question and verb
    (Activate, "attack"): activation_odds, (Moves, "step"): step_odds, (Moves, "build"): build_odds,
    (CombatCards, "pass"): running_odds, (CombatCards, "play"): running_odds, (CombatCards, "armor"): running_odds,
    (Combats, "target"): target_odds, (Combats, "assault"): siege_odds, (Combats, "join"): fight_odds,
    (Combats, "fight"): fight_odds,
}
