"""Scenarios and set-ups of Crusade and Revolution."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.car.pack import (
    BOXES,
    CARDS,
    ENGLISH,
    NEAR,
    PACK,
    PHASES,
    REGIONS,
    RULES,
    SCENARIOS,
    SETUPS,
    SPACES,
    TABLES,
    TURNS,
    UNITS,
    cards,
    flagged,
    held,
    joined,
    kind,
    named,
    placed,
    spaces,
)
from tests.rules import rule


@rule("car", "4.0a")
def test_four_scenarios() -> None:
    assert {name: (row.integer("first_turn"), row.integer("last_turn")) for name, row in SCENARIOS.items()} == {
        "campaign": (1, 18), "war_of_the_columns": (1, 5), "collapse_of_the_northern_front": (6, 11),
        "two_years_of_war": (6, 18)}
    assert (20, 19) == (SCENARIOS["campaign"].integer("vp_nat_wins"), SCENARIOS["campaign"].integer("vp_draw"))
    for name, row in SCENARIOS.items():
        assert 1 == row.integer("vp_nat_wins") - row.integer("vp_draw"), name
        setup, turn = SETUPS.table(row.text("setup")), TURNS[row.integer("first_turn") - 1]
        assert turn.maybe_integer("rm_nat", -9) < setup.integer("rm") < turn.maybe_integer("rm_rep", 99), name


@rule("car", "4.3a", "SUp")
def test_decks_and_first_hands() -> None:
    common = PACK.toml("scenarios.toml").table("common")
    assert (7, 6, 3) == (common.integer("hand"), common.integer("rounds"), common.integer("stacking"))
    for name, row in SCENARIOS.items():
        early = row.integer("first_turn") == 1
        assert list(PHASES[:1 if early else 2]) == row.texts("decks"), name
        assert (["n1"] if early else []) == row.texts("dealt_nat"), name
        assert (not early) == row.flag("corps_card"), name
        happened = SETUPS.table(row.text("setup")).texts("happened")
        left = cards(lambda card: card.text("deck") in row.texts("decks")) - set(happened)     # noqa: B023
        for side in ("nat", "rep"):
            own = [card for card in left if CARDS[card].text("side") == side]
            assert (18 if early else 28 if side == "nat" else 27) == len(own), name
            assert early or any(CARDS[card].flag("corps_reinforcement") for card in own), name


def test_hands_that_change_with_morale() -> None:
    common = PACK.toml("scenarios.toml").table("common")
    nat, rep = common.table("hand_nat"), common.table("hand_rep")
    assert (8, 15, 6, 10) == (nat.integer("cards"), nat.integer("rm"), rep.integer("cards"), rep.integer("rm"))


@rule("car", "SUa")
def test_markers_of_the_campaign() -> None:
    setup = SETUPS.table("s1936")
    assert (7, 26, False, False) == (
        setup.integer("vp"), setup.integer("rm"), setup.flag("axis"), setup.flag("sov"))
    assert ("rep", "jose_giral", "no_single_command") == (
        setup.text("strait"), setup.text("government"), setup.text("command"))
    assert ([], []) == (setup.texts("happened"), setup.texts("to_nat"))


def said_in(id_: str) -> dict[str, tuple[list[str], str]]:
    """What a set-up rule says: by space the units, `:r` if reduced, and the works."""
    by_name = {entry.text("name"): name for name, entry in named(ENGLISH, "space").items()}
    found = {}
    for part in RULES[id_].text("text_en").rstrip(".").split("; "):
        name = next(name for name in sorted(by_name, key=len, reverse=True) if part.startswith(f"{name} "))
        units, works = [], ""
        for word in part.removeprefix(f"{name} ").split(", "):
            number, _, label = word.rpartition(" ")
            if word in ("Trench", "Position"):
                works = word.lower()
            else:
                units += [label + (":r" if number == "reduced" else "")] * (2 if number == "2" else 1)
        found[by_name[name]] = (units, works)
    return found


@rule("car", "4.2a", "4.2.1a", "SUc")
@rule("car", "SUe", "SUf", "SUg", "SUh", "SUk", "SUl", "SUm", "SUn", "SUo")
@pytest.mark.parametrize("id_", ["SUe", "SUf", "SUg", "SUh", "SUk", "SUl", "SUm", "SUn", "SUo"])
def test_units_of_the_campaign_stand_as_the_rulebook_lists_them(id_: str) -> None:
    stand, works = placed("s1936"), SETUPS.table("s1936").table("works")
    for space, (units, work) in said_in(id_).items():
        assert sorted(units) == sorted(
            UNITS[kind(word)].text("label") + word[len(kind(word)):] for word in stand[space]), space
        assert work == works.maybe_text(space), space


@rule("car", "SUd", "SUi", "SUj", "4.2.1a")
def test_boxes_of_the_campaign_and_no_unit_elsewhere() -> None:
    stand = placed("s1936")
    assert ["nat_mil", "rep_mil", "rep_mil"] == stand["reserve"]
    assert ["nat_afr"] * 6 == stand["africa"]
    assert ["nat_inf"] == stand["mallorca"]
    listed = {space for id_ in "efghklmno" for space in said_in(f"SU{id_}")}
    assert listed | {"reserve", "africa", "mallorca"} == stand.keys()
    assert {"oviedo": "trench", "badajoz": "position"} == SETUPS.table("s1936").table("works").values


@rule("car", "4.2.2a", "2.2.1c")
@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_a_set_up_places_every_counter_that_has_come_and_no_other(setup: str) -> None:
    used = Counter(kind(word) for units in placed(setup).values() for word in units)
    happened = SETUPS.table(setup).texts("happened")
    for name, row in UNITS.items():
        come = row.text("entry") == "initial" or row.maybe_text("card") in happened and row.maybe_text("card") != ""
        come |= setup == "s1937" and row.text("entry") in ("initial_corps", "militarization")
        assert (row.integer("count") if come else 0) == used[name], name
    assert used.keys() <= UNITS.keys()


@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_a_set_up_is_legal(setup: str) -> None:
    for place, units in placed(setup).items():
        if place in BOXES:
            continue
        sides = {UNITS[kind(word)].text("side") for word in units}
        assert 1 == len(sides), place
        assert place in held(sides.pop(), setup), place
        assert len(units) <= 3, place
        assert sum(UNITS[kind(word)].text("size") == "corps" for word in units) <= 1, place
    works = SETUPS.table(setup).table("works")
    assert set(works.keys()) <= placed(setup).keys()
    assert {works.text(place) for place in works.keys()} <= {"position", "trench", "trench_madrid"}     # noqa: SIM118
    for side, most in (("nat", 8), ("rep", 12)):
        own = [place for place in works.keys()                                                          # noqa: SIM118
               if place in held(side, setup) and works.text(place) != "trench_madrid"]
        assert len(own) <= most


@pytest.mark.parametrize("setup", ["s1936", "s1937"])
def test_every_space_is_supplied_in_a_set_up(setup: str) -> None:
    for side in ("nat", "rep"):
        own = held(side, setup)
        supplied = {space for source in own if SPACES[source].maybe_text("supply_source") == side
                    for space in joined(source, own)}
        assert set(SETUPS.table(setup).texts("isolated") if side == "nat" else ["menorca"]) == own - supplied


def test_the_front_of_turn_six() -> None:
    setup, stand = SETUPS.table("s1937"), placed("s1937")
    taken, happened = setup.texts("to_nat"), setup.texts("happened")
    assert set(taken) <= held("rep")
    front = flagged("northern_front") & held("rep", "s1937")
    north = {place: units for place, units in stand.items() if place in front}
    for place, units in north.items():
        for unit in (UNITS[kind(word)] for word in units):
            assert unit.maybe_text("regional") == SPACES[place].text("region") or unit.text("type") == "POL", place
    assert 2 >= sum(UNITS[kind(word)].text("type") == "POL" for units in north.values() for word in units)
    for region in REGIONS:
        there = spaces(lambda row: row.maybe_text("region") == region)                                  # noqa: B023
        close = there | {y for x in there for y in NEAR[x]}
        assert any(UNITS[word].text("size") == "corps" and UNITS[word].text("side") == "nat"
                   for place in close for word in map(kind, stand.get(place, []))), region
    reserve = Counter(UNITS[kind(word)].maybe_text("replaces") for word in stand["reserve"])
    table = TABLES.table("mobilization")
    assert all(reserve[what] >= n for what, n in table.pairs("reserve_nat") + table.pairs("reserve_rep"))
    assert all(CARDS[card].text("fate") == "remove" for card in happened)
    worth = sum(SPACES[name].integer("vp") for name in taken)
    events = sum(CARDS[card].integer("vp") for card in happened)
    freed, madrid = TABLES.table("victory_points").integer("alcazar_liberated"), -1
    assert setup.integer("vp") == 7 + worth + events + freed + madrid
    capitals = sum(SPACES[name].flag("province_capital") for name in taken)
    assert setup.integer("rm") == 26 - capitals - 1 + sum(CARDS[card].integer("rm") for card in happened)


def test_garrisons_of_the_start_cover_the_front() -> None:
    stand = placed("s1936")
    bare = {side: {name for name in held(side) if NEAR[name] & held(other)} - stand.keys()
            for side, other in (("nat", "rep"), ("rep", "nat"))}
    assert {"nat": {"aguilar_de_campoo", "valencia_de_alcantara"}, "rep": {"siguenza"}} == bare
