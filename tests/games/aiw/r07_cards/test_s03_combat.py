"""[7.3] Tactical cards: who lays one in a combat, and when they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARLIST,
    COMBAT,
    DISCARDS,
    EVENT,
    FACES,
    HAND,
    LAID,
    LIBERAL,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s01_types import CardWindow
from tablero.games.aiw.rules.r07_cards.s03_combat import ASSAULT, BATTLE, LAY, REGION, SKIRMISH, Tactics
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import PASS, Action
from tablero.kernel.frames import Procedure
from tablero.kernel.windows import Ask
from tests.games.aiw.hands import ids, reason
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, do, offered, run, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------- Tactical cards


@dataclass(slots=True)
class Stop(Ask):
    """[7.3] A place to stop and look."""

    def candidates(self, s: Aiw, seat: int) -> list[Action]:
        return [PASS]


@dataclass(slots=True)
class Fight(Procedure):
    """[7.3] A combat in which Tactical cards are laid."""

    kind: int
    tactic: list[int] = field(default_factory=lambda: [-1, -1])

    def steps(self) -> tuple[str, ...]:
        return ("cards", "end")

    def cards(self, s: Aiw) -> None:
        """[7.3a] Both may lay one."""
        s.call(Tactics(phase(s).side, area("lerin"), self.kind))

    def end(self, s: Aiw) -> None:
        """[7.3a] What was laid stands here."""
        s.call(Stop(CARLIST))


def fight(kind: int, *, hands: tuple[str, ...] = ("volley_fire", "ambush", "marksmen"), side: str = "liberal") -> Aiw:
    s = war({}, hands=hands, side=side, secret=True)
    s.call(Fight(kind))
    run(s, Fight(kind))
    return s


@pytest.fixture
def all_fit() -> Iterator[None]:
    """Every Tactical card fits the combats that its row names, and nothing else matters."""

    tables = [table[moment] for table in (CARDS.shown, CARDS.when) for moment in LAY]
    before = [table.copy() for table in tables]
    for table in tables:
        table.clear()
    yield
    for table, old in zip(tables, before, strict=True):
        table.update(old)


@rule("aiw", "7.3a", "7.1e", "7.1f", "7.3c")
@pytest.mark.usefixtures("all_fit")
def test_the_attacker_lays_first_and_both_cards_are_shown_together() -> None:
    s = fight(BATTLE)
    assert "liberal LayCard" == asked(s)
    events = do(s, "lay volley_fire")
    assert [(LIBERAL,)] == told(events, "lays")
    assert "carlist LayCard" == asked(s)
    hidden = GAME.view(s, CARLIST)
    assert [0, 1] == [hidden.sizes[LAID[side]] for side in (CARLIST, LIBERAL)]
    assert [0, 0] == [hidden.piles[LAID[side]] for side in (CARLIST, LIBERAL)]
    events = do(s, "lay marksmen")
    assert s.revealed
    assert [(LIBERAL, CARD["volley_fire"]), (CARLIST, CARD["marksmen"])] == told(events, "laid")
    assert {"volley_fire", "marksmen"} == ids(s.piles[DISCARDS])
    now = next(f for f in reversed(s.stack) if isinstance(f, Fight))
    assert [CARD["marksmen"], CARD["volley_fire"]] == now.tactic
    assert (1, 0) == (s.sizes[HAND[CARLIST]], s.sizes[HAND[LIBERAL]])         # one each, no second question


@rule("aiw", "7.3a")
@pytest.mark.usefixtures("all_fit")
def test_the_carlist_is_first_in_his_own_phase_and_may_decline() -> None:
    s = fight(BATTLE, side="carlist")
    assert "carlist LayCard" == asked(s)
    events = do(s, "pass", "pass")
    assert [(CARLIST,), (LIBERAL,)] == told(events, "lays_none")
    assert 0 == s.piles[DISCARDS]


@rule("aiw", "7.3b", "7.1c")
@pytest.mark.usefixtures("all_fit")
def test_a_card_fits_the_combats_its_text_names() -> None:
    s = fight(SKIRMISH, hands=("ambush", "marksmen"))
    assert "carlist LayCard" == asked(s)            # the Liberal has no cards
    assert ["pass", "lay ambush"] == offered(s)
    assert ("7.3b", "card_does_not_fit") == reason(s, "lay marksmen")
    assert ("7.1c", "card_not_in_hand") == reason(s, "lay volley_fire")
    assert {"volley_fire", "marksmen"} <= ids(CARDS.at[LAY[BATTLE]])
    assert "ambush" not in ids(CARDS.at[LAY[BATTLE]])
    assert {"cavalry_charge", "navarrese_lancers"} == ids(CARDS.at[LAY[REGION]])
    assert {"bayonet_charge_l", "guides_of_navarre", "siege_train", "eguia"} == ids(CARDS.at[LAY[ASSAULT]])


@rule("aiw", "7.3b")
@pytest.mark.usefixtures("all_fit")
def test_nobody_is_asked_whose_cards_fit_no_combat_of_this_kind() -> None:
    s = fight(ASSAULT, hands=("volley_fire",))
    assert not [f for f in s.stack if isinstance(f, Tactics)]


@rule("aiw", "7.3b")
@pytest.mark.usefixtures("all_fit")
@pytest.mark.parametrize(("rules", "who"), [(1, "carlist LayCard"), (GAME.rules, "carlist Stop")])
def test_in_a_region_only_the_first_version_of_the_rules_asks_for_cards_of_a_skirmish(rules: int, who: str) -> None:
    s = war({}, hands=["ambush"], side="liberal", secret=True)
    s.rules = rules
    run(s, Fight(REGION))
    assert who == asked(s)


@rule("aiw", "7.3c", "18.1r")
@pytest.mark.usefixtures("all_fit")
def test_the_defender_of_an_assault_lays_none() -> None:
    s = fight(ASSAULT, hands=("siege_train", "eguia"))
    assert "liberal LayCard" == asked(s)
    do(s, "pass")
    assert not [f for f in s.stack if isinstance(f, Tactics)]


@rule("aiw", "7.3d")
def test_operational_cards_may_be_played_in_a_combat_one_after_the_other() -> None:
    with playable_at("royal_marines espartero", COMBAT):
        s = war({}, hands=("royal_marines", "espartero"), side="liberal", secret=True, year=1836)
        s.call(CardWindow(COMBAT, (LIBERAL,)))
        run(s, CardWindow(COMBAT, (LIBERAL,)))
        do(s, "play royal_marines")
        assert 1 == s.answer                # so the combat asks again
        do(s, "play espartero")
        assert 0 == s.sizes[HAND[LIBERAL]]


@rule("aiw", "7.4a", "7.3a")
@pytest.mark.usefixtures("all_fit")
def test_the_phasing_players_card_is_shown_and_applied_first() -> None:
    for side, order in (("liberal", [LIBERAL, CARLIST]), ("carlist", [CARLIST, LIBERAL])):
        s = fight(BATTLE, side=side)
        words = {"liberal": "lay volley_fire", "carlist": "lay marksmen"}
        other = "carlist" if side == "liberal" else "liberal"
        events = do(s, words[side], words[other])
        assert order == [who for who, _ in told(events, "laid")]


@rule("aiw", "7.1d")
def test_every_event_has_an_effect() -> None:
    missing = [card.id for i, card in enumerate(FACES) if card.type == EVENT and i not in CARDS.effects]
    assert [] == missing
