"""[10.0k] Who may take part in an action: units that have not acted, and that no card keeps back."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCKS_OF, CARD, GUARD, LIBERAL
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r03_turn.s00_player_phase import in_effect
from tablero.games.aiw.state import Aiw, Block, Blocks, area_of
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

LA_GRANJA = CARD["la_granja"]

HAS_ACTED = Refusal("10.0k", "has_acted")
MUTINEERS = Refusal("6.0f", "mutineers_do_not_act")
GUARD_STAYS = Refusal("7.1d", "royal_guard_does_not_act")


def mutineer(s: Aiw, block: Block) -> bool:
    """[6.0f] Is it a Liberal unit beside a Mutiny marker?"""
    if not s.mutiny or not BLOCKS_OF[LIBERAL] >> block & 1:
        return False
    return bool(s.mutiny >> area_of(s.at[block]) & 1)


def refuse_acting(s: Aiw, block: Block) -> Refusal | None:
    """[10.0k] [6.0f] Why a block can take part in no action: it has acted, mutinies (L26), or is of the Royal Guard in
    the phase of La Granja (L19)."""
    if s.acted >> block & 1:
        return HAS_ACTED
    if mutineer(s, block):
        return MUTINEERS
    return GUARD_STAYS if GUARD >> s.unit[block] & 1 and in_effect(s, LA_GRANJA) else None


def unused(s: Aiw, blocks: Blocks) -> Blocks:
    """[10.0k] Those of the blocks that may take part in an action."""
    fresh = blocks & ~s.acted
    if blocks & BLOCKS_OF[LIBERAL] and (s.mutiny or in_effect(s, LA_GRANJA)):
        for b in ids_of(fresh):
            if refuse_acting(s, b) is not None:
                fresh &= ~(1 << b)
    return fresh


def act(s: Aiw, blocks: Blocks) -> None:
    """[10.0m] Blocks that were picked out act: they have acted; none of them is what a card keeps back."""
    s.acted |= blocks
    if in_effect(s, LA_GRANJA):
        fact(s, blocks, ~GUARD, blocks.bit_count())
