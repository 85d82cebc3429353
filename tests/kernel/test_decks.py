"""The shapes of cards that card-driven games know, each in a game of its own small rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

import tablero
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.engine import advance
from tablero.kernel.frames import where
from tablero.kernel.windows import Ask
from tests.kernel import decks
from tests.kernel.decks import (
    AMBER,
    BIRCH,
    CARD,
    CARDS,
    CORAL,
    DUNE,
    GAME,
    GUEST,
    HAND,
    HOME,
    KEPT,
    SPENT,
    Answer,
    Campaign,
    Decks,
    Impulse,
    PickVictim,
    Raid,
    Round,
)


def impulse(seat: int, turn: int = 2, happened: str = "", **places: str) -> Decks:
    """A house has the impulse, and these cards are in these zones: `hand_amber="levy fair"`."""
    s = Decks(turn=turn, coins=[3] * 4, guards=[2] * 4, rng=1, secret=True)
    names = {zone.name: z for z, zone in enumerate(CARDS.zones)}
    piles = {names[name]: bitset(CARD[card] for card in text.split()) for name, text in places.items()}
    laid = sum(piles.values())
    piles[decks.DECK] = decks.COMMON & ~laid
    for house, cards in enumerate(decks.OF_HOUSE):
        piles[decks.RESERVE[house]] = cards & ~laid
    CARDS.deal_out(s, piles)
    s.happened = bitset(CARD[card] for card in happened.split())
    CARDS.bar(s, turn)
    s.stack = [Campaign(at=2), Round(at=3), Halt(seat), Impulse(seat)]
    advance(s)
    return s


@dataclass(slots=True)
class Halt(Ask):
    """[2.1a] The impulse is over, and the test goes no further."""

    def candidates(self, s: Decks, seat: int) -> list[Action]:
        return [PASS, DONE]


def over(s: Decks) -> bool:
    return isinstance(s.stack[-1], Halt)


def do(s: Decks, *texts: str) -> list[str]:
    """Each text is `seat: action`; whoever is asked before it passes."""
    told = []
    for text in texts:
        seat, _, words = text.partition(": ")
        action = GAME.read(s, words)
        while action not in tablero.options(s, GAME.seat(seat)):
            assert isinstance(s.stack[-1], Answer), f"{text} is not offered at {where(s)}"
            told += [event.kind for event in tablero.apply(s, tablero.players(s)[0], PASS)]
        told += [event.kind for event in tablero.apply(s, GAME.seat(seat), action)]
    return told


def settle(s: Decks) -> list[str]:
    """All who are asked whether they answer pass; results of chance that were given are used up."""
    told = []
    while isinstance(s.stack[-1], Answer):
        told += [event.kind for event in tablero.apply(s, tablero.players(s)[0], PASS)]
    assert not s.script
    s.script = None
    return told


def asked(s: Decks) -> str:
    return " ".join(GAME.seats[seat] for seat in tablero.players(s))


def offered(s: Decks, seat: str) -> list[str]:
    return [GAME.write(s, action) for action in tablero.options(s, GAME.seat(seat))]


def lies(s: Decks, card: str) -> str:
    return next(zone.name for zone, pile in zip(CARDS.zones, s.piles) if pile >> CARD[card] & 1)


def refused(s: Decks, text: str) -> str:
    seat, _, action = text.partition(": ")
    refusal = tablero.why_not(s, GAME.seat(seat), GAME.read(s, action))
    return refusal.key if refusal else ""


# ------------------------------------------------------------------------------------------------------- uses of cards


def test_a_card_has_several_uses_at_one_moment() -> None:
    s = impulse(AMBER, hand_amber="charter levy")
    assert ["pass", "play charter", "play levy", "raid charter", "raid levy", "hire charter", "hire levy",
            "sell charter", "sell levy"] == offered(s, "amber")
    do(s, "amber: hire charter")
    assert (5, "discards") == (s.guards[AMBER], lies(s, "charter"))         # spent, not played: it stays in the game


def test_an_event_that_is_removed_leaves_the_game() -> None:
    s = impulse(AMBER, hand_amber="charter")
    do(s, "amber: play charter")
    settle(s)
    assert (4, "removed", True) == (s.coins[AMBER], lies(s, "charter"), bool(s.happened >> CARD["charter"] & 1))


def test_a_burden_has_no_other_use_and_must_be_played_first() -> None:
    s = impulse(AMBER, hand_amber="strike charter")
    assert ["play strike"] == offered(s, "amber")
    assert ["burden"] * 3 == [refused(s, f"amber: {text}") for text in ("pass", "play charter", "sell charter")]
    do(s, "amber: play strike")
    assert (2, "discards") == (s.coins[AMBER], lies(s, "strike"))


def test_a_plus_card_is_played_together_with_one_that_is_none() -> None:
    s = impulse(AMBER, hand_amber="fair spies_1 levy")
    do(s, "amber: play fair")
    assert ("amber", "one_plus", "one_plus") == (asked(s), refused(s, "amber: play spies_1"),
                                                 refused(s, "amber: sell spies_1"))
    do(s, "amber: sell levy")
    assert (3 + 1 + 2, True) == (s.coins[AMBER], over(s))


# ------------------------------------------------------------------------------------- events that open or bar others


@pytest.mark.parametrize("card, turn, happened, possible", [
    ("toll", 2, "", False), ("toll", 2, "charter", True), ("toll", 2, "charter edict", False),
    ("edict", 2, "charter", False), ("edict", 2, "pact", False), ("edict", 2, "charter pact", True),
    ("embargo", 2, "toll", True), ("embargo", 2, "edict", True), ("embargo", 1, "toll", False),
    ("embargo", 4, "toll", False), ("embargo", 2, "charter", False),
])
def test_events_need_others_across_decks(card: str, turn: int, happened: str, possible: bool) -> None:
    s = impulse(AMBER, turn, happened, hand_amber=card)
    assert possible == (f"play {card}" in offered(s, "amber"))
    assert f"sell {card}" in offered(s, "amber")                            # what is barred is only the event


def test_an_event_opens_another_at_once_and_a_void_one_does_not() -> None:
    s = impulse(CORAL, happened="charter", home_coral="pact", hand_dune="edict", hand_amber="rumour_1")
    other = s.clone()
    do(s, "coral: play pact")
    settle(s)
    assert not s.barred >> CARD["edict"] & 1
    do(other, "coral: play pact", "amber: play rumour_1")
    settle(other)
    assert other.barred >> CARD["edict"] & 1


# ----------------------------------------------------------------------------------------------- answers to answers


def test_a_card_cancels_the_event_that_is_declared_and_may_be_cancelled_itself() -> None:
    s = impulse(AMBER, hand_amber="levy rumour_3", hand_coral="rumour_1", hand_birch="rumour_2", hand_dune="charter")
    do(s, "amber: play levy")
    assert "coral dune" == asked(s)                             # enemies only; nobody can tell what Dune holds
    assert ["pass"] == offered(s, "dune")
    do(s, "coral: play rumour_1", "dune: pass")
    assert "amber birch" == asked(s)                            # a response to the response
    told = do(s, "amber: play rumour_3", "birch: play rumour_2")
    assert ["played"] == told                                   # of two answers the first in the order is carried out
    assert (1 << CARD["rumour_2"], "table") == (s.piles[HAND[BIRCH]], lies(s, "rumour_3"))
    told = do(s, "dune: pass")                                  # Coral has no card left: only Dune is asked
    assert ["voided"] == told
    assert (["discards"] * 2, "table") == ([lies(s, "rumour_1"), lies(s, "rumour_3")], lies(s, "levy"))


def test_a_card_that_is_void_does_nothing_and_is_put_away() -> None:
    s = impulse(AMBER, hand_amber="levy", hand_coral="rumour_1")
    do(s, "amber: play levy", "coral: play rumour_1")
    assert (["discards"] * 2, [0] * 4) == ([lies(s, "levy"), lies(s, "rumour_1")], s.frame(Round).force)


def test_a_card_that_is_seen_elsewhere_asks_nobody() -> None:
    s = impulse(AMBER, hand_amber="levy", hand_coral="charter", hand_dune="toll",
                discards="rumour_1 rumour_2 rumour_3")
    do(s, "amber: play levy")
    assert over(s)


# --------------------------------------------------------------------------------------- two moments, later, for a time


def test_a_card_has_two_moments_with_different_effects() -> None:
    s = impulse(AMBER, hand_amber="floods_1")
    do(s, "amber: play floods_1")
    settle(s)
    assert [2, 2, 1, 1] == s.guards
    s = impulse(AMBER, hand_amber="charter", hand_coral="floods_1")
    do(s, "amber: raid charter", "amber: at coral")
    assert "coral dune" == asked(s)                             # Dune could intercept
    told = do(s, "coral: play floods_1", "dune: intercept")     # the answer of Dune is taken back
    assert ["played", "stopped"] == told
    assert [2] * 4 == s.guards


def test_a_card_lasts_until_the_end_of_the_impulse() -> None:
    s = impulse(AMBER, hand_amber="spies_1 charter levy", hand_coral="floods_1", hand_dune="floods_2")
    s.frame(Impulse).slot = decks.PLUS_PLAYED                   # so that it can raid twice
    do(s, "amber: raid charter", "amber: at coral", "coral: play floods_1")
    assert "stopped" in settle(s)
    assert 1 << CORAL == s.frame(Impulse).flooded
    do(s, "amber: raid levy")
    assert DUNE == s.frame(Raid).target                         # the only one left: there is nothing to choose
    settle(s)
    assert over(s)                                              # and with the impulse the floods have ended
    s = impulse(AMBER, hand_amber="charter")
    s.frame(Impulse).flooded = 1 << CORAL | 1 << DUNE
    assert "nobody_to_raid" == refused(s, "amber: raid charter")


def test_a_card_in_force_acts_when_its_moment_comes() -> None:
    s = impulse(AMBER, hand_amber="levy")
    do(s, "amber: play levy")
    settle(s)
    assert ("table", [1 << CARD["levy"], 0, 0, 0], 2) == (lies(s, "levy"), s.frame(Round).force, s.guards[AMBER])
    s.stack, s.order = s.stack[:2], []
    advance(s)                                                  # dusk, and the next round
    assert 4 == s.guards[AMBER]
    assert lies(s, "levy") != "table"


def test_a_card_in_force_may_ask_somebody() -> None:
    s = impulse(AMBER, hand_amber="charter", hand_coral="turncoats")
    do(s, "amber: raid charter", "amber: at coral", "coral: play turncoats")
    settle(s)
    assert ["pay", "lose"] == offered(s, "amber")
    s.script = [1, 6]
    do(s, "amber: pay")
    s.script = None
    settle(s)
    assert (3 - 1 - 1, "discards") == (s.coins[AMBER], lies(s, "turncoats"))


# --------------------------------------------------------------------------------------------- cards kept by the winner


def fight(dice: list[int]) -> Decks:
    """Amber attacks Coral with a card of its hand and one that it has kept."""
    s = impulse(AMBER, hand_amber="charter lanterns_1", kept_amber="veterans", hand_coral="lanterns_2")
    do(s, "amber: raid charter", "amber: at coral", "amber: play veterans", "amber: play lanterns_1")
    s.script = dice
    do(s, "coral: play lanterns_2")
    settle(s)
    return s


def test_the_winner_keeps_his_cards_for_the_next_round_and_the_loser_loses_them() -> None:
    s = fight([6, 1])
    assert ["spent_amber", "spent_amber", "discards"] == [lies(s, x) for x in ("lanterns_1", "veterans", "lanterns_2")]
    assert not CARDS.held(s, AMBER)                             # used up for this round
    s.stack, s.order = s.stack[:2], []
    advance(s)
    assert bitset((CARD["lanterns_1"], CARD["veterans"])) == s.piles[KEPT[AMBER]]
    assert [0] * 4 == [s.sizes[zone] for zone in SPENT]


def test_the_loser_loses_also_what_he_had_kept() -> None:
    s = fight([1, 6])
    assert ["discards", "discards", "spent_coral"] == [lies(s, x) for x in ("lanterns_1", "veterans", "lanterns_2")]


def test_a_condition_that_all_can_see_decides_who_is_asked() -> None:
    s = impulse(AMBER, hand_amber="charter", kept_coral="veterans")
    told = do(s, "amber: raid charter", "amber: at coral", "dune: pass")
    assert "won" in told                                        # Coral's only card is for attacks, and lies open


def test_the_loser_may_have_a_card_for_it() -> None:
    s = impulse(AMBER, hand_amber="charter levy", hand_coral="rearguard_1")
    do(s, "amber: raid charter", "amber: at coral")
    s.script = [6, 1]
    while "play rearguard_1" not in offered(s, "coral"):
        tablero.apply(s, tablero.players(s)[0], PASS)
    do(s, "coral: play rearguard_1")
    settle(s)
    assert (2, 2) == (s.guards[CORAL], s.coins[CORAL])


# ---------------------------------------------------------------------------------------- a window in which all answer


def raid_on_coral() -> Decks:
    s = impulse(AMBER, hand_amber="charter", hand_birch="escort_1", hand_coral="ledger", hand_dune="floods_1")
    do(s, "amber: raid charter", "amber: at coral")
    return s


def test_three_seats_answer_together_with_cards_or_otherwise() -> None:
    s = raid_on_coral()
    assert "birch coral dune" == asked(s)
    assert [["pass", "play escort_1"], ["pass"], ["pass", "play floods_1", "intercept"]] == [
        offered(s, seat) for seat in ("birch", "coral", "dune")]                # Coral has no card for a fight
    do(s, "dune: intercept", "birch: play escort_1")
    assert "coral" == asked(s)
    assert 0 == s.frame(Raid).escort                            # nothing happens before the last answer
    do(s, "coral: pass")
    assert "coral dune" == asked(s)                             # Birch's card was played, and may be answered
    do(s, "coral: pass", "dune: pass")
    assert (2, "coral dune") == (s.frame(Raid).escort, asked(s))                # Birch has no card left
    do(s, "dune: intercept", "coral: pass")
    assert DUNE == s.frame(Raid).defender
    assert ["pass", "play floods_1"] == offered(s, "dune")                      # it cannot intercept twice


def test_an_answer_stays_secret_until_all_have_answered() -> None:
    s = raid_on_coral()
    one, other = s.clone(), s.clone()
    do(one, "dune: intercept")
    do(other, "dune: pass")
    for seat in (-1, AMBER, BIRCH, CORAL):
        assert GAME.view(one, seat) == GAME.view(other, seat)
    assert GAME.view(one, DUNE) != GAME.view(other, DUNE)


def test_who_is_asked_does_not_depend_on_the_real_hands() -> None:
    s = raid_on_coral()
    for seed in range(40):
        guess = GAME.determinize(GAME.view(s, -1), seed)
        window = guess.stack[-1]
        assert ["birch", "coral", "dune"] == [GAME.seats[x] for x in (1, 2, 3) if window.could(guess, x)]


# ------------------------------------------------------------------------------------------------ cards of the houses


def test_a_card_of_a_house_that_is_given_away_has_no_event_any_more() -> None:
    s = impulse(AMBER, home_amber="subsidy")
    do(s, "amber: play subsidy")
    settle(s)
    assert (5, "guest_birch") == (s.coins[BIRCH], lies(s, "subsidy"))
    assert all(s.sees[viewer] >> CARD["subsidy"] & 1 for viewer in range(5))    # it came from the table
    s.stack[3:] = [Impulse(BIRCH)]
    advance(s)
    assert ["pass", "raid subsidy", "hire subsidy", "sell subsidy"] == offered(s, "birch")
    do(s, "birch: sell subsidy")
    assert (8, "reserve_amber") == (s.coins[BIRCH], lies(s, "subsidy"))         # back to its own house


@pytest.mark.parametrize("n, card, zone", [(0, "levy", "hand_amber"), (1, "fleet", "guest_amber")])
def test_a_theft_is_by_chance_among_all_cards_of_a_house(n: int, card: str, zone: str) -> None:
    s = impulse(AMBER, hand_amber="thief_1 toll", hand_coral="levy", home_coral="fleet")
    s.script = [n]
    told = do(s, "amber: play thief_1") + settle(s)
    assert "stole" in told
    assert zone == lies(s, card)
    knows = [bool(s.sees[viewer] >> CARD[card] & 1) for viewer in range(5)]
    assert [True, False, True, False, False] == knows           # the thief, and the house he stole from


def test_a_stolen_card_comes_home_as_its_own() -> None:
    s = impulse(AMBER, hand_amber="thief_1", guest_coral="shield")
    do(s, "amber: play thief_1")
    settle(s)                                                   # there is one victim and one card
    assert "home_amber" == lies(s, "shield")
    assert 1 << CARD["shield"] == s.piles[HOME[AMBER]]
    assert 0 == s.sizes[GUEST[CORAL]]


def test_nobody_to_steal_from_bars_the_thief() -> None:
    s = impulse(AMBER, hand_amber="thief_1")
    assert "wrong_moment" == refused(s, "amber: play thief_1")
    assert "raid thief_1" in offered(s, "amber")


def test_after_a_theft_every_deal_is_possible() -> None:
    s = impulse(AMBER, hand_amber="thief_1", hand_coral="levy toll", home_coral="fleet", home_dune="wells")
    do(s, "amber: play thief_1")
    settle(s)
    assert isinstance(s.stack[-1], PickVictim)
    s.script = [2]
    do(s, "amber: at coral")
    s.script = None
    assert "guest_amber" == lies(s, "fleet")
    seen = set()
    for seed in range(60):
        guess = GAME.determinize(GAME.view(s, BIRCH), seed)
        assert GAME.view(s, BIRCH) == GAME.view(guess, BIRCH)
        seen |= set(ids_of(guess.piles[GUEST[AMBER]]))
    assert {"pact", "fleet"} <= {CARDS.ids[card] for card in seen}


# ------------------------------------------------------------------------------------------------------------ knowing


def test_a_look_at_a_hand_is_the_looker_s_and_silences_the_other_for_an_impulse() -> None:
    s = impulse(AMBER, hand_amber="spies_1 charter", hand_coral="rumour_1", home_coral="fleet", hand_dune="toll")
    do(s, "amber: play spies_1", "amber: at coral")
    known = bitset((CARD["rumour_1"], CARD["fleet"]))
    assert known == s.sees[AMBER] & known
    assert 0 == (s.sees[BIRCH] | s.sees[DUNE] | s.sees[CARDS.everybody]) & known
    assert known == GAME.view(s, AMBER).piles[HAND[CORAL]] | GAME.view(s, AMBER).piles[HOME[CORAL]]
    do(s, "amber: play charter")
    assert "dune" == asked(s)                                   # Coral could, but for the spies
    do(s, "dune: pass")
    assert over(s)


def test_a_card_for_the_start_of_an_enemy_impulse() -> None:
    s = impulse(AMBER, home_dune="riders", hand_amber="levy")
    assert ("dune", ["pass", "play riders"]) == (asked(s), offered(s, "dune"))
    do(s, "dune: play riders")
    settle(s)
    assert (2, "reserve_dune", "amber") == (s.coins[AMBER], lies(s, "riders"), asked(s))
    assert "amber" == asked(impulse(AMBER, guest_coral="riders", hand_amber="levy"))    # a guest has no event


# ---------------------------------------------------------------------------------------------------------- all of it


def test_random_games_play_every_card_at_every_moment_for_every_use() -> None:
    met: Counter[str] = Counter()
    for seed in range(160):
        chance, s = Random(seed), GAME.new("fair", seed)
        while not s.over:
            seat = chance.choice(list(tablero.players(s)))
            found = tablero.options(s, seat)
            plays = [action for action in found if action[0] == "play"] if chance.random() < 0.6 else []
            action: Action = chance.choice(plays or found)
            window = s.stack[-1]
            if action[0] == "play":
                met[f"{CARDS.rows[action[1]].text('id')} {getattr(window, 'moment', 0)}"] += 1
            met[action[0]] += 1
            tablero.apply(s, seat, action)
    wanted = {f"{CARDS.rows[card].text('id')} {m}" for m, cards in enumerate(CARDS.at) for card in ids_of(cards)}
    assert set() == wanted - set(met)
    assert set() == set(GAME.verbs) - set(met)


def test_no_card_lacks_code() -> None:
    assert [] == CARDS.missing()
