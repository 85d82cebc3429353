"""Every kind of odds, in a position in which the rules can be asked how often it comes true."""

from __future__ import annotations

from collections.abc import Callable

from tablero.games.aiw.board import CARLIST, FIRST_REGION, LIBERAL, UNIT, UNITS, area
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.rules.r22_uprising import UprisingPhase, level
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.chances import Measure, Promise, at_least, sum_of, tells, tells_none
from tests.games.aiw.battle import battle, draw_up, shake, tire
from tests.games.aiw.combat import came
from tests.games.aiw.march import carlists, liberals
from tests.games.aiw.tactics import laid
from tests.games.aiw.war import action as read
from tests.games.aiw.war import block, do, run, war

__all__ = ["PROMISES", "read"]

LINE = "c_nav1 c_nav2 c_nav3"
GUARD = "l_rg1 l_rg2 l_ln3"
HORSE = "l_rgc1"


def measure(what: Callable[[Aiw, list[Event]], float]) -> Measure:
    def found(s: State, events: list[Event]) -> float:
        assert isinstance(s, Aiw)
        return float(what(s, events))

    return found


# -------------------------------------------------------------------------------------------------------- the positions


def marching(where: str, pieces: str, others: dict[str, str], *words: str, **more: object) -> Callable[[], State]:
    """A Liberal group in the middle of its march."""
    def position() -> State:
        s = liberals(where, pieces, others, **more)  # type: ignore[arg-type]
        do(s, *words, dice=[5])
        return s

    return position


def entering(places: dict[str, str], *words: str) -> Callable[[], State]:
    """Carlists may intercept a group that enters Alsasua."""
    def position() -> State:
        s = war(places, side="liberal", command=(2, 0))
        run(s, Interceptions(CARLIST, area("alsasua"), area("vitoria")))
        do(s, *words)
        return s

    return position


def evading(pieces: str) -> Callable[[], State]:
    def position() -> State:
        s = came(war({"alsasua": f"{pieces} l_ln1"}, side="liberal"), "alsasua", "salvatierra")
        run(s, Evasion(area("alsasua"), area("salvatierra")))
        return s

    return position


def countermarching() -> State:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3", {"estella": "l_rg1"})
    do(s, "all")
    return s


def forcing() -> State:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3 mountain:1")
    do(s, "all")
    return s


def acting(places: dict[str, str], side: str = "liberal", *words: str, **more: object) -> Callable[[], State]:
    def position() -> State:
        s = war(places, side=side, **more)  # type: ignore[arg-type]
        run(s, ActionsStep(LIBERAL if side == "liberal" else CARLIST))
        do(s, *words)
        return s

    return position


def rousing() -> State:
    s = war({"aragon": "c_nav1 c_nav2 c_nav3 l_ln1"}, secret=True)
    run(s, UprisingPhase(), dice=[5, 5])
    return s


def hunting(marker: int = 2) -> State:
    s = war({"aragon": "c_nav1:2 c_nav2 l_ln1 l_ln2 l_rg1:2"}, side="liberal")
    s.pursuit[area("aragon") - FIRST_REGION] = marker
    run(s, CombatStep(LIBERAL))
    return s


def found() -> State:
    s = hunting(5)
    assert isinstance(s, Aiw)
    while True:
        t = s.clone()
        do(t, "locate aragon")
        if type(t.stack[-1]).__name__ == "GoOn":
            return t
        s.rng += 1


def foraging() -> State:
    s = war({"aragon": "c_nav1:3 c_nav2:3 c_nav3:3 knapsack:1"}, uprising={"aragon": 2}, secret=True)
    run(s, SupplyStep(CARLIST))
    return s


def customs() -> State:
    s = war({"inside vitoria": "l_rg1", "vitoria": "c_nav1 field:1"}, side="liberal", siege=["vitoria"],
            hands=["customs"])
    run(s, SupplyStep(LIBERAL))
    return s


def skirmishing() -> State:
    s = war({"lerin": "c_nav1 c_nav2 l_rg1 l_rg2 field:1"}, side="carlist")
    run(came(s, "lerin", "estella"), Skirmish(area("lerin"), CARLIST))
    return s


def attacking() -> State:
    s = war({"lerin": "c_nav1 c_nav2 l_rg1 l_rg2 field:1"}, side="liberal")
    run(came(s, "lerin", "lodosa"), Skirmish(area("lerin"), LIBERAL))
    return s


def storming() -> State:
    s = war({"vitoria": "c_nav1 c_bis1:2 field:2", "inside vitoria": "l_rg1"}, side="carlist", siege=["vitoria"])
    run(s, Assault(area("vitoria"), CARLIST))
    return s


def lines(*words: str, carlists: str = LINE, liberals: str = GUARD, tired: str = "", wall: bool = False,
          others: dict[str, str] | None = None) -> Callable[[], State]:
    """Drawn up in the open; the Carlists have passed, so that the Liberals are asked."""
    def position() -> State:
        s = draw_up(battle("lerin", carlists, liberals, others=others, came=["lodosa"]))
        battlefield(s).wall = wall
        tire(s, *tired.split())
        do(s, "pass")
        do(s, *words)
        return s

    return position


def charged(carlists: str, tired: str = "") -> Callable[[], State]:
    return lines(f"charge {HORSE}", carlists=carlists, liberals=f"l_ln1 l_ln2 l_ln3 {HORSE}", tired=tired)


def answering(carlists: str, tired: str) -> Callable[[], State]:
    def position() -> State:
        s = charged(carlists, tired)()
        assert isinstance(s, Aiw)
        do(s, "target c_navc1" if "c_navc1" in tired else "target c_nav1")
        return s

    return position


def hit(strength: int = 3) -> Callable[[], State]:
    def position() -> State:
        s = draw_up(battle("lerin", f"c_nav1:{strength} c_nav2 c_nav3", GUARD, came=["lodosa"]))
        do(s, "pass")
        do(s, "fire l_rg1", dice=[1, 6, 6, 6])
        return s

    return position


def shaken() -> State:
    s = draw_up(battle("lerin", f"{LINE} c_gui1", f"{GUARD} l_rg3", came=["lodosa"]))
    shake(s, "l_rg1")
    do(s, "pass", "pass")
    while type(s.stack[-1]).__name__ != "Rally":
        do(s, "fight_on" if type(s.stack[-1]).__name__ == "VoluntaryRetreat" else "done")
    return s


def withdrawing() -> State:
    s = draw_up(battle("lerin", LINE, GUARD, came=["lodosa"]))
    do(s, "pass", "pass")
    return s


def reinforcing() -> State:
    s = draw_up(battle("lerin", LINE, GUARD, came=["lodosa"], others={"road lodosa>lerin": "l_pr1 l_rg4"}))
    do(s, "pass", "pass", "fight_on", "fight_on")
    return s


def bayonets() -> State:
    s = laid("lerin", LINE, GUARD, "bayonet_charge_l")
    do(s, "pass")
    do(s, "fire l_rg1", dice=[1, 6, 6, 6])
    return s


def carded(card: str, carlists: str, liberals: str, *words: str, x: str = "lerin", dice: tuple[int, ...] = ()
           ) -> Callable[[], State]:
    """A card that was laid may act now."""
    def position() -> State:
        s = laid(x, carlists, liberals, card)
        do(s, *words, dice=dice)
        return s

    return position


def lancers(*words: str) -> Callable[[], State]:
    return carded("navarrese_lancers", f"{LINE} c_navc1", f"{GUARD} {HORSE}", *words)


# ------------------------------------------------------------------------------------------------------ what comes true


def in_line(unit: str) -> Measure:
    """Is a unit in the front line still?"""
    def found(s: Aiw, events: list[Event]) -> float:
        return float(UNIT[unit] in s.unit and battlefield(s).front >> block(s, unit) & 1)

    return measure(found)


def out_of_line(unit: str) -> Measure:
    inside = in_line(unit)
    return lambda s, events: float(not inside(s, events))


def shots(side: int, place: int = 3) -> Measure:
    """The hits of all units and guns of a side."""
    def found(s: Aiw, events: list[Event]) -> float:
        own = [e.args[3] for e in events if e.kind == "fired" and UNITS[e.args[0]].side == side]
        return float(sum(own) + sum(e.args[4] for e in events if e.kind == "guns_fired" and e.args[0] == side))

    return measure(found)


def falls(levels: int, name: str = "aragon", before: int = 3) -> Measure:
    return measure(lambda s, events: before - level(s, area(name)) >= levels)


def gone(side: int) -> Measure:
    return measure(lambda s, events: not in_open(s, side, area("aragon")))


def fired_by(name: str) -> Measure:
    return lambda s, events: float(sum(e.args[3] for e in events if e.kind == "fired" and e.args[0] == UNIT[name]))


def unhurt(side: int, dice: int, what: Measure) -> Measure:
    """Of plays in which a side that fires second still has so many dice."""
    def found(s: State, events: list[Event]) -> float | None:
        units = [e.args[1] for e in events if e.kind == "fired" and UNITS[e.args[0]].side == side]
        guns = [e.args[2] for e in events if e.kind == "guns_fired" and e.args[0] == side]
        return what(s, events) if sum(units) + sum(guns) == dice else None

    return found


EITHER = "c_nav1 c_nav2 c_nav3 c_navc1"

PROMISES = (
    Promise("movement", lambda: liberals("vitoria", "l_rg1 l_rg2 l_rg3"), "all",
            at_least(4, sum_of("movement", 2)), values=(("average", sum_of("movement", 2)),)),
    Promise("movement", lambda: liberals("vitoria", "l_rg1 l_rg2 l_rg3"), "add l_rg1",
            at_least(5, sum_of("movement", 2)), then=("done",), values=(("average", sum_of("movement", 2)),)),
    Promise("forced", forcing, "force estella", tells_none("weakened", "load_lost")),
    Promise("intercepted", marching("salvatierra", "l_rg1 l_rg2", {"segura": "c_gui1 c_gui2"}, "all", command=(2, 0)),
            "march alsasua", tells("intercepts"), then=("intercept segura", "all"), edge="low"),
    Promise("intercepted", marching("salvatierra", "l_rg1 l_rg2", {"segura": "c_gui1 c_gui2"}, "all", command=(2, 0)),
            "march alsasua", tells("intercepts"), then=("intercept segura", "join c_gui1", "done"), edge="high"),
    Promise("evaded", marching("salvatierra", "l_rg1 l_rg2", {"alsasua": "c_gui1 c_gui2"}, "all"),
            "march alsasua", tells("evades"), then=("evade",)),
    Promise("evade", evading("c_nav1 c_nav2"), "evade", tells("evades")),
    Promise("countermarch", countermarching, "countermarch estella", tells("countermarches")),
    Promise("intercept_some", entering({"segura": "c_gui1 c_gui2 c_gui3"}), "intercept segura", tells("intercepts"),
            then=("all",), edge="low"),
    Promise("intercept", entering({"segura": "c_gui1 c_gui2 c_gui3"}, "intercept segura", "join c_gui1"), "join c_gui2",
            tells("intercepts"), then=("done",)),
    Promise("intercept", entering({"segura": "c_gui1 c_gui2 c_gui3"}, "intercept segura"), "all", tells("intercepts")),
    Promise("replacements", acting({"vitoria": "l_rg1"}), "replacements",
            at_least(3, sum_of("replacements", 2)), values=(("average", sum_of("replacements", 2)),)),
    Promise("suppress", acting({}, uprising={"aragon": 3}), "suppress aragon", falls(1)),
    Promise("suppress_units", acting({"aragon": "l_ln1 l_ln2"}, uprising={"aragon": 3}), "suppress aragon", falls(1),
            then=("done",), edge="low"),
    Promise("suppress_with", acting({"aragon": "l_ln1 l_ln2 l_ln3"}, "liberal", "suppress aragon", "join l_ln1",
            uprising={"aragon": 3}), "join l_ln2", falls(1), then=("done",),
            values=(("twice", falls(2)), ("loss", lambda s, e: float(type(s.stack[-1]).__name__ == "SufferLoss")))),
    Promise("rouse", rousing, "rouse aragon", tells("uprising")),
    Promise("locate", hunting, "locate aragon", tells("located"), settled=("located",)),
    Promise("region_round", found, "yes", gone(CARLIST), then=("yes", "hit c_nav1", "hit c_nav2")),
    Promise("forage", foraging, "without c_nav1", tells("weakened")),
    Promise("besieged", customs, "pass", tells("weakened")),
    Promise("besieged", customs, "play customs", tells("weakened")),
    Promise("fire", skirmishing, "fire l_rg1", at_least(1, fired_by("l_rg1")), then=("all", "done"),
            values=(("hits", fired_by("l_rg1")),), seat=LIBERAL),
    Promise("fire_many", skirmishing, "all", at_least(1, shots(LIBERAL)), then=("all",),
            values=(("hits", shots(LIBERAL)),), seat=LIBERAL),
    Promise("fire_second", storming, "fire c_nav1", unhurt(CARLIST, 4, at_least(1, fired_by("c_nav1"))),
            then=("done",)),
    Promise("fire_many_second", attacking, "all", unhurt(LIBERAL, 9, at_least(1, shots(LIBERAL))), then=("all",),
            values=(("hits", unhurt(LIBERAL, 9, shots(LIBERAL))),), seat=LIBERAL),
    Promise("fire", lines(), "fire l_rg1", at_least(1, shots(LIBERAL)), values=(("hits", shots(LIBERAL)),)),
    Promise("fire", lines(wall=True), "fire l_rg1", at_least(2, shots(LIBERAL))),
    Promise("fire", lines("fire l_rg1", liberals=f"{GUARD} field:1"), "support", at_least(1, shots(LIBERAL)),
            then=("done",), values=(("hits", shots(LIBERAL)),)),
    Promise("fire", bayonets, "reroll l_rg1", at_least(1, shots(LIBERAL)), values=(("hits", shots(LIBERAL)),)),
    *(Promise("fire", carded("volley_fire", LINE, GUARD, "pass", "fire l_rg1"), answer,
              at_least(1, shots(LIBERAL)), values=(("hits", shots(LIBERAL)),)) for answer in ("yes", "no")),
    *(Promise("charge_foot", carded(card, "c_nav1:3 c_nav2", f"l_rg1 {HORSE}:2", "pass", f"charge {HORSE}",
                                    "target c_nav1"), answer, out_of_line("c_nav1"),
              values=(("lost", out_of_line(HORSE)), ("resists", tells("resists"))))
      for card in ("cavalry_charge", "diego_de_leon") for answer in ("yes", "no")),
    Promise("charge_foot", lancers("charge c_navc1", "target l_rg1", "hold"), "yes", out_of_line("l_rg1"),
            values=(("lost", out_of_line("c_navc1")), ("resists", tells("resists")))),
    Promise("charge_met", lancers("charge c_navc1", f"target {HORSE}"), "yes", out_of_line(HORSE),
            values=(("lost", out_of_line("c_navc1")),)),
    Promise("charged", lancers("pass", f"charge {HORSE}", "target c_navc1"), "yes", in_line("c_navc1"),
            values=(("beaten", out_of_line(HORSE)),)),
    Promise("marked", carded("marksmen", LINE, GUARD, "fire c_nav1", x="durango", dice=(1, 1, 6, 6)),
            "target l_rg1", out_of_line("l_rg1")),
    Promise("stands", hit(), "hit c_nav1", in_line("c_nav1")),
    Promise("stands", hit(2), "hit c_nav1", in_line("c_nav1")),
    Promise("rally", shaken, "rally l_rg1", tells("rallied"), seat=LIBERAL),
    Promise("reinforce", reinforcing, "reinforce l_pr1", tells("reinforces")),
    Promise("charge", charged(EITHER), "target c_navc1", out_of_line("c_navc1"),
            values=(("lost", out_of_line(HORSE)),)),
    Promise("charge_foot", charged(LINE), "target c_nav1", out_of_line("c_nav1"),
            values=(("lost", out_of_line(HORSE)), ("resists", tells("resists")))),
    Promise("charge_holds", charged(EITHER, "c_navc1"), "target c_navc1", out_of_line("c_navc1"), then=("hold",),
            values=(("lost", out_of_line(HORSE)),)),
    Promise("charged", answering(EITHER, ""), "countercharge c_navc1", in_line("c_navc1"),
            values=(("beaten", out_of_line(HORSE)),)),
    Promise("charged", answering(EITHER, ""), "hold", in_line("c_nav1"), values=(("beaten", out_of_line(HORSE)),)),
    Promise("charged", answering(EITHER, "c_navc1"), "hold", in_line("c_navc1"),
            values=(("beaten", out_of_line(HORSE)),)),
    Promise("pursued", withdrawing, "withdraw", at_least(1, shots(CARLIST)), values=(("hits", shots(CARLIST)),)),
)
