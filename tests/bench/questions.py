"""How many questions reach a person in a turn of a game, and how often the table waits for one who then declines.

    python -m tests.bench.questions wellington [games]

Persons sit in all seats, and the best bot answers in their place what the table does not answer for them.
"""

from __future__ import annotations

import sys
from collections import Counter

import tablero
from tablero import bots
from tablero.table.journal import Opened
from tablero.table.sitting import Sitting


def played(code: str, seed: int) -> tuple[int, Counter[str], Counter[str], Counter[str]]:
    """A game played to its end: its turns, and by topic the questions that were asked, those that were chances to
    react, and those of them that were declined."""
    game = tablero.game(code)
    opened = Opened(code, game.scenarios[0], game.chosen({}), f"{seed:x}", "0", game.rules)
    sitting = Sitting.open("bench", opened, 0.0)
    for seat in range(len(game.seats)):
        sitting.sit(seat, f"{seat}", f"{seat}", 0.0)
    players = [bots.make(bots.names(game)[-1], game, seat) for seat in range(len(game.seats))]
    asked, chances, declined = Counter[str](), Counter[str](), Counter[str]()
    while not sitting.over:
        waiting = sitting.to_move()
        seat = next((one for one in waiting if sitting.automatic_answer(one)), waiting[0])
        question, automatic = sitting.questions[seat], sitting.automatic_answer(seat)
        assert question is not None
        prompt, options = question
        if automatic is None:
            action, no = players[seat].choose(game.view(sitting.state, seat), options, seat), tablero.decline(
                sitting.state, seat)
            asked[prompt.topic] += 1
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
