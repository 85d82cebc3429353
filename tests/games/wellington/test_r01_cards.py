"""[1.10] The cards as they are printed."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    CP,
    DISCARDS,
    DRAW_PILE,
    GUEST,
    HAND,
    HOME,
    HOME_CARDS,
    HOME_DECK,
    MUST_PLAY,
    NORD,
    PACK,
    POWERS,
    REMOVED,
    RESERVE,
    SPAIN,
    SUD,
    TABLE,
    UNPLAYED,
)
from tablero.kernel.bits import ids_of
from tests.rules import rule

NAMES = PACK.toml("text/names.en.toml").table("card")


@rule("wellington", "1.10b", "0b")
def test_all_cards_but_must_play_cards_have_points() -> None:
    assert 110 == len(CARDS.ids)
    assert list(ids_of(MUST_PLAY)) == [card for card, cp in enumerate(CP) if not cp]
    assert CARDS.spent["cp"] == CARDS.all & ~MUST_PLAY


@rule("wellington", "1.10c", "1.10d")
def test_six_british_six_spanish_and_twelve_common_french_home_cards() -> None:
    assert [6, 12, 6, 12] == [HOME_DECK[power].bit_count() for power in (BRITAIN, SUD, SPAIN, NORD)]
    assert HOME_DECK[NORD] == HOME_DECK[SUD]
    assert 24 == HOME_CARDS.bit_count()


@rule("wellington", "20at", "20av", "5.7a")
def test_which_cards_leave_the_game() -> None:
    assert {"remove"} == {CARDS.fate[card] for card in ids_of(MUST_PLAY & ~(1 << CARD["corruption_sabotage"]))}
    assert "discard" == CARDS.fate[CARD["corruption_sabotage"]]
    others = {CARDS.ids[card] for card, fate in enumerate(CARDS.fate)
              if fate.startswith("remove") and not MUST_PLAY >> card & 1}
    assert {"la_patrie_en_danger", "emperor_beckons", "portuguese_unrest"} >= others
    assert "remove_if_french" == CARDS.fate[CARD["la_patrie_en_danger"]]


@rule("wellington", "1.10d", "20at")
def test_each_zone_of_the_cards_is_the_one_of_its_name() -> None:
    zones = (*HAND, *HOME, *GUEST, RESERVE[BRITAIN], RESERVE[SUD], RESERVE[SPAIN],
             DRAW_PILE, DISCARDS, REMOVED, TABLE, *UNPLAYED)
    of_powers = [[f"{name}_{kind}" for name in POWERS] for kind in ("hand", "home", "guest", "unplayed")]
    names = (*of_powers[0], *of_powers[1], *of_powers[2], "british_reserve", "french_reserve", "spanish_reserve",
             "draw_pile", "discards", "removed", "table", *of_powers[3])
    assert names == tuple(CARDS.zones[zone].name for zone in zones)
    assert RESERVE[NORD] == RESERVE[SUD]


@rule("wellington", "20ax")
@pytest.mark.parametrize("number, name", [
    (3, "Mud, Mud and More Mud"), (4, "Russian Front"), (6, "Viceroys Overthrown"), (11, "Another Day of Battle"),
    (13, "Atrocity"), (17, "Portuguese Unrest"), (18, "Royal Intervention"), (20, "La Patrie en Danger"),
    (23, "Humbled"), (35, "Juramentados"), (36, "The Scovell Ciphers"), (38, "The Emperor Beckons"),
    (40, "Call for Reinforcements"),
    (41, "Bombardment"), (43, "Dysentery"), (44, "Turning Movement"), (46, "Corruption & Sabotage"),
    (47, "Call Up the Next Class"), (50, "Extended Campaign"), (51, "To the Death"), (62, "Nationalist Uprising"),
    (70, "Massed Grenadiers"), (72, "Conscripts"), (73, "The Other Wellesley"), (74, "Field Fortifications"),
    (75, "Baggage Train Taken"), (77, "War Without End"), (81, "Thunder & Lightning"), (82, "Scum of the Earth"),
    (83, "A Change of Plans"), (85, "All the Emperor's Horses"), (86, "The Eagles Come South"), (87, "Militia"),
    (90, "The Spanish Mob"), (91, "The Wild Geese"), (93, "Admiralty/Hearts of Oak"), (94, "Cavalry of St George"),
    (99, "The Young Guard"), (101, "German Conscripts"), (103, "Naval Support"), (108, "March to the Guns"),
])
def test_the_numbers_of_the_cards_that_the_rules_name(number: int, name: str) -> None:
    row = next(row for row in CARDS.rows if row.integer("number") == number)
    assert name == NAMES.table(row.text("id")).text("name")
