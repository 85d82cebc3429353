"""The heuristic player of Crusade and Revolution: whole wars, sound answers, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tablero
from tablero import bots
from tablero.bots import FREE, Bot, Budget, arena
from tablero.bots.heuristic.car import CARD_VALUES
from tablero.bots.heuristic.car.bot import ANSWERS, CHOICES, PICKS, HeuristicBot
from tablero.bots.heuristic.car.chances import promise
from tablero.bots.heuristic.car.dice import outcome
from tablero.bots.heuristic.car.hand import Prospects, sober
from tablero.bots.heuristic.car.logistics import replacement_worth
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.plans import Deed, Operations, all_deeds, best_march, plan, works_worth
from tablero.bots.heuristic.car.worth import AFTER, gap, lost_for_good, morale_worth, stage, unit_worth, worths
from tablero.games.car import GAME, printed
from tablero.games.car.board import CARD, CARDS, MADRID, NAT, NORTH, REP, SPACE_NAMES, UNIT, ZONE, space
from tablero.games.car.rules.r02_map import map_key
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import FRAMES, Decision, frame_class
from tablero.kernel.positions import dump
from tests.games.car.field import field


class Forgetful(Bot):
    """A new bot for every decision: as after a restart of the server."""

    def weigh(
        self, view: tablero.State, options: Sequence[tablero.Action], seat: int, budget: Budget = FREE
    ) -> list[float]:
        return HeuristicBot(GAME, 1).weigh(view, options, seat)


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    found = {frame_class(name) for name in FRAMES if name.startswith("tablero.games.car:")}
    assert {frame for frame in found if issubclass(frame, Decision)} == ANSWERS.keys() | CHOICES.keys() | PICKS.keys()
    assert len(found_by := [*ANSWERS, *CHOICES, *PICKS]) == len(set(found_by))


def test_it_knows_every_card() -> None:
    assert set(CARDS.ids) == CARD_VALUES.keys()


def test_it_plays_the_columns_on_both_sides() -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (NAT, REP)]
    assert arena.play(GAME, "war_of_the_columns", sides, 11).kind != ""


def test_it_plays_with_the_corridor_of_grado() -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (NAT, REP)]
    options = {"corridor_of_grado": "with"}
    assert arena.play(GAME, "collapse_of_the_northern_front", sides, 5, options).actions > 0


@pytest.mark.parametrize("side", [NAT, REP])
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_beats_random_from_both_sides(scenario: str, side: int) -> None:
    names = ("heuristic", "random") if side == NAT else ("random", "heuristic")
    assert arena.play(GAME, scenario, [bots.make(name, GAME, 1) for name in names], 1).winner == side


def test_it_needs_no_memory() -> None:
    played = [arena.play(GAME, "collapse_of_the_northern_front", [bots.make("random", GAME, 2), bot], 4)
              for bot in (Forgetful(), HeuristicBot(GAME, 1))]
    assert played[0].actions == played[1].actions
    assert played[0].winner == REP


def test_it_leaves_its_view_as_it_was() -> None:
    s = GAME.new("two_years_of_war", 1)
    bot = HeuristicBot(GAME, 1)
    for _ in range(60):
        seat = tablero.players(s)[0]
        view, options = GAME.view(s, seat), tablero.options(s, seat)
        before = dump(view)
        action = bot.choose(view, options, seat)
        assert dump(view) == before
        tablero.apply(s, seat, action)


def test_it_decides_by_what_its_seat_may_see() -> None:
    """Whatever the enemy holds in his hand, an equal view gets an equal answer."""
    s = GAME.new("two_years_of_war", 2)
    bot = HeuristicBot(GAME, 1)
    for n in range(60):
        seat = tablero.players(s)[0]
        other = GAME.determinize(GAME.view(s, seat), n)
        action = bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat)
        assert bot.choose(GAME.view(other, seat), tablero.options(other, seat), seat) == action
        tablero.apply(s, seat, action)


def test_the_outcome_of_a_combat_is_reckoned_from_both_dice() -> None:
    """One loss for sure against one with a die of four or more; two points each side can lose."""
    found = outcome((1, 1, 1, 1, 1, 1), (0, 0, 0, 1, 1, 1), 2, 2)
    assert (found.wins, found.wipes, found.inflicted, found.suffered) == (0.5, 0.0, 1.0, 0.5)


# --- what it makes of a position


def route(look: Outlook, start: str) -> tuple[str, ...]:
    """Where the stack that gains most goes from a space."""
    x = space(start)
    march = best_march(look, Operations(look.side, 0, -1, look.theirs), x, look.s.here[x])
    return tuple(SPACE_NAMES[y] for y in march.way)


def test_a_lone_guard_of_a_capital_stays_in_the_way_of_the_enemy() -> None:
    """Segovia is open to Guadarrama without it; with a comrade there it may go."""
    alone = field({"segovia": "nat_inf_1", "guadarrama": "rep_mil_1"})
    look = Outlook(alone, NAT)
    assert all(look.shift(space("segovia"), y, alone.here[space("segovia")]) < 0
               for y in ids_of(look.near[space("segovia")] & look.own))


def test_it_walks_into_a_capital_that_nobody_guards() -> None:
    s = field({"cebreros": "rep_pol_1", "madrid": "rep_pol_2 rep_pol_3"}, side="republican", nationalist="avila")
    assert {"avila", "segovia"} & set(route(Outlook(s, REP), "cebreros"))


def test_what_is_open_to_the_enemy_is_found_two_spaces_deep() -> None:
    """From Guadarrama he reaches Segovia and what lies behind it; a unit in Segovia stops him."""
    s = field({"guadarrama": "rep_mil_1"})
    look = Outlook(s, NAT)
    segovia = space("segovia")
    assert look.first >> segovia & 1
    assert look.second & look.near[segovia]
    assert look.exposure(look.own, 1 << segovia) < look.harm


def test_a_force_that_would_be_cut_off_is_seen_as_such() -> None:
    """Illescas is supplied by Maqueda or by Toledo: one of them will do."""
    s = field({"illescas": "nat_inf_1", "madrid": "rep_pol_1"},
              nationalist="talavera_de_la_reina maqueda navahermosa toledo")
    look = Outlook(s, NAT)
    maqueda, toledo = 1 << space("maqueda"), 1 << space("toledo")
    assert look.lost_with(maqueda) == look.lost_with(toledo) == 0.0
    assert look.lost_with(maqueda | toledo) > 0.0


def test_it_reopens_the_line_of_those_out_of_supply() -> None:
    """Illescas hangs by Maqueda; to take that back is worth more with more soldiers in Illescas."""
    def worth(units: str) -> float:
        s = field({"illescas": units, "maqueda": "rep_mil_1", "madrid": "rep_pol_1"},
                  nationalist="talavera_de_la_reina")
        return Outlook(s, NAT).cut(1 << space("maqueda"))

    assert worth("nat_afr_1 nat_afr_2") > worth("nat_afr_1") > 0.0


def test_the_ways_between_the_nationalist_zones_are_known_until_they_meet() -> None:
    s = printed("campaign")
    between = gap(s.held, map_key(s, NAT))
    assert between
    assert not between & s.held
    assert gap(s.held | between, map_key(s, NAT)) == 0


def test_morale_counts_for_more_the_nearer_a_side_is_to_winning_by_it() -> None:
    """The Republic wins Turn 7 with 26, the Nationalists with 10."""
    calm, late, near = (morale_worth(field(turn=7, rm=rm)) for rm in (17, 22, 25))
    assert calm < late < near


def test_madrid_is_worth_what_is_owed_for_it_until_turn_5() -> None:
    early, later = (Outlook(field({"madrid": "rep_pol_1"}, turn=turn, rm=20), REP).worth[MADRID] for turn in (5, 7))
    assert early > later


def test_a_main_city_has_a_garrison_before_the_enemy_is_there() -> None:
    """The nearer he is, the more it is worth, though he stands next to it in neither case."""
    def worth(foe: str) -> float:
        s = field({"madrid": "rep_pol_1", foe: "nat_afr_1 nat_afr_2"}, turn=2, nationalist="talavera_de_la_reina")
        return Outlook(s, REP).garrison(MADRID, s.here[MADRID])

    assert worth("maqueda") > worth("navalmoral_de_la_mata") > worth("sevilla") == 0.0


def test_works_are_wanted_where_there_is_something_to_fear() -> None:
    s = field({"segovia": "nat_vii", "guadarrama": "rep_v rep_i", "valladolid": "nat_inf_1"})
    look = Outlook(s, NAT)
    assert works_worth(look, space("segovia")) > 0.0
    assert works_worth(look, space("valladolid")) == 0.0


def test_a_better_chance_makes_the_attack() -> None:
    """Three of the Army of Africa storm Talavera with one militia in it, not with a corps."""
    def attacks(defender: str) -> bool:
        s = field({"navalmoral_de_la_mata": "nat_afr_1 nat_afr_2 nat_afr_3", "talavera_de_la_reina": defender,
                   "madrid": "rep_pol_1"}, turn=3)
        return any(deed.verb == "attack" for deed in all_deeds(Outlook(s, NAT), -1, 0))

    assert attacks("rep_mil_1")
    assert not attacks("rep_v rep_i")


def test_reinforcements_are_played_as_such_when_the_front_is_quiet() -> None:
    s = field({"segovia": "nat_vii", "madrid": "rep_v"}, hands="n20 n21")
    options = [(use, CARD[card]) for use in ("event", "ops") for card in ("n20", "n21")]
    prospects = Prospects(Outlook(s, NAT), options)
    assert prospects.of(("event", CARD["n20"])) > prospects.of(("ops", CARD["n20"]))


def test_a_stack_on_its_way_does_not_turn_round() -> None:
    """Nobody enters a space of his own twice in one move, in the first two Turns of a war."""
    s = GAME.new("war_of_the_columns", 101)
    sides = [HeuristicBot(GAME, seat) for seat in (NAT, REP)]
    way: list[int] = []
    while s.turn < 2:
        seat = tablero.players(s)[0]
        action = sides[seat].choose(GAME.view(s, seat), tablero.options(s, seat), seat)
        way = [*way, action[1]] if action[0] == "step" else []
        assert len(way) == len(set(way))
        tablero.apply(s, seat, action)


def test_replacements_are_bought_when_corps_have_lost_steps_and_the_front_is_quiet() -> None:
    """Late in a Turn; with corps at full strength there is nothing to buy."""
    def worth(corps: str, use: str) -> float:
        s = field({"zaragoza": corps, "madrid": "rep_pol_1", "caspe": "rep_cnt_1"}, turn=8, hands="n22")
        s.round = 6
        return Prospects(Outlook(s, NAT), []).of((use, CARD["n22"]))

    weak = "nat_vii:r nat_castilla:r"
    assert worth(weak, "rp") > worth(weak, "ops")
    assert worth(weak, "rp") > worth("nat_vii nat_castilla", "rp")


def test_a_card_whose_event_can_be_played_is_rather_not_spent_on_operations() -> None:
    """The event of N5 is a Victory Point; until Turn 3 it cannot be played."""
    s = field({"segovia": "nat_vii", "madrid": "rep_v"}, hands="n5")
    ops, look = ("ops", CARD["n5"]), Outlook(s, NAT)
    assert Prospects(look, [ops, ("event", CARD["n5"])]).of(ops) < Prospects(look, [ops]).of(ops)


def test_plans_on_the_map_are_not_believed_in_full() -> None:
    assert sober(0.5) == 0.5
    assert 2.0 < sober(6.0) < 3.0


def test_a_capital_behind_the_front_keeps_a_guard() -> None:
    """Salamanca with the enemy in Ávila next door, two spaces away in Cebreros, and far away."""
    def worth(foe: str) -> float:
        s = field({"salamanca": "nat_inf_1", foe: "rep_v", "madrid": "rep_pol_1"}, turn=8)
        look = Outlook(s, NAT)
        return look.garrison(space("salamanca"), s.here[space("salamanca")])

    assert worth("cebreros") > worth("madrid") > 0.0


def test_the_nationalists_owe_less_for_madrid_when_they_attack_next_to_it() -> None:
    """An attack on Illescas is a Victory Point as long as nobody was there; not on Guadarrama."""
    def worth(target: str, start: str, owed: int) -> float:
        s = field({start: "nat_afr_1 nat_afr_2", target: "rep_mil_1", "madrid": "rep_pol_1"}, turn=4,
                  nationalist="talavera_de_la_reina maqueda")
        s.madrid = owed
        look = Outlook(s, NAT)
        look.worth = worths(look.morale)
        return promise(look, space(target), s.here[space(start)])

    assert worth("illescas", "maqueda", 3) - worth("illescas", "maqueda", 2) >= 1.0
    assert worth("guadarrama", "segovia", 3) - worth("guadarrama", "segovia", 2) < 1.0, "only if it is taken"


def test_the_army_of_africa_marches_on_madrid() -> None:
    """From Talavera with nobody in its way it goes up to the enemy before Madrid."""
    s = field({"talavera_de_la_reina": "nat_afr_1 nat_afr_2 nat_afr_3", "madrid": "rep_pol_1 rep_pol_2"}, turn=3,
              nationalist="navalmoral_de_la_mata maqueda")
    look = Outlook(s, NAT)
    x = space("talavera_de_la_reina")
    march = best_march(look, Operations(NAT, 0, -1, look.theirs), x, s.here[x])
    assert look.near[MADRID] >> march.way[-1] & 1
    assert march.units == s.here[x], "all of it"


def test_the_nationalists_fear_more_for_the_land_behind_them_once_there_are_corps() -> None:
    """Segovia is the door to Valladolid."""
    def fear(turn: int) -> float:
        s = field({"segovia": "nat_inf_1", "guadarrama": "rep_v", "madrid": "rep_pol_1"}, turn=turn, rm=18)
        return -Outlook(s, NAT).hold(space("segovia"), s.here[space("segovia")])

    assert fear(7) > fear(4) > 0.0


def test_the_republic_has_the_last_round_before_attrition() -> None:
    s = field({"segovia": "nat_inf_1", "madrid": "rep_pol_1"}, turn=7)
    s.round = 6
    look = Outlook(s, NAT)
    assert look.likely(NAT) > 0.9 > look.likely(REP)


def test_an_attack_from_several_spaces_is_preferred_when_it_is_worth_more_than_its_parts() -> None:
    deeds = [Deed(1.0, 1.0, (1,), "attack", 7), Deed(0.9, 2.7, (1, 2, 3), "attack", 8)]
    look = Outlook(field({"segovia": "nat_inf_1", "madrid": "rep_pol_1"}, turn=7), NAT)
    look.deeds[0, -1] = deeds
    assert plan(look, 3) == (2.7, [("attack", 1), ("attack", 2), ("attack", 3)])
    assert plan(look, 2) == (1.0, [("attack", 1)])


def test_nobody_is_sent_where_others_are_activated_for_combat() -> None:
    look = Outlook(field({"segovia": "nat_inf_1", "madrid": "rep_pol_1"}, turn=7), NAT)
    elsewhere = Deed(0.5, 0.5, (5,), "move", 6)
    look.deeds[0, -1] = [Deed(2.0, 2.0, (1,), "attack", 7), Deed(1.5, 1.5, (4,), "move", 1), elsewhere]
    assert plan(look, 2) == (2.5, [("attack", 1), ("move", 5)])
    look.deeds[0, -1] = [Deed(2.0, 2.0, (4,), "move", 1), Deed(1.5, 1.5, (1,), "attack", 7), elsewhere]
    assert plan(look, 2) == (2.5, [("move", 4), ("move", 5)])
    look.s.stack.append(Operations(NAT, 2, attacks=1 << 1))
    look.deeds[2, -1] = [Deed(1.5, 1.5, (4,), "move", 1), elsewhere]
    assert plan(look, 1, used=2) == (0.5, [("move", 5)])


def test_once_the_north_has_fallen_it_wants_the_east() -> None:
    s = field(turn=8)
    assert AFTER[NAT][stage(s)][0] == NORTH
    s.held |= NORTH
    assert AFTER[NAT][stage(s)][0] & ZONE["catalonia"]


def test_a_corps_that_was_eliminated_is_wanted_back() -> None:
    """A card of three is played for points when a corps lies in the box, though the front is quiet without it, too."""
    def worth(eliminated: str) -> float:
        s = field({"zaragoza": "nat_v", "madrid": "rep_pol_1", "eliminated": eliminated}, turn=8)
        return replacement_worth(Outlook(s, NAT), 4, 2)

    assert worth("nat_castilla") > worth("nat_inf_1 nat_inf_2") > worth("nat_afr_1") == 0.0


def test_a_corps_that_starves_is_lost_for_good_and_so_is_feared_for_most() -> None:
    s = field({"zaragoza": "nat_castilla nat_inf_1", "madrid": "rep_pol_1"})
    corps, division = UNIT["nat_castilla"], UNIT["nat_inf_1"]
    assert lost_for_good(s, corps) > 2 * unit_worth(s, corps)
    assert lost_for_good(s, corps) > 4 * lost_for_good(s, division) > 0.0


def test_two_capitals_behind_an_open_space_are_more_at_stake_than_one() -> None:
    """From Somosierra he walks to Aranda, and on to Burgos and Soria."""
    look = Outlook(field({"somosierra": "rep_v", "madrid": "rep_pol_1"}, turn=8), NAT)
    aranda, burgos, soria = (space(name) for name in ("aranda_de_duero", "burgos", "soria"))
    both = look.near[aranda] & (1 << burgos | 1 << soria)
    assert both.bit_count() == 2
    assert look.walk_into(aranda, both) > max(look.walk_into(aranda, 1 << x) for x in (burgos, soria))
