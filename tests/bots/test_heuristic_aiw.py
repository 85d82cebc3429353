"""The heuristic player of An Impossible War: whole wars, sound answers, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import tablero
from tablero import bots
from tablero.bots import FREE, Bot, Budget, arena
from tablero.bots.arena import Sitting
from tablero.bots.heuristic.aiw import battle, combat, hand, spain, ways, worth, year
from tablero.bots.heuristic.aiw.actions import suppression, unrest
from tablero.bots.heuristic.aiw.bot import ANSWERS, HeuristicBot
from tablero.bots.heuristic.aiw.outlook import Land, Outlook, key_of
from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREA_NAMES, AREAS, BLOCK_SIDE, CARD, CARLIST, LIBERAL, area
from tablero.games.aiw.rules.r10_actions.s00_actions import Act, ActionsStep
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of
from tablero.games.aiw.rules.r17_battle.s09_merge import Merge
from tablero.games.aiw.rules.r18_siege.s00_siege import Shelter
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import FRAMES, Decision, frame_class
from tablero.kernel.positions import dump
from tests.games.aiw.war import asked, at, do, run, war


def answer(s: Aiw) -> str:
    """What the bot would do now."""
    seat = tablero.players(s)[0]
    bot = bots.make("heuristic", GAME, 1)
    return GAME.write(s, bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat))


def outlook(s: Aiw, side: int) -> Outlook:
    view = GAME.view(s, side)
    return Outlook(view, side, Land(view, side, key_of(view, side)))


def played_out(s: Aiw) -> None:
    """The bot marches until nothing is asked any more of the frame that was started."""
    depth = len(s.stack)
    bot = bots.make("heuristic", GAME, 1)
    while len(s.stack) >= depth and tablero.players(s):
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat))


class Forgetful(Bot):
    """A new bot for every decision: as after a restart of the server."""

    def weigh(
        self, view: tablero.State, options: Sequence[tablero.Action], seat: int, budget: Budget = FREE
    ) -> list[float]:
        return HeuristicBot(GAME, 1).weigh(view, options, seat)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_plays_a_whole_war_on_both_sides(scenario: str) -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (0, 1)]
    assert arena.play(GAME, scenario, sides, 11).kind != ""


def test_it_plays_with_all_the_cards() -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (0, 1)]
    options = {"politics": "with", "plague_and_snow": "with"}
    assert arena.play(GAME, "espartero", sides, 5, options).actions > 0


def test_it_plays_at_a_table_where_sole_options_wait() -> None:
    s = GAME.new("zumalacarregui", 3, secret=True)
    Sitting(GAME, s, [bots.make("heuristic", GAME, 1), bots.make("random", GAME, 2)]).play_out()
    assert s.over


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    found = {frame_class(name) for name in FRAMES if name.startswith("tablero.games.aiw:")}
    assert {frame for frame in found if issubclass(frame, Decision)} == ANSWERS.keys()


def test_it_needs_no_memory() -> None:
    assert arena.play(GAME, "espartero", [bots.make("random", GAME, 2), Forgetful()], 4).winner == LIBERAL
    assert arena.play(GAME, "zumalacarregui", [Forgetful(), bots.make("random", GAME, 2)], 4).winner == CARLIST


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_beats_random_from_both_sides(scenario: str) -> None:
    for side in (CARLIST, LIBERAL):
        for seed in (1, 2):
            names = ("heuristic", "random") if side == CARLIST else ("random", "heuristic")
            played = arena.play(GAME, scenario, [bots.make(name, GAME, seed) for name in names], seed)
            assert played.winner == side
            assert 1000 * played.seconds[side] / played.decisions[side] < 100


def test_what_it_has_reckoned_before_changes_no_answer() -> None:
    """A restart of the server, or a take-back, changes no plan: there is none."""
    s = GAME.new("espartero", 7)
    kept = [HeuristicBot(GAME, 1), HeuristicBot(GAME, 2)]
    for _ in range(250):
        seat = tablero.players(s)[0]
        view, options = GAME.view(s, seat), tablero.options(s, seat)
        worth = kept[seat].weigh(view, options, seat)
        assert worth == HeuristicBot(GAME, 1).weigh(view, options, seat)
        tablero.apply(s, seat, options[worth.index(max(worth))])


def test_it_says_what_the_options_of_most_questions_are_worth() -> None:
    s = GAME.new("espartero", 3)
    bot, told = HeuristicBot(GAME, 1), set()
    while not s.over and len(told) < 12:
        seat, frame = tablero.players(s)[0], type(s.stack[-1])
        options = tablero.options(s, seat)
        worth = bot.weigh(GAME.view(s, seat), options, seat)
        if len(set(worth)) > 2:
            told.add(frame)
        tablero.apply(s, seat, options[worth.index(max(worth))])
    assert Act in told
    assert 12 == len(told)


def test_of_two_tactical_cards_the_better_one_is_kept() -> None:
    worth = hand.discard([("discard", CARD["zurbano"]), ("discard", CARD["bayonet_charge_l"])])
    assert worth["discard", CARD["zurbano"]] > worth["discard", CARD["bayonet_charge_l"]]


def test_it_leaves_its_view_as_it_was() -> None:
    s = GAME.new("espartero", 1)
    view = GAME.view(s, tablero.players(s)[0])
    before = dump(view)
    HeuristicBot(GAME, 1).choose(view, tablero.options(s, tablero.players(s)[0]), tablero.players(s)[0])
    assert dump(view) == before


def test_it_decides_by_what_its_seat_may_see() -> None:
    """Whatever the enemy's hidden blocks are, an equal view gets an equal answer."""
    s = GAME.new("espartero", 2)
    chance = Random(1)
    compared = 0
    for n in range(300):
        seat = tablero.players(s)[0]
        other = GAME.determinize(GAME.view(s, seat), n)
        hidden = [b for b, side in enumerate(BLOCK_SIDE) if side != seat and s.at[b] >= 0]
        if n % 10 == 0 and [s.unit[b] for b in hidden] != [other.unit[b] for b in hidden]:
            assert answer(s) == answer(other)
            compared += 1
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
    assert compared > 10


# -------------------------------------------------------------------------------------------------- what it makes of it


def test_liberals_out_of_supply_are_worth_less_than_in_a_town() -> None:
    look = outlook(war({"vitoria": "l_rg1"}, side="liberal"), LIBERAL)
    hungry = worth.worth(look, area("onate"), 4, 12)
    assert worth.worth(look, area("onate"), 2, 12) > hungry
    assert worth.worth(look, area("onate"), 4, 12, extra=6) > hungry


def test_an_attack_promises_more_with_greater_numbers() -> None:
    look = outlook(war({"onate": "c_nav1 c_nav2 c_nav3", "vitoria": "l_rg1"}, side="liberal"), LIBERAL)
    chances = [worth.site(look, area("onate")).clash(n, 3.5 * n).win for n in (3, 4, 6)]
    assert chances == sorted(chances)
    assert chances[0] < 0.5 < chances[-1]


def test_an_empty_city_is_worth_a_siege() -> None:
    look = outlook(war({"durango": "c_bis1"}), CARLIST)
    assert worth.siege(look, area("bilbao")) > worth.siege(look, area("portugalete"))


def test_a_group_stops_where_the_enemy_is() -> None:
    stops = 1 << area("salvatierra")
    found = {AREA_NAMES[x] for x in ways.reach(area("vitoria"), 2, stops, 0)}
    assert "salvatierra" in found
    assert "alsasua" not in found
    assert "alsasua" in {AREA_NAMES[x] for x in ways.reach(area("vitoria"), 2, 0, 0)}


def test_the_first_step_leads_to_the_aim() -> None:
    start, aim = area("vitoria"), area("alsasua")
    assert AREA_NAMES[ways.first_step(start, aim, 2, 0, 0)] == "salvatierra"
    for x in ways.reach(start, 5, 0, 0):
        step = ways.first_step(start, x, 5, 0, 0)
        assert step == x or x in ways.reach(step, 4, 0, 0)


def test_a_liberal_army_in_the_carlist_zone_counts_while_it_keeps_prestige_down() -> None:
    besieged = {"bilbao": "c_bis1 c_bis2", "vitoria": "l_rg1"}
    quiet = outlook(war({"durango": "c_bis1 c_bis2", "vitoria": "l_rg1"}, side="liberal"), LIBERAL)
    urgent = outlook(war(besieged, side="liberal", siege=["bilbao"]), LIBERAL)
    third, fourth = ([worth.site(look, area("onate")).worth(n, 12, 6) for look in (quiet, urgent)] for n in (3, 4))
    assert fourth[1] - third[1] > fourth[0] - third[0] + 0.1


def test_two_keep_a_town_that_one_would_lose() -> None:
    look = outlook(war({"salvatierra": "l_rg1", "onate": "c_nav1 c_nav2 c_gui1"}, side="liberal"), LIBERAL)
    assert look.land.comers[area("salvatierra")] == 3
    one, two = (worth.worth(look, area("salvatierra"), n, 4 * n) for n in (1, 2))
    assert two > one + 0.5
    calm = outlook(war({"salvatierra": "l_rg1"}, side="liberal"), LIBERAL)
    assert worth.worth(calm, area("salvatierra"), 1, 4) > one + 0.5


def test_baztan_is_worth_more_to_the_liberals_than_other_posts() -> None:
    s = war({"lanz": "c_nav1"}, side="liberal", forts={"liberal": ["baztan", "maestu"]})
    assert year.stake(s, area("baztan")) > year.stake(s, area("maestu")) + 1 > 1
    assert year.stake(s, area("laguardia"), built=True) == 0.0
    look = outlook(s, LIBERAL)
    assert worth.garrison(look, area("baztan")) > worth.garrison(look, area("maestu"))


def test_a_fortress_that_is_begun_too_late_does_not_count_this_year() -> None:
    late, early = (war({"onate": "l_rg1"}, side="liberal", turn=turn, year=1838) for turn in (5, 4))
    assert year.stake(late, area("onate"), built=True, ready=1) == 0.0
    assert year.stake(early, area("onate"), built=True, ready=1) > 0.0


def test_partidas_are_made_for_expeditions() -> None:
    look = outlook(war({"ramales": "c_par1", "galicia": "l_rg1"}), CARLIST)
    quiet, hunted = (spain.expedition(look, area(name), 0, 0.6, 0) for name in ("extremadura", "galicia"))
    assert quiet > hunted + 0.5
    assert spain.expedition(look, area("extremadura"), 1, 1.0, 0) < quiet - 0.5         # it would starve


def test_units_together_are_drawn_to_those_whom_they_outnumber() -> None:
    look = outlook(war({"miranda": "c_nav1 c_nav2", "vitoria": "l_rg1"}, side="liberal"), LIBERAL)
    by_units = [field[area("trevino")] for field in look.land.pull]
    assert by_units[2] < by_units[3]


def test_hits_are_expected_as_often_as_dice_give_them() -> None:
    assert combat.at_least(0, 1.0) == 1.0
    assert 0.39 < combat.at_least(1, 0.5) < 0.40
    assert combat.at_least(2, 0.5) < combat.at_least(2, 2.0)


def test_uprisings_matter_more_the_higher_they_are() -> None:
    levels = {"aragon": 3, "galicia": 3, "andalusia": 3, "extremadura": 1}
    s = war({"vitoria": "l_rg1"}, side="liberal", uprising=levels)
    look = outlook(s, LIBERAL)
    assert suppression(look, area("aragon"), 2) > suppression(look, area("extremadura"), 0)
    assert unrest([3, 3, 3, 0, 0, 0, 0, 0, 0]) > unrest([1, 1, 1, 1, 1, 1, 1, 1, 1])


# --------------------------------------------------------------------------------------------------------- what it does


def test_carlists_march_into_a_town_that_nobody_holds() -> None:
    s = war({"orduna": "c_bis1 c_bis2"}, points=1)
    run(s, ActionsStep(CARLIST))
    assert asked(s) == "carlist Act"
    assert answer(s) == "activate orduna"


def test_it_goes_inside_before_a_stronger_enemy_and_fights_a_weaker_one() -> None:
    strong = war({"bilbao": "l_pr1:1 c_nav1 c_nav2 c_gui1"})
    run(strong, Shelter(LIBERAL, area("bilbao")))
    assert answer(strong) == "all"
    weak = war({"bilbao": "l_rg1 l_ln1 l_ln2 c_can1:1"})
    run(weak, Shelter(LIBERAL, area("bilbao")))
    assert answer(weak) == "done"


def test_it_storms_a_fortress_that_nobody_defends_and_starves_out_a_strong_one() -> None:
    for inside, wanted in (("", "assault estella"), ("l_rg1 l_rg2 field:2", "done")):
        places = {"estella": "c_nav1 c_nav2 field:1", "inside estella": inside}
        s = war(places, forts={"liberal": ["estella"]}, siege=["estella"])
        run(s, CombatStep(CARLIST))
        assert asked(s) == "carlist NextCombat"
        assert answer(s) == wanted


def test_beaten_units_are_merged_where_they_would_starve() -> None:
    for others, wanted in (("c_gui1 c_bis1 c_ala1", 1), ("c_gui1", 2)):
        s = war({"amescoas": f"c_nav1:1 c_nav2:1 {others}"})
        run(s, Merge(CARLIST, 1 << area("amescoas")))
        assert asked(s) == "carlist MergeUnits"
        tablero.apply(s, CARLIST, GAME.read(s, answer(s)))
        assert [at(s, unit) for unit in ("c_nav1", "c_nav2")].count("amescoas") == wanted


def test_carlists_slip_through_a_strong_enemy() -> None:
    around = {"azpeitia": "l_rg1 l_rg2 l_rg3", "hernani": "l_ln1 l_ln2 l_ln3", "lequeitio": "l_rg4 l_ln4 l_ln5"}
    s = war({"guetaria": "c_nav1", **around})
    run(s, Activation(CARLIST, area("guetaria")))
    do(s, "add c_nav1")
    assert asked(s) == "carlist March"
    assert answer(s) == "countermarch azpeitia"
    do(s, "countermarch azpeitia", dice=[6])
    assert answer(s).startswith("march ")


def test_a_card_helps_many_to_evade_and_is_kept_when_one_is_alone() -> None:
    for units, wanted in (("c_nav1 c_nav2", "play countryside"), ("c_nav1", "evade")):
        s = war({"vergara": f"{units} l_rg1 l_rg2 l_rg3 l_ln1"}, side="liberal", hands=["countryside"])
        run(s, Evasion(area("vergara"), area("onate")))
        assert asked(s) == "carlist Evade"
        assert answer(s) == wanted


def test_a_town_that_was_taken_is_fortified_before_the_enemy_comes() -> None:
    s = war({"salvatierra": "l_rg1 l_ln1", "onate": "c_nav1 c_nav2 c_gui1"}, side="liberal", points=1)
    run(s, ActionsStep(LIBERAL))
    assert answer(s).startswith("build ")


def test_a_strong_army_seeks_battle_and_a_weak_one_does_not() -> None:
    strong, weak = "l_rg1 l_rg2 l_ln1 l_ln2 l_lg1 l_pr1", "l_pr1:1 l_pr2:1 l_pr3:1 l_pr4:1"
    for liberals, carlists, wanted in (
        (strong, "c_nav1:1 c_nav2:1 c_gui1:1 c_ala1:1", True), (weak, "c_nav1 c_nav2 c_gui1 c_ala1", False)
    ):
        s = war({"vitoria": liberals, "salvatierra": carlists}, side="liberal")
        run(s, Activation(LIBERAL, area("vitoria")))
        played_out(s)
        came = s.open[LIBERAL * AREAS + area("salvatierra")].bit_count()
        assert (came >= 3) == wanted
        assert wanted or came == 0


def test_hits_go_to_units_that_have_fired_and_are_not_spread_where_morale_is_bad() -> None:
    s = war({"los_arcos": "c_nav1 c_nav2 c_gui1 l_pr1 l_pr2 l_pr3"}, side="carlist")
    run(s, CombatStep(CARLIST))
    while asked(s) != "liberal TakeFire":
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, GAME.read(s, answer(s)))
    f = battlefield(s)
    look = outlook(s, LIBERAL)
    one, two, three = ids_of(front_of(f, LIBERAL))
    f.spent = 1 << one
    assert battle.hit_cost(look, f, one, 0) < battle.hit_cost(look, f, two, 0)
    assert battle.hit_cost(look, f, two, 1) < battle.hit_cost(look, f, three, 0)
