"""Which part of the bot answers which question of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from tablero.bots.heuristic.aiw import actions, battle, combat, hand, levies, missions, reactions
from tablero.bots.heuristic.aiw.knowledge import appraise, last, named
from tablero.bots.heuristic.aiw.outlook import Land, Outlook, Stack, key_of
from tablero.bots.heuristic.aiw.weights import WEIGHTS, Weights
from tablero.bots.heuristic.aiw.worth import fort_worth, worth
from tablero.games.aiw.board import FIRST_REGION, TURNS
from tablero.games.aiw.cards.expeditions import SetOut
from tablero.games.aiw.rules.r11_movement.s00_activation import CONCENTRATE, Activation, FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptors
from tablero.games.aiw.rules.r12_carlist_movement.s01_concentration import Concentration
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r13_sea.s01_transport import Transport
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Landing
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import ChooseFiring
from tablero.games.aiw.rules.r17_battle.s04_charges import AnswerCharge, CavalryCharge
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import TakeAlong
from tablero.games.aiw.rules.r17_battle.s09_merge import MergeUnits
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r18_siege.s00_siege import GoInside
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.rules.r23_regions import GoOn
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.frames import Frame, State
from tablero.kernel.game import Game

F = TypeVar("F", bound=Frame)
LANDING: Action = ("disembark",)


class HeuristicBot:
    """Plays either side; it draws no lots, so equal views get equal answers."""

    def __init__(self, game: Game[State], seed: int, weights: tuple[Weights, Weights] = WEIGHTS) -> None:
        self.weights = weights
        self.land: Land | None = None
        self.mission: missions.Mission | None = None
        self.gathering = missions.Gathering(0, 0.0)

    def choose(self, view: State, options: list[Action], seat: int) -> Action:
        assert isinstance(view, Aiw)
        if len(options) == 1:
            return options[0]
        frame = view.stack[-1]
        answer = ANSWERS.get(type(frame).__name__)
        if answer is None:
            return plain(options)
        wanted = answer(self, self.look(view, seat), frame, options)
        return wanted if wanted in options else plain(options)

    def look(self, s: Aiw, side: int) -> Outlook:
        key = key_of(s, side)
        if self.land is None or self.land.key != key:
            before = self.land if self.land is not None and self.land.side == side else None
            self.land = Land(s, side, key, before, self.weights[side])
        return Outlook(s, side, self.land)

    # --- groups on the march

    def form_group(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        now = cast("FormGroup", frame)
        if not now.picked and not any(now.load):
            able = missions.fresh(look, now.x)
            self.mission = missions.best_mission(look, now.x, able, caller(look, Activation).less) if able else None
            self.gathering = missions.gathering(look, now.x)
            single = self.mission.gain if self.mission else 0.0
            if CONCENTRATE in options and self.gathering.gain > single + 0.1:
                return CONCENTRATE
        return missions.form(look, now, self.mission, options)

    def concentrate(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        wanted = missions.summon(look, self.gathering.summoned, options)
        return wanted if wanted != DONE or caller(look, Concentration).came else combat.strongest(look, options)

    def march(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return missions.march(look, caller(look, GroupMove), options)

    def lead(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return max(options, key=lambda action: missions.prospect(look, named(action)))

    # --- by sea

    def ship(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        _, block, _ = actions.voyage(look, caller(look, Transport).x)
        return ("ship", block)

    def sail(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        _, _, y = actions.voyage(look, caller(look, Transport).x)
        return ("sail", y) if ("sail", y) in options else next(a for a in options if a[0] == "sail")

    def embark(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return ("embark", actions.landing(look)[1])

    def beach(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return ("land", actions.landing(look)[2])

    def board(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        party = actions.landing_party(look, caller(look, Landing).x)
        wanted = [("ship", b) for b in party if ("ship", b) in options]
        return wanted[0] if wanted else DONE

    # --- order of play

    def name_first(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[3.0e] Who plays second has the last word."""
        return ("first", look.foe)

    def challenge(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        """[3.0f] Only for the last word of a year."""
        wanted = look.s.turn == TURNS and look.s.first == look.side
        return ("challenge",) if wanted and look.s.command[look.side] >= 2 else PASS

    def match(self, look: Outlook, frame: Frame, options: list[Action]) -> Action:
        return ("match",) if look.s.turn == TURNS else ("yield",)


def caller(look: Outlook, cls: type[F]) -> F:
    """The innermost frame of a kind."""
    return look.s.frame(cls)


def plain(options: list[Action]) -> Action:
    """For a question nobody thought of: end it, else the first option."""
    for action in (DONE, PASS):
        if action in options:
            return action
    return options[0]


def strongest_foe(look: Outlook, options: list[Action]) -> Action:
    return max(options, key=lambda action: look.land.foes[named(action)].power)


def first_named(look: Outlook, options: list[Action], verb: str) -> Action:
    return next((action for action in options if action[0] == verb), plain(options))


def carry(look: Outlook, options: list[Action]) -> Action:
    """[17.9n] Carlist guns are hidden; the rest goes where the most units went."""
    for verb in ("hide", "carry"):
        found = [action for action in options if action[0] == verb]
        if found:
            return max(found, key=lambda action: look.here(last(action)).power)
    return plain(options)


def fall(look: Outlook, options: list[Action]) -> Action:
    """The Fortress that is worth most."""
    able = [action for action in options if len(action) > 1]
    return max(able, key=lambda action: fort_worth(look, named(action))) if able else plain(options)


def squadron(look: Outlook, options: list[Action]) -> Action:
    """[13.1b] [13.2b] The landing or the voyage that gains most."""
    best, chosen = 0.0, plain(options)
    for action in options:
        if action != DONE:
            gain = actions.landing(look)[0] if action == LANDING else actions.voyage(look, named(action))[0]
            if gain > best:
                best, chosen = gain, action
    return chosen


def ride(look: Outlook, options: list[Action]) -> Action:
    """[23.1k] To a region without Liberals that can still rise."""
    regions = [action for action in options if len(action) > 1]
    free = [action for action in regions if not look.land.foes[named(action)].blocks]
    return min(free, key=lambda action: look.s.uprising[named(action) - FIRST_REGION]) if free else plain(options)


def rejoin(look: Outlook, options: list[Action]) -> Action:
    """[17.10] Units that would go hungry move to a space where they are worth more."""
    best, chosen = 0.12, DONE
    for action in options:
        if action[0] == "regroup":
            block, y = action[1:]
            x = look.s.at[block]
            g = Stack(1, *appraise(look.s, block))
            here = look.here(x)
            less = worth(look, x, here.n, here.power) - worth(look, x, here.n - g.n, here.power - g.power)
            value = missions.joining(look, y, g, 0) - less
            if value > best:
                best, chosen = value, action
    return chosen


Answer = Callable[[HeuristicBot, Outlook, Frame, list[Action]], Action]

ANSWERS: dict[str, Answer] = {
    "NameFirst": HeuristicBot.name_first,
    "Challenge": HeuristicBot.challenge,
    "Match": HeuristicBot.match,
    # actions and marches
    "Act": lambda bot, look, f, options: actions.act(look, options),
    "FormGroup": HeuristicBot.form_group,
    "Concentrate": HeuristicBot.concentrate,
    "March": HeuristicBot.march,
    "Lead": HeuristicBot.lead,
    "Ship": HeuristicBot.ship,
    "Sail": HeuristicBot.sail,
    "Embark": HeuristicBot.embark,
    "Beach": HeuristicBot.beach,
    "Board": HeuristicBot.board,
    "FortifyPost": lambda bot, look, f, options: max(options, key=lambda a: actions.building(look, named(a))),
    "ChooseUprising": lambda bot, look, f, options: levies.quieten(look, options),
    "Quieten": lambda bot, look, f, options: levies.quieten(look, options),
    "Muster": lambda bot, look, f, options: first_named(look, options, "join"),
    "NameRegion": lambda bot, look, f, options: levies.rise(look, options),
    "Rouse": lambda bot, look, f, options: first_named(look, options, "rouse"),
    # cards
    "Discard": lambda bot, look, f, options: hand.discard(options),
    "CardWindow": lambda bot, look, f, options: hand.window(look, options),
    "LayCard": lambda bot, look, f, options: hand.lay(look, options),
    "UseTactic": lambda bot, look, f, options: ("yes",),
    "NameUnit": lambda bot, look, f, options: combat.strongest(look, options),
    "RollAgain": lambda bot, look, f, options: combat.strongest(look, options),
    "Restore": lambda bot, look, f, options: levies.restore(look, options),
    "Heal": lambda bot, look, f, options: levies.restore(look, options),
    "Sicken": lambda bot, look, f, options: combat.strongest(look, options),
    "LeaveSpain": lambda bot, look, f, options: combat.weakest(look, options),
    "AttachChapelgorris": lambda bot, look, f, options: combat.strongest(look, options),
    "NamePartida": lambda bot, look, f, options: min(options, key=lambda a: look.land.foes[named(a)].power),
    "NameMutiny": lambda bot, look, f, options: strongest_foe(look, options),
    "ChooseCoup": lambda bot, look, f, options: fall(look, options),
    "LastCartridge": lambda bot, look, f, options: combat.strongest(look, options),
    "Marksmen": lambda bot, look, f, options: combat.weakest(look, options),
    "CallGuard": lambda bot, look, f, options: combat.strongest(look, options),
    "GuardBox": lambda bot, look, f, options: options[0] if len(options[0]) == 1 else combat.weakest(look, options),
    "CallAlly": lambda bot, look, f, options: options[0],
    "SquadronOrder": lambda bot, look, f, options: squadron(look, options),
    "JoinExpedition": lambda bot, look, f, options: missions.set_out(look, caller(look, SetOut).gone, options),
    "Ride": lambda bot, look, f, options: ride(look, options),
    "FreeInterception": lambda bot, look, f, options: reactions.free_intercept(look, options),
    # the enemy's phase
    "Intercept": lambda bot, look, f, options: reactions.intercept(look, options),
    "Interceptors": lambda bot, look, f, options: reactions.interceptors(
        look, cast("Interceptors", f).x, cast("Interceptors", f).picked, options
    ),
    "Evade": lambda bot, look, f, options: reactions.evade(look, caller(look, Evasion).x, options),
    "Stay": lambda bot, look, f, options: reactions.rearguard(look, caller(look, Evasion).x, options),
    "GoInside": lambda bot, look, f, options: reactions.shelter(look, cast("GoInside", f).x, options),
    # combat
    "NextCombat": lambda bot, look, f, options: combat.next_combat(look, options),
    "ChooseFiring": lambda bot, look, f, options: combat.fire_with(look, cast("ChooseFiring", f).x, options),
    "TakeHits": lambda bot, look, f, options: combat.take_hit(look, options),
    "TakeFire": lambda bot, look, f, options: battle.take_fire(look, options),
    "BreakOutHit": lambda bot, look, f, options: combat.take_hit(look, options),
    "SufferLoss": lambda bot, look, f, options: combat.take_hit(look, options),
    "SecondRound": lambda bot, look, f, options: combat.again(look, caller(look, Assault).x),
    "GoOn": lambda bot, look, f, options: combat.go_on(look, cast("GoOn", f).x),
    "GoOut": lambda bot, look, f, options: combat.sally(look, options),
    "KeepFortress": lambda bot, look, f, options: combat.keep_or_raze(look, caller(look, Capture).x),
    "Deployment": lambda bot, look, f, options: battle.FILL if battle.FILL in options else DONE,
    "ActivateUnit": lambda bot, look, f, options: battle.activate(look, options),
    "ArtilleryPoints": lambda bot, look, f, options: battle.support(options),
    "ChargeTarget": lambda bot, look, f, options: battle.charge_at(look, caller(look, CavalryCharge).block, options),
    "AnswerCharge": lambda bot, look, f, options: battle.answer_charge(look, cast("AnswerCharge", f).target, options),
    "VoluntaryRetreat": lambda bot, look, f, options: battle.give_up(look),
    "PullBack": lambda bot, look, f, options: battle.pull_back(look, options),
    "BringUp": lambda bot, look, f, options: battle.bring_up(look, options),
    "Rally": lambda bot, look, f, options: combat.strongest(look, options),
    "Reinforce": lambda bot, look, f, options: battle.reinforce(look, options),
    "TakeAlong": lambda bot, look, f, options: battle.take_along(look, cast("TakeAlong", f).spot, options),
    "RetreatUnits": lambda bot, look, f, options: reactions.retreat(
        look, caller(look, Retreat).x, caller(look, Retreat).left(look.s), options
    ),
    "BringLoads": lambda bot, look, f, options: carry(look, options),
    "BreakOut": lambda bot, look, f, options: reactions.break_out(look, options),
    "RetreatAgain": lambda bot, look, f, options: reactions.break_out(look, options),
    "MergeUnits": lambda bot, look, f, options: battle.merge(look, cast("MergeUnits", f).x, options),
    "TakeGun": lambda bot, look, f, options: options[0],
    "RegroupUnits": lambda bot, look, f, options: rejoin(look, options),
    # supply, levies
    "DeployOrHide": lambda bot, look, f, options: levies.deploy(look, options),
    "Excess": lambda bot, look, f, options: combat.weakest(look, options),
    "Source": lambda bot, look, f, options: levies.source(look, caller(look, CheckSupply), options),
    "GoWithout": lambda bot, look, f, options: levies.without(look, options),
    "Place": lambda bot, look, f, options: levies.place(look, caller(look, PlaceUnit), options),
    "DeployGun": lambda bot, look, f, options: levies.emplace(look, options),
    "HideGun": lambda bot, look, f, options: levies.box(look, options),
    "PickRedeployed": lambda bot, look, f, options: levies.redeploy(look, options),
    "PlaceRedeployed": lambda bot, look, f, options: levies.redeploy_to(
        look, caller(look, Redeployment).block, options
    ),
    "SpendPoint": lambda bot, look, f, options: levies.spend(look, options),
}
