"""The heuristic player of Wellington: whole wars, sound answers, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tablero
from tablero import bots
from tablero.bots import FREE, Bot, Budget, Told, arena
from tablero.bots.heuristic.wellington import CARD_VALUES
from tablero.bots.heuristic.wellington.bot import ANSWERS, HeuristicBot
from tablero.bots.heuristic.wellington.dice import fight, siege
from tablero.bots.heuristic.wellington.hand import MEAN, card_worth
from tablero.bots.heuristic.wellington.outlook import Outlook, conquest_chance
from tablero.bots.heuristic.wellington.parties import parties
from tablero.bots.heuristic.wellington.plans import marches
from tablero.bots.heuristic.wellington.reasons import deed_reason, mulligan, window
from tablero.bots.heuristic.wellington.sea import voyage
from tablero.bots.heuristic.wellington.values import held_value
from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    CARDS,
    CP,
    DUCHY,
    DUCHY_NAMES,
    FRENCH,
    KEYS,
    LEADER,
    MADRID,
    NAMES,
    NORD,
    POWERS,
    SPAIN,
)
from tablero.games.wellington.fight_odds import Stake, battle_chances
from tablero.games.wellington.rules.r02_setup import Mulligan
from tablero.games.wellington.rules.r04_sequence.s02_impulses import AgreeCommander, ChoosePlay, Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import JoinMarch, set_commander
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle, BattleWindow
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Wellington
from tablero.games.wellington.verbs import VERBS
from tablero.kernel.actions import write
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import FRAMES, Decision, frame_class
from tablero.kernel.positions import dump
from tablero.kernel.windows import TOGETHER
from tests.games.wellington.field import do, game, impulse_of, run


class Forgetful(Bot):
    """A new bot for every decision: as after a restart of the server."""

    def weigh(
        self, view: tablero.State, options: Sequence[tablero.Action], seat: int, budget: Budget = FREE
    ) -> list[float]:
        return HeuristicBot(GAME, 1).weigh(view, options, seat)


def answer(s: Wellington) -> str:
    """What the bot does in a position, in words."""
    seat = tablero.players(s)[0]
    return write(HeuristicBot(GAME, 1).choose(GAME.view(s, seat), tablero.options(s, seat), seat), VERBS, NAMES)


# --- every question, whole wars


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    found = {frame_class(name) for name in FRAMES if name.startswith("tablero.games.wellington:")}
    assert {frame for frame in found if issubclass(frame, Decision)} == ANSWERS.keys()


def test_it_knows_every_card() -> None:
    assert set(CARDS.ids) == CARD_VALUES.keys()


@pytest.mark.parametrize("side", [ALLIES, FRENCH])
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_beats_random_from_both_sides(scenario: str, side: int) -> None:
    names = ["heuristic" if power & 1 == side else "random" for power in range(4)]
    assert arena.play(GAME, scenario, [bots.make(name, GAME, 1) for name in names], 1).winners == (side, side + 2)


def test_it_plays_all_powers() -> None:
    played = arena.play(GAME, "1813", [bots.make("heuristic", GAME, power) for power in range(4)], 5)
    assert played.kind != ""


def test_it_needs_no_memory() -> None:
    played = []
    for make in (Forgetful, lambda: HeuristicBot(GAME, 1)):
        seats = [make() if power & 1 == ALLIES else bots.make("random", GAME, power) for power in range(4)]
        played.append(arena.play(GAME, "1813", seats, 3))
    assert played[0].actions == played[1].actions
    assert played[0].winners == played[1].winners == (BRITAIN, SPAIN)


def test_it_leaves_its_view_as_it_was() -> None:
    s = GAME.new("1812", 1)
    bot = HeuristicBot(GAME, 1)
    for _ in range(60):
        seat = tablero.players(s)[0]
        view, options = GAME.view(s, seat), tablero.options(s, seat)
        before = dump(view)
        action = bot.choose(view, options, seat)
        assert dump(view) == before
        tablero.apply(s, seat, action)


def test_it_decides_by_what_its_seat_may_see() -> None:
    """Whatever the others hold in their hands, an equal view gets an equal answer."""
    s = GAME.new("1812", 2)
    bot = HeuristicBot(GAME, 1)
    for n in range(60):
        seat = tablero.players(s)[0]
        other = GAME.determinize(GAME.view(s, seat), n)
        action = bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat)
        assert bot.choose(GAME.view(other, seat), tablero.options(other, seat), seat) == action
        tablero.apply(s, seat, action)


# --- dice


@pytest.mark.parametrize(("ours", "theirs"), [(8, 8), (12, 6), (5, 10)])
def test_its_quick_odds_are_near_the_exact_ones(ours: int, theirs: int) -> None:
    exact = battle_chances(Stake(ours, ours, 30), Stake(theirs + 1, theirs, 30))
    quick = fight(ours, theirs, 1, 30, 30)
    assert quick.win == pytest.approx(float(exact.win), abs=0.02)
    assert quick.rout == pytest.approx(float(exact.rout), abs=0.02)


def test_more_soldiers_take_a_fortress_more_often() -> None:
    few, many = siege(2, 0, 3, 3)[0], siege(9, 0, 6, 3)[0]
    assert few < 0.15
    assert many > 0.4


# --- what it makes of a position


def test_a_key_is_worth_more_than_another_duchy_and_madrid_most() -> None:
    look = Outlook(GAME.new("1812", 1), BRITAIN)
    plain = max(look.worth[x] for x in range(len(DUCHY_NAMES)) if not KEYS >> x & 1)
    assert look.worth[MADRID] == max(look.worth)
    assert min(look.worth[x] for x in ids_of(KEYS)) > plain


def test_in_the_last_year_all_home_duchies_of_a_french_power_count() -> None:
    """Nord holds all of them, or all but Orthez; in 1812 that means little."""
    def worth(year: int, flags: str = "") -> float:
        return Outlook(game(year=year, flags={"britain": flags}), BRITAIN).worth[DUCHY["orthez"]]

    assert worth(1814) > worth(1813) > worth(1812)
    assert worth(1814, "orthez") > 4 > worth(1814, "orthez bayonne")


def test_the_conquest_of_spain_hangs_on_every_third_key() -> None:
    assert [conquest_chance(n) for n in (5, 6, 8, 9, 12)] == pytest.approx([0, 1 / 6, 1 / 6, 2 / 6, 3 / 6])


def test_an_event_that_hurts_the_own_side_is_worth_less_than_nothing() -> None:
    card = CARD["russian_front"]
    assert held_value(card, ALLIES) > 0 > held_value(card, FRENCH)


# --- marches, Flags, Sieges


def test_it_flags_a_key_that_nobody_holds() -> None:
    """Wellington stands before Salamanca, which is empty: a CP is enough."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "madrid": "joseph nord:9"}, flags={"britain": "ciudad_rodrigo"})
    run(s, Spending(BRITAIN, 1))
    assert answer(s) == "flag salamanca britain"


def test_it_besieges_with_enough_before_it_spends_a_point() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:9"})
    run(s, Spending(BRITAIN, 1))
    assert answer(s) == "besiege wellington"


def test_it_does_not_besiege_without_soldiers() -> None:
    s = game({"ciudad_rodrigo": "de_espana spain:1"}, active="spain")
    run(s, Spending(SPAIN, 1))
    assert answer(s) != "besiege de_espana"


def test_it_attacks_what_it_can_beat_and_not_what_would_ruin_it() -> None:
    def first(defender: str) -> str:
        s = game({"ciudad_rodrigo": "wellington britain:9", "salamanca": defender,
                  "madrid": "suchet sud:9"}, flags={"britain": "ciudad_rodrigo"})
        run(s, Spending(BRITAIN, 2))
        do(s, "lead wellington")
        return answer(s)

    assert first("nord:1") == "step salamanca"
    assert first("marmont clausel joseph nord:20") != "step salamanca"


def test_it_leaves_a_soldier_in_a_key_that_nobody_else_holds() -> None:
    s = game({"salamanca": "wellington britain:5", "madrid": "nord:1"}, flags={"britain": "salamanca"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington")
    assert answer(s) == "load 4"


def test_a_march_comes_to_an_end() -> None:
    """From the start of 1812 every Power spends its points in few answers."""
    for power in range(4):
        s = GAME.new("1812", 4)
        s.stack[:] = [s.stack[0], impulse_of(power), *game().stack[1:]]
        s.active = power
        run(s, Spending(power, 5), dice=[1] * 200)
        count = 0
        while type(s.stack[-1]).__name__ in ("SpendPoints", "MarchOrders") and count < 40:
            do(s, answer(s))
            count += 1
        assert count < 40


def test_an_army_that_cannot_march_is_not_taken_up() -> None:
    """The Heat has stopped Wellington: to take him up and put him down again would never end."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "madrid": "nord:1"}, flags={"britain": "ciudad_rodrigo"})
    impulse = s.stack[0]
    assert isinstance(impulse, Impulse)
    impulse.tired.append((LEADER["wellington"], 0))
    run(s, Spending(BRITAIN, 2))
    assert answer(s) != "lead wellington"


# --- Army Groups


def test_an_idle_leader_goes_along_as_staff_officer() -> None:
    s = game({"ciudad_rodrigo": "wellington beresford britain:5", "salamanca": "nord:1"},
             flags={"britain": "ciudad_rodrigo"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington")
    assert answer(s) == "staff beresford"


def test_the_ally_goes_along_where_one_army_is_not_enough() -> None:
    """Marmont is too strong for Wellington alone; against one SP DeEspaña is not needed."""
    def orders(defender: str) -> list[str]:
        s = game({"ciudad_rodrigo": "wellington britain:9 de_espana spain:4", "salamanca": defender,
                  "madrid": "nord:9"}, flags={"britain": "ciudad_rodrigo"})
        set_commander(s, DUCHY["ciudad_rodrigo"], LEADER["wellington"])
        run(s, Spending(BRITAIN, 3))
        do(s, "lead wellington")
        said: list[str] = []
        while not said or not said[-1].startswith(("step", "stop")):
            said.append(answer(s))
            do(s, said[-1])
        return said

    assert orders("marmont nord:7") == ["join de_espana", "step salamanca"]
    assert "join de_espana" not in orders("nord:1")


def test_an_army_joins_the_march_of_the_ally_if_it_is_not_missed() -> None:
    def reply(places: dict[str, str]) -> str:
        s = game(places, flags={"spain": "cordoba"})
        run(s, JoinMarch(SPAIN, LEADER["de_espana"]))
        return answer(s)

    assert reply({"almeida": "de_espana spain:4"}) == "yes"
    assert reply({"cordoba": "de_espana spain:4", "seville": "drouet sud:2"}) == "no"


def test_an_abler_leader_of_the_ally_may_command() -> None:
    def reply(named: str, proposed: str, ally: int) -> str:
        s = game({"ciudad_rodrigo": "wellington britain:5 de_espana spain:2"})
        set_commander(s, DUCHY["ciudad_rodrigo"], LEADER[named])
        run(s, AgreeCommander(ally, LEADER[proposed]))
        return answer(s)

    assert reply("de_espana", "wellington", SPAIN) == "yes"
    assert reply("wellington", "de_espana", BRITAIN) == "no"


def test_soldiers_without_a_leader_sail_to_one() -> None:
    s = game({"gibraltar": "britain:4", "lisbon": "wellington britain:1"})
    run(s, Spending(BRITAIN, 3))
    gain, sps = voyage(Outlook(GAME.view(s, BRITAIN), BRITAIN), DUCHY["gibraltar"], 3)
    assert gain > 0
    assert sps == 3
    do(s, "convoy gibraltar")
    assert answer(s) == "sail lisbon"


def test_new_soldiers_come_to_the_leader_who_waits_for_them() -> None:
    s = game({"almeida": "wellington britain:1"})
    run(s, Spending(BRITAIN, 4))
    do(s, "build infantry")
    assert answer(s) == "place almeida"


# --- reactions


def test_it_intercepts_what_it_can_beat_and_lets_a_great_army_pass() -> None:
    def reaction(enemy: str, own: str) -> str:
        s = game({"salamanca": enemy, "ciudad_rodrigo": own}, active="nord",
                 flags={"britain": "ciudad_rodrigo lumbrales"})
        run(s, Spending(NORD, 3))
        do(s, f"lead {enemy.split()[0]}", "step lumbrales")
        return answer(s)

    assert reaction("reille nord:2", "wellington britain:8") == "intercept wellington"
    assert reaction("marmont nord:9", "hill britain:1") == "pass"


def test_a_weak_guard_of_no_key_evades_an_army() -> None:
    s = game({"salamanca": "marmont nord:9", "lumbrales": "castanos spain:2"}, active="nord",
             flags={"spain": "lumbrales ciudad_rodrigo almeida"})
    run(s, Spending(NORD, 2))
    do(s, "lead marmont", "step lumbrales")
    assert answer(s).startswith("evade")


# --- cards


def choose_play(s: Wellington) -> str:
    s.stack[:] = s.stack[:1]
    s.call(ChoosePlay(s.active))
    return answer(s)


def test_it_plays_a_must_play_when_it_holds_nothing_else() -> None:
    s = game({"burgos": "nord:5"}, active="nord", hands={"nord": "russian_front"})
    assert choose_play(s) == "event russian_front"


def test_it_waits_with_a_must_play_that_hurts_it() -> None:
    s = game({"burgos": "nord:5"}, active="nord", hands={"nord": "russian_front volunteers"})
    assert choose_play(s) != "event russian_front"


def test_it_plays_a_must_play_that_hurts_the_enemy() -> None:
    s = game({"burgos": "nord:5", "seville": "sud:5", "lisbon": "britain:1"}, hands={"britain": "russian_front mud"})
    assert choose_play(s) == "event russian_front"


@pytest.mark.parametrize(("power", "reply"), [("britain", "play foraging_parties"), ("nord", "pass")])
def test_it_saves_its_own_soldiers_and_not_those_of_the_enemy(power: str, reply: str) -> None:
    """Attrition has cost three SPs."""
    s = game({"burgos": f"{power}:9"}, hands={"britain": "foraging_parties"})
    seat = POWERS.index(power)
    run(s, Attrition(seat & 1, DUCHY["burgos"], ((seat, 0, 9),)), dice=[6, 6, 6] + [1] * 6)
    while tablero.players(s)[0] != BRITAIN:
        do(s, "pass")
    assert answer(s) == reply


def test_it_keeps_a_fair_hand_and_gives_up_a_poor_one() -> None:
    def verdict(cards: str) -> str:
        s = game(hands={"nord": cards}, active="nord")
        s.stack[:] = s.stack[:1]
        s.call(Mulligan(NORD))
        return answer(s)

    rich = "next_class la_patrie_en_danger british_subsidies eagles_come_south mud emperors_horses"
    poor = "russian_front cadres malet_conspiracy corruption_sabotage council_of_war local_guides"
    assert verdict(rich) == "keep"
    assert verdict(poor) == "mulligan"


def test_a_card_is_worth_at_least_its_points() -> None:
    assert all(card_worth(power, card) > 0 for power in range(4) for card in range(len(CARDS.ids)) if CP[card])
    assert min(MEAN) > 0.5


def test_a_reason_speaks_of_a_fight_only_if_the_points_reach_it() -> None:
    s = game({"lumbrales": "wellington britain:8", "madrid": "nord:1"}, active="britain")
    look = Outlook(GAME.view(s, BRITAIN), BRITAIN)
    said = {}
    for points in (1, 5):
        deeds = [deed for party in parties(look, LEADER["wellington"]) for deed in marches(look, party, points, 0)]
        said[points] = {reason.key for reason in (deed_reason(look, deed) for deed in deeds
                                                  if deed.way[-1] == MADRID) if reason}
    assert {1: {"go_later"}, 5: {"go_attack_lost"}} == said       # the Duchies on the way are French


def test_once_the_dice_of_a_round_are_known_a_card_no_longer_changes_the_fight() -> None:
    def said(moment: str) -> str:
        s = game({"avila": "wellington britain:4 marmont nord:4"}, hands={"britain": "sharpshooters"})
        s.stack[:] = s.stack[:1]
        s.call(Battle(DUCHY["avila"], BRITAIN))
        s.call(BattleWindow(CARDS.moments.index(moment), (BRITAIN,), TOGETHER))
        why = window(Outlook(s, BRITAIN), Told(s, [("play", CARD["sharpshooters"])], [0.0], BRITAIN, 0, 0))
        assert why is not None
        return why.key

    assert ("play_fight", "play_now") == (said("battle_round"), said("round_result"))


def test_a_reason_to_keep_the_hand_counts_what_could_be_discarded() -> None:
    s = game(hands={"nord": "russian_front cadres council_of_war local_guides"}, active="nord")
    s.stack[:] = s.stack[:1]
    s.call(Mulligan(NORD))
    options = tablero.options(s, NORD)
    why = mulligan(Outlook(GAME.view(s, NORD), NORD), Told(s, options, [0.0] * len(options), NORD, 0, 1))
    assert why is not None
    assert 2 == why.values["n"]         # two are Must Play cards
