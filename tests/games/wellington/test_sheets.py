"""The sheet of a Battle or a Siege: what each side has, and the dice that it will roll."""

from __future__ import annotations

from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN, DUCHY, SUD
from tablero.games.wellington.rules.r11_battle.s02_sheet import (
    PARTS,
    battle_rows,
    battle_tally,
    siege_rows,
    siege_tally,
)
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.scene import scene
from tablero.games.wellington.state import Wellington
from tablero.kernel.events import Event, SheetRow
from tests.games.wellington.combat import MISS, battle_at, both_dice, siege_by, start, throw
from tests.games.wellington.field import game, leader, leaders
from tests.rules import rule


def sheet(s: Wellington) -> dict[str, tuple[str, str]]:
    """The rows of the sheet with two columns, by what they tell."""
    panel = next(panel for panel in scene(GAME.view(s, BRITAIN), BRITAIN).panels if panel.id.startswith("panel:now"))
    rows = [dict(row) for row in panel.rows]
    return {next(iter(row.values())): (list(row.values())[1], list(row.values())[2]) for row in rows if len(row) == 4}


@rule("wellington", "12.3a", "12.31a")
def test_the_sheet_of_a_siege_has_its_dice_before_the_first_round() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"}, hands={"nord": "dysentery"})
    siege = siege_by(s, "wellington")
    start(s, siege)
    assert 0 == siege.round
    found = sheet(s)
    assert ("11", "3") == found["sheet.dice"]
    assert "0/3" == found["sheet.scored"][0]
    assert (-1, 0, 0) == siege.army                 # nothing has changed by looking


@rule("wellington", "12.3j")
def test_the_sheet_of_a_siege_counts_as_disrupted_only_those_who_would_roll() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"})
    siege = siege_by(s, "wellington")
    start(s, siege)
    for disruptions, told in ((0, "0"), (1, "-1")):
        siege.disruptions = disruptions
        found = {name: ours for name, ours, _, _ in siege_rows(s, siege)}
        assert (told, "0") == (found.get("disrupted", "0"), found.get("cards", "0"))


@rule("wellington", "11.2a", "11.4a")
def test_the_rows_of_a_battle_add_up_to_its_dice() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"}, hands={"britain": "rifles_forward"})
    start(s, battle_at(s, "lumbrales", "braga"))
    found = sheet(s)
    assert "+3" == found["sheet.terrain"][1]        # a River
    for side in (0, 1):
        parts = (pair[side] for name, pair in found.items() if name.partition(".")[2] in PARTS)
        assert int(found["sheet.dice"][side]) == sum(int(part) for part in parts)


def tally(events: list[Event], kind: str) -> dict[str, tuple[str, str]]:
    """What the event that ends a fight tells of it."""
    event = next(event for event in events if event.kind == kind)
    return {name: (ours, theirs) for name, ours, theirs, _ in event.sheet}


@rule("wellington", "12.3e", "12.22b")
def test_a_siege_ends_with_its_hits_and_rounds() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"})
    found = tally(start(s, siege_by(s, "wellington"), [*throw(11, sixes=4), *throw(3), MISS]), "fortress_taken")
    assert ("1", "") == found["rounds"]
    assert ("4/3", "") == found["scored"]
    assert ("5", "") == found["left"]
    s = game({"ciudad_rodrigo": "wellington britain:5"})
    found = tally(start(s, siege_by(s, "wellington"), [*throw(11, sixes=1), *throw(3, sixes=1)]), "siege_failed")
    assert ("1/3", "") == found["scored"]
    assert ("4", "") == found["left"]


@rule("wellington", "11.52b")
def test_a_battle_ends_with_the_casualties_of_both() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "almeida")
    ours, theirs = both_dice(s, battle)
    found = tally(start(s, battle, [*throw(ours, sixes=1, fives=1), *throw(theirs, fives=1)]), "battle_won")
    assert ("1", "") == found["rounds"]
    assert ("1", "2") == found["casualties"]


def columns(rows: list[SheetRow]) -> dict[str, tuple[str, str]]:
    return {name: (ours, theirs) for name, ours, theirs, _ in rows}


@rule("wellington", "11.2a", "11.2b", "11.2e", "11.2h", "11.3a", "11.4a", "11.53a")
def test_of_what_the_dice_of_both_sides_are_made() -> None:
    s = game({"lumbrales": "hill graham britain:4 spain:2 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "braga")
    battle.round, battle.failed, battle.disruptions, battle.suffered = 1, 2, [1, 2], [3, 4]
    battle.bonus = [1, 3]
    assert {
        "power": ("camp.allied.name", "camp.french.name"), "commander": ("leader:hill", "leader:marmont"),
        "dice": ("13", "12"), "expects": ("4.3", "4.0"), "casualties": ("3", "4"), "sp": ("+6", "+4"),
        "staff": ("+1", "0"), "rating": ("+3", "+2"), "nationality": ("+1", "+2"), "terrain": ("0", "+3"),
        "evasion": ("+2", "0"), "cards": ("+1", "+3"), "disrupted": ("-1", "-2"),
    } == columns(battle_rows(s, battle))
    assert {
        "power": ("camp.allied.name", "camp.french.name"), "rounds": ("1", ""), "casualties": ("3", "4"),
    } == columns(battle_tally(s, battle))


@rule("wellington", "11.4a", "11.2h")
def test_terrain_and_evasions_count_in_the_first_round_of_a_first_battle() -> None:
    s = game({"lumbrales": "hill britain:4 marmont reille nord:4 sud:1"}, active="nord", flags={"britain": "lumbrales"})
    battle = battle_at(s, "lumbrales", "zamora")
    battle.failed, battle.suffered = 1, [1, 2]
    later = "10", "8"
    for battle.round, battle.renewed, dice in ((1, False, ("11", "11")), (2, False, later), (1, True, later)):
        found = columns(battle_rows(s, battle))
        assert (("leader:marmont", "leader:hill"), dice) == (found["commander"], found["dice"])
        first = dice == ("11", "11")
        assert (("0", "+3") if first else None, ("+1", "0") if first else None) == (
            found.get("terrain"), found.get("evasion"))
    found = columns(battle_tally(s, battle))
    assert ("2", "1") == found["casualties"]
    assert ("camp.french.name", "camp.allied.name") == found["power"]


@rule("wellington", "11.2a")
def test_nobody_there_has_no_dice() -> None:
    s = game({"lumbrales": "marmont"}, active="nord")
    found = columns(battle_rows(s, battle_at(s, "lumbrales", "zamora")))
    assert (("leader:marmont", "–"), ("4", "0")) == (found["commander"], found["dice"])
    assert ("+2", "0") == found["rating"] == found["nationality"]


@rule("wellington", "12.3a", "12.3b", "12.3d", "12.3e", "12.3j", "12.31a", "12.23a")
def test_of_what_the_dice_of_a_siege_are_made() -> None:
    s = game({"lisbon": "soult decaen sud:12"}, active="sud")
    siege = siege_by(s, "soult")
    siege.owner, siege.strength, siege.army, siege.bonus = BRITAIN, 3, (leader("soult"), leaders("decaen"), 7), [1, 2]
    siege.disruptions, siege.casualties, siege.hits, siege.round = 6, 2, 1, 2
    assert {
        "power": ("side.sud.name", "side.britain.name"), "commander": ("leader:soult", "–"), "dice": ("15", "4"),
        "expects_hits": ("2.5", "1.3"), "scored": ("1/3", "–"), "casualties": ("2", "–"), "sp": ("+7", ""),
        "staff": ("+1", ""), "rating": ("+4", ""), "nationality": ("+2", ""), "strength": ("", "+3"),
        "disrupted": ("-1", ""), "cards": ("+2", "+1"),
    } == columns(siege_rows(s, siege))
    assert {
        "power": ("side.sud.name", "side.britain.name"), "rounds": ("2", ""), "scored": ("1/3", ""), "left": ("12", ""),
    } == columns(siege_tally(s, siege))
    siege.fives_hit = True
    assert ("5.0", "1.3") == columns(siege_rows(s, siege))["expects_hits"]
    siege = Siege(SUD, -1, DUCHY["lisbon"])
    siege.owner, siege.strength, siege.army = BRITAIN, 3, (-1, 0, 3)
    found = columns(siege_rows(s, siege))
    assert (("–", "–"), ("5", "3"), ("0.8", "1.0")) == (found["commander"], found["dice"], found["expects_hits"])


@rule("wellington", "11.2a", "12.3b")
def test_the_sheet_comes_with_the_dice() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"})
    battle = battle_at(s, "lumbrales", "almeida")
    ours, theirs = both_dice(s, battle)
    events = start(s, battle, [*throw(ours, sixes=1, fives=1), *throw(theirs, fives=1)])
    sheets = [event.sheet for event in events if event.kind == "battle_dice"]
    assert [str(ours), str(theirs)] == [*columns(list(sheets[0]))["dice"]]
    assert not sheets[1]
    s = game({"ciudad_rodrigo": "wellington britain:5"})
    events = start(s, siege_by(s, "wellington"), [*throw(11, sixes=1), *throw(3, sixes=1)])
    assert ("11", "3") == columns(list(next(event.sheet for event in events if event.kind == "siege_dice")))["dice"]


@rule("wellington", "11.2e")
def test_the_sheet_of_a_battle_names_both_commanders() -> None:
    s = game({"lumbrales": "wellington britain:4 nord:4"})
    commander = battle_rows(s, battle_at(s, "lumbrales", "braga"))[1]
    assert ("commander", "leader:wellington", "–") == commander[:3]
