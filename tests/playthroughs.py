"""Golden games: fixed games as text, one a scenario. A change of rules, options, events or of what a seat sees shows.

`./dev playthroughs` (python -m tests.playthroughs) writes them again; read every line of the diff.
"""

from __future__ import annotations

import random
from pathlib import Path

import tablero
from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.actions import NUMBER
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import State, where
from tablero.kernel.positions import fingerprint

FOLDER = Path(__file__).parent / "games"
ACTIONS = 900       # of each game; long enough for the armies to meet

KEEN = frozenset((
    "mojar", "ristre", "batir", "bala_rasa", "attack", "aim", "fire", "shoot", "rebound", "canister", "salvo", "load",
    "move", "flag", "counter", "decorate", "corda", "conceal",
))
KEEN_IN = {"wellington": frozenset((
    "lead", "step", "event", "play", "besiege", "go_on", "intercept", "evade", "preempt", "resource", "convoy", "flag",
))}                 # by game, where it has words of its own


def lively(s: State, seat: int, chance: random.Random) -> tablero.Action:
    """A player who closes in, shoots and attacks, so that the golden games are not all marching."""
    found = tablero.options(s, seat)
    if isinstance(s, Dpyr) and found[-1][0] == "to" and s.turn and chance.random() < 0.8:
        foes = ids_of(s.held[1 - seat])
        return min(found[1:], key=lambda a: min((GRID.distance[x][y] for x in a[1:] for y in foes), default=0))
    words = KEEN_IN.get(type(s).__name__.lower(), KEEN)
    keen = [a for a in found if a[0] in words]
    return chance.choice(keen) if keen and chance.random() < 0.7 else chance.choice(found)


def told(game: tablero.Game[State], s: State, kind: str, args: tuple[int, ...]) -> str:
    """An event in words: its kind and the names of what it speaks of."""
    names = game.names(s)
    words = [str(v) if a.kind == NUMBER else names[a.kind][v] for a, v in zip(game.events[kind], args, strict=True)]
    return " ".join([kind, *words])


def playthrough(code: str, scenario: str) -> str:
    """One game as text: what was asked of whom, out of how many options, what was done, what each seat saw of it."""
    game = tablero.game(code)
    s = game.new(scenario, seed=2024, secret=True)
    chance = random.Random(scenario)
    lines = [f"# {game.title}: {scenario}, seed 2024; written by ./dev playthroughs", ""]
    for n in range(1, ACTIONS + 1):
        if s.over:
            break
        seat = chance.choice(list(tablero.players(s)))
        found = tablero.options(s, seat)
        asked = tablero.prompt(s, seat)
        action = lively(s, seat, chance)
        lines.append(f"{n}. {where(s)}")
        done = game.write(s, action)
        lines.append(f"   {game.seats[seat]}: {asked.key} [{asked.rule}], {len(found)} options: {done}")
        events = tablero.apply(s, seat, action)
        if s.rolled:
            lines.append(f"   chance {' '.join(map(str, s.rolled))}")
        seen = [tablero.seen_by(events, other) for other in range(len(game.seats))]
        for kind, args in seen[seat]:
            lines.append(f"   {told(game, s, kind, args)}")
        for other, theirs in enumerate(seen):
            if theirs != seen[seat]:
                words = "; ".join(told(game, s, *event) for event in theirs)
                lines.append(f"   to {game.seats[other]}: {words or 'nothing'}")
        if n % 50 == 0:
            lines.append(f"   position {fingerprint(s)[:16]}")
    lines.append(f"{'over' if s.over else 'goes on'}: {fingerprint(s)}")
    return "\n".join(lines) + "\n"


def files() -> list[tuple[Path, str, str]]:
    return [
        (FOLDER / code / "playthroughs" / f"{scenario}.txt", code, scenario)
        for code in tablero.GAMES
        for scenario in tablero.game(code).scenarios
    ]


def main() -> None:
    for path, code, scenario in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(playthrough(code, scenario), "utf-8")
        print(path.relative_to(FOLDER.parent))


if __name__ == "__main__":
    main()
