"""A game at the terminal: shows a seat its view, asks, and carries out what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

import tablero
from tablero.bots import AT_A_TABLE, Bot, adviser, make
from tablero.cli.shelf import fresh_name
from tablero.cli.text.choices import Choice, choices, listing, meant, plain
from tablero.cli.text.hexmap import HexMap, counter_codes
from tablero.cli.text.panels import (
    battle_order, battlefield, hand_line, hands, muster, other_panels, place_lines, rule_text, side_style, status_line
)
from tablero.cli.text.pointmap import PointMap
from tablero.kernel.actions import Action
from tablero.kernel.describe import piece_words, thing_name
from tablero.kernel.engine import asking
from tablero.kernel.errors import BadRecord, TableroError, UnknownName
from tablero.kernel.events import Event, seen_by
from tablero.kernel.frames import State
from tablero.kernel.record import Record
from tablero.kernel.refusals import Prompt
from tablero.kernel.rulebook import look_up, rules
from tablero.kernel.scene import Board, Scene, Space
from tablero.kernel.text import LANGUAGES, Speech, sentence

LOW = 30            # lines of a terminal below which things are said briefly
FEWEST = 12         # lines of map that are drawn even in the lowest
ON_THE_BOARD = frozenset(("unit", "block", "hex", "space"))
AWKWARD = 200       # answers that `auto` gives at most

WORDS = {           # what may be typed, and the command it stands for
    "?": "help", "h": "help", "ayuda": "help", "u": "undo", "deshacer": "undo", "porque": "why", "porqué": "why",
    "reglas": "rules", "regla": "rules", "rule": "rules", "mapa": "map", "ob": "units", "unidades": "units",
    "registro": "log", "guardar": "save", "idioma": "lang", "salir": "quit", "q": "quit", "exit": "quit",
    "consejo": "hint", "mirar": "look", "mano": "hand", "cartas": "hand", "cards": "hand",
}


class Leave(Exception):
    """The player gets up."""


@dataclass(slots=True)
class Sitting:
    """One person, or several at one keyboard, against bots or each other."""

    record: Record
    bots: dict[int, Bot]                # seats that programs play; the others are at the keyboard
    speech: Speech
    console: Console
    told: list[list[Event]] = field(default_factory=list)       # per action: what it brought about
    heard: dict[int, int] = field(default_factory=dict)         # per seat: actions it has been told of
    drawn: tuple[int, Prompt] | None = None                     # the question for which the map was drawn last
    maps: bool = True                                           # draw the map by itself

    def __post_init__(self) -> None:
        self.told = [events for _, _, events in self.record.story()]
        self.heard = dict.fromkeys(range(len(self.record.game.seats)), len(self.told))

    @property
    def state(self) -> State:
        return self.record.state

    # --- the game

    def play(self) -> None:
        """Until the game is over or the player leaves."""
        seat = -1
        while not self.state.over:
            asked = tablero.players(self.state)
            robot = next((who for who in asked if who in self.bots), -1)
            if robot >= 0:
                self._robot(robot)
                continue
            if self._automatic_pass(asked[0]):
                continue
            if seat not in asked:
                seat = self._change(seat, asked[0])
            self._ask(seat)
        self._tell(max(seat, 0))
        self.console.print(Text(self.speech.result(self.state), "bold"))

    def _automatic_pass(self, seat: int) -> bool:
        """A chance to react that cannot be used goes by unasked."""
        no = tablero.decline(self.state, seat)
        if no is None or tablero.options(self.state, seat) != [no]:
            return False
        self._do(seat, no)
        return True

    def _change(self, old: int, new: int) -> int:
        """Another person sits down at the keyboard."""
        if old >= 0 and self.console.is_terminal:
            self.console.clear()
            self.console.print(self.speech.say("terminal.change", seat=self.speech.seat(new)))
            input()
        return new

    def _robot(self, seat: int) -> None:
        s = self.state
        view = self.record.game.view(s, seat)
        self._do(seat, self.bots[seat].choose(view, tablero.options(s, seat), seat, AT_A_TABLE))

    def _do(self, seat: int, action: Action) -> None:
        self.told.append(self.record.apply(seat, action))

    # --- one question

    def _ask(self, seat: int) -> None:
        """Show a seat where it stands and carry out the next line it types."""
        view = self.record.game.view(self.state, seat)
        scene = self.record.game.scene(view, seat)
        found = choices(self.speech, view, scene, tablero.options(self.state, seat))
        asked = tablero.prompt(self.state, seat)
        console = self.console
        low = console.is_terminal and console.height < LOW
        question = Group(self._question(seat, view, asked), listing(found, console.width, low))
        self._tell(seat)
        if self.maps and self.drawn != (seat, asked):
            console.print(status_line(self.speech, scene))
            cards = hand_line(self.speech, scene, self.record.game.seats[seat])
            if cards:
                console.print(cards)
            below = len(console.render_lines(question)) + 2 + bool(cards)   # the columns' numbers, what is typed
            room = max(FEWEST, console.height - below) if console.is_terminal else 0
            console.print(self._picture(view, scene, found, room))
        self.drawn = (seat, asked)
        console.print(question)
        self._answer(seat, view, scene, found)

    def _question(self, seat: int, view: State, asked: Prompt) -> Text:
        """Who is asked what, and by which rule."""
        who = sentence(self.speech.seat(seat))
        text = Text(f"{who}. ", side_style(self.speech, self.record.game.seats[seat]))
        text.append(self.speech.prompt(view, asked), "default bold")
        return text.append(f" {self.speech.say('terminal.chip', id=asked.rule)}", "default not bold dim")

    def _answer(self, seat: int, view: State, scene: Scene, found: list[Choice]) -> None:
        """Read lines until one of them changes something."""
        entries = len(self.record.entries)
        language = self.speech.language
        while (entries, language) == (len(self.record.entries), self.speech.language):
            for line in self._read(found).split(";"):
                try:
                    self._line(seat, line.strip(), view, scene, found)
                except TableroError as error:
                    self._complain(self.speech.error(self.state, seat, error))
                    break
                if len(self.record.entries) != entries:
                    if not tablero.options(self.state, seat) or self.state.over:
                        return
                    view = self.record.game.view(self.state, seat)
                    scene = self.record.game.scene(view, seat)
                    found = choices(self.speech, view, scene, tablero.options(self.state, seat))

    def _read(self, found: list[Choice]) -> str:
        complete_from(found)
        return input("> ")

    def _line(self, seat: int, line: str, view: State, scene: Scene, found: list[Choice]) -> None:
        """A command, or an answer."""
        word, _, rest = line.partition(" ")
        command = self._commands().get(WORDS.get(word.casefold(), word.casefold()))
        if command is not None:
            command(seat, rest.strip(), view, scene, found)
        elif not line:
            if len(found) == 1:
                self._do(seat, found[0].action)
        else:
            self._choose(seat, line, view, scene, found)

    def _choose(self, seat: int, line: str, view: State, scene: Scene, found: list[Choice]) -> None:
        fits = meant(found, line)
        if len(fits) == 1:
            self._do(seat, fits[0].action)
        elif fits:
            some = "; ".join(choice.text if choice.typed else f"{choice.number} {choice.label}" for choice in fits[:10])
            self._complain(self.speech.say("terminal.which", n=len(fits), some=some))
        else:
            self._why_not_line(seat, line, view, scene)

    def _complain(self, text: str) -> None:
        self.console.print(Text(text, "yellow"))

    def _why_not_line(self, seat: int, line: str, view: State, scene: Scene) -> None:
        """Why what was typed is not allowed, if it says clearly enough what was meant."""
        try:
            action = self.record.game.read(self.state, line)
        except TableroError:
            tries = self._tries(seat, line, view, scene)
            if len(tries) != 1:
                some = "; ".join(choice.label for choice in tries[:10])
                key = "terminal.which" if tries else "terminal.unknown"
                self._complain(self.speech.say(key, n=len(tries), some=some, line=line))
                return
            action = tries[0].action
        self._why_not(seat, action, view)

    def _why_not(self, seat: int, action: Action, view: State) -> None:
        """The refusal of an action with the rule that forbids it."""
        refusal = tablero.why_not(self.state, seat, action)
        if refusal is None:
            self.console.print(self.speech.say("terminal.allowed", action=self.speech.action(view, action)))
            return
        self._complain(self.speech.refusal(view, seat, refusal))
        self._rule(refusal.rule)

    def _tries(self, seat: int, line: str, view: State, scene: Scene) -> list[Choice]:
        """What a seat might try at this question, allowed or not, that has this verb and is called so."""
        asked, verb = asking(self.state), plain(line).partition(" ")[0]
        found = asked.candidates(self.state, seat) if asked is not None else []
        return meant(choices(self.speech, view, scene, [action for action in found if action[0] == verb]), line)

    def _rule(self, id_: str) -> None:
        rule = rules(self.record.game.pack, self.speech.language).get(id_)
        if rule:
            self.console.print(rule_text(self.speech, rule))

    # --- what is shown

    def _tell(self, seat: int) -> None:
        """What happened since this seat was told last."""
        for line in self._sentences(seat, self.heard[seat]):
            self.console.print(line)
        self.heard[seat] = len(self.told)

    def _sentences(self, seat: int, since: int) -> list[Text]:
        """What a seat may know of what happened: what units and places do stands under what the sides do; the same
        thing in a row is said once."""
        lines = []
        for kind, args in (event for told in self.told[since:] for event in seen_by(told, seat)):
            detail = any(argument.kind in ON_THE_BOARD for argument in self.record.game.events[kind])
            lines.append((detail, self.speech.event(self.state, kind, args)))
        found = []
        for (detail, text), same in groupby(lines):
            times = len(list(same))
            line = Text("  " if detail else "", "italic" if detail else "bold italic")
            found.append(line.append(text if times == 1 else f"{text} (×{times})"))
        return found

    def _picture(self, view: State, scene: Scene, found: list[Choice], room: int) -> RenderableType:
        """The board that matters now: the battlefield while there is one, else the map."""
        inset = next((board for board in self.record.game.board(self.state).insets if board.id == scene.inset), None)
        if inset is not None:
            return battlefield(self.speech, view, inset, scene)
        return self._map(scene).draw(scene, self._lit(found), room)

    def _map(self, scene: Scene) -> HexMap | PointMap:
        console, game = self.console, self.record.game
        board = game.board(self.state)
        colour = console.color_system is not None and not console.no_color
        if board.layout == "hexes":
            return HexMap(board, game, self._codes(scene), console.width, console.height, colour)
        names = {space.id: thing_name(self.speech, self.state, space.id) for space in board.spaces}
        kinds = frozenset(game.names(self.state))
        return PointMap(board, game, names, kinds, console.width, console.height, colour)

    def _codes(self, scene: Scene) -> dict[str, str]:
        """The two letters of every counter, the same for the whole game."""
        ids = [dict(row).get("unit", "") for panel in scene.panels for row in panel.rows]
        return counter_codes({id_: thing_name(self.speech, self.state, id_) for id_ in ids if id_})

    def _lit(self, found: list[Choice]) -> set[str]:
        """What the options point at."""
        return {target for choice in found for target in self.record.game.targets(self.state, choice.action)}

    # --- commands: (seat, the rest of the line, view, scene, choices)

    def _commands(self) -> dict[str, Callable[[int, str, State, Scene, list[Choice]], None]]:
        return {
            "help": self._help, "undo": self._undo, "why": self._why, "rules": self._rules, "map": self._show_map,
            "units": self._units, "log": self._log, "save": self._save, "lang": self._lang, "auto": self._auto,
            "list": self._list, "quit": self._quit, "look": self._look, "hand": self._hand,
            "hint": self._hint,
        }

    def _help(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        place = self.record.game.board(self.state).spaces[0].id.partition(":")[2]
        self.console.print(self.speech.say("terminal.help", words=found[0].text, place=place))

    def _list(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        self.console.print(self._question(seat, view, tablero.prompt(self.state, seat)))
        self.console.print(listing(found, self.console.width))

    def _hint(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        """What a program would do here, and why."""
        game, key = self.record.game, tablero.prompt(self.state, seat).key
        bot = make(adviser(game), game, len(self.record.entries))
        advice = bot.explain(view, [choice.action for choice in found], seat, AT_A_TABLE)
        chosen = next(choice for choice in found if choice.action == advice.action)
        self.console.print(Text(f"{chosen.number} {chosen.label}", "bold"))
        self.console.print(self.speech.reason(view, advice.reason, key))

    def _undo(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        action = self.record.undo(seat)
        self.told.pop()
        self.heard = {who: min(n, len(self.told)) for who, n in self.heard.items()}
        before = self.record.game.view(self.state, seat)
        self.console.print(self.speech.say("terminal.undone", action=self.speech.action(before, action)))

    def _why(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        if rest.isdecimal() and (fits := meant(found, rest)):
            self._why_not(seat, fits[0].action, view)
        elif rest:
            self._why_not_line(seat, rest, view, scene)
        else:
            self._rule(tablero.prompt(self.state, seat).rule)

    def _rules(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        id_ = rest or tablero.prompt(self.state, seat).rule
        for rule in look_up(self.record.game.pack, self.speech.language, id_):
            self.console.print(rule_text(self.speech, rule))

    def _show_map(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        """The map; `map off` and `map on`; with a place what stands there."""
        if rest in ("on", "off"):
            self.maps = rest == "on"
        elif rest:
            self._look(seat, rest, view, scene, found)
        else:
            drawing = self._map(scene)
            self.console.print(drawing.draw(scene, self._lit(found)))
            self.console.print(drawing.legend(self.speech.catalogue))
            if isinstance(drawing, HexMap) and not drawing.tall:
                self.console.print(Text(self.speech.say("terminal.lower"), "dim"))
            self.console.print(status_line(self.speech, scene))

    def _look(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        """All about a place, by its number, its name, or their beginning."""
        board = self.record.game.board(self.state)
        space = self._space(board, rest)
        if board.layout != "hexes":
            for line in place_lines(self.speech, view, board, space, scene):
                self.console.print(line)
            return
        key = f"terrain.{space.terrain}"
        words = [thing_name(self.speech, view, space.id), self.speech.say(f"{key}.name")]
        self.console.print(Text(f"{': '.join(words)}. {self.speech.say(f'{key}.text')}"))
        for piece in sorted(scene.pieces, key=lambda piece: -piece.order):
            if piece.at == space.id:
                described = piece_words(self.speech, view, piece)
                self.console.print(Text(f"  {described}", side_style(self.speech, piece.side)))

    def _space(self, board: Board, name: str) -> Space:
        """The place that is called so; a beginning will do if it is the only one."""
        called = {space.id: plain(thing_name(self.speech, self.state, space.id)) for space in board.spaces}
        wanted = plain(name)
        begins = []
        for space in board.spaces:
            id_ = space.id.partition(":")[2]
            if wanted in (id_, called[space.id]):
                return space
            if wanted and (id_.startswith(wanted) or called[space.id].startswith(wanted)):
                begins.append(space)
        if len(begins) != 1:
            raise UnknownName("place", name, [thing_name(self.speech, self.state, space.id) for space in begins])
        return begins[0]

    def _hand(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        self.console.print(hands(self.speech, self.record.game.board(self.state), scene))

    def _units(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        orders = [panel for panel in scene.panels if panel.id.startswith("panel:battle_order")]
        codes = self._codes(scene) if orders else {}
        for panel in orders:
            if panel.side.startswith(rest):
                self.console.print(battle_order(self.speech, view, panel, codes))
        for side in () if orders else self.record.game.seats:
            if side.startswith(rest):
                self.console.print(muster(self.speech, view, scene, side))
        self.console.print(other_panels(self.speech, view, scene))

    def _log(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        for line in self._sentences(seat, 0)[-(int(rest) if rest.isdecimal() else 20) :]:
            self.console.print(line)

    def _lang(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        if rest not in LANGUAGES:
            raise UnknownName("language", rest, LANGUAGES)
        self.speech = Speech(self.record.game, rest)
        self.drawn = None

    def _auto(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        """A program answers in the player's place, as long as the question falls under the same rule."""
        bot = next(iter(self.bots.values()), None) or make("random", self.record.game, 0)
        rule = tablero.prompt(self.state, seat).rule
        for _ in range(AWKWARD):
            s = self.state
            if s.over or seat not in tablero.players(s) or tablero.prompt(s, seat).rule != rule:
                return
            self._do(seat, bot.choose(self.record.game.view(s, seat), tablero.options(s, seat), seat))

    # --- files

    def _save(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        self.save(Path(rest).expanduser() if rest else fresh_name(self.record))

    def save(self, path: Path) -> None:
        """Keep the game, with its seed, so that it can go on."""
        try:
            self.record.save(path, private=True)
        except OSError as error:
            raise BadRecord("unwritable", path=path, why=error.strerror) from error
        self.console.print(self.speech.say("terminal.saved", path=path), soft_wrap=True)

    def _quit(self, seat: int, rest: str, view: State, scene: Scene, found: list[Choice]) -> None:
        answer = input(self.speech.say("terminal.save_first") + " ").strip().casefold()
        if not answer.startswith("n"):
            self.save(fresh_name(self.record))
        raise Leave


def complete_from(found: list[Choice]) -> None:
    """The Tab key completes what can be chosen, where the terminal has line editing."""
    try:
        import readline
    except ImportError:
        return
    words = sorted({choice.text for choice in found})

    def complete(text: str, state: int) -> str | None:
        fits = [word for word in words if word.startswith(text)]
        return fits[state] if state < len(fits) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
