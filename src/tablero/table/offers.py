"""What may be proposed to the others, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero import bots
from tablero.kernel.errors import NotAllowed
from tablero.table.journal import Offered

if TYPE_CHECKING:
    from tablero.table.sitting import Sitting

OFFERS = ("takeback", "draw", "pause", "resume", "replace", "delete", "spectators")


def check_offer(sitting: Sitting, offer: Offered) -> None:
    """Refuse what makes no sense now."""
    what, seating = offer.what, sitting.seating
    if what not in OFFERS:
        raise NotAllowed("unknown_offer", what=what, known=OFFERS)
    if not sitting.in_play or not seating.full and what not in ("replace", "delete", "spectators"):
        raise NotAllowed("nobody_to_agree")
    if what == "draw" and any(holder.bot and not holder.resigned for holder in seating.holders):
        raise NotAllowed("bots_draw")
    first, last = sitting.record.taken_over, len(sitting.record.entries) - 1
    if what == "takeback" and not first <= offer.back_to <= last:
        raise NotAllowed("take_back_range" if first <= last else "take_back_nothing", first=first, last=last)
    if what in ("pause", "resume") and sitting.paused == (what == "pause"):
        raise NotAllowed("already_paused" if sitting.paused else "not_paused")
    if what == "spectators" and sitting.spectators:
        raise NotAllowed("already_watched")
    if what == "replace":
        if not (0 <= offer.of < len(seating) and seating[offer.of].person):
            raise NotAllowed("nobody_to_replace")
        if offer.bot:
            bots.make(offer.bot, sitting.game, 0)
    if sitting.offer is not None:
        raise NotAllowed("offer_open")
