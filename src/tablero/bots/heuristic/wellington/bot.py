"""Which part of the bot answers which question of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tablero.bots import FREE, Bot, Budget, Told, as_weights
from tablero.bots.heuristic.wellington import hand, logistics, plans, reactions, reasons, sea
from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.games.wellington.board import POWERS
from tablero.games.wellington.cards.battle_cards import ShootAt
from tablero.games.wellington.cards.choices import ChooseDuchy, ChooseLeader, ChoosePower
from tablero.games.wellington.cards.events_allied import ChooseSail, RaiseFlag
from tablero.games.wellington.cards.events_armies import Atrocity, Desertion, WinterQuarters
from tablero.games.wellington.cards.events_hands import AgreeExchange, OfferCard, PayOrDesert, WishCard
from tablero.games.wellington.cards.events_soldiers import ChooseCavalry
from tablero.games.wellington.cards.reactions import BridgeRivers
from tablero.games.wellington.cards.responses import (
    AmbushDuchy, BurnMagazines, FortifyDuchy, FrenchLoss, RaidDuchy, SpreadDysentery
)
from tablero.games.wellington.rules.r02_setup import Mulligan, RemoveBid
from tablero.games.wellington.rules.r04_sequence.s02_impulses import AgreeCommander, ChoosePlay, Impulse, Preempt
from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import ChooseFlags
from tablero.games.wellington.rules.r05_cards.s02_windows import Window, held
from tablero.games.wellington.rules.r05_cards.s11_shortages import RaiseDebt, RemoveSoldier
from tablero.games.wellington.rules.r06_building import PlaceBuilt, SpendPoints
from tablero.games.wellington.rules.r06_placement import MakeRoom, PlaceSoldier
from tablero.games.wellington.rules.r09_movement.s02_march import ChooseArmy, MarchOrders
from tablero.games.wellington.rules.r09_movement.s03_step import StepOrStay
from tablero.games.wellington.rules.r09_movement.s06_groups import JoinMarch, NameCommander
from tablero.games.wellington.rules.r10_reactions.s04_interception import InterceptionForce
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow
from tablero.games.wellington.rules.r11_battle.s01_battle import BattleWindow
from tablero.games.wellington.rules.r11_battle.s05_resolution import FallenLeader, OddKill
from tablero.games.wellington.rules.r11_battle.s06_retreat import RetreatGroup, WayBack
from tablero.games.wellington.rules.r11_battle.s09_flag_overrun import FreeFlag
from tablero.games.wellington.rules.r12_sieges.s02_siege import FallenStaff, GoOn
from tablero.games.wellington.rules.r13_attrition import AttritionLosses, LoseLeader
from tablero.games.wellington.rules.r14_naval import ChoosePort, LoadConvoy
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import (
    ChooseHomeKey, PlaceReinforcement, Reinforce
)
from tablero.games.wellington.rules.r16_interphase.s03_deployment import (
    ChooseDeployment, DeployTo, LeaderTransfer, LoadDeployment
)
from tablero.games.wellington.rules.r16_interphase.s04_cards import KeepCards
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.advice import Reason
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

Wanted = Action | dict[Action, float]


class HeuristicBot(Bot):
    """Plays any Power; it draws no lots, so equal views get equal answers. What it has made of a position serves for
    all questions about it."""

    def __init__(self, game: Game[State], seed: int) -> None:
        self.key: tuple[object, ...] = ()
        self.look: Outlook | None = None

    def outlook(self, s: Wellington, seat: Power) -> Outlook:
        """What it makes of a position: of all that is open but the cards and the question. How many cards are left
        matters to it only at the end of a Turn, and in the last year."""
        impulse = s.within(Impulse)
        cards = sum(map(partial(held, s), range(len(POWERS)))) if s.year == s.setting.last else 0
        key = (seat, s.year, tuple(s.at), tuple(s.sp), tuple(s.regroup), tuple(s.owned), s.hasty, s.marked,
               tuple(s.tags), tuple(s.marched), tuple(s.quarters), s.atrocity, s.turn_events, tuple(s.commander),
               tuple(impulse.tired) if impulse else (), s.round > 0, held(s, seat) <= 1, cards)
        if self.look is None or self.key != key:
            self.key, self.look = key, Outlook(s, seat)
        self.look.s = s
        return self.look

    def weigh(self, view: State, options: Sequence[Action], seat: Power, budget: Budget = FREE) -> list[float]:
        assert isinstance(view, Wellington)
        if len(options) == 1:
            return [1.0]
        offered = list(options)
        answer = ANSWERS.get(type(view.stack[-1]))
        wanted = answer(self.outlook(view, seat), offered) if answer else plain(offered)
        return as_weights(wanted if isinstance(wanted, dict) or wanted in offered else plain(offered), options)

    def reason(self, told: Told) -> Reason | None:
        assert isinstance(told.view, Wellington)
        explained = REASONS.get(type(told.view.stack[-1]))
        return explained(self.outlook(told.view, told.seat), told) if explained else None


def plain(options: list[Action]) -> Action:
    """Where nothing is worth doing: end it, else the first option."""
    for action in (DONE, PASS, ("stop",), ("end",)):
        if action in options:
            return action
    return options[0]


ANSWERS: dict[type[Frame], Callable[[Outlook, list[Action]], Wanted]] = {
    # the Impulse
    ChoosePlay: hand.play, Preempt: hand.preempt, SpendPoints: plans.spend, MarchOrders: plans.march,
    ChooseArmy: hand.free_army, StepOrStay: reactions.step_or_stay, PlaceBuilt: logistics.place,
    AgreeCommander: logistics.agree_commander, NameCommander: logistics.name_commander, JoinMarch: logistics.join_march,
    ChoosePort: sea.choose_port, LoadConvoy: sea.load_convoy, RaiseDebt: hand.raise_debt,
    # windows
    Window: reactions.window, BattleWindow: reactions.window, ReactionWindow: reactions.react,
    InterceptionForce: reactions.go,
    # Battles, Sieges, Attrition
    GoOn: reactions.go_on, FallenStaff: logistics.worst_leader, FallenLeader: logistics.worst_leader,
    LoseLeader: logistics.worst_leader, OddKill: logistics.bear, AttritionLosses: logistics.bear,
    FrenchLoss: logistics.bear, WayBack: logistics.retreat, RetreatGroup: logistics.retreat, FreeFlag: logistics.flag,
    RaiseFlag: logistics.flag, ChooseFlags: logistics.flag,
    # Events
    ChooseDuchy: hand.choose_duchy, ChoosePower: hand.choose_power, ChooseLeader: hand.choose_leader,
    ShootAt: hand.choose_leader, BridgeRivers: hand.choose_duchy, FortifyDuchy: hand.choose_duchy,
    AmbushDuchy: hand.choose_duchy, RaidDuchy: hand.choose_duchy, BurnMagazines: hand.choose_power,
    SpreadDysentery: hand.dysentery, ChooseSail: logistics.first, ChooseCavalry: logistics.first,
    PayOrDesert: hand.pay_or_desert, Atrocity: hand.atrocity, Desertion: hand.strike, WinterQuarters: hand.strike,
    OfferCard: logistics.done, WishCard: logistics.done, AgreeExchange: logistics.no,
    # pieces and cards
    PlaceSoldier: logistics.place, RemoveSoldier: logistics.remove, MakeRoom: logistics.remove,
    RemoveBid: logistics.remove, Mulligan: hand.mulligan, KeepCards: hand.keep,
    ChooseHomeKey: logistics.place, Reinforce: logistics.reinforce, PlaceReinforcement: logistics.place,
    ChooseDeployment: logistics.deployment, LoadDeployment: logistics.load_deployment, DeployTo: logistics.deploy_to,
    LeaderTransfer: logistics.done,
}

REASONS: dict[type[Frame], Callable[[Outlook, Told], Reason | None]] = {
    ChoosePlay: reasons.play, Preempt: reasons.preempt, SpendPoints: reasons.spend, MarchOrders: reasons.march,
    ChooseArmy: reasons.free_army, StepOrStay: reasons.step_or_stay, PlaceBuilt: reasons.place,
    NameCommander: reasons.name_commander, RaiseDebt: reasons.debt, Window: reasons.window,
    BattleWindow: reasons.window, ReactionWindow: reasons.react, GoOn: reasons.go_on,
    FallenStaff: reasons.leader_lost, FallenLeader: reasons.leader_lost, LoseLeader: reasons.leader_lost,
    OddKill: reasons.bear, AttritionLosses: reasons.bear, FrenchLoss: reasons.bear, WayBack: reasons.retreat,
    RetreatGroup: reasons.retreat, FreeFlag: reasons.flag, RaiseFlag: reasons.flag, ChooseFlags: reasons.flag,
    ChoosePort: reasons.port, LoadConvoy: reasons.sail,
    ChooseDuchy: reasons.choose_duchy, BridgeRivers: reasons.choose_duchy, FortifyDuchy: reasons.choose_duchy,
    AmbushDuchy: reasons.choose_duchy, RaidDuchy: reasons.choose_duchy, SpreadDysentery: reasons.choose_duchy,
    ChoosePower: reasons.choose_power, BurnMagazines: reasons.choose_power, ChooseLeader: reasons.choose_leader,
    ShootAt: reasons.choose_leader, Desertion: reasons.strike, WinterQuarters: reasons.strike,
    PlaceSoldier: reasons.place, ChooseHomeKey: reasons.place, PlaceReinforcement: reasons.place,
    RemoveSoldier: reasons.remove, MakeRoom: reasons.remove, RemoveBid: reasons.remove, Mulligan: reasons.mulligan,
    KeepCards: reasons.keep, Reinforce: reasons.reinforce, ChooseDeployment: reasons.deployment,
    DeployTo: reasons.deploy_to, LoadDeployment: reasons.load_deployment, LeaderTransfer: reasons.transfer,
}
