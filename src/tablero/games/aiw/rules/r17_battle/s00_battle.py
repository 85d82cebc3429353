"""[17] Battle: deployment, up to three rounds, the result."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import AFTER_COMBAT, COMBAT, ROUND_BEGINS
from tablero.games.aiw.fog import hide_all
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r07_cards.s01_types import BATTLE, Tactics
from tablero.games.aiw.rules.r07_cards.s03_combat import let_act
from tablero.games.aiw.rules.r09_victory import ROUT_POINTS, score
from tablero.games.aiw.rules.r17_battle.s00_battlefield import HELD, LAST_ROUND, ROUT, Battlefield, on_field, routed
from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment, lay_open
from tablero.games.aiw.rules.r17_battle.s02_rounds import BattleRound, OperationalCards
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import EndOfRound
from tablero.games.aiw.rules.r17_battle.s08_result import PursuitFire, is_covered, lose_guns_and_train
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Retreat, enter_from_roads
from tablero.games.aiw.rules.r17_battle.s10_regroup import Regroup
from tablero.games.aiw.state import Aiw

ENDINGS = ("battle_held", "battle_pursuit", "battle_rout")      # events, by ending


@dataclass(slots=True)
class Battle(Battlefield):
    """[17.0a] One Battle in a space, step by step."""

    def steps(self) -> tuple[str, ...]:
        return (
            "deploy", "lay_open", "begin_round", "attacker_cards", "defender_cards", "tactics", "attacker_tactic",
            "defender_tactic", "activations", "third_round", "end_of_round", "next_round",
            "result", "fire", "spoils", "retreat", "march_in", "regroup",
            "attacker_after", "defender_after", "finish",
        )

    def deploy(self, s: Aiw) -> None:
        """[17.1a] Both sides deploy at the same time."""
        s.apart = 0
        self.led = bool(s.led & on_field(s, self, self.attacker))
        s.tell("battle", self.attacker, self.x)
        s.call(Deployment((0, 1)))

    def lay_open(self, s: Aiw) -> None:
        """[17.1g] [17.1h] The front lines are shown; all units are fresh."""
        lay_open(s, self)
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
        s.call(BattleRound())

    def third_round(self, s: Aiw) -> str | None:
        """[17.2a] [17.3d] After the third round the defender keeps the space."""
        if self.round < LAST_ROUND:
            return None
        self.loser, self.ending = self.attacker, HELD
        return "result"

    def end_of_round(self, s: Aiw) -> None:
        """[17.7a] Voluntary retreat, reinforcement, reorganization."""
        s.call(EndOfRound())

    def next_round(self, s: Aiw) -> str:
        """[17.2a] The next round."""
        return "begin_round"

    def result(self, s: Aiw) -> str | None:
        """[17.8a] [17.3b] [9.1d] Who has won, and how; a Rout is worth a point."""
        s.tell(ENDINGS[self.ending], self.loser, self.x)
        if self.ending == HELD:
            return "retreat"
        if self.ending == ROUT:
            score(s, 1 - self.loser, ROUT_POINTS)
        self.covered = is_covered(s, self)
        return None

    def fire(self, s: Aiw) -> None:
        """[17.8b] Pursuit or Rout comes before the retreat."""
        s.call(PursuitFire())

    def spoils(self, s: Aiw) -> None:
        """[17.8e] [17.8g] [17.8h] Guns are captured, the Train suffers."""
        lose_guns_and_train(s, self)

    def retreat(self, s: Aiw) -> None:
        """[17.8c] [17.9a] [17.9w] The loser retreats, from the roads too, and may merge units then."""
        role = ATTACKER if self.loser == self.attacker else DEFENDER
        s.call(Retreat(self.loser, self.x, role, battle=True))

    def march_in(self, s: Aiw) -> None:
        """[11.4l] Attackers on the roads enter the space that their side has won."""
        if self.loser != self.attacker:
            enter_from_roads(s, self.attacker, self.x)

    def regroup(self, s: Aiw) -> None:
        """[17.8b] [17.10a] The winner may regroup."""
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
