"""What an answer shows to the other side is announced: nobody gives a secret away without having been told."""

from __future__ import annotations

from random import Random

import tablero
from tablero import bots
from tablero.games.aiw import GAME
from tablero.games.aiw.board import BLOCKS_OF
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.text import Speech

# What ends a question opens the next step of the turn, in which things are shown by rule, and so does letting a chance
# go by; a march shows what everybody knows of marches.
BY_RULE = {
    ("act", "done"), ("act", "activate"), ("next_combat", "fight"), ("march", "march"), ("march", "force"),
    ("march", "done"), ("card_window", "pass"), ("lay_card", "pass"), ("name_first", "first"), ("next_sortie", "done"),
    ("pick_redeployed", "done"), ("pick_redeployed_carlist", "done"), ("go_out", "done"), ("take_hits", "hit"),
    ("activate_unit", "fire"), ("artillery_points", "support"), ("choose_firing", "fire"), ("form_group", "add"),
    ("choose_assaulting", "fire"), ("form_group", "load"), ("embark", "embark"), ("squadron_order", "transport"),
}


def told_of(s: Aiw, seat: int) -> tuple[int, dict[int, int]]:
    """What the other side knows of a seat's blocks: which lie open, and what each can be."""
    own = BLOCKS_OF[seat] & s.used
    return s.shown & own, {b: s.may[b] for b in ids_of(own)}


def test_who_gives_something_away_has_been_told() -> None:
    """In games of which bots play the most: whatever becomes known of one's blocks by one's answer is announced."""
    english, silent, announced = Speech(GAME, "en"), set(), set()
    for seed in range(1, 5):
        s, chance = GAME.new("espartero", seed, secret=True), Random(seed)
        players = [bots.make("heuristic", GAME, seat) for seat in (0, 1)]
        for _ in range(1200):
            if s.over:
                break
            seat = tablero.players(s)[0]
            key, options = tablero.prompt(s, seat).key, tablero.options(s, seat)
            action = players[seat].choose(GAME.view(s, seat), options, seat)
            if chance.random() < 0.3:
                action = chance.choice(options)
            shown, may = told_of(s, seat)
            tablero.apply(s, seat, action)
            now, can_be = told_of(s, seat)
            narrowed = any(can_be[b] != may[b] and not can_be[b] & ~may[b] for b in can_be.keys() & may.keys())
            if now & ~shown or narrowed:
                verb = action[0]
                keys = [f"{kind}.{part}" for kind in ("shows", "may_show") for part in (verb, f"{key}.{verb}")]
                (announced if any(map(english.note, keys)) else silent).add((key, verb))
    assert set() == silent - BY_RULE
    assert len(announced) > 8
