"""[17.5] Morale checks."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCK_SIDE, LEGIONS, LIBERAL, MORALE
from tablero.games.aiw.rules.r07_cards.s00_decks import DECREE
from tablero.games.aiw.rules.r17_battle.s00_battle import BATTLE_TABLE, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import leave
from tablero.games.aiw.state import Aiw, Block, Unit, area_of
from tablero.kernel.events import SheetRow
from tablero.kernel.odds import percent, two_dice_at_most

EXTRA_HIT = BATTLE_TABLE.integer("morale_per_extra_hit")                        # [17.5c]
LAST_POINT = BATTLE_TABLE.integer("morale_one_strength")


def morale_of(s: Aiw, f: Battle, block: Block) -> int:
    """[5.4c] As printed, but for cards."""
    return morale_as(s, f, block, s.unit[block])


def morale_as(s: Aiw, f: Battle, block: Block, unit: Unit) -> int:
    """[5.4c] [6.0f] What the morale of a block would be if it were this unit: better under Espartero (L22) and out
    of the Reserve of the Guard (L36), worse beside a Mutiny marker (L26), and for foreigners under the Durango Decree
    (C12)."""
    morale = MORALE[unit] + (1 if f.led and s.led >> block & 1 else 0) + (1 if block == f.guard else 0)
    if s.mutiny and BLOCK_SIDE[block] == LIBERAL and s.mutiny >> area_of(s.at[block]) & 1:
        morale -= 1
    return morale - (1 if s.lasting & DECREE and LEGIONS >> unit & 1 else 0)


def passes(s: Aiw, block: Block, need: int, rule: str = "17.5c") -> bool:
    """[17.5a] 2D6 at or below the modified morale, which a rule has changed."""
    a, b = s.dice(2)
    s.tell("morale", s.unit[block], a + b, need, 10 * a + b)
    s.sheet(lambda: morale_rows(MORALE[s.unit[block]], need, rule))
    return a + b <= need


def morale_rows(printed: int, need: int, rule: str) -> list[SheetRow]:
    """[5.4c] [17.5a] A morale as printed, what changes it, and the chance there was."""
    return [
        ("morale", str(printed), "", "5.4c"),
        *((("changed", f"{need - printed:+}", "", rule),) if need != printed else ()),
        ("chance", percent(two_dice_at_most(need)), "", "17.5a"),
    ]


def holds_out(s: Aiw, f: Battle, block: Block) -> bool:
    """[7.3b] C35: does a unit that fights to the last cartridge pass without a roll? Only once."""
    if not f.steadfast >> block & 1:
        return False
    f.steadfast &= ~(1 << block)
    s.tell("holds_out", s.unit[block])
    return True


def shaken_morale(s: Aiw, f: Battle, block: Block, hits: int, left: int) -> int:
    """[17.5c] The modified morale of a unit that took so many hits and has so much strength left."""
    return morale_of(s, f, block) + EXTRA_HIT * (hits - 1) + (LAST_POINT if left == 1 else 0)


def stand_fast(s: Aiw, f: Battle, block: Block, hits: int) -> None:
    """[17.5a] [17.5c] [17.5d] A unit that took hits in an activation rolls morale once, or is demoralized."""
    need = shaken_morale(s, f, block, hits, s.strength[block])
    if not holds_out(s, f, block) and not passes(s, block, need):
        demoralize(s, f, block)


def demoralize(s: Aiw, f: Battle, block: Block) -> None:
    """[17.5d] A unit goes to the Demoralized Units box, where it is revealed."""
    leave(f, block)
    f.demoralized |= 1 << block
    s.tell("demoralized", s.unit[block])
