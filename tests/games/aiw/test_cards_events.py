"""Events of either side: each has an effect, a cancelled one has none, and what they tell is true."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, CARD, CARDS, EVENT, FACES, LIBERAL, UNIT
from tablero.games.aiw.fog import know
from tablero.games.aiw.rules.r07_cards.s00_taking import TakeCard
from tests.games.aiw.hands import take
from tests.games.aiw.war import asked, block, run, strength, told, war
from tests.rules import rule


@rule("aiw", "7.1d", "7.1b")
def test_each_event_has_its_effect() -> None:
    events = [i for i, card in enumerate(FACES) if card.type == EVENT]
    assert events
    assert [] == [FACES[i].id for i in events if i not in CARDS.effects]


# ------------------------------------------------------------------------------------------------------------ any Event


@rule("aiw", "7.0f")
def test_a_cancelled_event_that_is_drawn_does_nothing() -> None:
    s = war({"vitoria": "l_ln1"}, side="liberal", decks=["mutinies"])
    s.barred = 1 << CARD["mutinies"]
    events = run(s, TakeCard(LIBERAL), dice=[0])
    assert [(LIBERAL, CARD["mutinies"])] == told(events, "drew_cancelled")
    assert (0, "nobody") == (s.mutiny, asked(s))


@rule("aiw", "5.2a")
def test_what_a_card_tells_of_hidden_blocks_is_true() -> None:
    s = war({"san_sebastian": "l_br1 l_br2 l_ln1"}, year=1837)
    for b in range(len(s.at)):
        if s.at[b] >= 0:
            s.may[b] = sum(1 << UNIT[u] for u in ("l_br1", "l_br2", "l_ln1"))
            s.low[b], s.high[b] = 1, 4
    take(s, "legions_melt")
    assert [1 << UNIT["l_br1"]] == [s.may[block(s, "l_br1")]]
    assert s.low[block(s, "l_br2")] <= strength(s, "l_br2") <= s.high[block(s, "l_br2")]
    know(s, block(s, "l_ln1"))
    assert AREAS > s.at[block(s, "l_ln1")]
