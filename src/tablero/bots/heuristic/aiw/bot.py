"""Which part of the bot answers which question of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tablero.bots import FREE, Bot, Budget, Told, as_weights
from tablero.bots.heuristic.aiw import actions, battle, combat, hand, levies, missions, reactions, reasons
from tablero.bots.heuristic.aiw.knowledge import appraise, last, named
from tablero.bots.heuristic.aiw.outlook import Land, Outlook, Stack, key_of
from tablero.bots.heuristic.aiw.weights import WEIGHTS, Weights
from tablero.bots.heuristic.aiw.worth import departure, fort_worth
from tablero.games.aiw.board import FIRST_REGION, TURNS
from tablero.games.aiw.cards.carlist_events import LeaveSpain
from tablero.games.aiw.cards.carlist_operations import ChooseCoup, Heal, Lead
from tablero.games.aiw.cards.expeditions import JoinExpedition, Ride, SetOut
from tablero.games.aiw.cards.liberal_events import CallAlly, NameMutiny, Quieten
from tablero.games.aiw.cards.liberal_operations import (
    AttachChapelgorris, ChooseUprising, FortifyPost, FreeInterception, NamePartida, SquadronOrder
)
from tablero.games.aiw.cards.reinforcing import Restore, Sicken
from tablero.games.aiw.cards.tactical_questions import (
    CallGuard, GuardBox, LastCartridge, Marksmen, RollAgain, UseTactic
)
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import Challenge, Match, NameFirst
from tablero.games.aiw.rules.r07_cards.s00_taking import Discard
from tablero.games.aiw.rules.r07_cards.s01_types import CardWindow
from tablero.games.aiw.rules.r07_cards.s03_combat import LayCard, NameUnit
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.rules.r11_movement.s00_activation import CONCENTRATE, Activation, FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove, March
from tablero.games.aiw.rules.r11_movement.s05_stacking import WITHOUT, CombineWhere
from tablero.games.aiw.rules.r11_movement.s06_interception import Intercept, Interceptors
from tablero.games.aiw.rules.r12_carlist_movement.s01_concentration import Concentrate, Concentration
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evade, Evasion, Stay
from tablero.games.aiw.rules.r13_sea.s01_transport import Sail, Ship, Transport
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Beach, Board, Embark, Landing
from tablero.games.aiw.rules.r14_artillery import DeployOrHide, TakeSpoils
from tablero.games.aiw.rules.r15_combat import NextCombat
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment
from tablero.games.aiw.rules.r17_battle.s02_rounds import ActivateUnit
from tablero.games.aiw.rules.r17_battle.s04_activations import TakeFire
from tablero.games.aiw.rules.r17_battle.s04_charges import AnswerCharge, CavalryCharge, ChargeTarget
from tablero.games.aiw.rules.r17_battle.s06_artillery import ArtilleryPoints
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import BringUp, PullBack, Rally, VoluntaryRetreat
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import Reinforce, TakeAlong
from tablero.games.aiw.rules.r17_battle.s09_merge import MergeUnits
from tablero.games.aiw.rules.r17_battle.s09_retreat import BringLoads, Retreat, RetreatUnits
from tablero.games.aiw.rules.r17_battle.s09_surrounded import BreakOut, BreakOutHit, RetreatAgain
from tablero.games.aiw.rules.r17_battle.s10_regroup import RegroupUnits
from tablero.games.aiw.rules.r18_siege.s00_siege import GoInside
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault, SecondRound
from tablero.games.aiw.rules.r18_siege.s02_sortie import GoOut
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture, KeepFortress, TakeGun
from tablero.games.aiw.rules.r19_supply.s01_limit import Excess
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply, GoWithout, Source
from tablero.games.aiw.rules.r20_reinforcements.s00_units import Place, PlaceUnit
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import DeployGun
from tablero.games.aiw.rules.r20_reinforcements.s02_carlist import HideGun
from tablero.games.aiw.rules.r21_replacements.s00_spending import SpendPoint
from tablero.games.aiw.rules.r22_uprising import NameRegion, Rouse
from tablero.games.aiw.rules.r23_regions.s02_combat import GoOn
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Muster, SufferLoss
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import PickRedeployed, PlaceRedeployed, Redeployment
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.advice import Reason
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

LANDING: Action = ("disembark",)


class HeuristicBot(Bot):
    """Plays either side; it draws no lots, so equal views get equal answers."""

    def __init__(self, game: Game[State], seed: int, weights: tuple[Weights, Weights] = WEIGHTS) -> None:
        self.weights = weights
        self.land: Land | None = None           # of the last position it was asked about: saves time, changes no answer

    def weigh(self, view: State, options: Sequence[Action], seat: Side, budget: Budget = FREE) -> list[float]:
        assert isinstance(view, Aiw)
        if len(options) == 1:
            return [1.0]
        offered = list(options)
        answer = ANSWERS.get(type(view.stack[-1]))
        wanted = answer(self.look(view, seat), offered) if answer else plain(offered)
        return as_weights(wanted if isinstance(wanted, dict) or wanted in options else plain(offered), options)

    def reason(self, told: Told) -> Reason | None:
        assert isinstance(told.view, Aiw)
        explained = REASONS.get(type(told.view.stack[-1]))
        return explained(self.look(told.view, told.seat), told) if explained else None

    def look(self, s: Aiw, side: Side) -> Outlook:
        key = key_of(s, side)
        if self.land is None or self.land.key != key:
            before = self.land if self.land is not None and self.land.side == side else None
            self.land = Land(s, side, key, before, self.weights[side])
        return Outlook(s, side, self.land)


def plain(options: list[Action]) -> Action:
    """For a question nobody thought of: end it, else the first option."""
    for action in (DONE, PASS):
        if action in options:
            return action
    return options[0]


def first_named(options: list[Action], verb: str) -> Action:
    return next((action for action in options if action[0] == verb), plain(options))


def carry(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.9n] Carlist guns are hidden; the rest goes where the most units went."""
    first = {"hide": 99.0, "carry": 0.0}
    return {a: first[a[0]] + look.here(last(a)).power if a[0] in first else -1.0 for a in options}


def fall(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """The Fortress that is worth most."""
    return {action: fort_worth(look, named(action)) if len(action) > 1 else -1.0 for action in options}


def squadron(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[13.1b] [13.2b] The landing or the voyage that gains most."""
    landing = actions.landing(look)[0]
    voyages = [action for action in options if action not in (DONE, LANDING)]
    return {DONE: 0.0, LANDING: landing, **{action: actions.voyage(look, named(action))[0] for action in voyages}}


def ride(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[23.1k] To a region without Liberals: the levels that it can still rise."""
    free = [action for action in options if len(action) > 1 and not look.land.foes[named(action)].blocks]
    rises = {action: 3.0 - look.s.uprising[named(action) - FIRST_REGION] for action in free}
    return dict.fromkeys(options, -2.0) | {plain(options): -1.0} | rises


def rejoin(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.10] Units that would go hungry move to a space where they are worth more."""
    values: dict[Action, float] = dict.fromkeys(options, 0.0) | {DONE: 0.12}
    for action in options:
        if action[0] == "regroup":
            block, y = action[1:]
            x = look.s.at[block]
            g = Stack(1, *appraise(look.s, block))
            values[action] = missions.joining(look, y, g, 0) - departure(look, x, g)
    return values


def form_group(look: Outlook, options: list[Action]) -> Action:
    """[11.0a] The best mission; or a Concentration, if an attack by it gains more."""
    question = look.s.frame(FormGroup)
    units = missions.fresh(look, question.x)
    mission = missions.best_mission(look, question.x, units, look.s.frame(Activation).less) if units else None
    if CONCENTRATE in options and not any(question.load):
        if missions.gathering(look, question.x).gain > (mission.gain if mission else 0.0) + 0.1:
            return CONCENTRATE
    return missions.form(look, question, mission, options)


def concentrate(look: Outlook, options: list[Action]) -> Wanted:
    """[12.1b] Those whom the plan wants; if none of them can come, the strongest."""
    concentration = look.s.frame(Concentration)
    wanted = missions.summon(look, missions.gathering(look, concentration.x).summoned, options)
    return wanted if wanted != DONE or concentration.came else combat.strongest(look, options)


def sail(look: Outlook, options: list[Action]) -> Action:
    """[13.1a] Where the voyage was meant to go."""
    _, _, y = actions.voyage(look, look.s.frame(Transport).x)
    return ("sail", y) if ("sail", y) in options else first_named(options, "sail")


def board(look: Outlook, options: list[Action]) -> Action:
    """[13.2e] The party of the landing, one after the other."""
    party = actions.landing_party(look, look.s.frame(Landing).x)
    return next((("ship", b) for b in party if ("ship", b) in options), DONE)


def challenge(look: Outlook, options: list[Action]) -> Action:
    """[3.0f] A rule of thumb: only for the last word of a year."""
    wanted = look.s.turn == TURNS and look.s.first == look.side
    return ("challenge",) if wanted and look.s.command[look.side] >= 2 else PASS


Wanted: TypeAlias = Action | dict[Action, float]        # the answer, or what each option is worth

ANSWERS: dict[type[Frame], Callable[[Outlook, list[Action]], Wanted]] = {
    # order of play: a rule of thumb, who plays second has the last word
    NameFirst: lambda look, options: ("first", look.foe),
    Challenge: challenge,
    Match: lambda look, options: ("match",) if look.s.turn == TURNS else ("yield",),
    # marches and voyages
    FormGroup: form_group,
    Concentrate: concentrate,
    March: lambda look, options: missions.march(look, look.s.frame(GroupMove), options),
    JoinExpedition: lambda look, options: missions.set_out(look, look.s.frame(SetOut).gone, options),
    Ship: lambda look, options: ("ship", actions.voyage(look, look.s.frame(Transport).x)[1]),
    Sail: sail,
    Embark: lambda look, options: ("embark", actions.landing(look)[1]),
    Beach: lambda look, options: ("land", actions.landing(look)[2]),
    Board: board,
    # actions, cards
    Act: actions.act,
    Lead: lambda look, options: {a: missions.prospect(look, named(a)) for a in options},
    FortifyPost: lambda look, options: {a: actions.building(look, named(a)) for a in options},
    ChooseUprising: levies.quieten,
    Quieten: levies.quieten,
    Muster: lambda look, options: first_named(options, "join"),
    NameRegion: levies.rise,
    Rouse: lambda look, options: first_named(options, "rouse"),
    Discard: lambda look, options: hand.discard(options),
    CardWindow: hand.window,
    LayCard: hand.lay,
    UseTactic: lambda look, options: ("yes",),
    NameUnit: combat.strongest,
    RollAgain: combat.strongest,
    Restore: levies.restore,
    Heal: levies.restore,
    Sicken: combat.strongest,
    LeaveSpain: combat.weakest,
    AttachChapelgorris: combat.strongest,
    NamePartida: lambda look, options: {a: -look.land.foes[named(a)].power for a in options},
    NameMutiny: lambda look, options: {a: look.land.foes[named(a)].power for a in options},
    ChooseCoup: fall,
    LastCartridge: combat.strongest,
    Marksmen: combat.weakest,
    CallGuard: combat.strongest,
    GuardBox: lambda look, options: options[0] if len(options[0]) == 1 else combat.weakest(look, options),
    CallAlly: lambda look, options: options[0],
    SquadronOrder: squadron,
    Ride: ride,
    FreeInterception: reactions.free_intercept,
    Intercept: reactions.intercept,
    # combat
    NextCombat: combat.next_combat,
    TakeHits: combat.take_hit,
    TakeFire: battle.take_fire,
    BreakOutHit: combat.take_hit,
    SufferLoss: combat.take_hit,
    GoOut: combat.sally,
    Deployment: lambda look, options: battle.FILL if battle.FILL in options else DONE,
    ActivateUnit: battle.activate,
    ArtilleryPoints: lambda look, options: battle.support(options),
    VoluntaryRetreat: lambda look, options: battle.give_up(look),
    PullBack: battle.pull_back,
    BringUp: battle.bring_up,
    Rally: combat.strongest,
    Reinforce: battle.reinforce,
    BringLoads: carry,
    BreakOut: reactions.break_out,
    RetreatAgain: reactions.break_out,
    TakeGun: lambda look, options: options[0],
    TakeSpoils: lambda look, options: options[0],
    CombineWhere: lambda look, options: WITHOUT,        # guns fire with the relief force
    RegroupUnits: rejoin,
    Interceptors: lambda look, options: reactions.interceptors(look, look.s.frame(Interceptors), options),
    Evade: lambda look, options: reactions.evade(look, look.s.frame(Evasion).x, options),
    Stay: lambda look, options: reactions.rearguard(look, look.s.frame(Evasion).x, options),
    GoInside: lambda look, options: reactions.shelter(look, look.s.frame(GoInside).x, options),
    ChooseFiring: lambda look, options: combat.fire_with(look, look.s.frame(ChooseFiring).x, options),
    SecondRound: lambda look, options: combat.again(look, look.s.frame(Assault).x),
    GoOn: lambda look, options: combat.go_on(look, look.s.frame(GoOn).x),
    KeepFortress: lambda look, options: combat.keep_or_raze(look, look.s.frame(Capture).x),
    ChargeTarget: lambda look, options: battle.charge_at(look, look.s.frame(CavalryCharge).block, options),
    AnswerCharge: lambda look, options: battle.answer_charge(look, look.s.frame(AnswerCharge).target, options),
    TakeAlong: lambda look, options: battle.take_along(look, look.s.frame(TakeAlong).spot, options),
    RetreatUnits: lambda look, options: reactions.retreat(look, look.s.frame(Retreat), options),
    MergeUnits: lambda look, options: battle.merge(look, look.s.frame(MergeUnits).x, options),
    # supply, levies
    DeployOrHide: levies.deploy,
    Excess: combat.weakest,
    GoWithout: levies.without,
    DeployGun: levies.emplace,
    HideGun: levies.box,
    PickRedeployed: levies.redeploy,
    SpendPoint: levies.spend,
    Source: lambda look, options: levies.source(look, look.s.frame(CheckSupply), options),
    Place: lambda look, options: levies.place(look, look.s.frame(PlaceUnit), options),
    PlaceRedeployed: lambda look, options: levies.redeploy_to(look, look.s.frame(Redeployment).block, options),
}

REASONS: dict[type[Frame], Callable[[Outlook, Told], Reason | None]] = {
    NameFirst: reasons.name_first, Challenge: reasons.challenge, Match: reasons.challenge,
    FormGroup: reasons.form_group, March: reasons.march, Act: reasons.act, Lead: reasons.leading,
    FortifyPost: reasons.building, ChooseUprising: reasons.regions, Quieten: reasons.regions, Muster: reasons.muster,
    NameRegion: reasons.regions, Rouse: reasons.regions, Discard: reasons.discard, CardWindow: reasons.window,
    LayCard: reasons.lay, UseTactic: reasons.tactic, Concentrate: reasons.strongest, NameUnit: reasons.strongest,
    RollAgain: reasons.strongest, Sicken: reasons.strongest, AttachChapelgorris: reasons.strongest,
    LastCartridge: reasons.strongest, CallGuard: reasons.strongest, Rally: reasons.strongest,
    LeaveSpain: reasons.weakest, Marksmen: reasons.weakest, Excess: reasons.weakest, Stay: reasons.weakest,
    Restore: reasons.spend_restored, Heal: reasons.spend_restored, ChooseCoup: reasons.coup,
    Ship: reasons.ship, Board: reasons.ship, Sail: reasons.sail, Beach: reasons.sail, Embark: reasons.sail,
    FreeInterception: reasons.intercept, Intercept: reasons.intercept, Interceptors: reasons.interceptors,
    Evade: reasons.evade, GoInside: reasons.shelter, RetreatUnits: reasons.retreat, BreakOut: reasons.break_out,
    RetreatAgain: reasons.break_out, NextCombat: reasons.next_combat, ChooseFiring: reasons.firing,
    TakeHits: reasons.hit, BreakOutHit: reasons.hit, SufferLoss: reasons.hit, TakeFire: reasons.hit_in_battle,
    SecondRound: reasons.second_round, GoOn: reasons.go_on, KeepFortress: reasons.keep_fortress,
    Deployment: reasons.deployment, ActivateUnit: reasons.activate_unit, ChargeTarget: reasons.charge_target,
    ArtilleryPoints: reasons.guns_of_battle, VoluntaryRetreat: reasons.give_up, PullBack: reasons.pull_back,
    BringUp: reasons.bring_up, Reinforce: reasons.reinforce, DeployOrHide: reasons.guns, DeployGun: reasons.guns,
    HideGun: reasons.guns, PickRedeployed: reasons.redeploy, PlaceRedeployed: reasons.placed, Place: reasons.placed,
    SpendPoint: reasons.spend, Source: reasons.supply, GoWithout: reasons.without,
}
