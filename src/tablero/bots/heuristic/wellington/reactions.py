"""What is answered to the enemy: interceptions, evasions, and cards played in windows, Battles and Sieges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablero.bots.heuristic.wellington.dice import chance, fight, siege
from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.bots.heuristic.wellington.values import LEADER_WORTH, VALUE
from tablero.games.wellington.board import BATTLE_RATING, CARD, CARDS, FRENCH, KEYS, LISBON, OWNER, SIDE_LEADERS, SIDES
from tablero.games.wellington.fight_odds import army_of_siege
from tablero.games.wellington.rules.r01_pieces.s06_leaders import best_leader, commander_at, pieces
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, Window
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    NEEDED, Interception, interception_modifier, most_unled, whole
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion, evasion_modifier
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import NATIONALITY, battle_dice, forfeits, terrain_dice
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Duchy, Force
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import Frame

GO: Action = ("go",)
SHARE = 0.6             # of what a card is worth to hold it must bring when it is played
NAMES = CARDS.ids


# --- interception and evasion


def stake(look: Outlook, x: Duchy) -> float:
    """What it costs the own side that the enemy stays in a Duchy: to lose it, or to give up a Siege."""
    if look.forts >> x & 1:
        return 0.3 * look.worth[x]
    return 0.8 * look.worth[x] if (look.s.owned[SIDES[look.side][0]] | look.s.owned[SIDES[look.side][1]]) >> x & 1 \
        else 0.3 * look.worth[x]


class Meeting:
    """Enemies have come into a Duchy: what a Battle there would be worth to the side that is asked."""

    def __init__(self, look: Outlook, x: Duchy, scene: Frame) -> None:
        self.look, self.x = look, x
        s, side = look.s, look.side
        self.enemy = look.dice_at(1 - side, x)
        self.enemy_pieces = look.pieces_at(1 - side, x)
        self.ours, self.pieces = look.dice_at(side, x), look.pieces_at(side, x)
        if not self.pieces:
            self.ours = 0
        self.terrain = self.failed = 0
        if isinstance(scene, Contact):
            lost = forfeits(s, x, side, scene.failed, scene.forfeit)
            self.terrain = terrain_dice(scene.came, scene.before, x, side, lost)
            self.failed = scene.failed
        elif isinstance(scene, Battle):
            self.enemy, self.ours = battle_dice(s, scene, 1 - side), battle_dice(s, scene, side)
        self.flag = isinstance(scene, FlagContact)
        self.stake = stake(look, x)

    def worth(self, ours: int, count: int, enemy: int = 0, terrain: bool = True) -> float:
        """What the Battle is worth to the own side, which does not act."""
        if self.flag:
            return 0.0 if count else -self.stake
        if not count:
            return -self.stake
        found = fight(self.enemy + self.failed + enemy, ours, self.terrain if terrain else 0, self.enemy_pieces, count)
        balance = (found.losses - found.kills) * self.look.sp + 0.6 * (found.routed - found.rout)
        leaders = self.look.s.here[self.x] & SIDE_LEADERS[self.look.side]
        balance -= 0.15 * found.rout * sum(LEADER_WORTH[leader] for leader in ids_of(leaders))
        return balance - found.win * (self.stake + 0.3)

    def now(self) -> float:
        return self.worth(self.ours, self.pieces)

    def with_force(self, forces: tuple[Force, ...], rating: int) -> float:
        """The same if more Armies come."""
        more = sum(sps + leaders.bit_count() for _, leaders, sps in forces)
        present = commander_at(self.look.s, self.look.side, self.x)
        best = max(rating, BATTLE_RATING[present]) if present >= 0 else rating
        base = self.ours - (BATTLE_RATING[present] if present >= 0 else 0) if self.pieces else (
            max(NATIONALITY[power] for power, _, _ in forces))
        return self.worth(base + more + best - (0 if present >= 0 else 1), self.pieces + more)


def react(look: Outlook, options: list[Action]) -> Action:
    """[10.9a] Intercept, evade, play a card or wait: whatever is worth most on average."""
    s = look.s
    window = s.stack[-1]
    assert isinstance(window, ReactionWindow)
    meeting = Meeting(look, window.x, about(s, window))
    now = meeting.now()
    best, chosen = 0.04, PASS
    for action in options:
        gain = reaction_gain(look, window, meeting, now, action)
        if gain > best:
            best, chosen = gain, action
    return chosen


def reaction_gain(look: Outlook, window: ReactionWindow, meeting: Meeting, now: float, action: Action) -> float:
    s, verb = look.s, action[0]
    if verb == "intercept":
        added = interception_modifier(s, action[1], window.x, window.ours, window.theirs, window.reach)
        if added is None:
            return 0.0
        forces = whole(s, action[1], window.x, window.theirs, window.reach)
        likely = chance(added + window.bonus)
        a = s.at[action[1]]
        left = 0.4 * look.guard(a, look.dice_at(look.side, a), look.pieces_at(look.side, a))
        then = meeting.with_force(forces, BATTLE_RATING[best_leader(forces[0][1])])
        return likely * (then - now - left) - (1 - likely) * 0.08
    if verb == "intercept_from":
        force = look.power, 0, most_unled(s, look.power, action[1], window.x)
        return chance(window.rating - 1) * (meeting.with_force((force,), 0) - now)
    if verb in ("evade", "evade_excess"):
        contact = about(s, window)
        assert isinstance(contact, Contact)
        likely = chance(evasion_modifier(s, contact, look.power, action[1], excess=verb == "evade_excess"))
        away = -meeting.stake - 0.5 * look.danger(action[1], meeting.ours, meeting.pieces)
        away += 0.05 * bool(look.ours >> action[1] & 1) + 0.05 * bool(look.us >> action[1] & 1)
        if verb == "evade_excess":
            return 0.0
        caught = meeting.worth(meeting.ours, meeting.pieces, 1, terrain=False)
        return likely * away + (1 - likely) * caught - now
    if verb == "play" and NAMES[action[1]] in CALLS:
        return 0.3 * max(0.0, -now) - SHARE * VALUE[action[1]]
    return 0.0


CALLS = ("call_for_reinforcements", "light_division", "march_to_the_guns", "scovell_ciphers", "local_initiative")


def go(look: Outlook, options: list[Action]) -> Action:
    return GO


def step_or_stay(look: Outlook, options: list[Action]) -> Action:
    """[5.1c] The enemy has made the line a River, or built a Fortress: go on if that is still worth it."""
    step = look.s.frame(Step)
    leader, _, sps = step.armies[0] if step.armies else (-1, 0, step.counter)
    if leader < 0 or not look.them >> step.b & 1:
        return ("yes",) if not look.closed >> step.b & 1 else ("no",)
    return ("yes",) if look.attack_worth(look.army_dice(leader, sps) - 2, sps + 1, step.a, step.b) > 0 else ("no",)


# --- cards in windows


def window(look: Outlook, options: list[Action]) -> Action:
    """[5.2j] Play the card that brings most more than it is worth to hold; or pass."""
    s = look.s
    frame = s.stack[-1]
    assert isinstance(frame, Window)
    scene = about(s, frame)
    best, chosen = 0.0, PASS
    for action in options:
        if action[0] == "play":
            gain = gain_of(look, NAMES[action[1]], scene) - SHARE * VALUE[action[1]]
            if gain > best:
                best, chosen = gain, action
    return chosen


def gain_of(look: Outlook, name: str, scene: Frame) -> float:
    """What a card brings when it is played into a procedure."""
    if isinstance(scene, Battle):
        return battle_gain(look, name, scene)
    if isinstance(scene, Siege):
        return siege_gain(look, name, scene)
    for kind, gain in GAINS:
        if isinstance(scene, kind):
            return gain(look, name, scene)
    if name == "el_empecinado":
        return max((prey(look, x) for x in ids_of(look.them)), default=0.0)
    return VALUE[CARD[name]] if name in ("magazines_burned", "gales_in_biscay") else 0.0


def prey(look: Outlook, x: Duchy) -> float:
    """What Attrition costs the enemy in a Duchy."""
    return look.pieces_at(1 - look.side, x) / 6 * look.sp


def event_gain(look: Outlook, name: str, event: PlayEvent) -> float:
    return VALUE[event.card] if event.power & 1 != look.side and name == "fog_of_war" else 0.0


def step_gain(look: Outlook, name: str, step: Step) -> float:
    """An enemy is about to make a step."""
    if step.power & 1 == look.side:
        return 0.0
    if name == "hasty_fortress":
        return 0.35 * look.worth[step.b] if KEYS >> step.b & 1 and look.ours >> step.b & 1 else 0.0
    strong = sum(sps for _, _, sps in step.armies) + step.counter
    if look.us >> step.b & 1 and name in ("bridges_blown", "disputed_command"):
        return 0.25 * strong * look.sp
    return 0.0


def contact_gain(look: Outlook, name: str, contact: Contact) -> float:
    """A step has been settled, Attrition and Battle have not."""
    count = sum(map(pieces, contact.forces))
    if contact.side == look.side:
        return count / 6 * look.sp if name == "local_guides" else 0.0
    if name == "mud":
        return count / 6 * look.sp + 0.3
    return count / 6 * look.sp + 0.1 if name == "heat_of_la_mancha" else 0.0


def attempt_gain(look: Outlook, name: str, attempt: Interception | Evasion) -> float:
    """An interception or evasion has been declared, or rolled."""
    own = attempt.side == look.side
    stakes = 0.4 + 0.5 * stake(look, attempt.x)
    if not attempt.roll:
        before = chance(attempt.added())
        better = {"local_guides": 2, "scovell_ciphers": 2, "light_division": 3}.get(name, 0)
        if better:
            return (chance(attempt.added() + better) - before) * stakes if own else 0.0
        return before * stakes if not own and name in ("bridges_blown", "marshals_quarrel") else 0.0
    if name == "night_march":
        return stakes if not own and attempt.succeeds() else 0.0
    if name == "scum_of_the_earth":
        if own and not attempt.succeeds():
            return stakes if attempt.total() + 3 >= NEEDED else 0.0
        return stakes if not own and attempt.succeeds() and attempt.total() - 3 < NEEDED else 0.0
    return 0.0


def attrition_gain(look: Outlook, name: str, check: Attrition) -> float:
    saves = check.side == look.side and name in ("foraging_parties", "living_off_the_land")
    return check.hits * look.sp if saves else 0.0


GAINS: tuple[tuple[type[Frame], Callable[[Outlook, str, Any], float]], ...] = (
    (PlayEvent, event_gain), (Step, step_gain), (Contact, contact_gain), (Interception, attempt_gain),
    (Evasion, attempt_gain), (Attrition, attrition_gain),
)


# --- Battles


DICE = {                # by card: dice of the own side, and those that the enemy loses
    "flank_attack": (2, 0), "grand_battery": (2, 0), "reserves_committed": (1, 0), "rifles_forward": (1.3, 0),
    "charge_of_the_heavies": (2, 0), "field_fortifications": (2, 0), "stand_firm": (0, 1.5), "militia": (2.5, 0),
    "spanish_mob": (2, 0), "thin_red_line": (2.5, 0), "young_guard": (3, 0), "vive_l_empereur": (1.3, 0),
    "lancers_of_the_vistula": (2.3, 0), "dragoons": (1.5, 0), "massed_grenadiers": (2.7, 0), "conscripts": (0, 2),
    "wild_geese": (2.3, 0), "congreve_rockets": (0, 1.3), "relentless_pursuit": (0.5, 0), "marshals_quarrel": (0, 2),
    "disputed_command": (0, 2),
}


def battle_gain(look: Outlook, name: str, battle: Battle) -> float:
    """What a card changes in a Battle: the chance to win it, times what is at stake."""
    s, side = look.s, look.side
    ours, theirs = battle_dice(s, battle, side), battle_dice(s, battle, 1 - side)
    active = battle.side == side
    count, enemies = battle.pieces(s, side), battle.pieces(s, 1 - side)
    at_stake = 0.6 + 0.15 * (min(count, 8) + min(enemies, 8)) + 0.8 * stake(look, battle.x)
    leader = commander_at(s, 1 - side, battle.x)
    if name in DICE:
        more, fewer = DICE[name]
    elif name == "thunder_lightning":
        more, fewer = 0.0, theirs / 2
    elif name == "humbled":
        more, fewer = 0.0, 1.5 * (BATTLE_RATING[leader] - 1) if leader >= 0 else 0.0
    elif name == "los_arapiles":
        own = commander_at(s, side, battle.x)
        more = 3.0 if own >= 0 and (leader < 0 or BATTLE_RATING[own] >= BATTLE_RATING[leader] + 1) else -3.0
        fewer = 0.0
    else:
        return result_gain(look, name, battle, at_stake)
    before = winning(ours, theirs, active)
    after = winning(ours + more, theirs - fewer, active)
    return (after - before) * at_stake


def winning(ours: float, theirs: float, active: bool) -> float:
    """How likely the own side is to win, with parts of dice."""
    def at(a: int, b: int) -> float:
        return fight(a, b, 0, 99, 99).win if active else 1 - fight(b, a, 0, 99, 99).win

    low, part = int(ours), ours - int(ours)
    other, rest = max(0, int(theirs)), max(0.0, theirs - int(theirs))
    whole_ = at(low, other) * (1 - rest) + at(low, other + 1) * rest
    return whole_ if not part else whole_ * (1 - part) + at(low + 1, other) * part


def result_gain(look: Outlook, name: str, battle: Battle, at_stake: float) -> float:
    """Cards that are played at the start or after a Round."""
    s, side = look.s, look.side
    lost = battle.loser == side
    if name == "rear_guard":
        routed = battle.suffered[side] - battle.suffered[1 - side] >= battle.margin[1 - side]
        return (battle.shaken[side] if routed else 0) * look.sp - look.sp if lost else 0.0
    if name in ("another_day_of_battle", "to_the_death"):
        ours, theirs = battle_dice(s, battle, side), battle_dice(s, battle, 1 - side)
        behind = battle.suffered[side] - battle.suffered[1 - side]
        hope = winning(ours, theirs + 3.0 * max(0, behind), battle.side == side)
        return hope * at_stake if lost else 0.0
    if name == "sharpshooters":
        leader = commander_at(s, 1 - side, battle.x)
        return 0.5 * LEADER_WORTH[leader] if leader >= 0 and battle.killed[1 - side] else 0.0
    if name == "cavalry_raid":
        return battle.pieces(s, 1 - side) / 6 * (look.sp + 0.1 * at_stake)
    if name == "juramentados":
        return 3 * look.sp + 0.1 * at_stake
    return VALUE[CARD[name]] if name == "baggage_train_taken" else 0.0


# --- Sieges


def siege_gain(look: Outlook, name: str, frame: Siege) -> float:
    """What a card changes in a Siege: the chance that the Fortress falls, times what that is worth."""
    s = look.s
    if name == "baggage_train_taken":
        return VALUE[CARD[name]]
    army = army_of_siege(s, frame) if frame.strength else None
    attacks = frame.side == look.side
    if army is None:
        return start_gain(look, name, frame, attacks)
    needed = max(1, frame.strength - frame.hits)
    before = siege(army.sps, 0, army.dice - army.sps, frame.strength, frame.hits, max(0, frame.round - 1))[0]
    more = {"siege_train": 2.5, "forlorn_hope": 2.0, "massed_grenadiers": 2.3, "wild_geese": 2.3}.get(name, 0.0)
    value = look.worth[frame.x]
    if attacks:
        if name == "escalade":
            return 0.2 * value if needed > 1 else 0.0
        if name == "treason_at_the_gate":
            return (0.25 if OWNER[frame.x] == 2 else 0.17) * (1 - before) * value
        if name == "bombardment":
            return siege(army.sps, 0, army.dice - army.sps, needed, 0, needed - 1)[0] * value
        if name in ("conscripts", "thunder_lightning"):
            return 0.1 * value
        after = siege(army.sps, 0, army.dice - army.sps + round(more), frame.strength, frame.hits,
                      max(0, frame.round - 1))[0]
        return (after - before) * value if more else 0.0
    if name == "sortie":
        return army.sps / 3 * look.sp + 0.25 * before * value
    fewer = {"thunder_lightning": 0.6, "conscripts": 0.25, "war_to_the_knife": 0.35, "massed_grenadiers": 0.3,
             "wild_geese": 0.3}.get(name, 0.0)
    return fewer * before * value


def start_gain(look: Outlook, name: str, frame: Siege, attacks: bool) -> float:
    """Before a Siege begins."""
    if attacks:
        return 0.0
    count = look.pieces_at(frame.side, frame.x)
    if name == "torres_vedras":
        return 0.35 * look.worth[LISBON] if frame.x == LISBON and look.side != FRENCH else 0.0
    return count / 6 * look.sp + 0.05 * look.worth[frame.x] if name in ("cavalry_raid", "dysentery") else 0.0


def go_on(look: Outlook, options: list[Action]) -> Action:
    """[12.3e] Another Round of a Siege if the Fortress is worth the losses."""
    s = look.s
    frame = s.frame(Siege)
    army = army_of_siege(s, frame)
    falls, lost = siege(army.sps, 0, army.dice - army.sps, frame.strength, frame.hits, frame.round)
    return ("go_on",) if falls * look.worth[frame.x] > lost * look.sp else ("stop",)
