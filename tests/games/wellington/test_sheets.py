"""The sheet of a Battle or a Siege: what each side has, and the dice that it will roll."""

from __future__ import annotations

from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN
from tablero.games.wellington.rules.r11_battle.s02_sheet import PARTS
from tablero.games.wellington.scene import scene
from tablero.games.wellington.state import Wellington
from tests.games.wellington.combat import battle_at, siege_by, start
from tests.games.wellington.field import game
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


@rule("wellington", "11.2a", "11.4a")
def test_the_rows_of_a_battle_add_up_to_its_dice() -> None:
    s = game({"lumbrales": "hill britain:4 marmont nord:4"}, hands={"britain": "rifles_forward"})
    start(s, battle_at(s, "lumbrales", "braga"))
    found = sheet(s)
    assert "+3" == found["sheet.terrain"][1]        # a River
    for side in (0, 1):
        parts = (pair[side] for name, pair in found.items() if name.partition(".")[2] in PARTS)
        assert int(found["sheet.dice"][side]) == sum(int(part) for part in parts)
