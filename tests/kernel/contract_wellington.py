"""What is true in every position of Wellington, and what one action can change."""

from __future__ import annotations

from tablero.games.wellington.board import (
    CARDS,
    COMMON,
    DISCARDS,
    DRAW_PILE,
    DUCHIES,
    FLAGS,
    GUEST,
    HAND,
    HASTY_FORTRESSES,
    HOME,
    HOME_CARDS,
    HOME_DECK,
    INFANTRY,
    LEADER_NAMES,
    LEADERS,
    MIX,
    ON_MAP,
    OWNER,
    POWERS,
    REMOVED,
    RESERVE,
    TABLE,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import infantry_needed, stacks
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import flags_on_map, fortresses
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay
from tablero.games.wellington.rules.r09_movement.s02_march import March, army_of
from tablero.games.wellington.state import Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset
from tablero.kernel.events import Event


def holds(s: Wellington) -> None:
    pieces(s)
    duchies(s)
    cards(s)
    numbers(s)


def pieces(s: Wellington) -> None:
    """Every Leader is in one place; Soldiers are no more than there are counters for; who is where is noted."""
    assert sum(s.here) == (1 << len(LEADER_NAMES)) - 1, "a Leader is in two places, or nowhere"
    assert all(s.here[place] >> leader & 1 for leader, place in enumerate(s.at)), "at and here disagree"
    assert all(n >= 0 for n in (*s.sp, *s.regroup)), "fewer than no Soldiers"
    for power in range(len(POWERS)):
        there = bitset(x for x in range(DUCHIES) if s.sp[power * DUCHIES + x] or s.here[x] & LEADERS[power])
        assert s.occupied[power] == there, "occupied is wrong"
        assert infantry_needed(power, stacks(s, power)) <= MIX[power][INFANTRY], "Soldiers without counters"
    for pile in {tag[0] for tag in s.tags}:
        assert sum(n for p, _, _, n in s.tags if p == pile) <= s.sp[pile], "tags of Soldiers that are not there"
    if s.stack and isinstance(s.stack[-1], ChoosePlay):
        both = formations(s, 0) & formations(s, 1) & ON_MAP
        assert not both & ~fortresses(s), "enemies share a Duchy in peace"


def duchies(s: Wellington) -> None:
    """Every Duchy is owned once, Flags say so and are within their number."""
    assert sum(s.owned) == (1 << DUCHIES) - 1, "a Duchy is owned twice, or by nobody"
    for x, flag in enumerate(s.flag):
        assert s.owned[flag if flag >= 0 else OWNER[x]] >> x & 1, "Flag and owner disagree"
        assert flag != OWNER[x], "the original owner places no Flag"
    assert all(flags_on_map(s, side) <= FLAGS[side] for side in (0, 1)), "more Flags than there are"
    assert s.hasty.bit_count() <= HASTY_FORTRESSES


def cards(s: Wellington) -> None:
    """No card is in two places; each lies where its kind may lie."""
    assert sum(s.piles) == CARDS.exist(s), "a card is in two places, or nowhere"
    assert s.sizes == [pile.bit_count() for pile in s.piles]
    for power in range(len(POWERS)):
        assert not s.piles[HAND[power]] & ~COMMON
        assert not s.piles[HOME[power]] & ~HOME_DECK[power]
        assert not s.piles[GUEST[power]] & ~HOME_CARDS
        assert not s.piles[RESERVE[power]] & ~HOME_DECK[power]
    assert not (s.piles[DRAW_PILE] | s.piles[DISCARDS]) & ~COMMON
    assert s.sizes[TABLE] <= 8, "cards lie about"


def numbers(s: Wellington) -> None:
    assert s.setting.year <= s.year <= s.setting.last
    assert all(n >= 0 for n in s.resources)
    assert all(n > 0 for _, _, n in s.debts)
    assert 0 <= s.box < len(POWERS)


def counterpart(one: Wellington, other: Wellington, action: Action) -> Action:
    return action


def eager(s: Wellington, seat: int, found: list[Action]) -> list[Action]:
    """March, fight, play cards, and do something rather than nothing; but take up no Army that has no way to go."""
    fierce = ("play", "event", "intercept", "step", "besiege", "go_on", "evade")
    wanted = [action for action in found if action[0] in fierce
              or action[0] == "lead" and has_a_way(s, seat, action[1])]
    return wanted or [action for action in found if action[0] not in ("done", "pass", "end", "no", "lead")]


def has_a_way(s: Wellington, power: int, leader: int) -> bool:
    march = March(power, s.at[leader], (army_of(s, leader),))
    return bool(march.ways(s)) and not march.exhausted(s)


def follows(before: Wellington, after: Wellington, told: list[Event]) -> None:
    """Time goes on; removed cards stay out of the game; Resources do not change unheard."""
    assert (after.year, after.impulses) >= (before.year, before.impulses)
    assert not before.piles[REMOVED] & ~after.piles[REMOVED], "a card came back"
    if after.resources != before.resources:
        assert any(event.kind in RESOURCES for event in told), "Resources nobody told of"


RESOURCES = ("gained", "lost_resource", "spent_resource", "balanced", "loot", "sacked", "resource")
