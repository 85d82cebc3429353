"""The odds of a Battle or a Siege with a card, in fights so small that the rules can be given every throw."""

from __future__ import annotations

from tablero.games.wellington.board import ALLIES, LEADER_POWER, POWERS
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.chances import Measure, Promise, tells
from tests.games.wellington.cards.playing import begin, say
from tests.games.wellington.combat import battle_at, throw
from tests.games.wellington.field import game, leader, x

BLANK = (1, 2, 3, 4)        # faces that are neither 5 nor 6
DECIDED = ("battle_won", "battle_nobody")
ANSWERS = ("pass", "bear nord", "bear spain") * 20
ON = ("pass", "go_on") * 20


def fallen(events: list[Event], side: int) -> int:
    """Pieces of a side that were killed before the Battle was decided."""
    lost = 0
    for event in events:
        if event.kind in DECIDED:
            break
        if event.kind == "lost_soldiers" and event.args[0] & 1 == side:
            lost += event.args[1]
        if event.kind == "lost_leader" and LEADER_POWER[event.args[0]] & 1 == side:
            lost += 1
    return lost


def won(events: list[Event], side: int) -> bool:
    return any(event.kind == "battle_won" and event.args[0] & 1 == side for event in events)


def wins(side: int) -> Measure:
    return lambda s, events: float(won(events, side))


def wins_again(side: int) -> Measure:
    """Has a side won the second of two Battles?"""
    return lambda s, events: float(won([event for event in events if event.kind == "battle_won"][1:], side))


def destroys(side: int, pieces: int) -> Measure:
    """Has a side Routed the other, or killed its last piece?"""
    def found(s: State, events: list[Event]) -> float:
        routed = any(event.kind == "routed" for event in events)
        return float(won(events, side) and (routed or fallen(events, 1 - side) >= pieces))

    return found


def kills(side: int) -> Measure:
    return lambda s, events: float(fallen(events, 1 - side))


def in_battle(
    card: str, power: str, pieces: str = "spain:1 nord:1", *, active: str = "spain", where: str = "avila",
    came: str = "salamanca", rounds: int = 2, first: tuple[int, ...] = (), alike: tuple[int, ...] = BLANK,
    again: bool = False, then: str = "",
) -> Promise:
    """A Battle with a card, by which the pieces become those of `then`; `first`: after these dice of a first Round;
    `again`: the second Battle counts."""
    def position() -> State:
        s = game({where: pieces}, hands={power: card}, active=active)
        battle = battle_at(s, where, came)
        battle.rounds = rounds
        begin(s, battle, first or None)
        while s.script:
            say(s, power, "pass")
        s.script = None
        return s

    side = POWERS.index(power) & 1
    ours, theirs = count(then or pieces, side), count(then or pieces, 1 - side)
    values = (("rout", destroys(side, theirs)), ("routed", destroys(1 - side, ours)),
              ("losses", kills(1 - side)), ("kills", kills(side)))
    return Promise(
        "battle", position, f"play {card}", wins_again(side) if again else wins(side), then=ANSWERS, alike=alike,
        settled=() if again else DECIDED, values=() if first else values,
    )


def count(pieces: str, side: int) -> int:
    """SPs and Leaders of a side among pieces as `game` takes them."""
    found = 0
    for text in pieces.split():
        name, _, sps = text.partition(":")
        power = POWERS.index(name) if sps else LEADER_POWER[leader(name)]
        found += int(sps or 1) if power & 1 == side else 0
    return found


def in_siege(
    card: str, power: str, pieces: str = "lacy spain:1", where: str = "burgos", *, strength: int = 2,
    owner: str = "nord", first: tuple[int, ...] = (), alike: tuple[int, ...] = BLANK,
) -> Promise:
    """A Siege of a Fortress so strong, or as strong as it is; `first`: after these dice of a first Round."""
    name = pieces.split()[0]
    besieger = LEADER_POWER[leader(name)]

    def position() -> State:
        s = game({where: pieces}, hands={power: card}, active=POWERS[besieger], flags={owner: where})
        begin(s, Siege(besieger, leader(name), x(where), strength=strength), first or None)
        s.script = None
        return s

    ours = POWERS.index(power) & 1 == besieger & 1
    key, event = ("siege", "fortress_taken") if ours else ("siege_held", "siege_failed")
    return Promise(key, position, f"play {card}", tells(event), then=ON, settled=("fortress_taken", "siege_failed"),
                   alike=alike, values=(("losses", dead),))


def dead(s: State, events: list[Event]) -> float:
    return float(sum(e.args[1] for e in events if e.kind == "lost_soldiers") + sum(
        e.kind == "lost_leader" for e in events))


def another_day() -> State:
    """A Round that follows by an Event, though one side has suffered more."""
    s = game({"avila": "spain:2 nord:1"}, hands={"nord": "another_day_of_battle", "spain": "rifles_forward"},
             active="spain")
    begin(s, battle_at(s, "avila", "salamanca"))
    say(s, "spain", "pass", dice=[*throw(2, fives=1), *throw(3)])
    say(s, "nord", "play another_day_of_battle")
    s.script = None
    return s


CARD_PROMISES = (
    Promise("battle", another_day, "pass", wins(ALLIES), then=ANSWERS, settled=DECIDED, alike=BLANK),
    in_battle("flank_attack", "spain"),
    in_battle("humbled", "spain", "spain:2 clausel"),
    in_battle("congreve_rockets", "britain", "britain:2 nord:2", active="britain", alike=()),
    in_battle("grand_battery", "spain", "spain:2 nord:1"),
    in_battle("reserves_committed", "spain"),
    in_battle("reserves_committed", "spain", first=tuple(throw(4))),
    in_battle("rifles_forward", "spain"),
    in_battle("relentless_pursuit", "nord", "spain:2 nord:1"),
    in_battle("relentless_pursuit", "spain", "spain:2 nord:1"),
    in_battle("massed_grenadiers", "spain", rounds=1),
    in_battle("massed_grenadiers", "nord", rounds=1),
    in_battle("charge_of_the_heavies", "nord", "spain:1 nord:2"),
    in_battle("conscripts", "spain", "spain:2 nord:1"),
    in_battle("field_fortifications", "nord"),
    in_battle("stand_firm", "spain", "spain:2 nord:1"),
    in_battle("thunder_lightning", "spain", "spain:2 nord:2"),
    in_battle("militia", "spain"),
    in_battle("spanish_mob", "spain"),
    in_battle("wild_geese", "spain"),
    in_battle("wild_geese", "spain", "lacy nord:1", rounds=1),
    in_battle("thin_red_line", "britain", "britain:1 nord:1", active="britain", rounds=1),
    in_battle("young_guard", "nord", rounds=1),
    in_battle("vive_l_empereur", "nord"),
    in_battle("lancers_of_the_vistula", "nord", "spain:1 nord:2", rounds=1),
    in_battle("dragoons", "nord", "spain:1 nord:2", rounds=1),
    in_battle("marshals_quarrel", "spain", "spain:1 nord:1 sud:1"),
    in_battle("disputed_command", "nord", "britain:1 spain:2 nord:1", rounds=1),
    in_battle("another_day_of_battle", "nord", "spain:2 nord:1", first=(*throw(2, fives=1), *throw(3))),
    in_battle("to_the_death", "nord", "spain:2 nord:1", first=(*throw(2, fives=1), *throw(3)), again=True),
    in_battle("to_the_death", "spain", "spain:4 nord:3", first=(*throw(4), *throw(5, fives=3)), again=True),
    in_battle("to_the_death", "spain", "spain:3 nord:2 sud:2", first=(*throw(3, fives=3), *throw(6)), again=True),
    in_battle("los_arapiles", "spain", "spain:2 marmont nord:1", alike=()),
    in_battle("juramentados", "spain", "spain:1 nord:2", then="spain:3 nord:1"),
    in_battle("pontoon_train", "nord", "spain:1 marmont", where="salamanca", came="zamora", active="nord"),
    in_siege("forlorn_hope", "spain", "lacy"),
    in_siege("escalade", "spain"),
    in_siege("siege_train", "spain", "lacy"),
    in_siege("treason_at_the_gate", "spain", alike=()),
    in_siege("massed_grenadiers", "spain", "lacy"),
    in_siege("conscripts", "spain"),
    in_siege("conscripts", "nord", "castanos spain:2"),
    in_siege("thunder_lightning", "spain"),
    in_siege("thunder_lightning", "nord", "castanos spain:2"),
    in_siege("wild_geese", "spain", "lacy"),
    in_siege("war_to_the_knife", "spain", "joseph nord:4", owner="spain", alike=()),
    in_siege("bombardment", "spain", first=(*throw(2), *throw(2))),
    in_siege("torres_vedras", "britain", "marmont nord:4", "lisbon", strength=0, owner="britain", alike=()),
)
