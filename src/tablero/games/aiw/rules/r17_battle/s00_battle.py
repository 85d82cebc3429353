"""[17] Battle: deployment, up to three rounds, the result."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import AFTER_COMBAT, COMBAT, ROUND_BEGINS, TABLES
from tablero.games.aiw.fog import hide_all
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r07_cards.s03_combat import BATTLE, OperationalCards, Tactics, let_act
from tablero.games.aiw.rules.r09_victory import FROM_ROUT, ROUT_POINTS, score
from tablero.games.aiw.rules.r16_skirmish.s00_fire import side_row
from tablero.games.aiw.state import Aiw, Area, Block, Blocks, Card, Side, Units
from tablero.kernel.frames import Mark, Procedure

BATTLE_TABLE = TABLES.table("battle")
LAST_ROUND = BATTLE_TABLE.integer("rounds")                                     # [17.2a]
HELD, PURSUIT, ROUT = range(3)      # how a Battle ends [17.3]
ENDINGS = ("battle_held", "battle_pursuit", "battle_rout")      # events, by ending


@dataclass(slots=True)
class Battle(Procedure):
    """[17.0a] One Battle in a space, step by step. Everything that it keeps is public.

    Every section looks at the Battle; so a step imports the one it leads to only when it gets there.
    """

    x: Area
    attacker: Side
    round: int = 0
    front: Blocks = 0       # blocks in the front lines of both sides
    spent: Blocks = 0       # those of them that are spent [17.4b]
    demoralized: Blocks = 0  # blocks in the Demoralized Units boxes
    used: list[int] = field(default_factory=lambda: [0, 0])         # by side: Artillery points spent in this round
    tactic: list[Card] = field(default_factory=lambda: [-1, -1])    # by side: the Tactical card of this round, or -1
    loser: Side = -1
    ending: int = -1        # HELD, PURSUIT or ROUT
    led: bool = False       # do units that Espartero leads take part from the start (L22)?
    rockets: int = 0        # Artillery points that the Royal Marines add in this round (L21)
    covered: bool = False   # the loser is protected [17.8d]
    river: bool = False     # the defender has put down the River marker (L31, C8), for the whole Battle
    wall: bool = False      # the defender has put down the Wall marker (L35, C30), for the whole Battle
    sheltered: bool = False # the Wall has stopped a hit in this round
    guard: Block = -1       # the block that came out of the Reserve of the Guard (L36), in this round
    steadfast: Blocks = 0   # blocks that will pass their first morale roll of this round (C35)
    all_rally: bool = False # every demoralized Carlist unit may try to recover (C28)
    night: bool = False     # the Liberal attacks by night in this round (L24)
    crossing: bool = False  # the attacker has to cross the River in this round (L31, C8)
    hurrying: Side = -1     # the side whose reinforcements come without a roll in this round (C28)
    grim: bool = False      # Carlist Infantry gives no quarter in this round (C3)
    spared: Units = 0       # units that lose nothing if dice rolled again miss too (C18)

    def steps(self) -> tuple[str, ...]:
        return (
            "deploy", "reveal", "begin_round", "attacker_cards", "defender_cards", "tactics", "attacker_tactic",
            "defender_tactic", "activations", "third_round", "end_of_round", "next_round",
            "result", "fire", "spoils", "retreat", "march_in", "regroup",
            "attacker_after", "defender_after", "finish",
        )

    def deploy(self, s: Aiw) -> None:
        """[17.1a] Both sides deploy at the same time."""
        from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment
        s.apart = 0
        self.led = bool(s.led & in_open(s, self.attacker, self.x))
        s.tell("battle", self.attacker, self.x)
        s.sheet(lambda: [side_row(self.attacker)])
        s.call(Deployment((0, 1)))

    def reveal(self, s: Aiw) -> None:
        """[17.1g] [17.1h] The front lines are shown; all units are fresh."""
        from tablero.games.aiw.rules.r17_battle.s01_deployment import reveal_front_lines
        from tablero.games.aiw.rules.r17_battle.s03_end import routed
        reveal_front_lines(s, self)
        routed(s, self)

    def begin_round(self, s: Aiw) -> None:
        """[17.2a] [17.2c] A round begins; a Tactical card was for one round, and so were rockets."""
        self.round += 1
        self.rockets = 0
        self.tactic = [-1, -1]
        self.sheltered = self.all_rally = False
        self.guard, self.steadfast = -1, 0
        self.night = self.crossing = self.grim = False
        self.hurrying = -1
        s.tell("battle_round", self.round)

    def attacker_cards(self, s: Aiw) -> None:
        """[17.2d] Operational cards of the attacker."""
        s.call(OperationalCards(self.attacker, COMBAT))

    def defender_cards(self, s: Aiw) -> None:
        """[17.2d] And of the defender."""
        s.call(OperationalCards(1 - self.attacker, COMBAT))

    def tactics(self, s: Aiw) -> None:
        """[17.2c] [7.3a] Each side may play a Tactical card."""
        s.call(Tactics(self.attacker, self.x, BATTLE, self.round))

    def attacker_tactic(self, s: Aiw) -> None:
        """[7.3b] [7.4a] A card that moves or names units: that of the phasing player, who attacks, is the first."""
        let_act(s, self, self.attacker, ROUND_BEGINS, self)

    def defender_tactic(self, s: Aiw) -> None:
        """[7.3b] [7.4a] Then the defender's."""
        let_act(s, self, 1 - self.attacker, ROUND_BEGINS, self)

    def activations(self, s: Aiw) -> None:
        """[17.2e] Units are activated by turns."""
        from tablero.games.aiw.rules.r17_battle.s02_rounds import BattleRound
        s.call(BattleRound())

    def third_round(self, s: Aiw) -> str | None:
        """[17.2a] [17.3d] After the third round the defender keeps the space."""
        if self.round < LAST_ROUND:
            return None
        self.loser, self.ending = self.attacker, HELD
        return "result"

    def end_of_round(self, s: Aiw) -> None:
        """[17.7a] Voluntary retreat, reinforcement, reorganization."""
        from tablero.games.aiw.rules.r17_battle.s07_end_of_round import EndOfRound
        s.call(EndOfRound())

    def next_round(self, s: Aiw) -> str:
        """[17.2a] The next round."""
        return "begin_round"

    def result(self, s: Aiw) -> str | None:
        """[17.8a] [17.3b] [9.1d] Who has won, and how; a Rout is worth a point."""
        from tablero.games.aiw.rules.r17_battle.s08_result import is_covered
        s.tell(ENDINGS[self.ending], self.loser, self.x)
        if self.ending == HELD:
            return "retreat"
        if self.ending == ROUT:
            score(s, 1 - self.loser, ROUT_POINTS, FROM_ROUT)
        self.covered = is_covered(s, self)
        return None

    def fire(self, s: Aiw) -> None:
        """[17.8b] Pursuit or Rout comes before the retreat."""
        from tablero.games.aiw.rules.r17_battle.s08_result import PursuitFire
        s.call(PursuitFire())

    def spoils(self, s: Aiw) -> None:
        """[17.8e] [17.8g] [17.8h] Guns are captured, the Train suffers."""
        from tablero.games.aiw.rules.r17_battle.s08_result import lose_guns_and_train
        lose_guns_and_train(s, self)

    def retreat(self, s: Aiw) -> None:
        """[17.8c] [17.9a] [17.9w] The loser retreats, from the roads too, and may merge units then."""
        from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Retreat
        role = ATTACKER if self.loser == self.attacker else DEFENDER
        s.call(Retreat(self.loser, self.x, role, battle=True))

    def march_in(self, s: Aiw) -> None:
        """[11.4l] Attackers on the roads enter the space that their side has won."""
        from tablero.games.aiw.rules.r17_battle.s09_retreat import enter_from_roads
        if self.loser != self.attacker:
            enter_from_roads(s, self.attacker, self.x)

    def regroup(self, s: Aiw) -> None:
        """[17.8b] [17.10a] The winner may regroup."""
        from tablero.games.aiw.rules.r17_battle.s10_regroup import Regroup
        s.call(Regroup(1 - self.loser, self.x))

    def attacker_after(self, s: Aiw) -> None:
        """[17.2d] Operational cards for what comes after a combat."""
        s.call(OperationalCards(self.attacker, AFTER_COMBAT))

    def defender_after(self, s: Aiw) -> None:
        """[17.2d] And the defender's."""
        s.call(OperationalCards(1 - self.attacker, AFTER_COMBAT))

    def finish(self, s: Aiw) -> None:
        """[5.2e] [4.9g] The blocks stand up again, and control is judged."""
        s.apart = s.sortied = 0
        hide_all(s)
        settle(s)

    def raise_wall(self, side: Side) -> None:
        """[7.3b] L35, C30: in each round a wall stops the first hit on the defender."""
        self.wall = True

    def marks(self, s: Aiw, seat: Side) -> tuple[Mark, ...]:
        return Mark("spent", "block", self.spent), Mark("steadfast", "block", self.steadfast)
