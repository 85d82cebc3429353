"""What Attrition, shore batteries, guerrillas and cards with a die of their own promise: exact chances from what
everybody sees, without the cards that may answer."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from tablero.games.wellington.board import ALLIES, CARD, CARDS, FRENCH
from tablero.games.wellington.cards.battle_cards import WOUNDS
from tablero.games.wellington.cards.choices import ChooseDuchy
from tablero.games.wellington.cards.events_armies import CampFever, deserts
from tablero.games.wellington.cards.responses import first_on_the_hill
from tablero.games.wellington.cards.siege_cards import betrayed
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import UPRISING, guerrilla_modifier
from tablero.games.wellington.rules.r09_movement.s01_lines import forced, line, step_reasons
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import rating_dice
from tablero.games.wellington.rules.r11_battle.s06_retreat import Retreat, RetreatGroup
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.rules.r13_attrition import Attrition, present
from tablero.games.wellington.rules.r14_naval import Convoy, shore_dice
from tablero.games.wellington.state import Duchy, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.cards import about
from tablero.kernel.frames import Decision
from tablero.kernel.odds import Odds, hits_of, one_die, percent, tenth

FACES = range(1, 7)
SCATTERED, SHATTERED = 2, 5     # Congreve Rockets: from which face on the French lose a die, and three


def _exactly(key: str, chance: Fraction, *values: tuple[str, str]) -> Odds:
    return Odds(key, chance, chance, None, values)


# --- Attrition


def losses(n: int, dice: int, key: str = "attrition") -> Odds | None:
    """[13.1a] Each 6 costs one of so many pieces."""
    if not n or not dice:
        return None
    likely = hits_of(((dice, 1),))
    mean = sum((min(hits, n) * chance for hits, chance in enumerate(likely)), Fraction(0))
    return _exactly(key, 1 - likely[0], ("dice", str(dice)), ("losses", tenth(mean)))


def attrition_then(reasons: int) -> Odds | None:
    """[13.1d] What a move that succeeds costs, whoever goes along."""
    return _exactly("attrition_then", Fraction(1, 6), ("dice", str(reasons))) if reasons else None


def march_attrition(s: Wellington, march: March, b: Duchy) -> Odds | None:
    """[9.4a] [9.42a] [13.1d] What a step costs: a Pass, an Enemy Duchy, a Forced March."""
    forces, a = march.forces(), march.x
    reasons = step_reasons(s, march.power & 1, a, b, max(line(s, a, b, force) for force in forces))
    tired = sum(forced(s, force, a) for force in forces)
    return losses(*Attrition(march.power & 1, b, forces, reasons, tired).exposed())


def retreat_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[9.44a] What a retreat costs."""
    asked, retreat = s.stack[-1], s.frame(Retreat)
    assert isinstance(asked, RetreatGroup)
    if s.frame(Battle).no_attrition >> retreat.side & 1:
        return None
    force = retreat.power, asked.leaders, asked.sps
    return losses(*Attrition(retreat.side, action[1], (force,), retreat.reasons_to(s, force, action[1])).exposed())


def suffered(t: Wellington, seat: Power) -> Odds | None:
    """The Attrition that a copy is about to roll for."""
    check = t.stack[-1]
    if not isinstance(check, Attrition):
        return None
    check.forces = present(t, check.x, check.forces)
    return losses(*check.exposed(), key="attrition" if check.side == seat & 1 else "attrition_theirs")


def chosen_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[13.1a] A Duchy in which a card brings Attrition."""
    t = s.clone()
    asked = t.stack[-1]
    assert isinstance(asked, Decision)
    asked.choose(t, seat, action)
    return suffered(t, seat)


def duchy_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[4.4b] [13.1d] A Duchy where fever breaks out, or guerrillas attack."""
    asked = s.stack[-1]
    assert isinstance(asked, ChooseDuchy)
    x = action[1]
    if asked.card == CARD["guerrilleros"]:
        modifier = guerrilla_modifier(s, x)
        return _exactly("guerrillas", one_die(lambda die: die + modifier >= UPRISING))
    if asked.card != CARD["camp_fever"]:
        return None
    t = s.clone()
    t.answer = x
    t.frame(CampFever).suffer(t)
    return suffered(t, seat)


# --- cards with a die of their own


def card_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A card that is played in a window."""
    card, subject = action[1], about(s, s.stack[-1])
    if card == CARD["treason_at_the_gate"] and isinstance(subject, Siege):
        return _exactly("treason", one_die(lambda die: betrayed(subject, die)))
    if card == CARD["los_arapiles"] and isinstance(subject, Battle):
        return _exactly("arapiles", arapiles_chance(s, subject, seat & 1))
    if card == CARD["congreve_rockets"]:
        some, many = one_die(lambda die: die >= SCATTERED), one_die(lambda die: die >= SHATTERED)
        return _exactly("rockets", some, ("three", percent(many)))
    at_once = card in (CARD["cavalry_raid"], CARD["dysentery"]) and isinstance(subject, Battle | Siege)
    if not at_once and card != CARD["sortie"]:
        return None
    t = s.clone()
    CARDS.effects[card](t, seat, about(t, t.stack[-1]))
    return suffered(t, seat)


def arapiles_chance(s: Wellington, battle: Battle, side: int) -> Fraction:
    """[11.2e] Two dice, and the ratings of the Commanders."""
    ratings = [rating_dice(commander_at(s, one, battle.x)) for one in (ALLIES, FRENCH)]
    won = [first_on_the_hill(battle, [a + ratings[0], b + ratings[1]]) == side for a, b in product(FACES, FACES)]
    return Fraction(sum(won), len(won))


def shoot_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """[1.6d] Sharpshooters aim at a Commander."""
    return _exactly("shoot", one_die(lambda die: die >= WOUNDS), ("need", str(WOUNDS)))


def desertion_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """SPs that desert."""
    _, power, x = action
    lost = [deserts(s, power, x, die) for die in FACES]
    most = max(lost)
    chance = Fraction(lost.count(most), len(lost))
    return _exactly("desertion", chance, ("most", str(most)), ("losses", tenth(Fraction(sum(lost), len(lost)))))


def sail_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[14.3d] The shore batteries of a Port that is assaulted."""
    convoy = s.frame(Convoy)
    if not convoy.assault:
        return None
    dice, n = shore_dice(s, action[1]), convoy.leaders.bit_count() + convoy.sps
    return losses(n, dice, key="batteries")
