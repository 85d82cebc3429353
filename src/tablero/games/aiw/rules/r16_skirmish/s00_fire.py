"""[16.0j] [16.0m] Fire and hits as in a Skirmish: also in regions, in Assaults, and for surrounded units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from tablero.games.aiw.board import CARD, EFFECT, FIELD, KIND, MOUNTAIN, ROUGH, SIDES, TABLES
from tablero.games.aiw.fog import pick_out, show
from tablero.games.aiw.rules.r03_turn.s00_player_phase import in_effect
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Load, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import SheetRow, faces
from tablero.kernel.odds import mean_hits, tenth
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import AssignHits

_table = TABLES.table("skirmish")
MODIFIER = tuple(tuple(_table.integer(f"{ground}_{kind}") for kind in ("inf", "cav")) for ground in ("open", "rough"))
Part: TypeAlias = tuple[str, int, str]  # what changes dice or faces: message "sheet.<name>", how much, and its rule
FIELD_GUNS, MOUNTAIN_GUNS = -1, -2      # who fires, besides blocks
SQUADRON = CARD["lord_john_hay"]
GUNS_HIT = (_table.integer("open_artillery_hits_on"), _table.integer("rough_artillery_hits_on"))

STRONGEST_FIRST = Refusal("16.0m", "hit_the_strongest")


def hits_on(s: Aiw, block: Block, x: Area, bonus: int = 0, freed: bool = False) -> int:
    """[16.0j] [16.0k] [16.0l] The highest face with which a unit hits in a Skirmish: a natural 1 always does. Rough is
    no hindrance for Chapelgorris (L8), nor any terrain for who is freed of it."""
    unit, rough = s.unit[block], ROUGH >> x & 1
    ground = 0 if freed or rough and block == s.chapelgorris else MODIFIER[rough][KIND[unit]]
    return max(1, EFFECT[unit] + ground + bonus)


def dice(s: Aiw, block: Block) -> int:
    """[5.3a] [13.2i] [16.0j] A unit's dice: its strength, one less if it has landed, never less than one. A squadron
    (L17) covers a landing, so that all dice are left."""
    if s.landed >> block & 1 and not in_effect(s, SQUADRON):
        return max(1, s.strength[block] - 1)
    return s.strength[block]


def gun_dice(s: Aiw, side: Side, kind: Load, x: Area, landed: bool = False) -> int:
    """[5.3d] [16.0l] [13.2i] The dice of a side's guns: Field Artillery has half of them in Rough; guns that landed
    have one less, and at least one if they had any. A squadron (L17) covers guns too; not in older versions."""
    n = load(s, side, kind, x)
    if s.rules >= 3 and in_effect(s, SQUADRON):
        landed = False
    if kind == FIELD and ROUGH >> x & 1:
        n //= 2
    return max(1, n - 1) if landed and n else n


def guns_hit_on(x: Area, bonus: int = 0) -> int:
    """[16.0l] The highest face with which Artillery hits."""
    return max(1, GUNS_HIT[ROUGH >> x & 1] + bonus)


def reveal_blocks(s: Aiw, blocks: Blocks) -> Blocks:
    """[5.2a] [16.0h] Blocks that fire are shown; their labels, as a set."""
    already = blocks & s.shown
    return already | bitset(show(s, ids_of(blocks & ~already)))


def roll(s: Aiw, block: Block, n: int, least: int) -> int:
    """[16.0j] A unit fires so many dice, and hits with so much or less."""
    rolled = s.dice(n)
    hits = sum(die <= least for die in rolled)
    s.tell("fired", s.unit[block], n, least, hits, faces(rolled))
    s.sheet(lambda: shot_rows(s, block, n, least))
    return hits


def shot_rows(s: Aiw, block: Block, n: int, least: int, parts: Sequence[Part] = (), rule: str = "") -> list[SheetRow]:
    """[5.3a] [16.0j] What the dice of a unit and the faces with which it hits are made of, and how many hits were to be
    expected. Where a rule fixes the faces, effectiveness does not matter."""
    faces_ = ("hits_on", up_to(least), "", rule) if rule else ("effectiveness", str(EFFECT[s.unit[block]]), "", "5.4b")
    return [
        ("strength", str(s.strength[block]), "", "5.3a"), faces_,
        *((name, f"{m:+}", "", cited) for name, m, cited in parts if m), mean_row(n, least),
    ]


def side_row(attacker: Side) -> SheetRow:
    """The row that heads the sheet of a fight."""
    ours, theirs = (f"side.{SIDES[side]}.plural" for side in (attacker, 1 - attacker))
    return "side", ours, theirs, ""


def up_to(least: int) -> str:
    """The faces that hit: `1`, or `1-3`."""
    return "1" if least <= 1 else f"1-{least}"


def mean_row(n: int, least: int) -> SheetRow:
    return "mean", tenth(mean_hits(((n, least),))), "", "16.0j"


def skirmish_parts(s: Aiw, block: Block, n: int, least: int, x: Area, bonus: int, own: Favour) -> list[Part]:
    """[13.2i] [16.0l] [23.2f] [7.3b] What changes dice and faces in a Skirmish: landing, terrain, region, card."""
    ground = hits_on(s, block, x, freed=own.freed) - EFFECT[s.unit[block]]
    return [
        ("landed", dice(s, block) - s.strength[block], "13.2i"), ("card_dice", n - dice(s, block), "7.3b"),
        ("ground", ground, "16.0l"), ("region", bonus, "23.2f"),
        ("card_hits", least - EFFECT[s.unit[block]] - ground - bonus, "7.3b"),
    ]


class Favour(NamedTuple):
    """What a card gives to one unit that fires."""

    block: Block = -1
    bonus: int = 0          # to its effectiveness
    dice: int = 0
    freed: bool = False     # terrain does not hinder it


NO_FAVOUR = Favour()


def salvo(
    s: Aiw, x: Area, side: Side, blocks: Blocks, bonus: int = 0, landed: bool = False, favour: Favour = NO_FAVOUR,
    fewer: int = 0,
) -> list[tuple[Block, int, int]]:
    """[16.0d] [16.0j] Who fires, with how many dice, and the highest face that hits: these units of a side, in the
    order of their labels, then all its Artillery in the space, Field before Mountain. `bonus` is added to every
    effectiveness, `landed` is for the guns; one unit may have a favour, and all have so many dice fewer, but at least
    one."""
    shots = []
    for b in ids_of(blocks):
        own = favour if b == favour.block else NO_FAVOUR
        n = max(1, dice(s, b) - fewer) + own.dice
        shots.append((b, n, hits_on(s, b, x, bonus + own.bonus, own.freed)))
    least = guns_hit_on(x, bonus)
    for kind, guns in ((FIELD, FIELD_GUNS), (MOUNTAIN, MOUNTAIN_GUNS)):
        n = gun_dice(s, side, kind, x, landed)
        if n:
            shots.append((guns, n, least))
    return shots


def fire(
    s: Aiw, x: Area, side: Side, blocks: Blocks, bonus: int = 0, landed: bool = False, favour: Favour = NO_FAVOUR,
    fewer: int = 0,
) -> int:
    """[16.0d] [16.0j] These units of a side fire, and its Artillery in the space; answers the hits."""
    hits = 0
    for shooter, n, least in salvo(s, x, side, blocks, bonus, landed, favour, fewer):
        if shooter >= 0:
            hits += roll(s, shooter, n, least)
            own = favour if shooter == favour.block else NO_FAVOUR
            s.sheet(partial(_skirmish_rows, s, shooter, n, least, x, bonus, own))
            continue
        rolled = s.dice(n)
        scored = sum(die <= least for die in rolled)
        kind = FIELD if shooter == FIELD_GUNS else MOUNTAIN
        s.tell("guns_fired", side, kind, n, least, scored, faces(rolled))
        s.sheet(partial(gun_rows, s, side, kind, x, n, least, bonus))
        hits += scored
    return hits


def fire_one(s: Aiw, block: Block, x: Area) -> int:
    """[16.0j] A unit fires by itself; answers its hits."""
    n, least = dice(s, block), hits_on(s, block, x)
    hits = roll(s, block, n, least)
    s.sheet(partial(_skirmish_rows, s, block, n, least, x, 0, NO_FAVOUR))
    return hits


def _skirmish_rows(s: Aiw, b: Block, n: int, least: int, x: Area, bonus: int, own: Favour) -> list[SheetRow]:
    return shot_rows(s, b, n, least, skirmish_parts(s, b, n, least, x, bonus, own))


def gun_rows(s: Aiw, side: Side, kind: Load, x: Area, n: int, least: int, bonus: int) -> list[SheetRow]:
    """[5.3d] [16.0l] The dice of guns and the faces with which they hit."""
    guns = load(s, side, kind, x)
    return [
        ("guns", str(guns), "", "5.3d"), *((("gun_dice", f"{n - guns:+}", "", "16.0l"),) if n != guns else ()),
        ("hits_on", up_to(GUNS_HIT[ROUGH >> x & 1]), "", "16.0l"),
        *((("region", f"{bonus:+}", "", "23.2f"),) if bonus else ()), mean_row(n, least),
    ]


@dataclass(slots=True)
class TakeHits(AssignHits):
    """[16.0m] A side takes hits one by one, each on the strongest of these blocks; it chooses among equals."""

    blocks: Blocks

    def strongest(self, s: Aiw) -> list[Block]:
        blocks = ids_of(self.blocks)
        most = max((s.strength[b] for b in blocks), default=0)
        return [b for b in blocks if s.strength[b] == most]

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if self.hits and self.blocks else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("hit", b) for b in ids_of(self.blocks)]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        (block,) = action[1:]
        return STRONGEST_FIRST if self.blocks >> block & 1 and block not in self.strongest(s) else None

    def strike(self, s: Aiw, item: Block) -> None:
        (block,) = (item,) if s.shown >> item & 1 else pick_out(s, [item])
        if lose(s, block):
            self.blocks &= ~(1 << block)

    def public(self, s: Aiw) -> bool:
        return not self.blocks & ~s.shown
