"""[17.8] The result of a Battle: Pursuit and Rout, and the guns and Train that they cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tablero.games.aiw.board import BLOCK_SIDE, CARLIST, CARLIST_HILLS, FIELD, FOOT, HORSE, MOUNTAIN, TABLES
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r05_units.s01_blocks import foot, horse, trains
from tablero.games.aiw.rules.r05_units.s01_counters import add_load, load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r14_artillery import capture
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, dice, reveal_blocks, roll, shot_rows
from tablero.games.aiw.rules.r17_battle.s00_battle import ROUT, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, is_horse, on_field, reserve_of
from tablero.games.aiw.rules.r17_battle.s04_hits import effectiveness
from tablero.games.aiw.state import Aiw, Block
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import END, Procedure

_rows = TABLES.table("pursuit_rout")
CASES = tuple(                  # [17.8d] [17.8e] [17.8g] [17.8h] by ending and protection: Pursuit, then Rout
    {name: str(value) for name, value in _rows.table(key).values.items()}
    for key in ("pursuit_open", "pursuit_protected", "rout_open", "rout_protected")
)


def table_line(f: Battle) -> dict[str, str]:
    """The line of the table."""
    return CASES[2 * (f.ending == ROUT) + f.covered]


def lost_share(n: int, share: str) -> int:
    """How much of it is lost: `0`, `1`, `half up` or `all`."""
    return n if share == "all" else (n + 1) // 2 if share == "half up" else min(n, int(share))


def is_covered(s: Aiw, f: Battle) -> bool:
    """[17.8d] [17.8g] Is the loser protected: by Cavalry in front or Reserve, or as Carlists in Rough of their Zone?
    If only hidden blocks of the Reserve can tell, everybody learns it of them."""
    side = f.loser
    reserve = reserve_of(s, f, side)
    if side == CARLIST and CARLIST_HILLS >> f.x & 1 or horse(s, front_of(f, side) | reserve & s.shown):
        return True
    hidden = reserve & ~s.shown
    if hidden:
        s.reveal()
    covered = bool(horse(s, hidden))
    fact(s, hidden, HORSE if covered else FOOT, 1 if covered else hidden.bit_count())
    return covered


def pursuit_bonus(s: Aiw, f: Battle, block: Block) -> int:
    """[7.3b] C3: Carlist Infantry that gives no quarter pursues with a better effectiveness."""
    return 1 if f.grim and BLOCK_SIDE[block] == CARLIST and not is_horse(s, block) else 0


def pursuit_dice(s: Aiw, f: Battle, block: Block) -> tuple[int, int]:
    """[17.8d] [17.8e] [17.8g] [17.8h] With how many dice a unit of the winner fires, and the highest face that hits."""
    line = table_line(f)
    n = dice(s, block) if line["dice"] == "strength" else 1
    least = effectiveness(s, f, block) if line["hits_on"] == "E" else int(line["hits_on"])
    return n, least + pursuit_bonus(s, f, block)


def pursuit_rows(s: Aiw, f: Battle, block: Block, n: int, least: int) -> list[SheetRow]:
    """[17.8d] [17.8e] [17.8g] [17.8h] What the dice of a pursuing unit are made of."""
    rule = ("17.8h", "17.8g")[f.covered] if f.ending == ROUT else ("17.8e", "17.8d")[f.covered]
    one = [("pursuit_dice", n - s.strength[block], rule)]
    fixed = table_line(f)["hits_on"] != "E"
    more = [("card_hits", pursuit_bonus(s, f, block), "7.3b")]
    return shot_rows(s, block, n, least, one if fixed else one + more, rule if fixed else "")


@dataclass(slots=True)
class PursuitFire(Procedure):
    """[17.8b] [17.5b] The winner's units on the Battlefield fire before the loser retreats. Nobody rolls morale."""

    infantry: int = 0       # hits of Infantry, and those of Cavalry that find no Cavalry
    cavalry: int = 0        # hits of Cavalry

    def steps(self) -> tuple[str, ...]:
        return ("fire", "on_cavalry", "on_infantry", "clear")

    def fire(self, s: Aiw) -> str | None:
        """[17.8d] [17.8e] [17.8g] [17.8h] All that are not demoralized fire, and are shown with it; no Artillery."""
        f = battlefield(s)
        winner = 1 - f.loser
        reveal_blocks(s, reserve_of(s, f, winner))
        for b in ids_of(front_of(f, winner) | reserve_of(s, f, winner)):
            n, least = pursuit_dice(s, f, b)
            hits = roll(s, b, n, least)
            s.sheet(partial(pursuit_rows, s, f, b, n, least))
            if is_horse(s, b):
                self.cavalry += hits
            else:
                self.infantry += hits
        if not self.cavalry + self.infantry:
            return END
        reveal_blocks(s, reserve_of(s, f, f.loser))
        return None

    def on_cavalry(self, s: Aiw) -> None:
        """[17.8f] Hits of Cavalry reach Cavalry before Infantry, each the strongest: front, Reserve, demoralized."""
        f = battlefield(s)
        targets = horse(s, on_field(s, f, f.loser))
        taken = min(self.cavalry, sum(s.strength[b] for b in ids_of(targets)))
        self.infantry += self.cavalry - taken
        s.call(TakeHits(f.loser, taken, targets))

    def on_infantry(self, s: Aiw) -> None:
        """[17.8f] Hits of Infantry reach only Infantry; what finds no target is lost."""
        f = battlefield(s)
        s.call(TakeHits(f.loser, self.infantry, foot(s, on_field(s, f, f.loser))))

    def clear(self, s: Aiw) -> None:
        """[5.3b] Units that were eliminated are off the Battlefield."""
        f = battlefield(s)
        f.front &= on_field(s, f, 0) | on_field(s, f, 1)
        f.demoralized &= on_field(s, f, 0) | on_field(s, f, 1)


def lose_guns_and_train(s: Aiw, f: Battle) -> None:
    """[17.8d] [17.8e] [17.8g] [17.8h] [14.2a] Guns are captured, the Train loses strength, a Knapsack is safe."""
    line = table_line(f)
    for kind, share in ((FIELD, line["field_lost"]), (MOUNTAIN, line["mountain_lost"])):
        lost = lost_share(load(s, f.loser, kind, f.x), share)
        if lost:
            add_load(s, f.loser, kind, f.x, -lost)
            capture(s, 1 - f.loser, f.x, kind, lost)
    for b in pick_out(s, ids_of(trains(s, on_field(s, f, f.loser)))):
        points = lost_share(s.strength[b], line["train_lost"])
        if points:
            lose(s, b, points)
