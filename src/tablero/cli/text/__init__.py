"""`./play text`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

import tablero
from tablero import bots
from tablero.cli.language import language_option
from tablero.cli.match import key_values
from tablero.cli.shelf import fresh_name
from tablero.cli.text.sitting import Leave, Sitting
from tablero.kernel.errors import BadCommand, UnknownName
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES, Game
from tablero.kernel.record import Record
from tablero.kernel.text import Speech, common

BOTH = "both"


@click.command("text")
@click.argument("game", default="")
@click.argument("scenario", default="")
@click.option("--seat", default="", help="Whom you play, or 'both'; without it the first seat.")
@click.option("--against", default="", metavar="BOT", help="Who plays the other seat.")
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
    """The bots at the table, by seat."""
    if seat == BOTH:
        if against:
            raise BadCommand("both_against")
        return {}
    if seat and seat not in game.seats:
        raise UnknownName("seat", seat, [*game.seats, BOTH])
    mine = game.seat(seat) if seat else 0
    others = [who for who in range(len(game.seats)) if who != mine]
    return {who: make_bot(game, against, (seed or 0) + who) for who in others}


def make_bot(game: Game[State], name: str, seed: int) -> bots.Bot:
    """The bot of that name; without a name the best there is for this game."""
    if name:
        bots.load(name)
        return bots.make(name, game, seed)
    try:
        return bots.make("heuristic", game, seed)
    except UnknownName:
        return bots.make("random", game, seed)


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
