"""How many questions reach a person in a turn of a game, and how often the table waits for one who then declines.

    python -m tests.bench.questions wellington [games]

Persons sit in all seats, and the best bot answers in their place what the table does not answer for them. A way that
the table would have gone at one click, as a gesture, is one question.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field

import tablero
from tablero import bots
from tablero.kernel.actions import Action
from tablero.table.journal import Opened
from tablero.table.sitting import Sitting


@dataclass
class Click:
    """The ways that the last click could have stood for: a person who goes on along one of them was not asked."""

    seat: int = -1
    ways: list[tuple[Action, ...]] = field(default_factory=list)        # what is left of them

    def goes_on(self, sitting: Sitting, seat: int, action: Action) -> bool:
        """Was this action part of it? If not, it is a click of its own."""
        on = seat == self.seat and bool(self.ways) and sitting.undisturbed(seat, action)
        ways = self.ways if on else []
        if not any(way[:1] == (action,) for way in ways):
            on, self.seat = False, seat
            gestures = tablero.gestures(sitting.game.view(sitting.state, seat), seat)
            ways = [tuple(way) for way in gestures.values()]
        self.ways = [way[1:] for way in ways if way[:1] == (action,)]
        return on


def played(code: str, seed: int) -> tuple[int, Counter[str], Counter[str], Counter[str]]:
    """A game played to its end: its turns, and by topic the questions that were asked, those that were chances to
    react, and those of them that were declined."""
    game = tablero.game(code)
    opened = Opened(code, game.scenarios[0], game.chosen({}), f"{seed:x}", "0", game.rules)
    sitting = Sitting.open("bench", opened, 0.0)
    for seat in range(len(game.seats)):
        sitting.sit(seat, f"{seat}", f"{seat}", 0.0)
    players = [bots.make(bots.names(game)[-1], game, seat) for seat in range(len(game.seats))]
    asked, chances, declined, click = Counter[str](), Counter[str](), Counter[str](), Click()
    while not sitting.over:
        waiting = sitting.to_move()
        seat = next((one for one in waiting if sitting.automatic_answer(one)), waiting[0])
        question, automatic = sitting.questions[seat], sitting.automatic_answer(seat)
        assert question is not None
        prompt, options = question
        if automatic is None:
            action, no = players[seat].choose(game.view(sitting.state, seat), options, seat), tablero.decline(
                sitting.state, seat)
            asked[prompt.topic] += not click.goes_on(sitting, seat, action)
            chances[prompt.topic] += no is not None
            declined[prompt.topic] += action == no
        else:
            action = automatic[0]
        sitting.act(seat, action, sitting.stamps[seat], 0.0)
    return game.turns(sitting.state), asked, chances, declined


def main(code: str, games: int) -> None:
    turns, asked, chances, declined = 0, Counter[str](), Counter[str](), Counter[str]()
    for seed in range(1, games + 1):
        found = played(code, seed)
        turns += found[0]
        for all_, some in zip((asked, chances, declined), found[1:], strict=True):
            all_.update(some)
    each = turns * len(tablero.game(code).seats)
    told = ", ".join(f"{name} {some.total() / each:.1f}"
                     for name, some in (("questions", asked), ("chances", chances), ("declined", declined)))
    print(f"{games} games, {turns} turns; for each person in a turn: {told}")
    for topic, n in asked.most_common(20):
        print(f"{n / each:7.2f} {topic} (declined {declined[topic] / each:.2f})")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3)
