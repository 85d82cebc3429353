"""[5.1] [5.2] Windows for cards: who is asked, in which order answers count, and how long they stay open."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    ALLIES,
    BATTLE_CARDS,
    BRITAIN,
    CARD,
    CARDS,
    COMMON,
    CP,
    DISCARDS,
    FRENCH,
    HAND,
    HOME_DECK,
    LEADER,
    MUST_PLAY,
    NORD,
    POWERS,
    RESERVE,
    RESPONSES,
    SIEGE_CARDS,
    SPAIN,
    SUD,
    TABLE,
)
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import (
    PlayEvent,
    Window,
    led,
    open_window,
    subject,
    track_order,
)
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance, prompt
from tests.games.wellington.cards.playing import begin, lies, march, may, may_play, say, why_not
from tests.games.wellington.combat import battle_at, impulse, rolled, throw
from tests.games.wellington.field import Pause, asked, game, leader, leaders, marked, run, sps, told, x
from tests.rules import card, rule

MISSES = throw(150)
EVERYBODY = 0b1111


def losses(hands: dict[str, str], active: str = "nord") -> Wellington:
    """Marmont has rolled two 6s for Attrition in Ávila, and nothing is taken yet."""
    s = game({"avila": "marmont nord:5"}, active=active, hands=hands)
    run(s, Attrition(FRENCH, x("avila"), ((NORD, leaders("marmont"), 5),)), throw(6, sixes=2))
    return s


# --- who is asked


@rule("wellington", "5.2a", "5.2j")
def test_all_powers_with_a_card_that_could_fit_are_asked_at_once() -> None:
    s = losses({"britain": "mud", "spain": "foraging_parties", "sud": "humbled"})
    assert [BRITAIN, SUD, SPAIN] == sorted(tablero.players(s))         # Nord holds no card
    assert (["pass"], ["pass", "play foraging_parties"]) == (may(s, "britain"), may(s, "spain"))


@rule("wellington", "5.2j")
def test_who_is_known_to_hold_nothing_that_fits_is_not_asked() -> None:
    s = losses({"britain": "mud", "spain": "foraging_parties"})
    s.sees[-1] |= 1 << CARD["mud"]              # all have seen it
    s.stack[-1].asked = -1  # type: ignore[attr-defined]
    assert [SPAIN] == list(tablero.players(s))


@rule("wellington", "5.2j", "5.2d")
def test_no_window_opens_where_no_card_could_be_played() -> None:
    s = game({"avila": "marmont nord:5"}, hands={"spain": "mud"})
    check = Attrition(FRENCH, x("avila"), (), cancelled=True)
    s.call(check)
    assert not open_window(s, CARDS.moments.index("attrition_rolled"), EVERYBODY, check)
    check.cancelled = False
    assert open_window(s, CARDS.moments.index("attrition_rolled"), EVERYBODY, check)


@rule("wellington", "5.2g", "5.2j")
def test_of_several_answers_that_of_the_power_next_on_the_track_counts() -> None:
    s = losses({"sud": "living_off_the_land", "spain": "foraging_parties"}, active="spain")
    assert (NORD, BRITAIN, SUD, SPAIN) == track_order(s, EVERYBODY)
    say(s, "spain", "play foraging_parties")
    said = say(s, "sud", "play living_off_the_land")
    assert ([(SUD, CARD["living_off_the_land"])], 5) == (told(said, "played_event"), sps(s, "nord", "avila"))
    assert HAND[SPAIN] == lies(s, "foraging_parties")                  # it goes back
    assert not s.sees[-1] >> CARD["foraging_parties"] & 1              # unseen


@rule("wellington", "5.2j")
def test_an_answer_is_hidden_from_the_others_until_all_have_given_theirs() -> None:
    s = losses({"sud": "living_off_the_land", "spain": "foraging_parties"}, active="spain")
    window = s.stack[-1]
    assert isinstance(window, Window)
    say(s, "spain", "play foraging_parties")
    for seat in (SUD, NORD, BRITAIN):
        assert all(answer is None for answer in window.hide(seat).answers)
    assert ("play", CARD["foraging_parties"]) in window.hide(SPAIN).answers


@rule("wellington", "5.2j", "5.2h")
def test_a_window_asks_again_after_a_card_and_closes_when_all_pass() -> None:
    s = game({"salamanca": "wellington britain:6 marmont nord:6"},
             hands={"britain": "rifles_forward stand_firm", "nord": "mud"})
    begin(s, battle_at(s, "salamanca", "lumbrales"))
    say(s, "britain", "play rifles_forward")
    assert ["stand_firm"] == may_play(s, "britain")
    said = say(s, "britain", "pass", dice=MISSES)
    assert 13 == rolled(said)[0]


# --- when


@rule("wellington", "5.2d")
def test_a_card_that_belongs_to_another_moment_is_refused() -> None:
    s = losses({"spain": "foraging_parties mud"})
    assert ("5.2d", "card_not_now") == why_not(s, "spain", "play mud")
    assert why_not(s, "spain", "play foraging_parties") is None


@rule("wellington", "5.2d")
def test_once_the_next_step_is_made_it_is_too_late_for_the_last_one() -> None:
    s = game({"salamanca": "marmont nord:5"}, active="nord", hands={"spain": "mud"})
    march(s, "marmont", "avila")
    say(s, "spain", "pass", dice=MISSES)
    assert ("nord MarchOrders", False) == (asked(s), marked(s, "marmont"))
    assert [] == may(s, "spain")


@rule("wellington", "5.2e", "5.2d")
def test_each_step_is_declared_by_itself() -> None:
    s = game({"madrid": "joseph nord:4"}, active="nord", hands={"spain": "mud"})
    march(s, "joseph", points=3)
    for where in ("toledo", "talavera", "madrid"):
        say(s, "nord", f"step {where}")
        assert ["mud"] == may_play(s, "spain")
        say(s, "spain", "pass")
    assert 0 == len([frame for frame in s.stack if isinstance(frame, Spending) and frame.points])


@rule("wellington", "5.2e")
def test_each_roll_for_evasion_is_answered_by_itself() -> None:
    s = game({"salamanca": "britain:3", "avila": "marmont nord:5"}, active="nord",
             flags={"britain": "lumbrales salamanca"}, hands={"sud": "scum_of_the_earth"})
    march(s, "marmont", "salamanca")
    said = say(s, "britain", "evade lumbrales", dice=[4, 4, 1, 5])     # two counters: 8 + 1, 6 + 1
    assert (1, ["scum_of_the_earth"]) == (len(told(said, "evasion_rolled")), may_play(s, "sud"))
    said = say(s, "sud", "pass")
    assert (1, ["scum_of_the_earth"]) == (len(told(said, "evasion_rolled")), may_play(s, "sud"))


# --- who may play what


@card("wellington", "exploring_officers")
@rule("wellington", "5.1c")
def test_exploring_officers_keep_a_power_from_responses_but_not_from_battle_cards() -> None:
    s = game({"salamanca": "castanos spain:3 wellington britain:6 marmont nord:6"}, active="nord",
             hands={"spain": "spanish_mob militia"})
    s.commander[ALLIES * len(s.flag) + x("salamanca")] = 0
    impulse(s).silenced = 1 << SPAIN
    begin(s, battle_at(s, "salamanca", "avila"))
    assert ["militia"] == may_play(s, "spain")
    assert ("5.1c", "no_responses") == why_not(s, "spain", "play spanish_mob")


@rule("wellington", "5.1a")
def test_a_card_is_shown_when_it_is_declared_and_lies_on_the_table_until_it_has_taken_effect() -> None:
    s = game({"avila": "marmont nord:5"}, active="spain", hands={"spain": "el_empecinado", "sud": "fog_of_war"})
    begin(s, PlayEvent(SPAIN, CARD["el_empecinado"]))
    assert (TABLE, True) == (lies(s, "el_empecinado"), bool(s.sees[-1] >> CARD["el_empecinado"] & 1))


@rule("wellington", "5.1b")
def test_an_event_may_be_played_against_an_ally() -> None:
    s = game({"badajoz": "castanos spain:3"}, active="britain", hands={"britain": "dysentery mud"})
    begin(s, PlayEvent(BRITAIN, CARD["dysentery"]), throw(4, sixes=1))
    assert 2 == sps(s, "spain", "badajoz")


@rule("wellington", "5.1e", "5.8a")
def test_must_play_cards_are_those_without_command_points() -> None:
    assert MUST_PLAY == sum(1 << card_ for card_, points in enumerate(CP) if points == 0)
    assert not MUST_PLAY & CARDS.spent["cp"]


@rule("wellington", "5.2k")
def test_a_response_in_a_window_uses_no_slot_of_an_impulse() -> None:
    s = game({"avila": "marmont nord:5"}, active="nord", hands={"nord": "living_off_the_land humbled volunteers"})
    frame = Impulse(NORD)
    frame.at = frame.steps().index("play")
    s.stack = [Pause(NORD), frame]
    s.call(Attrition(FRENCH, x("avila"), ((NORD, leaders("marmont"), 5),)))
    s.script = throw(6, sixes=1)
    advance(s)
    say(s, "nord", "play living_off_the_land")
    assert (0, False, True) == (frame.cards, frame.plus, "cp volunteers" in may(s, "nord"))
    say(s, "nord", "cp volunteers", "done")
    assert (1, True, True) == (frame.cards, frame.plus, "cp humbled" in may(s, "nord"))


@card("wellington", "nationalist_uprising", "spanish_mob", "juramentados")
@rule("wellington", "5.2i", "5.2h")
def test_the_uprising_of_the_rulebook() -> None:
    """A French SP goes, five Spanish SPs come, and Spain has three dice more in the first Round."""
    s = game({"avila": "nord:4"}, hands={"britain": "nationalist_uprising", "spain": "spanish_mob juramentados"})
    begin(s, PlayEvent(BRITAIN, CARD["nationalist_uprising"]))
    while asked(s) != "spain Window":
        power, question = asked(s).split()
        say(s, power, "pass" if question == "ReactionWindow" else "choose avila")
    assert ["juramentados"] == may_play(s, "spain")
    say(s, "spain", "play juramentados")
    assert (3, 5) == (sps(s, "nord", "avila"), sps(s, "spain", "avila"))
    assert ["spanish_mob"] == may_play(s, "spain")
    said = say(s, "spain", "play spanish_mob", dice=MISSES)
    assert [5 + 3, 3 + 2] == rolled(said)[:2]
    assert DISCARDS == lies(s, "juramentados")


# --- what is said


@rule("wellington", "5.2j")
def test_a_window_says_its_moment_and_what_it_is_about() -> None:
    s = losses({"spain": "foraging_parties"})
    said = prompt(s, SPAIN)
    assert said is not None
    assert ("window.attrition_rolled", "5.2j") == (said.topic, said.rule)
    assert (("duchy", "duchy", x("avila")), ("n", "number", 2), ("leader", "leader", LEADER["marmont"])) == said.args
    battle = Battle(x("avila"), SUD)
    assert (("duchy", "duchy", x("avila")), ("power", "power", SUD)) == subject(battle)


@pytest.mark.parametrize("kind", ["response", "battle", "siege", "battle_siege"])
def test_cards_of_windows_have_an_effect_and_are_tested_for_their_moments(kind: str) -> None:
    cards = [card_ for card_, row in enumerate(CARDS.rows) if row.text("type") == kind]
    assert cards
    assert [] == [CARDS.ids[card_] for card_ in cards if card_ not in CARDS.effects]
    assert bool(RESPONSES >> cards[0] & 1) == (kind == "response")


@rule("wellington", "5.2j")
def test_a_window_names_what_it_is_about_even_if_it_is_the_first_of_its_kind() -> None:
    first = Attrition(ALLIES, 0, ((BRITAIN, leaders("wellington", "hill"), 2),))
    assert (("duchy", "duchy", 0), ("leader", "leader", LEADER["wellington"]),
            ("leader1", "leader", LEADER["hill"])) == subject(first)
    attempt = Interception(BRITAIN, LEADER["hill"], 3, first.forces, x("lisbon"), x("santarem"), 0, 0)
    assert (("duchy", "duchy", x("santarem")), ("power", "power", BRITAIN), ("leader", "leader", LEADER["hill"]),
            ("leader1", "leader", LEADER["wellington"])) == subject(attempt)


@rule("wellington", "5.7a", "20at")
def test_a_card_that_the_french_use_up_goes_back_to_the_discards_of_the_allies() -> None:
    cards = [one for one, fate in enumerate(CARDS.fate) if fate == "remove_if_french"]
    assert cards
    for one in cards:
        fates = [PlayEvent(power, one).fate() for power in (BRITAIN, SUD, SPAIN, NORD)]
        assert ["discard", "remove", "discard", "remove"] == fates


@rule("wellington", "5.7a", "20av", "5.4b")
def test_a_home_card_that_is_void_goes_to_its_reserve_and_none_to_spain() -> None:
    for power in (BRITAIN, SPAIN, SUD):
        for one in ids_of(HOME_DECK[power]):
            s = game(hands={POWERS[power]: CARDS.ids[one]})
            frame = PlayEvent(power, one, void=True)
            frame.declare(s)
            frame.away(s)
            assert RESERVE[power] == CARDS.where(s, one)


@rule("wellington", "5.7a", "5.2c")
def test_a_common_card_that_is_void_goes_to_the_discards_and_stays_in_the_game() -> None:
    for one in ids_of(COMMON & (RESPONSES | BATTLE_CARDS | SIEGE_CARDS)):
        s = game(hands={"sud": CARDS.ids[one]})
        frame = PlayEvent(SUD, one, void=True)
        frame.declare(s)
        frame.away(s)
        assert (DISCARDS, one) == (CARDS.where(s, one), s.top)


@rule("wellington", "5.2j")
def test_the_first_leader_of_a_question_is_named_once() -> None:
    forces = (BRITAIN, leaders("wellington", "hill"), 0),
    for first, second in (("wellington", "hill"), ("hill", "wellington")):
        found = led(forces, leader(first))
        assert (("leader", "leader", leader(first)), ("leader1", "leader", leader(second))) == found
