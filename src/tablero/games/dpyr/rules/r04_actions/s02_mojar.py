"""[4.2] Mojar: attacks with the bayonet, one combat at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from tablero.games.dpyr.board import BRUTO, CAVALRY, GEFE, GRID, TABLES
from tablero.games.dpyr.rules.r04_actions.s08_ristre import multiplier
from tablero.games.dpyr.rules.r05_gefes.s01_gefes import command_bonus
from tablero.games.dpyr.rules.r06_movement.s01_movement import Dress, face, go, retreat_hexes
from tablero.games.dpyr.rules.r06_movement.s03_stacking import count_around, show_factors, unveil
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Side, Unit, Units, attack_factor, defence_factor
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import END, Procedure
from tablero.kernel.odds import one_die_at_least, percent
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk, PublicPick

STAND: Action = ("stand",)
FLAG: Action = ("flag",)


# --------------------------------------------------------------------------------------------------------- strengths


def in_rear(s: Dpyr, unit: Unit, x: Hex) -> bool:
    """[4.2g] Does a unit stand in one of the three hexes behind the defenders? [6.2d] A square has no rear."""
    pile = s.piles[x]
    if any((s.square >> u) & 1 for u in pile):
        return False
    side = GRID.direction(x, s.at[unit])
    return (side - s.facing[pile[-1]]) % 6 in (2, 3, 4)


def attack_total(s: Dpyr, attackers: Sequence[Unit], x: Hex, ristre: bool) -> int:
    """[4.2e] Attack factors (multiplied in a charge), then +1 for each unit in the rear, the Cross and the Gefe."""
    total = sum(attack_factor(s, u) for u in attackers)
    if ristre:
        total *= multiplier(s, x, s.piles[x])
    side = s.b.side[attackers[0]]
    total += TABLES.rear * sum(in_rear(s, u, x) for u in attackers)
    if s.cross[side] in attackers:
        total += TABLES.cross               # [4.2u] after any multiplier
    return total + command_bonus(s, side, attackers)


def support(s: Dpyr, x: Hex, attacked: Hexes, engaged: Units) -> int:
    """[4.2h] Units next to the defenders in hexes against which no attack was declared; those who have left an attacked
    hex help nobody."""
    side, idle = s.b.side[s.piles[x][0]], s.b.gefe_bits | engaged
    near = ids_of(GRID.near_bits[x] & s.held[side] & ~attacked)
    return sum(not (idle >> u) & 1 for y in near for u in s.piles[y])


def defence_total(s: Dpyr, x: Hex, attacked: Hexes, engaged: Units = 0) -> int:
    """[4.2e] [4.2y] Defence factors of the hex (a Gefe only when alone), support, forest, the Cross and the Gefe;
    the die for buildings and mountains is not in it. `engaged` are units whose hex was attacked before."""
    pile = s.piles[x]
    side = s.b.side[pile[0]]
    units = [u for u in pile if s.b.kind[u] != GEFE] or list(pile)
    total = sum(defence_factor(s, u) for u in units) + TABLES.support * support(s, x, attacked, engaged)
    if (s.b.field.forest >> x) & 1:
        total += TABLES.forest              # [4.2k]
    if s.cross[side] in pile:
        total += TABLES.cross
    return total + command_bonus(s, side, pile)


def ground(s: Dpyr, x: Hex) -> tuple[int, ...]:
    """[4.2i] [4.2j] What the die for a building or a mountain adds to the defence, by face; nothing elsewhere."""
    field_ = s.b.field
    if (field_.building >> x) & 1:
        return TABLES.building
    return TABLES.mountain if (field_.mountain >> x) & 1 else ()


def hits_from(differential: int) -> int:
    """[4.2m] The least die that hits; 7 when the combat does not take place [4.2l]."""
    if differential < 0:
        return 7
    return TABLES.mojar[min(differential, len(TABLES.mojar) - 1)]


def shock_damage(s: Dpyr, unit: Unit, n: int = 1) -> None:
    """[4.2n] [3.0f] Shock markers go on the unit's square of the order of battle, in the open."""
    s.shock[unit] += n
    unveil(s, unit)
    s.tell("shock", unit, n)


def shock_rows(s: Dpyr, combat: Combat, attack: int, defence: int) -> list[SheetRow]:
    """[4.2e] The sheet of a combat: who is in it, and what the two totals are made of."""
    ours, pile, x, ids = combat.attackers, s.piles[combat.hex], combat.hex, s.b.ids
    theirs = [u for u in pile if s.b.kind[u] != GEFE] or list(pile)
    sides, armies = (combat.side, 1 - combat.side), (ours, pile)
    rows: list[SheetRow] = [
        ("unit", *pair, "") for pair in zip_longest([ids[u] for u in ours], [ids[u] for u in theirs], fillvalue="")]
    factors = sum(attack_factor(s, u) for u in ours), sum(defence_factor(s, u) for u in theirs)
    rows.append(("factors", str(factors[0]), str(factors[1]), "4.2e"))
    times = multiplier(s, x, pile) if combat.ristre else 1
    if times > 1:
        rows.append(("charge", f"× {times}", "", "4.8b"))
    cross = [TABLES.cross if s.cross[side] in units else 0 for side, units in zip(sides, armies, strict=True)]
    gefes = [command_bonus(s, side, units) for side, units in zip(sides, armies, strict=True)]
    parts: tuple[tuple[str, int, int, str], ...] = (
        ("rear", TABLES.rear * sum(in_rear(s, u, x) for u in ours), 0, "4.2g"),
        ("support", 0, TABLES.support * support(s, x, combat.attacked, combat.engaged), "4.2h"),
        ("forest", 0, TABLES.forest if (s.b.field.forest >> x) & 1 else 0, "4.2k"),
        ("ground", 0, combat.terrain, "4.2i"),
        ("cross", cross[0], cross[1], "4.2u"), ("gefe", gefes[0], gefes[1], "5.1a"),
    )
    for name, our, their, rule in parts:
        if our or their:
            rows.append((name, f"{our:+}" if our else "", f"{their:+}" if their else "", rule))
    rows.append(("total", str(attack), str(defence), "4.2e"))
    if attack >= defence:
        need = hits_from(attack - defence)
        rows += [("needs", f"{need}+", "", "4.2m"), ("chance", percent(one_die_at_least(need)), "", "4.2m")]
    return rows


# --------------------------------------------------------------------------------------------------------- one combat


@dataclass(slots=True)
class Combat(Procedure):
    """[4.2e] One shock combat against one hex."""

    side: Side
    hex: Hex
    ristre: bool
    attacked: Hexes
    attackers: list[Unit]
    engaged: Units = 0                                      # units that support nobody: their hex was attacked
    asked: Units = 0                                        # cavalry that was asked to withdraw
    black_flag: bool = False
    terrain: int = 0                                        # what the die for building or mountain gave
    differential: int = 0
    struck: list[Unit] = field(default_factory=list)        # hit units that still have to retreat or stand
    brutes: list[Unit] = field(default_factory=list)        # hit B units that may still counterattack
    countered: list[Unit] = field(default_factory=list)     # attackers hit by counterattacks
    repulsed: list[Unit] = field(default_factory=list)      # attackers that must fall back

    def steps(self) -> tuple[str, ...]:
        return (
            "close", "withdraw", "empty", "raise_flag", "reveal", "terrain_die", "compare", "roll",
            "decorate", "counterattack", "recoil", "retreat", "fall_back",
        )

    def close(self, s: Dpyr) -> None:
        """[6.1a] [3.0f] Shock attackers turn to the hex they attack, and nobody in the combat stays concealed."""
        s.tell("combat", self.hex, len(self.attackers))
        for u in s.piles.get(self.hex, ()):
            unveil(s, u)
        for u in self.attackers:
            face(s, s.at[u], GRID.direction(s.at[u], self.hex))

    def withdraw(self, s: Dpyr) -> str | None:
        """[4.2f] Cavalry attacked by infantry alone may retreat before the first die, each unit for itself."""
        if s.b.kind[self.attackers[0]] == CAVALRY:
            return None
        for u in s.piles.get(self.hex, ()):
            if s.b.kind[u] == CAVALRY and s.b.side[u] != self.side and not (self.asked >> u) & 1:
                self.asked |= 1 << u
                s.call(Retreat(u, [s.at[a] for a in self.attackers], WITHDRAWING))
                return "withdraw"
        return None

    def empty(self, s: Dpyr) -> str | None:
        """[4.2z] An attack on a hex found empty lapses."""
        if (s.held[1 - self.side] >> self.hex) & 1:
            return None
        s.tell("lapsed", self.hex)
        return END

    def raise_flag(self, s: Dpyr) -> None:
        """[4.2s] A Black Flag may be put on an attacking unit before the combat is resolved."""
        if s.flags[self.side]:
            s.call(RaiseFlag(self.side))

    def reveal(self, s: Dpyr) -> None:
        """[3.0j] The factor markers of all who take part are shown."""
        for u in (*self.attackers, *s.piles[self.hex]):
            show_factors(s, u)

    def terrain_die(self, s: Dpyr) -> None:
        """[4.2i] [4.2j] Buildings and mountains add what a die says to the defence."""
        table = ground(s, self.hex)
        if table:
            die = s.die()
            self.terrain = table[die]
            s.tell("terrain_die", self.hex, die, self.terrain)

    def compare(self, s: Dpyr) -> str | None:
        """[4.2e] [4.2l] Attack less defence; below 0 there is no combat and the attackers retreat."""
        attack = attack_total(s, self.attackers, self.hex, self.ristre)
        defence = defence_total(s, self.hex, self.attacked, self.engaged) + self.terrain
        self.differential = attack - defence
        count_around(s, self.hex)
        if s.hidden & s.b.gefe_bits:
            s.reveal()                      # [5.1a] it shows whether a concealed Gefe is in range
        s.tell("compared", self.hex, attack, defence)
        s.sheet(lambda: shock_rows(s, self, attack, defence))
        if self.differential >= 0:
            return None
        s.tell("repulsed", self.hex)
        self.repulsed = list(self.attackers)
        return "fall_back"

    def roll(self, s: Dpyr) -> str | None:
        """[4.2m] [4.2n] One die; a hit marks every unit of the hex, [4.2s] twice under a Black Flag. [4.2o] A miss
        does nothing."""
        need = hits_from(self.differential)
        die = s.die()
        s.tell("hit_needed", need, die)
        if die < need:
            s.tell("missed", self.hex)
            return END
        pile = s.piles[self.hex]
        self.struck = [pile[-1]] if s.top_only else list(pile[::-1])
        for u in self.struck:
            shock_damage(s, u, 2 if self.black_flag else 1)
        self.brutes = [u for u in self.struck if s.b.morale[u] == BRUTO and s.b.kind[u] != GEFE]
        return None

    def decorate(self, s: Dpyr) -> None:
        """[4.2t] A unit that hit as the only attacker may be given the Cross."""
        if len(self.attackers) == 1:
            offer_cross(s, self.attackers[0])

    def counterattack(self, s: Dpyr) -> str | None:
        """[4.2p] Each hit B unit may strike back once, before anybody retreats."""
        if not self.brutes:
            return None
        unit = self.brutes.pop(0)
        s.call(Counterattack(1 - self.side, unit, self.attackers[:]))
        return "counterattack"

    def recoil(self, s: Dpyr) -> str | None:
        """[4.2v] Each attacker hit by a counterattack retreats a hex or stays and takes one more marker."""
        if not self.countered:
            return None
        s.call(Retreat(self.countered.pop(0), [self.hex], HIT))
        return "recoil"

    def retreat(self, s: Dpyr) -> str | None:
        """[4.2n] Each hit unit retreats a hex or stays and takes a second marker, as its owner decides."""
        if not self.struck:
            return END
        s.call(Retreat(self.struck.pop(0), [s.at[a] for a in self.attackers], HIT))
        return "retreat"

    def fall_back(self, s: Dpyr) -> str | None:
        """[4.2l] Attackers too weak to attack retreat one hex."""
        if not self.repulsed:
            return END
        s.call(Retreat(self.repulsed.pop(0), [self.hex], REPULSED))
        return "fall_back"


@dataclass(slots=True)
class RaiseFlag(PublicAsk):
    """[4.2s] The attacker may spend a Black Flag on this combat."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [PASS, FLAG]

    def choose(self, s: Dpyr, seat: int, action: Action) -> None:
        if action == FLAG:
            combat = s.caller(self, Combat)
            combat.black_flag = True
            s.flags[seat] -= 1              # spent, hit or miss
            s.tell("flag", seat, combat.hex)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        return Prompt("4.2s", "raise_flag", (("hex", "hex", s.caller(self, Combat).hex),))


def offer_cross(s: Dpyr, unit: Unit) -> None:
    """[4.2t] One Cross a side and battle; the owner may wait for a later case."""
    side = s.b.side[unit]
    if s.cross[side] < 0:
        s.call(Decorate(side, unit))


@dataclass(slots=True)
class Decorate(PublicAsk):
    """[4.2t] The owner may give the Cross of St Ferdinand to a unit that hit alone."""

    unit: Unit

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [PASS, ("decorate", self.unit)]

    def choose(self, s: Dpyr, seat: int, action: Action) -> None:
        if action != PASS:
            s.cross[seat] = self.unit
            s.tell("decorated", self.unit)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        return Prompt("4.2t", "decorate", (("unit", "unit", self.unit),))


# ------------------------------------------------------------------------------------------------------- counterattack


@dataclass(slots=True)
class Counterattack(Procedure):
    """[4.2p] Aurrera! A hit B unit strikes back at one attacker of its owner's choice."""

    who: Side
    unit: Unit
    attackers: list[Unit]
    target: Unit = -1

    def steps(self) -> tuple[str, ...]:
        return ("ask", "strike", "decorate")

    def ask(self, s: Dpyr) -> None:
        """[4.2r] The defender chooses which attacker is struck."""
        s.call(PickTarget(self.who))

    def strike(self, s: Dpyr) -> str | None:
        """[4.2q] [4.2v] Bare attack factor against bare defence factor; a hit puts one shock marker on the attacker,
        who will retreat or stay when all have struck back; nobody answers it."""
        if self.target < 0:
            return END
        attack, defence = attack_factor(s, self.unit), defence_factor(s, self.target)
        s.tell("counter", self.unit, self.target, attack, defence)
        need = hits_from(attack - defence)
        s.sheet(lambda: [
            ("unit", s.b.ids[self.unit], s.b.ids[self.target], ""), ("factors", str(attack), str(defence), "4.2q"),
            ("needs", f"{need}+" if need <= 6 else "–", "", "4.2m"),
            ("chance", percent(one_die_at_least(need)), "", "4.2m"),
        ])
        if need > 6:
            return END
        die = s.die()
        if die < need:
            s.tell("counter_missed", self.unit, die)
            return END
        s.tell("counter_hit", self.unit, self.target, die)
        shock_damage(s, self.target)
        countered = s.caller(self, Combat).countered
        if self.target not in countered:
            countered.append(self.target)
        return None

    def decorate(self, s: Dpyr) -> None:
        """[4.2t] A unit that hit by counterattack may be given the Cross too."""
        offer_cross(s, self.unit)


@dataclass(slots=True)
class PickTarget(PublicPick):
    """[4.2r] Whom to strike in the counterattack, if anybody."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [PASS, *(("counter", u) for u in s.caller(self, Counterattack).attackers)]

    def pick(self, s: Dpyr, seat: int, unit: Unit) -> None:
        s.caller(self, Counterattack).target = unit

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        return Prompt("4.2r", "pick_target", (("unit", "unit", s.caller(self, Counterattack).unit),))


# --------------------------------------------------------------------------------------------------------- retreat

WITHDRAWING, HIT, REPULSED = range(3)       # why a unit retreats

NOT_A_RETREAT = Refusal("4.2w", "retreat_not_there")
MUST_RETREAT = Refusal("4.2l", "must_retreat")


@dataclass(slots=True)
class Retreat(Procedure):
    """[4.2w] A unit retreats one hex, if it can and wants to."""

    unit: Unit
    away_from: list[Hex]        # hexes of the units it retreats from
    cause: int

    def steps(self) -> tuple[str, ...]:
        return ("ask", "dress")

    def ask(self, s: Dpyr) -> str | None:
        """[4.2w] With no hex to go to a hit unit stays and takes the second marker, others stay unharmed."""
        if not retreat_hexes(s, self.unit, self.away_from):
            if self.cause == HIT:
                s.tell("stood", self.unit)
                shock_damage(s, self.unit)
            return END
        s.call(ChooseRetreat(s.b.side[self.unit], self.unit))
        return None

    def dress(self, s: Dpyr) -> None:
        """[4.2w] [6.1a] Facing is free after a retreat."""
        if s.answer:
            s.call(Dress(s.b.side[self.unit], self.unit))


@dataclass(slots=True)
class ChooseRetreat(PublicPick):
    """[4.2w] Where to retreat to, or to stand and take the second marker."""

    unit: Unit

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [STAND, *(("retreat", x) for x in GRID.near[s.at[self.unit]])]

    def refuse_none(self, s: Dpyr, seat: int) -> Refusal | None:
        return MUST_RETREAT if s.caller(self, Retreat).cause == REPULSED else None

    def refuse_pick(self, s: Dpyr, seat: int, x: Hex) -> Refusal | None:
        return None if (retreat_hexes(s, self.unit, s.caller(self, Retreat).away_from) >> x) & 1 else NOT_A_RETREAT

    def choose(self, s: Dpyr, seat: int, action: Action) -> None:
        frame = s.caller(self, Retreat)
        s.answer = action != STAND
        if action != STAND:
            (x,) = action[1:]
            go(s, self.unit, x, "withdrew" if frame.cause == WITHDRAWING else "retreated")
        elif frame.cause == HIT:
            s.tell("stood", self.unit)
            shock_damage(s, self.unit)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        cause = s.caller(self, Retreat).cause
        rule, key = (("4.2f", "withdraw"), ("4.2n", "retreat_or_stand"), ("4.2l", "fall_back"))[cause]
        return Prompt(rule, key, (("unit", "unit", self.unit),))
