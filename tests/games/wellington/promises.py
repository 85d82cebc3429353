"""Every kind of odds, in a position in which the rules can be asked how often it comes true."""

from __future__ import annotations

from collections.abc import Callable

from tablero.games.wellington.board import BRITAIN, CARD, NORD, SPAIN
from tablero.games.wellington.cards.battle_cards import ShootAt
from tablero.games.wellington.cards.events_allied import Guerrilleros
from tablero.games.wellington.cards.events_armies import CampFever, Desertion
from tablero.games.wellington.cards.responses import AmbushDuchy, RaidDuchy
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import UPRISING
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r14_naval import Convoy
from tablero.kernel.events import Event
from tablero.kernel.frames import Frame, State
from tests.chances import Measure, Promise, at_least, sum_of, tells, tells_none
from tests.games.wellington.card_promises import CARD_PROMISES
from tests.games.wellington.combat import battle_at, siege_by, start
from tests.games.wellington.field import do, game, leader, run, x

SEED = 5 << 64          # the British win
PASSING = ("pass",) * 6


def marching(pieces: dict[str, str], leads: str, *words: str, points: int = 3, ours: str = "") -> Callable[[], State]:
    def position() -> State:
        s = game(pieces, flags={"britain": ours})
        run(s, Spending(BRITAIN, points))
        do(s, f"lead {leads}", *words)
        return s

    return position


def asking(pieces: dict[str, str], frame: Callable[[], Frame], *words: str) -> Callable[[], State]:
    def position() -> State:
        s = game(pieces)
        run(s, frame())
        do(s, *words)
        return s

    return position


def besieging(card: str, power: str) -> Callable[[], State]:
    def position() -> State:
        s = game({"ciudad_rodrigo": "wellington britain:5"}, hands={power: card})
        start(s, siege_by(s, "wellington"))
        return s

    return position


def fighting(card: str, power: str) -> Callable[[], State]:
    def position() -> State:
        s = game({"avila": "wellington britain:4 marmont nord:4"}, hands={power: card})
        start(s, battle_at(s, "avila", "salamanca"))
        return s

    return position


def won_by(*powers: int) -> Measure:
    def found(s: State, events: list[Event]) -> float:
        return float(any(e.kind == "battle_won" and e.args[0] in powers for e in events))

    return found


def dice(events: list[Event]) -> list[int]:
    """The dice of a Battle, Round after Round, the Active side first."""
    return [e.args[1] for e in events if e.kind == "battle_dice"]


def lost_pieces(s: State, events: list[Event]) -> float:
    return sum(e.args[1] for e in events if e.kind == "lost_soldiers") + sum(e.kind == "lost_leader" for e in events)


def worn(per_die: bool) -> Measure:
    """Of plays with Attrition of Clausel and his three SPs: pieces lost by a die, or dice of each piece."""
    def found(s: State, events: list[Event]) -> float | None:
        rolled = [e.args[2:4] for e in events if e.kind == "attrition" and e.args[0] == NORD]
        if not rolled:
            return None
        dice, lost = rolled[0]
        return lost / dice if per_die else dice / 4

    return found


def rockets(fewer: int) -> Measure:
    """Have the French so many dice less in the first Round?"""
    return lambda s, events: float(dice(events)[1] <= 8 - fewer)


def retreating() -> State:
    """The French have lost, and may go two ways."""
    s = game({"avila": "wellington britain:9 marmont nord:2"})
    battle = battle_at(s, "avila", "salamanca")
    s.rng = SEED
    start(s, battle)
    return s


LOST = ("losses", sum_of("attrition", 3))
HURT = at_least(1, sum_of("attrition", 3))
OLD = {"salamanca": "wellington britain:3", "avila": "clausel nord:3", "valladolid": "reille nord:3"}
TWO = {"avila": "marmont nord:5", "burgos": "nord:2"}
BOTH = 1 << x("avila") | 1 << x("burgos")
AWAY = {"lumbrales": "hill britain:4", "salamanca": "marmont nord:4"}
PLAIN = {"braga": "hill britain:4", "lumbrales": "marmont nord:4"}

PROMISES = (
    Promise("battle", marching(PLAIN, "hill"), "step lumbrales", won_by(BRITAIN), then=PASSING),
    Promise("stranded", marching(AWAY, "hill", ours="salamanca"),
            "step salamanca", won_by(NORD), then=PASSING),
    Promise("evasion", marching(OLD, "wellington", "step avila"), "evade segovia", tells("evasion_succeeds"),
            then=PASSING, settled=("evasion_succeeds", "evasion_fails")),
    Promise("interception_battle", marching(OLD, "wellington", "step avila"), "intercept reille",
            tells("interception_succeeds"), then=PASSING,
            settled=("interception_succeeds", "interception_fails")),
    Promise("attrition", marching({"salamanca": "wellington britain:3"}, "wellington"), "step ciudad_rodrigo", HURT,
            values=(LOST,)),
    Promise("attrition_then", marching({"la_coruna": "wellington britain:3", "lugo": "clausel nord:3"}, "wellington",
            "step lugo"), "evade astorga", worn(per_die=True), then=PASSING, values=(("dice", worn(per_die=False)),)),
    Promise("batteries", asking({"lisbon": "wellington britain:6"}, lambda: Convoy(BRITAIN, assault=True, free=True),
            "convoy lisbon", "aboard wellington"), "sail bilbao", at_least(1, sum_of("batteries", 1)),
            values=(("losses", sum_of("batteries", 1)),)),
    Promise("shoot", asking({"avila": "wellington britain:4 marmont nord:4"},
            lambda: ShootAt(NORD, CARD["sharpshooters"], 1 << leader("wellington") | 1 << leader("marmont"))),
            "name wellington", tells("wounded")),
    Promise("desertion", asking(TWO, lambda: Desertion(SPAIN)), "desert_at nord avila",
            at_least(3, sum_of("desertion", 3)), values=(("losses", sum_of("desertion", 3)),)),
    Promise("attrition_theirs", asking(TWO, lambda: AmbushDuchy(SPAIN, CARD["el_empecinado"], BOTH)), "choose avila",
            HURT, values=(LOST,)),
    Promise("attrition_theirs", asking(TWO, lambda: RaidDuchy(SPAIN, CARD["cavalry_raid"], BOTH)), "choose burgos",
            HURT, values=(LOST,)),
    Promise("attrition_theirs", asking({"avila": "marmont nord:5", "burgos": "nord:6"}, lambda: CampFever(SPAIN)),
            "choose avila", HURT, values=(LOST,)),
    Promise("treason", besieging("treason_at_the_gate", "britain"), "play treason_at_the_gate",
            tells_none("siege_dice")),
    Promise("siege", besieging("treason_at_the_gate", "britain"), "pass", tells("fortress_taken"),
            then=("go_on", "pass") * 8, values=(("losses", lost_pieces),)),
    Promise("siege_held", besieging("sortie", "nord"), "pass", tells("siege_failed"), then=("go_on", "pass") * 8),
    Promise("attrition_theirs", besieging("sortie", "nord"), "play sortie", HURT, values=(LOST,)),
    Promise("siege", asking({"ciudad_rodrigo": "wellington britain:5"}, lambda: Spending(BRITAIN, 1)),
            "besiege wellington", tells("fortress_taken"), then=("go_on",) * 8, values=(("losses", lost_pieces),)),
    Promise("rockets", fighting("congreve_rockets", "britain"), "play congreve_rockets", rockets(1),
            then=PASSING, values=(("three", rockets(3)),)),
    Promise("battle", fighting("rifles_forward", "britain"), "pass", won_by(BRITAIN), then=PASSING),
    Promise("guerrillas", asking({"avila": "marmont nord:5"}, lambda: Guerrilleros(SPAIN)), "choose segovia",
            lambda s, events: float(sum_of("guerrillas", 2)(s, events) >= UPRISING), then=("done",)),
    Promise("attrition", retreating, "retreat talavera", HURT, values=(LOST,)),
    Promise("arapiles", fighting("los_arapiles", "britain"), "play los_arapiles",
            lambda s, events: float(dice(events)[0] >= 11), then=PASSING),
    *CARD_PROMISES,
)


