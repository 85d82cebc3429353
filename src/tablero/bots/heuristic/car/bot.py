"""Which part of the bot answers which question of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tablero.bots import FREE, Bot, Budget, Told, as_weights
from tablero.bots.heuristic.car import combat, hand, logistics, plans
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.reasons import REASONS
from tablero.games.car.board import AFRICA, NAT, RESERVE
from tablero.games.car.cards.combat_cards import Defect
from tablero.games.car.cards.nationalist_events import LoseStepInTheBasqueCountry, NameCard, Rise, Surrender
from tablero.games.car.cards.reinforcements import Train
from tablero.games.car.cards.republican_events import Fortify, LandDivision, Substitute, TrenchByMadrid
from tablero.games.car.rules.r06_sequence import DiscardCards, Redraw, RemoveWorks
from tablero.games.car.rules.r07_actions import ChooseAction
from tablero.games.car.rules.r08_cards.s02_operations import Activate
from tablero.games.car.rules.r08_cards.s05_combat_cards import CombatCards
from tablero.games.car.rules.r08_cards.s05_counterattacks import Bonus
from tablero.games.car.rules.r08_cards.s05_landings import LandAt, SendToReserve
from tablero.games.car.rules.r08_cards.s05_reinforcements import GiveUp, PlaceUnit
from tablero.games.car.rules.r09_stacking import Overstacked
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s03_losses import LoseStep, ReplaceCorps, SpareStep
from tablero.games.car.rules.r11_combat.s04_retreat import HoldGround, RetreatUnit
from tablero.games.car.rules.r11_combat.s05_advance import Advance
from tablero.games.car.rules.r12_redeployment import Redeploy
from tablero.games.car.rules.r14_replacements import Spend
from tablero.games.car.rules.r15_war_progress.s02_corps import DeployCorps, MakeRoom, Militarize, WithdrawDivision
from tablero.games.car.rules.r17_columns.s06_africa import Arrival
from tablero.games.car.state import Car, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.advice import Reason
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

Wanted = Action | dict[Action, float]


class HeuristicBot(Bot):
    """Plays either side; it draws no lots, so equal views get equal answers. What it has made of a position serves
    for all questions about it."""

    def __init__(self, game: Game[State], seed: int) -> None:
        self.key: tuple[object, ...] = ()
        self.look: Outlook | None = None

    def outlook(self, s: Car, seat: Side) -> Outlook:
        """What it makes of a position: of all that is open but the cards and the question."""
        key = (
            seat, s.scenario, s.corridor, s.turn, s.round, s.side, s.rm, s.held, tuple(s.at), s.reduced, s.positions,
            s.trenches, tuple(s.specials), tuple(s.tried), tuple(s.sieges), s.isolated, s.beach, s.coast, s.strait,
            s.shortage, s.madrid, s.severe, tuple(s.hampered), s.happened,
        )
        if self.look is None or self.key != key:
            self.key, self.look = key, Outlook(s, seat)
        self.look.s = s
        return self.look

    def weigh(self, view: State, options: Sequence[Action], seat: Side, budget: Budget = FREE) -> list[float]:
        assert isinstance(view, Car)
        if len(options) == 1:
            return [1.0]
        frame, offered = view.stack[-1], list(options)
        wanted: Wanted = plain(offered)
        if pick := PICKS.get(type(frame)):
            wanted = pick(view, offered)
        elif choice := CHOICES.get(type(frame)):
            wanted = choice(self.outlook(view, seat), offered)
        elif answer := ANSWERS.get(type(frame)):
            wanted = answer(self.outlook(view, seat), frame, offered)
        return as_weights(wanted if isinstance(wanted, dict) or wanted in offered else plain(offered), options)

    def reason(self, told: Told) -> Reason | None:
        assert isinstance(told.view, Car)
        explained = REASONS.get(type(told.view.stack[-1]))
        return explained(self.outlook(told.view, told.seat), told) if explained else None


def plain(options: list[Action]) -> Action:
    """Where nothing is worth doing: end it, else the first option."""
    for action in (DONE, PASS, ("stop",)):
        if action in options:
            return action
    return options[0]


def keep_works(look: Outlook, options: list[Action]) -> Action:
    """[10.2.10a] Works far from any enemy, when the markers are needed at the front."""
    idle = [action for action in options if len(action) > 1 and not look.reached >> action[1] & 1]
    return idle[0] if len(idle) > 3 else DONE


def dig(look: Outlook, options: list[Action]) -> Action:
    """Where the threat to something of worth is greatest."""
    places = [action for action in options if action != DONE]
    return max(places, key=lambda action: look.care[action[1]] * (0.2 + look.menace[action[1]]))


def arrival(look: Outlook, options: list[Action]) -> Action:
    return logistics.place(look, options, ids_of(look.s.here[AFRICA[NAT]])[0])


def place_unit(look: Outlook, frame: PlaceUnit, options: list[Action]) -> Action:
    return logistics.place(look, options, frame.unit)


def deploy(look: Outlook, frame: DeployCorps, options: list[Action]) -> Action:
    """[15.2.1.1a] The best corps first, where it is wanted most."""
    return combat.best_unit(look.s, options) if frame.unit < 0 else logistics.place(look, options, frame.unit)


def militarize(look: Outlook, options: list[Action]) -> Action:
    """[15.2.3a] Militias at full strength at the front first."""
    s = look.s

    def worth(action: Action) -> float:
        x = s.at[action[1]]
        at_the_front = x < len(look.menace) and bool(look.menace[x])
        return (not s.reduced >> action[1] & 1) + 0.5 * (x < len(look.menace) or x == RESERVE[look.side]) + at_the_front

    return max((action for action in options if action != DONE), key=worth)


def bonus(look: Outlook, options: list[Action]) -> Action:
    """[8.5.5.3a] The space that is hardest to take back."""
    return max(options, key=lambda action: look.power(look.s.here[action[1]]) - look.menace[action[1]])


CHOICES: dict[type[Frame], Callable[[Outlook, list[Action]], Wanted]] = {
    ChooseAction: hand.action, DiscardCards: hand.discard, Redraw: hand.redraw, NameCard: hand.name,
    RemoveWorks: keep_works, TrenchByMadrid: dig, Fortify: dig, Activate: plans.activate,
    CombatCards: combat.cards, HoldGround: combat.hold, RetreatUnit: combat.retreat, Surrender: combat.worst_unit,
    GiveUp: combat.worst_unit, MakeRoom: combat.worst_unit, WithdrawDivision: combat.worst_unit,
    SendToReserve: combat.worst_unit, Militarize: militarize, Bonus: bonus, LandAt: logistics.place,
    Rise: logistics.place, Arrival: arrival, Spend: logistics.spend,
}
PICKS: dict[type[Frame], Callable[[Car, list[Action]], Wanted]] = {         # by the units alone, wherever they are
    LoseStep: combat.lose, LoseStepInTheBasqueCountry: combat.lose, Defect: combat.eliminate,
    Overstacked: combat.eliminate, ReplaceCorps: combat.best_unit, SpareStep: combat.best_unit,
    Train: combat.best_unit, LandDivision: combat.best_unit, Substitute: combat.best_unit,
}
ANSWERS: dict[type[Frame], Callable[[Outlook, Any, list[Action]], Wanted]] = {
    Moves: plans.march, Combats: combat.fight, Advance: combat.advance, Redeploy: logistics.redeploy,
    PlaceUnit: place_unit, DeployCorps: deploy,
}
