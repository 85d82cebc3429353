"""Responses to moves, Attrition, Battles, Resources and Events, and what they do as the card of an Impulse."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    DISCARDS,
    FRENCH,
    HAND,
    NORD,
    PLAYERS,
    RESERVE,
    SPAIN,
    SUD,
)
from tablero.games.wellington.cards.responses import (
    effect_disputed_command,
    effect_dysentery,
    effect_los_arapiles,
    first_on_the_hill,
    sick_garrisons,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import total
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, fortress_strength
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.rules.r14_naval import Convoy
from tablero.games.wellington.rules.r15_resources import SpendResource
from tablero.games.wellington.state import Wellington
from tablero.kernel.engine import advance
from tests.games.wellington.cards.playing import (
    alone,
    begin,
    command,
    fits,
    lies,
    march,
    may,
    may_play,
    say,
    why_not,
)
from tests.games.wellington.combat import battle_at, impulse, rolled, throw
from tests.games.wellington.field import (
    Pause,
    asked,
    at,
    game,
    holder,
    leader,
    leaders,
    marked,
    sps,
    stand,
    told,
    x,
)
from tests.rules import card, rule

MISSES = throw(120)
BORDER = {"britain": "ciudad_rodrigo lumbrales"}


def choosing(s: Wellington) -> Wellington:
    """The Active Power chooses its play in an Impulse."""
    frame = Impulse(s.active)
    frame.at = frame.steps().index("play")
    s.stack = [Pause(s.active), frame]
    advance(s)
    return s


# --- 3 Mud


@card("wellington", "mud")
@rule("wellington", "13.1d")
def test_mud_stops_a_formation_and_costs_attrition() -> None:
    s = game({"salamanca": "marmont nord:5"}, active="nord", hands={"spain": "mud"})
    march(s, "marmont", "avila")
    assert ["mud"] == may_play(s, "spain")
    said = say(s, "spain", "play mud", dice=throw(6, sixes=1))
    assert [(6, 1)] == [args[2:] for args in told(said, "attrition")]
    assert (True, 4, "nord SpendPoints") == (marked(s, "marmont"), sps(s, "nord", "avila"), asked(s))
    assert "lead marmont" not in may(s, "nord")
    assert DISCARDS == lies(s, "mud")


@card("wellington", "mud")
@rule("wellington", "13.1d")
def test_mud_adds_to_the_attrition_of_the_step() -> None:
    s = game({"salamanca": "marmont nord:4"}, active="nord", hands={"spain": "mud"})
    march(s, "marmont", "plasencia")            # over a Pass
    said = say(s, "spain", "play mud", dice=throw(10))
    assert [10] == [args[2] for args in told(said, "attrition")]


@card("wellington", "mud")
def test_a_battle_in_the_mud_is_fought() -> None:
    s = game({"salamanca": "marmont nord:5", "avila": "hill britain:3"}, active="nord", hands={"spain": "mud"})
    march(s, "marmont", "avila")
    say(s, "britain", "pass")
    said = say(s, "spain", "play mud", dice=MISSES)
    assert 1 == len(told(said, "battle"))


@card("wellington", "mud", "heat_of_la_mancha")
def test_mud_and_heat_are_for_paid_steps_of_enemies() -> None:
    s = game({"salamanca": "marmont nord:5"}, active="nord")
    for paid, marched, mud, heat in ((True, 3, True, True), (True, 2, True, False), (False, 4, False, False)):
        forces = ((NORD, leaders("marmont"), 5),)
        contact = Contact(NORD, x("salamanca"), (), forces, status(s), paid=paid, marched=marched)
        assert mud == fits(s, "spain", "mud", "step_settled", contact)
        assert heat == fits(s, "spain", "heat_of_la_mancha", "step_settled", contact)
        assert not fits(s, "sud", "mud", "step_settled", contact)
        assert not fits(s, "sud", "heat_of_la_mancha", "step_settled", contact)


@card("wellington", "mud", "turning_movement")
@rule("wellington", "9.5a")
def test_mud_ends_a_turning_movement_before_the_enemy() -> None:
    s = game({"salamanca": "marmont nord:5", "avila": "hill britain:3"}, active="nord",
             hands={"spain": "mud", "nord": "turning_movement"})
    march(s, "marmont")
    say(s, "nord", "play turning_movement", "step avila")
    assert ["mud"] == may_play(s, "spain")
    said = say(s, "spain", "play mud")
    assert "britain ReactionWindow" == asked(s)         # now Hill may evade
    said = say(s, "britain", "pass", dice=MISSES)
    assert 1 == len(told(said, "battle"))


@card("wellington", "turning_movement", "call_for_reinforcements")
@rule("wellington", "10.1a", "10.2c")
def test_where_a_turning_movement_goes_by_there_is_no_battle_to_join() -> None:
    for turning in (False, True):
        s = game({"salamanca": "marmont nord:5", "avila": "hill britain:3", "valladolid": "clausel nord:3"},
                 active="nord", hands={"nord": "turning_movement call_for_reinforcements"})
        march(s, "marmont")
        if turning:
            say(s, "nord", "play turning_movement")
        say(s, "nord", "step avila")
        while asked(s).startswith("britain"):
            say(s, "britain", "pass")
        assert ("nord MarchOrders" if turning else "nord Window") == asked(s)
        if not turning:
            assert ["call_for_reinforcements"] == may_play(s, "nord")


@card("wellington", "turning_movement")
@rule("wellington", "12.4b", "9.5a")
def test_an_army_that_has_no_way_may_be_taken_up_and_a_turning_movement_opens_one() -> None:
    s = game({"badajoz": "wellington britain:4"}, flags={"sud": "elvas beja caceres merida llerena huelva"},
             hands={"britain": "turning_movement"})
    march(s, "wellington")
    assert why_not(s, "britain", "step elvas") == ("12.4b", "past_fortress")
    say(s, "britain", "play turning_movement", "step merida")
    assert "merida" == at(s, "wellington")


# --- 80 The Heat of La Mancha


@card("wellington", "heat_of_la_mancha")
@rule("wellington", "13.1d")
def test_in_the_heat_an_army_goes_one_duchy_further() -> None:
    s = game({"madrid": "joseph nord:4"}, active="nord", hands={"spain": "heat_of_la_mancha"})
    march(s, "joseph", "toledo", "talavera", points=6)
    assert "nord MarchOrders" == asked(s)
    say(s, "nord", "step madrid")
    assert ["heat_of_la_mancha"] == may_play(s, "spain")
    said = say(s, "spain", "play heat_of_la_mancha", dice=throw(5))
    assert [5] == [args[2] for args in told(said, "attrition")]
    say(s, "nord", "step toledo")
    assert ("toledo", False) == (at(s, "joseph"), any(text.startswith("step") for text in may(s, "nord")))
    assert DISCARDS == lies(s, "heat_of_la_mancha")


@card("wellington", "heat_of_la_mancha")
def test_the_heat_tires_a_counter_without_a_leader_too() -> None:
    s = game({"madrid": "nord:1"}, active="nord", hands={"spain": "heat_of_la_mancha"})
    begin(s, Spending(NORD, 6))
    say(s, "nord", "counter madrid infantry", "step toledo", "step talavera", "step madrid")
    say(s, "spain", "play heat_of_la_mancha", dice=[1])
    say(s, "nord", "step toledo")
    assert (1, False) == (sps(s, "nord", "toledo"), any(text.startswith("step") for text in may(s, "nord")))


@card("wellington", "heat_of_la_mancha")
def test_the_heat_tires_the_army_and_not_the_soldiers_that_it_finds() -> None:
    s = game({"madrid": "joseph nord:4"}, active="nord", hands={"spain": "heat_of_la_mancha"})
    begin(s, Spending(NORD, 8))
    say(s, "nord", "lead joseph", "load 2", "step toledo", "step talavera", "step madrid")
    say(s, "spain", "play heat_of_la_mancha", dice=MISSES)
    say(s, "nord", "stop", "counter madrid infantry", "step toledo")
    assert {"step madrid", "step talavera"} <= set(may(s, "nord"))


# --- 34 Disputed Command


@card("wellington", "disputed_command")
@rule("wellington", "9.64a")
def test_in_a_dispute_only_armies_of_the_active_power_move() -> None:
    s = game({"lumbrales": "wellington britain:4 castanos spain:3"}, flags=BORDER, hands={"sud": "disputed_command"})
    command(s, "wellington")
    march(s, "wellington")
    say(s, "britain", "join castanos", "step salamanca")
    assert ["disputed_command"] == may_play(s, "sud")
    say(s, "sud", "play disputed_command")
    assert "britain StepOrStay" == asked(s)
    say(s, "britain", "yes")
    assert ("salamanca", "lumbrales") == (at(s, "wellington"), at(s, "castanos"))
    assert (4, DISCARDS) == (s.frame(Spending).points, lies(s, "disputed_command"))


@card("wellington", "disputed_command")
@rule("wellington", "9.64a", "1.62a")
def test_a_dispute_is_one_of_a_single_army_group() -> None:
    """All Armies of the Ally in that Duchy stay, those elsewhere go along."""
    s = game({"lumbrales": "wellington britain:4 castanos de_espana spain:4", "salamanca": "ballesteros spain:2"},
             flags={"britain": "ciudad_rodrigo lumbrales salamanca"}, hands={"sud": "disputed_command"})
    s.players = PLAYERS.index("two")
    command(s, "wellington")
    march(s, "wellington")
    say(s, "britain", "join castanos", "step salamanca")
    say(s, "sud", "play disputed_command")
    say(s, "britain", "no")
    for name in ("castanos", "de_espana"):
        assert why_not(s, "britain", f"join {name}") == ("5.1c", "command_disputed")
    say(s, "britain", "step salamanca", "join ballesteros", "step avila")
    assert ("avila", "avila", "lumbrales") == (at(s, "wellington"), at(s, "ballesteros"), at(s, "castanos"))


@card("wellington", "disputed_command")
def test_one_power_alone_does_not_dispute() -> None:
    s = game({"lumbrales": "wellington britain:4 castanos spain:3"}, flags=BORDER, hands={"sud": "disputed_command"})
    command(s, "wellington")
    march(s, "wellington", "salamanca")
    assert "salamanca" == at(s, "wellington")           # Sud was not asked


# --- 37 Hasty Fortress


@card("wellington", "hasty_fortress")
@rule("wellington", "12.3g")
def test_a_hasty_fortress_is_built_as_the_card_of_an_impulse() -> None:
    s = game(active="nord", hands={"nord": "hasty_fortress"})
    s.hasty = 1 << x("vitoria")
    assert fits(s, "nord", "hasty_fortress", "card_play", impulse(s))
    begin(s, PlayEvent(NORD, CARD["hasty_fortress"]))
    assert ("choose madrid" in may(s, "nord"), "choose burgos" in may(s, "nord")) == (True, False)     # a Fortress
    assert "choose vitoria" not in may(s, "nord")
    said = say(s, "nord", "choose madrid")
    assert ([(x("madrid"),)], 2) == (told(said, "fortified"), fortress_strength(s, x("madrid")))
    assert DISCARDS == lies(s, "hasty_fortress")
    assert not fits(s, "nord", "hasty_fortress", "card_play", impulse(s))       # both markers are used


@card("wellington", "hasty_fortress")
def test_a_hasty_fortress_is_built_before_an_enemy_step_which_may_be_taken_back() -> None:
    for words, where in (("no", "lumbrales"), ("yes", "salamanca")):
        s = game({"lumbrales": "wellington britain:4"}, flags=BORDER, hands={"nord": "hasty_fortress"})
        march(s, "wellington", "salamanca")
        assert ["hasty_fortress"] == may_play(s, "nord")
        say(s, "nord", "play hasty_fortress")
        say(s, "britain", words)
        assert (where, "nord") == (at(s, "wellington"), holder(s, "salamanca"))
        assert (words == "yes") == marked(s, "wellington")          # he stops before it


@pytest.mark.parametrize("power, where, pieces, plays", [
    ("nord", "salamanca", "", True), ("nord", "avila", "", False), ("nord", "avila", "nord:1", True),
    ("nord", "avila", "sud:1", False), ("sud", "salamanca", "", False), ("nord", "burgos", "", False),
])
@card("wellington", "hasty_fortress")
def test_a_hasty_fortress_rises_in_an_own_key_or_around_an_own_formation(
    power: str, where: str, pieces: str, plays: bool
) -> None:
    s = game({where: pieces} if pieces else {})
    step = Step(BRITAIN, ((leader("wellington"), 0, 4),), 0, x("lumbrales"), x(where))
    assert plays == fits(s, power, "hasty_fortress", "move_declared", step)


# --- 44 Turning Movement

TURNED = {"salamanca": "marmont nord:5", "avila": "hill britain:3"}


@card("wellington", "turning_movement")
@rule("wellington", "9.5a", "9.52a")
def test_in_a_turning_movement_an_army_passes_enemies() -> None:
    s = game(TURNED, active="nord", hands={"nord": "turning_movement"})
    march(s, "marmont")
    say(s, "nord", "play turning_movement", "step avila", "step madrid")
    assert ("madrid", "avila", 3) == (at(s, "marmont"), at(s, "hill"), s.frame(Spending).points)
    assert DISCARDS == lies(s, "turning_movement")


@card("wellington", "turning_movement")
def test_without_the_card_it_has_to_fight() -> None:
    s = game(TURNED, active="nord", hands={"nord": "turning_movement"})
    march(s, "marmont", "avila")
    assert "britain ReactionWindow" == asked(s)


@card("wellington", "turning_movement")
def test_one_army_turns_an_enemy_that_is_near() -> None:
    places = {"salamanca": "marmont clausel nord:8", "avila": "hill britain:3", "vitoria": "joseph nord:1"}
    s = game(places, active="nord")
    one, two = (leader("marmont"), 0, 4), (leader("clausel"), 0, 4)
    for where, armies, plays in (
        ("salamanca", (one,), True), ("salamanca", (one, two), False), ("vitoria", ((leader("joseph"), 0, 1),), False),
    ):
        assert plays == fits(s, "nord", "turning_movement", "own_step", March(NORD, x(where), armies))
    assert not fits(s, "nord", "turning_movement", "own_step", March(NORD, x("salamanca"), counter=1))
    impulse(s).turning = leaders("marmont")
    assert not fits(s, "nord", "turning_movement", "own_step", March(NORD, x("salamanca"), (one,)))
    s = game({"coimbra": "wellington britain:3"})
    march = March(BRITAIN, x("coimbra"), ((leader("wellington"), 0, 3),), passing=True)
    march.halt(s)
    assert ("Contact", False) == (type(s.stack[-1]).__name__, march.passing), "it stands before them as usual"
    s.stack.pop()
    for french, plays in (("lisbon", False), ("porto", True)):
        stand(s, "nord:1", french)
        assert plays == fits(s, "britain", "turning_movement", "own_step", march)


# --- 67 Gales in Biscay


@card("wellington", "gales_in_biscay")
@rule("wellington", "14.2a")
def test_gales_keep_a_convoy_in_its_port() -> None:
    s = game({"lisbon": "hill britain:3"}, hands={"nord": "gales_in_biscay"})
    begin(s, Spending(BRITAIN, 5))
    say(s, "britain", "convoy lisbon", "aboard hill", "sail porto")
    assert ["gales_in_biscay"] == may_play(s, "nord")
    said = say(s, "nord", "play gales_in_biscay", dice=throw(4, sixes=1))
    assert ("lisbon", 2, 1) == (at(s, "hill"), sps(s, "britain", "lisbon"), s.frame(Spending).points)
    assert ([4], True) == ([args[2] for args in told(said, "attrition")], impulse(s).convoyed)
    assert [(BRITAIN, x("lisbon"))] == told(said, "convoy_stays")
    assert DISCARDS == lies(s, "gales_in_biscay")


@card("wellington", "gales_in_biscay")
def test_a_convoy_is_cancelled_once() -> None:
    s = game({"lisbon": "hill britain:3"})
    for cancelled in (False, True):
        convoy = Convoy(BRITAIN, x("lisbon"), cancelled=cancelled)
        assert cancelled != fits(s, "nord", "gales_in_biscay", "naval_declared", convoy)


# --- 14 Foraging Parties, 107 Living off the Land


@pytest.mark.parametrize("power, name", [("britain", "foraging_parties"), ("sud", "living_off_the_land")])
@card("wellington", "foraging_parties", "living_off_the_land")
@rule("wellington", "13.1a")
def test_losses_of_attrition_are_cancelled(power: str, name: str) -> None:
    s = game({"avila": "marmont nord:5"}, active="nord", hands={power: name})
    begin(s, Attrition(FRENCH, x("avila"), ((NORD, leaders("marmont"), 5),)), throw(6, sixes=2))
    assert [name] == may_play(s, power)
    said = say(s, power, f"play {name}")
    assert (5, 1) == (sps(s, "nord", "avila"), len(told(said, "attrition_cancelled")))
    assert (RESERVE[SUD] if name == "living_off_the_land" else DISCARDS) == lies(s, name)


@card("wellington", "foraging_parties", "living_off_the_land")
@rule("wellington", "5.2j")
def test_nobody_is_asked_when_nobody_would_be_lost_or_it_is_not_french() -> None:
    s = game({"avila": "marmont nord:5"}, active="nord", hands={"britain": "foraging_parties"})
    said = begin(s, Attrition(FRENCH, x("avila"), ((NORD, leaders("marmont"), 5),)), throw(6))
    assert ("nobody", 1) == (asked(s), len(told(said, "attrition")))
    allied, french = Attrition(ALLIES, x("avila"), ()), Attrition(FRENCH, x("avila"), ())
    assert not fits(s, "sud", "living_off_the_land", "attrition_rolled", allied)
    assert fits(s, "sud", "living_off_the_land", "attrition_rolled", french)
    assert fits(s, "sud", "foraging_parties", "attrition_rolled", allied)
    french.cancelled = allied.cancelled = True
    assert not fits(s, "sud", "living_off_the_land", "attrition_rolled", french)
    assert not fits(s, "sud", "foraging_parties", "attrition_rolled", allied)


# --- 88 El Empecinado


@card("wellington", "el_empecinado")
@rule("wellington", "13.1d")
def test_el_empecinado_strikes_the_french_in_a_duchy_harder_without_a_leader() -> None:
    places = {"avila": "marmont nord:5", "madrid": "nord:3 sud:1", "bayonne": "nord:2", "lisbon": "sud:1"}
    for where, dice in (("avila", 6), ("madrid", 8)):
        s = game(places, active="spain", hands={"spain": "el_empecinado"})
        assert fits(s, "spain", "el_empecinado", "card_play", impulse(s))
        begin(s, PlayEvent(SPAIN, CARD["el_empecinado"]))
        assert {"choose avila", "choose madrid"} == set(may(s, "spain"))        # Spain only
        said = say(s, "spain", f"choose {where}", dice=throw(dice))
        assert [dice] == [args[2] for kind in ("attrition", "attrition_both") for args in told(said, kind)]
        assert RESERVE[SPAIN] == lies(s, "el_empecinado")


@card("wellington", "el_empecinado")
@rule("wellington", "5.2c", "5.2k")
def test_el_empecinado_strikes_as_a_french_impulse_begins() -> None:
    s = game({"avila": "marmont nord:5"}, active="nord", hands={"spain": "el_empecinado", "nord": "mud humbled"})
    s.stack = s.stack[1:]
    begin(s, Impulse(NORD))
    assert ["el_empecinado"] == may_play(s, "spain")
    said = say(s, "spain", "play el_empecinado", dice=throw(6, sixes=1))
    assert (4, 1) == (sps(s, "nord", "avila"), len(told(said, "attrition")))
    assert "nord ChoosePlay" == asked(s)


@card("wellington", "el_empecinado")
def test_el_empecinado_waits_for_the_french() -> None:
    s = game({"bayonne": "marmont nord:5"})
    assert not fits(s, "spain", "el_empecinado", "impulse_start", Impulse(NORD))
    assert not fits(s, "spain", "el_empecinado", "card_play", Impulse(SPAIN))
    s = game({"avila": "marmont nord:5"})
    assert [True, False] == [fits(s, "spain", "el_empecinado", "impulse_start", Impulse(p)) for p in (SUD, BRITAIN)]


# --- as the card of an Impulse


@card("wellington", "torres_vedras")
@rule("wellington", "5.2c", "5.2k")
def test_the_lines_of_torres_vedras_are_manned_beforehand() -> None:
    s = choosing(game({"lisbon": "hill britain:2"}, hands={"britain": "torres_vedras volunteers"}))
    say(s, "britain", "event torres_vedras")
    assert [5, 3] == [fortress_strength(s, x(where)) for where in ("lisbon", "elvas")]
    assert (DISCARDS, 1) == (lies(s, "torres_vedras"), s.frame(Impulse).cards)


@card("wellington", "cavalry_raid")
def test_a_cavalry_raid_strikes_any_enemies() -> None:
    places = {"avila": "marmont nord:5", "plymouth": "graham", "lisbon": "hill britain:2", "cadiz": "spain:1"}
    s = game(places, active="nord", hands={"nord": "cavalry_raid"})
    assert fits(s, "nord", "cavalry_raid", "card_play", impulse(s))
    begin(s, PlayEvent(NORD, CARD["cavalry_raid"]))
    assert {"choose lisbon", "choose cadiz"} == set(may(s, "nord"))
    said = say(s, "nord", "choose lisbon", dice=throw(3, sixes=1))
    assert (1, [3]) == (sps(s, "britain", "lisbon"), [args[2] for args in told(said, "attrition")])
    assert DISCARDS == lies(s, "cavalry_raid")
    empty = game({"avila": "marmont nord:5"}, active="nord")
    assert not fits(empty, "nord", "cavalry_raid", "card_play", impulse(empty))


@card("wellington", "cavalry_raid")
@rule("wellington", "13.1a")
def test_a_cavalry_raid_opens_a_battle() -> None:
    s = game({"salamanca": "wellington britain:6 marmont nord:3 drouet sud:2"}, hands={"spain": "cavalry_raid"})
    command(s, "marmont")
    begin(s, battle_at(s, "salamanca", "lumbrales"))
    assert ["cavalry_raid"] == may_play(s, "spain")
    said = say(s, "spain", "play cavalry_raid", dice=[*throw(7, sixes=5), *MISSES])
    assert ([7], [12, 2 + 1 + 2]) == ([args[2] for args in told(said, "attrition_both")][:1], rolled(said)[:2])


@card("wellington", "cavalry_raid")
def test_without_anybody_left_there_is_no_battle() -> None:
    s = game({"salamanca": "wellington britain:6 nord:1"}, hands={"spain": "cavalry_raid"})
    fight = battle_at(s, "salamanca", "lumbrales")
    begin(s, fight)
    said = say(s, "spain", "play cavalry_raid", dice=[6])
    assert ([], 0, False) == (rolled(said), fight.round, marked(s, "wellington"))


@card("wellington", "cavalry_raid", "los_arapiles", "pontoon_train", "march_to_the_guns")
@rule("wellington", "5.2c")
def test_a_battle_that_will_not_be_fought_is_no_start_of_a_battle() -> None:
    s = game({"lumbrales": "hill britain:4 spain:1 nord:1", "salamanca": "marmont nord:3"},
             hands={"spain": "juramentados los_arapiles", "britain": "cavalry_raid pontoon_train",
                    "sud": "march_to_the_guns"})
    begin(s, battle_at(s, "lumbrales", "braga"))
    assert ["los_arapiles", "juramentados"] == sorted(may_play(s, "spain"), reverse=True)
    assert {"cavalry_raid", "pontoon_train"} == set(may_play(s, "britain"))
    assert ["march_to_the_guns"] == may_play(s, "sud")
    alone(s, "spain", "play juramentados")
    assert "nobody" == asked(s)
    assert 0 == sps(s, "nord", "lumbrales")


@card("wellington", "cavalry_raid", "dysentery")
@rule("wellington", "5.2c")
def test_besiegers_that_are_gone_are_raided_no_more() -> None:
    s = game({"ciudad_rodrigo": "wellington"}, hands={"nord": "dysentery", "sud": "cavalry_raid"})
    begin(s, Siege(BRITAIN, leader("wellington"), x("ciudad_rodrigo")))
    assert ["cavalry_raid"] == may_play(s, "sud")
    alone(s, "nord", "play dysentery", dice=[6])
    assert ("unbuilt", "nobody") == (at(s, "wellington"), asked(s))


@card("wellington", "dysentery")
@rule("wellington", "12.2b", "13.1a")
def test_dysentery_opens_a_fortress_or_weakens_formations() -> None:
    places = {"cadiz": "drouet sud:2", "badajoz": "castanos spain:1", "elvas": "sud:3", "avila": "hill britain:2"}
    s = game(places, active="sud", hands={"sud": "dysentery"})
    assert fits(s, "sud", "dysentery", "card_play", impulse(s))
    begin(s, PlayEvent(SUD, CARD["dysentery"]))
    assert ["besiege drouet", "storm elvas"] == [text for text in may(s, "sud") if not text.startswith("choose")]
    assert {"choose cadiz", "choose badajoz", "choose elvas", "choose avila"} <= set(may(s, "sud"))
    said = say(s, "sud", "choose avila", dice=throw(3))
    assert [3] == [args[2] for args in told(said, "attrition")]
    assert DISCARDS == lies(s, "dysentery")


@card("wellington", "dysentery")
@rule("wellington", "12.2b")
def test_soldiers_alone_take_a_fortress_with_dysentery() -> None:
    s = game({"elvas": "sud:3"}, active="sud", hands={"sud": "dysentery"})
    begin(s, PlayEvent(SUD, CARD["dysentery"]))
    said = say(s, "sud", "storm elvas", dice=[*throw(3 + 2, sixes=1), 1, 1])
    assert ([(5, 1)], [(1, 0, 0)]) == ([args[1:] for args in told(said, "siege_dice")],
                                       [args[1:] for args in told(said, "fortress_dice")])
    say(s, "sud", "flag elvas sud")
    assert "sud" == holder(s, "elvas")


@card("wellington", "dysentery")
def test_an_army_besieges_with_dysentery_for_one_round() -> None:
    s = game({"cadiz": "drouet sud:2"}, active="sud", hands={"sud": "dysentery"})
    begin(s, PlayEvent(SUD, CARD["dysentery"]))
    said = say(s, "sud", "besiege drouet", dice=[*throw(2 + 2 + 2), 1])
    assert (1, 1) == (len(told(said, "siege_dice")), len(told(said, "siege_failed")))


@card("wellington", "dysentery")
def test_without_formations_there_is_no_dysentery() -> None:
    s = game(active="sud")
    assert not fits(s, "sud", "dysentery", "card_play", impulse(s))


@card("wellington", "magazines_burned")
def test_magazines_of_an_enemy_burn() -> None:
    s = game(active="nord", hands={"nord": "magazines_burned"})
    assert not fits(s, "nord", "magazines_burned", "card_play", impulse(s))
    s.resources = [2, 1, 1, 0]
    assert fits(s, "nord", "magazines_burned", "card_play", impulse(s))
    begin(s, PlayEvent(NORD, CARD["magazines_burned"]))
    assert ["against britain", "against spain"] == may(s, "nord")
    say(s, "nord", "against spain")
    assert ([2, 1, 0, 0], DISCARDS) == (s.resources, lies(s, "magazines_burned"))


@card("wellington", "magazines_burned")
@rule("wellington", "15.2a")
def test_a_resource_burns_as_it_is_spent() -> None:
    for words, cards in (("play magazines_burned", 0), ("pass", 1)):
        s = game(hands={"nord": "magazines_burned"})
        s.resources = [1, 0, 0, 0]
        begin(s, SpendResource(BRITAIN))
        assert ["magazines_burned"] == may_play(s, "nord")
        say(s, "nord", words, dice=[0])
        assert ([0, 0, 0, 0], cards) == (s.resources, s.sizes[HAND[BRITAIN]])
    lost = SpendResource(BRITAIN, lost=True)
    assert not fits(s, "nord", "magazines_burned", "resource_spent", lost)


# --- 35 Juramentados


@card("wellington", "juramentados")
@rule("wellington", "5.2i", "5.11a")
def test_juramentados_go_over_before_a_battle() -> None:
    s = game({"salamanca": "castanos spain:3 marmont nord:5"}, active="spain", hands={"britain": "juramentados"})
    fight = battle_at(s, "salamanca", "ciudad_rodrigo")
    begin(s, fight)
    assert ["juramentados"] == may_play(s, "britain")
    said = say(s, "britain", "play juramentados", dice=MISSES)
    assert [5 + 2, 4 + 2 + 2] == rolled(said)[:2]
    assert [(NORD, 1, x("salamanca"))] == told(said, "eliminated")
    assert ([5, 4], 0, DISCARDS) == (fight.began, fight.lost[FRENCH], lies(s, "juramentados"))


@card("wellington", "juramentados")
def test_the_french_commander_says_whose_soldier_goes_over() -> None:
    s = game({"salamanca": "castanos spain:3 marmont nord:5 sud:2"}, active="spain", hands={"spain": "juramentados"})
    begin(s, battle_at(s, "salamanca", "ciudad_rodrigo"))
    say(s, "spain", "play juramentados")
    assert ("nord FrenchLoss", ["bear sud", "bear nord"]) == (asked(s), may(s, "nord"))
    say(s, "nord", "bear sud", dice=MISSES)
    assert (1, 5) == (total(s, SUD), total(s, NORD))


@card("wellington", "juramentados")
def test_no_french_no_battle() -> None:
    s = game({"salamanca": "castanos spain:3 nord:1"}, active="spain", hands={"spain": "juramentados"})
    fight = battle_at(s, "salamanca", "ciudad_rodrigo")
    begin(s, fight)
    said = say(s, "spain", "play juramentados")
    assert (5, [], 0) == (sps(s, "spain", "salamanca"), rolled(said), fight.round)


@pytest.mark.parametrize("where, pieces, plays", [
    ("salamanca", "castanos nord:1", True), ("salamanca", "hill nord:1", False),
    ("salamanca", "spain:1 marmont", False),
    ("bayonne", "castanos nord:1", False),
])
@card("wellington", "juramentados")
def test_juramentados_are_french_soldiers_against_spaniards_in_spain(where: str, pieces: str, plays: bool) -> None:
    s = game({where: pieces})
    assert plays == fits(s, "spain", "juramentados", "battle_start", battle_at(s, where))


# --- 55 The Race for Los Arapiles


@pytest.mark.parametrize("dice, bonus", [([1, 3], (3, 0)), ([1, 4], (0, 3)), ([1, 5], (0, 3)), ([2, 4], (3, 0))])
@card("wellington", "los_arapiles")
@rule("wellington", "11.2e")
def test_who_is_first_on_the_arapiles_has_three_dice(dice: list[int], bonus: tuple[int, int]) -> None:
    """Wellington adds 5, Marmont 2; at a tie the inactive side is first."""
    s = game({"salamanca": "wellington britain:6 marmont nord:6"}, hands={"nord": "los_arapiles"})
    begin(s, battle_at(s, "salamanca", "lumbrales"))
    assert ["los_arapiles"] == may_play(s, "nord")
    said = say(s, "nord", "play los_arapiles", dice=[*dice, *MISSES])
    assert [12 + bonus[0], 10 + bonus[1], 12, 10] == rolled(said)
    assert [(0, dice[0], dice[0] + 5), (1, dice[1], dice[1] + 2)] == told(said, "race_die")
    assert [(int(bonus[1] > 0), 3)] == told(said, "race_won")
    assert DISCARDS == lies(s, "los_arapiles")


# --- 75 Baggage Train Taken


@card("wellington", "baggage_train_taken")
@rule("wellington", "11.11a")
def test_the_winner_of_a_battle_takes_the_baggage() -> None:
    s = game({"salamanca": "castanos spain:6 nord:2"}, active="spain", hands={"spain": "baggage_train_taken"})
    begin(s, battle_at(s, "salamanca", "ciudad_rodrigo"), [*throw(8, sixes=2), *throw(4)])
    assert ["baggage_train_taken"] == may_play(s, "spain")
    said = say(s, "spain", "play baggage_train_taken", dice=throw(7, sixes=2))
    assert ([0, 0, 1, 0], [(SPAIN, 1)]) == (s.resources, told(said, "gained"))
    assert (4, 2) == (sps(s, "spain", "salamanca"), sps(s, "spain", "regroup"))       # Spanish Attrition


# --- 52 Fog of War


@card("wellington", "fog_of_war", "young_guard")
@rule("wellington", "5.2c", "5.2b")
def test_fog_of_war_makes_a_battle_card_void() -> None:
    s = game({"salamanca": "wellington britain:6 marmont nord:6"}, hands={"nord": "young_guard", "spain": "fog_of_war"})
    begin(s, battle_at(s, "salamanca", "lumbrales"))
    say(s, "nord", "play young_guard")
    assert ["fog_of_war"] == may_play(s, "spain")
    said = say(s, "spain", "play fog_of_war", dice=MISSES)
    assert [12, 10] == rolled(said)[:2]
    assert [(CARD["young_guard"],)] == told(said, "event_void")
    assert (RESERVE[NORD], DISCARDS) == (lies(s, "young_guard"), lies(s, "fog_of_war"))


@card("wellington", "fog_of_war", "siege_train", "el_empecinado", "mud")
@rule("wellington", "5.2c")
def test_fog_of_war_answers_enemy_events_of_battle_siege_and_response_cards() -> None:
    s = game({"avila": "marmont nord:5"}, active="spain", hands={"spain": "el_empecinado", "sud": "fog_of_war"})
    begin(s, PlayEvent(SPAIN, CARD["el_empecinado"]))
    assert ["fog_of_war"] == may_play(s, "sud")
    said = say(s, "sud", "play fog_of_war")
    assert ([], RESERVE[SPAIN]) == (told(said, "attrition"), lies(s, "el_empecinado"))
    s = game(active="spain", hands={"spain": "royal_intervention", "sud": "fog_of_war"})
    begin(s, PlayEvent(SPAIN, CARD["royal_intervention"]))
    assert ("nobody", 1) == (asked(s), s.resources[SPAIN])         # an Event of another kind
    s = game({"salamanca": "marmont nord:5"}, active="nord", hands={"spain": "mud", "britain": "fog_of_war"})
    march(s, "marmont", "avila")
    say(s, "spain", "play mud", dice=MISSES)
    assert (True, False) == (marked(s, "marmont"), lies(s, "fog_of_war") == DISCARDS)      # not an enemy's


@card("wellington", "fog_of_war")
def test_an_event_is_made_void_once() -> None:
    s = game()
    for void in (False, True):
        event = PlayEvent(NORD, CARD["mud"], void)
        assert void != fits(s, "spain", "fog_of_war", "event_declared", event)


@card("wellington", "los_arapiles")
def test_at_a_tie_the_inactive_side_is_first_on_the_hill() -> None:
    for active, side in (("britain", ALLIES), ("nord", FRENCH)):
        s = game({"lumbrales": "wellington britain:6 marmont nord:4"}, active=active)
        battle = battle_at(s, "lumbrales", "braga")
        assert side == battle.side
        for totals, first in (([4, 4], 1 - side), ([5, 4], ALLIES), ([4, 5], FRENCH)):
            assert first == first_on_the_hill(battle, totals)


@card("wellington", "dysentery")
@rule("wellington", "13.1a")
def test_dysentery_before_a_siege_strikes_the_besieger() -> None:
    s = game({"cadiz": "soult sud:6"}, active="sud")
    siege = Siege(SUD, leader("soult"), x("cadiz"))
    effect_dysentery(s, SPAIN, siege)
    check = s.stack[-1]
    assert isinstance(check, Attrition)
    assert (FRENCH, x("cadiz")) == (check.side, check.x)


@card("wellington", "dysentery")
@rule("wellington", "12.22a")
def test_soldiers_alone_do_not_storm_a_fortress_twice_nor_out_of_quarters() -> None:
    s = game({"cadiz": "sud:3"}, active="sud")
    assert 1 << x("cadiz") == sick_garrisons(s, SUD)
    impulse(s).besieged = 1 << x("cadiz")
    assert 0 == sick_garrisons(s, SUD)
    s = game({"cadiz": "sud:3"}, active="sud")
    s.quarters = [(SUD, x("cadiz"), 0)]
    assert 0 == sick_garrisons(s, SUD)
    s = game({"burgos": "britain:3 spain:2"})
    assert 1 << x("burgos") == sick_garrisons(s, BRITAIN) == sick_garrisons(s, SPAIN)


@card("wellington", "heat_of_la_mancha")
def test_the_heat_counts_the_duchies_of_the_army_that_has_marched_furthest() -> None:
    for tired in ("joseph", "clausel"):
        s = game({"madrid": "joseph clausel nord:4"}, active="nord", hands={"spain": "heat_of_la_mancha"})
        s.marched[leader(tired)] = 2
        begin(s, Spending(NORD, 6))
        say(s, "nord", "lead joseph", "join clausel", "step toledo")
        assert ["heat_of_la_mancha"] == may_play(s, "spain")


@card("wellington", "disputed_command")
@rule("wellington", "9.64a")
def test_of_a_group_that_is_disputed_the_ally_stays() -> None:
    for power, stays in ((BRITAIN, "castanos"), (SPAIN, "hill"), (SUD, "clausel"), (NORD, "soult")):
        s = game({"salamanca": "hill castanos soult clausel"})
        effect_disputed_command(s, 1 - (power & 1), Step(power, (), 0, x("salamanca"), x("avila")))
        assert leaders(stays) == impulse(s).disputed


@pytest.mark.parametrize("active, totals", [("britain", (6, 5)), ("nord", (8, 3))])
@card("wellington", "los_arapiles")
@rule("wellington", "11.2e")
def test_the_active_side_rolls_first_for_the_hill(active: str, totals: tuple[int, int]) -> None:
    s = game({"lumbrales": "wellington britain:6 marmont nord:4"}, active=active, dice=[1, 3])
    effect_los_arapiles(s, NORD, battle_at(s, "lumbrales", "braga"))
    assert totals == tuple(total for _, _, total in sorted(told(s.events, "race_die")))


@card("wellington", "cavalry_raid")
def test_a_raid_of_any_power_strikes_the_other_side() -> None:
    for power, where, side in (("britain", "toulouse", FRENCH), ("sud", "lisbon", ALLIES), ("spain", "madrid", FRENCH)):
        s = game({where: "britain:1" if side == ALLIES else "sud:1"}, active=power, hands={power: "cavalry_raid"})
        begin(s, PlayEvent(s.active, CARD["cavalry_raid"]), [6])
        assert 0 == formations(s, side) >> x(where) & 1
