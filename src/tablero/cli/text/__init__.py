"""`./play text`: a game in the terminal."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import tablero
from tablero import bots
from tablero.cli.language import language_option
from tablero.cli.match import key_values, listed
from tablero.cli.shelf import fresh_name
from tablero.cli.text.sitting import Leave, Sitting
from tablero.kernel.errors import BadCommand, UnknownName
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES, Game
from tablero.kernel.record import Record
from tablero.kernel.text import Speech, common

ALL = ("all", "both")       # at one keyboard


@click.command("text")
@click.argument("game", default="")
@click.argument("scenario", default="")
@click.option("--seat", default="", metavar="SEAT,...", help="Whom you play, or 'all'; without it the first seat.")
@click.option("--against", default="", metavar="BOT,...", help="Who plays the other seats: one bot, or one for each.")
@click.option("--seed", type=click.IntRange(0), help="The same seed gives the same dice.")
@language_option()
@click.option("--option", "--options", "chosen", multiple=True, metavar="NAME=VALUE", help="What a table may choose.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
def text_command(
    game: str, scenario: str, seat: str, against: str, seed: int | None, lang: str, chosen: tuple[str, ...],
    resume: Path | None,
) -> None:
    """Play GAME in the terminal; without SCENARIO it lists what can be played."""
    console = Console(highlight=False, markup=False, emoji=False)
    if not resume and not scenario:
        console.print(offers(game, lang))
        return
    if resume:
        record = Record.load(resume)
        if game not in ("", record.game.code) or scenario not in ("", record.scenario):
            raise BadCommand("resume_other", file=resume, game=record.game.code, scenario=record.scenario)
        if record.seed is None and not record.state.over:
            raise BadCommand("resume_no_seed", file=resume)
    else:
        record = Record.start(tablero.game(game), scenario, seed, dict(key_values(chosen)), secret=True)
    sitting = Sitting(record, robots(record.game, seat, against, seed), Speech(record.game, lang), console)
    sit(sitting)


def offers(game: str, lang: str) -> Text:
    """The games, or the scenarios of one of them."""
    say = common(lang)
    if not game:
        lines = [f"  {code}  {tablero.game(code).title}" for code in GAMES]
        return Text("\n".join([say.say("terminal.games"), *lines, say.say("terminal.games_next")]))
    found = tablero.game(game)
    speech = Speech(found, lang)
    wide = max(len(name) for name in found.scenarios)
    lines = [f"  {name:<{wide}}  {speech.say(f'scenario.{name}.title')}" for name in found.scenarios]
    lines += ["", speech.say("terminal.options")]
    lines += [f"  {name}: {', '.join(values)}" for name, values in found.options.items()]
    head = speech.say("terminal.scenarios", game=found.title, code=game, scenario=found.scenarios[0])
    return Text("\n".join([head, *lines]))


def robots(game: Game[State], seat: str, against: str, seed: int | None) -> dict[int, bots.Bot]:
    """The bots at the table, by seat: all that nobody plays at the keyboard."""
    names = game.seats if seat in ALL else listed(seat, game.seats[:1])
    unknown = next((name for name in names if name not in game.seats), None)
    if unknown is not None:
        raise UnknownName("seat", unknown, [*game.seats, *ALL])
    others = [who for who, name in enumerate(game.seats) if name not in names]
    chosen = listed(against, bots.names(game)[-1:])
    if against and not others:
        raise BadCommand("no_seat_left")
    if against and len(chosen) not in (1, len(others)):
        raise BadCommand("against", seats=[game.seats[who] for who in others], found=len(chosen))
    found = {}
    for who, name in zip(others, chosen if len(chosen) > 1 else cycle(chosen)):
        bots.load(name)
        found[who] = bots.make(name, game, (seed or 0) + who)
    return found


def sit(sitting: Sitting) -> None:
    """Play; whoever leaves by Ctrl-C or the end of input finds the game on his shelf."""
    console, speech = sitting.console, sitting.speech
    record = sitting.record
    console.print(Text(speech.say(f"scenario.{record.scenario}.title"), "bold"))
    console.print(Text(speech.say(f"scenario.{record.scenario}.intro")))
    console.print(Text(speech.say("terminal.start"), "dim"))
    try:
        sitting.play()
    except Leave:
        return
    except (EOFError, KeyboardInterrupt):
        console.print()
        sitting.save(fresh_name(record))
    except Exception:
        sitting.save(fresh_name(record))        # whatever went wrong, the game is not lost
        raise
