"""The worked examples of the rulebook: how their positions are built, and what their expectations mean.

They stand in the pack's examples.toml. Tests replay them with their printed dice; a table shows them as lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablero.games.wellington import GAME, printed
from tablero.games.wellington.board import (
    ARMS, BRITAIN, CARD, CARDS, COMMON, DISCARDS, DRAW_PILE, DUCHIES, DUCHY, FRENCH, GUEST, HAND, HOME, HOME_DECK,
    LEADER, LEADER_NAMES, LINE_KINDS, MAP, NAMES, ORIGINAL, PLACES, POWERS, PRINTED_HOME, REGROUP, REMOVED, RESERVE,
    SPAIN, SUD, UNBUILT
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r02_setup import FirstHands
from tablero.games.wellington.rules.r03_control import controller, set_owner
from tablero.games.wellington.rules.r04_sequence.s01_turn import Turn, War
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse, Impulses
from tablero.games.wellington.rules.r05_cards.s02_windows import held
from tablero.games.wellington.rules.r06_building import Spending, leader_cost, soldier_cost
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, besieger_dice, fortress_strength
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.games.wellington.rules.r18_ending import conquest_bonus
from tablero.games.wellington.rules.r19_victory import french_bonus, spanish_bonus
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset
from tablero.kernel.frames import Frame, Procedure
from tablero.kernel.lessons import Check, Example, Lessons, words
from tablero.kernel.packs import Table

SETUP, EMPTY = "setup", ""
PLAY, BOX, HANDS, LEVY, CARDS_KEPT = MOMENTS = ("play", "box", "hands", "levy", "cards")
CAMPS: Final = ("allied", "french")
BOXES: Final = {"unbuilt": UNBUILT, "regroup": REGROUP}


@dataclass(frozen=True, slots=True)
class Position:
    """A war at a moment of a Power. As a start of the game, or with these pieces only."""

    base: str                           # SETUP, or EMPTY
    moment: str                         # one of MOMENTS
    power: Power                        # whose it is
    last: Power                         # who had the last Impulse; -1: nobody
    year: int                           # 0: the first
    round: int
    atrocity: int                       # sides with the marker, a set
    resources: Mapping[str, str]        # Power -> how many
    hands: Mapping[str, str]            # Power -> cards, Home cards among them
    flags: Mapping[str, str]            # Power -> Duchies
    places: Mapping[str, str]           # Duchy or box -> "wellington britain:5"
    commanders: Mapping[str, str]       # Duchy -> Leader


def read_position(t: Table) -> Position:
    atrocity = t.maybe_text("atrocity", "")
    return Position(
        base=t.maybe_text("base", EMPTY),
        moment=t.choice("moment", MOMENTS) if t.has("moment") else PLAY,
        power=POWERS.index(t.choice("power", POWERS)),
        last=POWERS.index(t.choice("last", POWERS)) if t.has("last") else -1,
        year=t.maybe_integer("year", 0),
        round=t.maybe_integer("round", 2),
        atrocity=1 << CAMPS.index(t.choice("atrocity", CAMPS)) if atrocity else 0,
        resources=words(t, "resources"),
        hands=words(t, "hands"),
        flags=words(t, "flags"),
        places=words(t, "places"),
        commanders=words(t, "commanders"),
    )


# ----------------------------------------------------------------------------------------------------------- positions


def clear(s: Wellington) -> None:
    """An empty map: every Duchy is its original owner's, nobody has a Resource."""
    s.resources = [0] * len(POWERS)
    s.at = [UNBUILT] * len(LEADER_NAMES)
    s.here = [0] * PLACES
    s.here[UNBUILT] = bitset(range(len(LEADER_NAMES)))
    s.sp = [0] * (len(POWERS) * DUCHIES)
    s.regroup, s.occupied = [0] * len(POWERS), [0] * len(POWERS)
    s.commander, s.marched = [-1] * (2 * DUCHIES), [0] * len(LEADER_NAMES)
    s.flag, s.owned = [-1] * DUCHIES, list(ORIGINAL)


def deal(s: Wellington, hands: Mapping[str, str]) -> None:
    """Cards in Hands; all others are in the draw pile and the Reserves."""
    cards = [bitset(CARD[name] for name in hands.get(power, "").split()) for power in POWERS]
    left = CARDS.all & ~(cards[0] | cards[1] | cards[2] | cards[3]) & CARDS.exist(s)
    piles = {DRAW_PILE: left & COMMON, REMOVED: CARDS.all & ~CARDS.exist(s)}
    for power in range(len(POWERS)):
        piles[HAND[power]], piles[HOME[power]] = cards[power] & COMMON, cards[power] & HOME_DECK[power]
    for power in (BRITAIN, SUD, SPAIN):
        piles[RESERVE[power]] = left & HOME_DECK[power]
    CARDS.deal_out(s, piles)


def stand(s: Wellington, text: str, where: str) -> None:
    """Put a Leader or SPs (`spain:4`) into a Duchy or box."""
    name, _, sps = text.partition(":")
    if not sps:
        move_leader(s, LEADER[name], BOXES[where] if where in BOXES else DUCHY[where])
    elif where in BOXES:
        s.regroup[POWERS.index(name)] += int(sps)
    else:
        add_soldiers(s, POWERS.index(name), DUCHY[where], int(sps))


def build(example: Example[Position]) -> Wellington:
    """The position of an example, before its first question."""
    position = example.position
    s = printed(example.scenario).clone()
    if position.base == EMPTY:
        clear(s)
    s.year, s.round = position.year or s.year, position.round
    s.box, s.last, s.atrocity = position.power, position.last, position.atrocity
    for power, n in position.resources.items():
        s.resources[POWERS.index(power)] = int(n)
    for power, duchies in position.flags.items():
        for name in duchies.split():
            set_owner(s, DUCHY[name], POWERS.index(power))
    for where, pieces in position.places.items():
        for text in pieces.split():
            stand(s, text, where)
    for where, name in position.commanders.items():
        set_commander(s, DUCHY[where], LEADER[name])
    deal(s, position.hands)
    s.stack = _stack(s, position)
    s.events = []
    return s


def _from(frame: Procedure, step: str) -> Procedure:
    """A procedure that goes on with one of its steps."""
    frame.at = frame.steps().index(step)
    return frame


def _stack(s: Wellington, position: Position) -> list[Frame]:
    """What is under way."""
    power = position.power
    if position.moment == HANDS:
        return [_from(War(), "turn"), _from(FirstHands(power), "mulligan")]
    war = _from(War(), "next_turn")
    if position.moment in (LEVY, CARDS_KEPT):
        order = tuple((power + n) % len(POWERS) for n in range(len(POWERS)))
        step = "reinforcements" if position.moment == LEVY else "excess"
        return [war, _from(Turn(), "clear"), _from(Interphase(order, points=[0] * len(POWERS)), step)]
    turn = _from(Turn(), "attrition")
    if position.moment == BOX:
        return [war, turn, Impulses()]
    s.active = power
    return [war, turn, _from(Impulses(), "ended"), _from(Impulse(power), "play")]


def read(s: Wellington, text: str) -> Action:
    """An action in words."""
    return GAME.read(s, text)


# -------------------------------------------------------------------------------------------------------- expectations


def _yes(true: object) -> str:
    return "yes" if true else "no"


def _place(s: Wellington, said: list[str]) -> tuple[str, str]:
    _, leader, where = said
    return NAMES["duchy"][s.at[LEADER[leader]]], where


def _soldiers(s: Wellington, said: list[str]) -> tuple[str, str]:
    _, name, where, n = said
    power = POWERS.index(name)
    return str(s.regroup[power] if where == "regroup" else s.sp[power * DUCHIES + DUCHY[where]]), n


def _map(s: Wellington, said: list[str]) -> tuple[str, str]:
    word, name, *rest = said
    x = DUCHY[name]
    if word == "control":
        power = controller(s, x)
        return "nobody" if power < 0 else POWERS[power], rest[0]
    if word == "strength":
        return str(fortress_strength(s, x)), rest[0]
    if word == "home":
        return next((POWERS[p] for p, homes in enumerate(PRINTED_HOME) if homes >> x & 1), "nobody"), rest[0]
    kind = MAP.edge_kind(x, DUCHY[rest[0]])
    return LINE_KINDS[kind] if kind >= 0 else "none", rest[1]


def _marked(s: Wellington, said: list[str]) -> tuple[str, str]:
    _, leader, expected = said
    return _yes(s.marked >> LEADER[leader] & 1), expected


def _number(s: Wellington, said: list[str]) -> tuple[str, str]:
    word, n = said
    if word == "points":
        levy = s.within(Reinforcements)
        return str(levy.points + levy.odd if levy else s.frame(Spending).points), n
    if word in ("hits", "siege_dice"):
        siege = s.frame(Siege)
        return str(siege.hits if word == "hits" else besieger_dice(s, siege)), n
    if word == "battle_round":
        return str(s.frame(Battle).round), n
    found = {"conquest": conquest_bonus(s), "spanish_bonus": spanish_bonus(s), "year": s.year, "round": s.round}
    return str(found[word]), n


def _of_power(s: Wellington, said: list[str]) -> tuple[str, str]:
    word, name, n = said
    power = POWERS.index(name)
    found = {"resources": s.resources[power], "hand": held(s, power),
             "french_bonus": french_bonus(s, power) if power & 1 == FRENCH else 0}
    return str(found[word]), n


def _of_side(s: Wellington, said: list[str]) -> tuple[str, str]:
    """Dice of the next roll, or Casualties so far, in the Battle that is under way."""
    word, name, n = said
    battle, side = s.frame(Battle), CAMPS.index(name)
    return str(battle_dice(s, battle, side) if word == "dice" else battle.suffered[side]), n


def _cost(s: Wellington, said: list[str]) -> tuple[str, str]:
    _, how, piece, n = said
    regroup = how == "regroup"
    return str(soldier_cost(ARMS.index(piece), regroup) if piece in ARMS else leader_cost(LEADER[piece], regroup)), n


def _card(s: Wellington, said: list[str]) -> tuple[str, str]:
    _, name, where = said
    zone = CARDS.where(s, CARD[name])
    lies = {"hand": (*HAND, *HOME), "guest": GUEST, "reserve": RESERVE, "draw_pile": (DRAW_PILE,),
            "discards": (DISCARDS,), "removed": (REMOVED,)}
    return next((word for word, zones in lies.items() if zone in zones), "table"), where


def _active(s: Wellington, said: list[str]) -> tuple[str, str]:
    return POWERS[s.active] if s.active >= 0 else "nobody", said[1]


# at LEADER PLACE, sps POWER PLACE N, marked LEADER yes|no          where pieces are
# control DUCHY POWER|nobody, strength DUCHY N, home DUCHY POWER    what a Duchy is
# line DUCHY DUCHY clear|rough|river|pass|none                      what joins two Duchies
# points N                                                          CPs that are left
# dice|casualties allied|french N, battle_round N                   of the Battle that is under way
# hits N, siege_dice N                                              of the Siege that is under way
# resources|hand|french_bonus POWER N, spanish_bonus N, conquest N  numbers of a Power; the bonus of the Conquest roll
# cost build|regroup PIECE N                                        CPs for a piece
# card CARD hand|guest|reserve|draw_pile|discards|removed|table     where a card lies
# active POWER|nobody, year N, round N                              whose Impulse it is, and when
CHECKS: Final[Mapping[str, Check[Wellington]]] = {
    word: function
    for function, said in (
        (_place, ("at",)),
        (_soldiers, ("sps",)),
        (_marked, ("marked",)),
        (_map, ("control", "strength", "home", "line")),
        (_number, ("points", "hits", "siege_dice", "battle_round", "conquest", "spanish_bonus", "year", "round")),
        (_of_power, ("resources", "hand", "french_bonus")),
        (_of_side, ("dice", "casualties")),
        (_cost, ("cost",)),
        (_card, ("card",)),
        (_active, ("active",)),
    )
    for word in said
}

LESSONS: Final = Lessons(GAME, read_position, build, CHECKS, read)
