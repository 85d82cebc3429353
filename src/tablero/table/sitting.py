"""A game being played at a table: what may be done, by whom and when.

Every method that changes a sitting checks first, then changes it and returns the matter for the journal; `fold` makes
the same change again from the journal. If an entry cannot be stored, the sitting is read again from its journal, so
that nothing is lost or half done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec import structs

import tablero
from tablero import bots
from tablero.kernel.actions import Action
from tablero.kernel.errors import GameOver, NotAllowed, NotYourTurn, StaleState
from tablero.table import resigning
from tablero.table.course import Course, Line, Question
from tablero.table.journal import (
    Acted, AskedAgain, Entry, Held, Interrupted, Left, Listed, Matter, Muted, Offered, Order, Ordered, Quieted,
    Rematched, Replied, Resigned, Said, Sat, Seated, Undone
)
from tablero.table.offers import check_offer
from tablero.table.reactions import ASK
from tablero.table.rest import Rest
from tablero.table.standing import BY_HAND, checked_orders, checked_quiet

__all__ = ["Line", "Question", "Sitting"]

EVERYTHING = "all"      # what all seats know together


@dataclass(slots=True)
class Sitting(Course):
    """A table at which people and bots play."""

    # --- seats

    def sit(self, seat: int, player: str, name: str, at: float, share: str = "") -> Matter:
        """Take a free seat; nobody who has seen one side of a game may change to another. Before the start, who sits
        there already gives his number for the seed."""
        self._seat(seat)
        again = not self.started and self.seating[seat].person == player
        if not self.seating[seat].free and not again:
            raise NotAllowed("seat_taken")
        if player in self.resigned:
            raise NotAllowed("resigned")
        seen = self.seating.seen(player) if self.started and not self.over else set()
        if seat not in seen and any(self.side(one) != self.side(seat) for one in seen):
            raise NotAllowed("other_side")
        return self._done(Sat(seat, player, self.seating.name_for(player, name), share), at)

    def seat_bot(self, seat: int, bot: str, at: float, by: str = "") -> Matter:
        """Give a seat to a bot; `by` says who does it, if it is not the person who holds it."""
        self._may_remove(seat, by)
        return self._done(Seated(seat, bot), at)

    def leave(self, seat: int, at: float, by: str = "") -> Matter:
        """Make a seat free."""
        self._may_remove(seat, by)
        return self._done(Left(seat), at)

    def _may_remove(self, seat: int, by: str) -> None:
        """Once the game has started, others remove a person by consent only, or after his flag has fallen."""
        self._seat(seat)
        person = self.seating[seat].person
        if person and by and person != by and self.started:
            raise NotAllowed("needs_consent")

    def may_delete(self, player: str) -> bool:
        """May a person delete the table alone? Not a game in play of others."""
        return not self.started or self.over or self.seating.people() <= {player}

    def _seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seating):
            raise NotAllowed("no_seat", seat=seat)

    def may_join(self, seat: int, player: str) -> bool:
        """May somebody take a free seat without an invitation? If the table is open to all, or the seat is kept."""
        return self.seating[seat].free and not self.over and (self.listed or self.opened.kept.get(seat, "") == player)

    def list_openly(self, on: bool, at: float) -> Matter:
        """Let everybody take a free seat, or no longer."""
        return self._done(Listed(on), at)

    def rematched(self, sitting: str, name: str, before: Rematched | None, at: float) -> Matter:
        """Those who played here meet again; `before` is the table of an earlier rematch that is gone."""
        if not self.over:
            raise NotAllowed("rematch_at_the_end")
        if self.rematch != before:
            raise NotAllowed("rematch_open")
        return self._done(Rematched(sitting, name), at)

    def looking(self, view: str) -> tuple[int, ...]:
        """The seats with whose eyes somebody wants to look; (), his own, as long as the game lasts."""
        if not view:
            return ()
        if not self.over:
            raise NotAllowed("fog")
        return tuple(range(len(self.seating))) if view == EVERYTHING else (self.game.seat(view),)

    # --- play

    def act(
        self, seat: int, action: Action, stamp: int, at: float, standing: bool | str = False, order: int = BY_HAND,
        wait: int = 0,
    ) -> Matter:
        """Play an action for a seat; `stamp` says which question it answers. `standing` declines this chance to react
        and all others of its kind until the phase is over, or all chances until the phase or the fight is over;
        the game itself does not know of it. `order` says which order of the seat the table carries out, and `wait` how
        long a bot that is asked next leaves time to undo it. Where a chance lasts a fixed time, the answer is held
        until it is over, and may be changed."""
        self._may_answer(seat, stamp, at)
        no = tablero.decline(self.state, seat)
        if standing and action != no:
            raise NotAllowed("decline_only_reactions")
        declined = self._declining(seat, standing)
        if not self.windows.closes[seat]:
            return self._play(seat, action, declined, at, standing, order, 0 if action == no else wait)
        if action not in tablero.options(self.state, seat):
            tablero.apply(self.state, seat, action)         # raises, and says why
        self.windows.held[seat] = action, standing
        return self._done(Held(seat, self.game.write(self.state, action), standing), at)

    def close_chance(self, seat: int, at: float) -> Matter:
        """A chance to react is over: what was held is played, or what was ordered; else the seat has declined."""
        self._playing(seat, free=True)
        closes, no = self.windows.closes[seat], tablero.decline(self.state, seat)
        if not closes or at < closes:
            raise NotAllowed("chance_open")
        assert no is not None
        given, standing = self.windows.held[seat] or (None, False)
        action, order = (given, BY_HAND) if given else self.automatic_answer(seat) or (no, BY_HAND)
        return self._play(seat, action, self._declining(seat, standing), at, standing, order)

    def _play(
        self, seat: int, action: Action, declined: dict[str, tuple[str, int]], at: float, standing: bool | str,
        order: int, wait: int = 0,
    ) -> Matter:
        rest, self.rest = self.rest, None
        let_go = rest is not None and action == tablero.decline(self.state, seat)
        events = self.record.apply(seat, action)
        self.standing[seat].declines.update(declined)
        text, chance = self.game.write(self.state, action), list(self.record.entries[-1].chance)
        done = self._done(Acted(seat, text, chance, standing, order, wait), at, events)
        if rest is not None and not rest.disturbed(let_go, bool(chance), events):
            self._wait_with(rest)
        return done

    def hint_for(self, seat: int, player: str) -> list[Action]:
        """The options of the question about which a person asks a bot: only where nobody else plays."""
        if seat < 0:
            raise NotAllowed("spectators")
        self._playing(seat)
        if self.seating.people() != {player}:
            raise NotAllowed("hint_among_people")
        question = self.questions[seat]
        if question is None:
            raise NotYourTurn("turn")
        return question[1]

    def gesture(self, seat: int, target: str, stamp: int, at: float) -> Sequence[Action]:
        """The actions that a click on something far stands for. They are played one after the other, by `act`, as long
        as `undisturbed` says so."""
        self._may_answer(seat, stamp, at)
        actions = tablero.gestures(self.game.view(self.state, seat), seat).get(target, ())
        if not actions:
            raise NotAllowed("no_gesture", target=target)
        return actions

    def undisturbed(self, seat: int, action: Action) -> bool:
        """May the seat play the next action of a gesture? Not if its last one rolled or showed something or let another
        seat answer, nor if the action is not offered any more."""
        if self.over or not self.record.can_undo(seat) or [seat] != self.to_move() or self.windows.closes[seat]:
            return False
        return action in tablero.options(self.state, seat)

    def await_others(self, seat: int, actions: Sequence[Action]) -> None:
        """After an action of a gesture: keep the others, if it rolled and showed nothing and all who are asked now are
        asked for a chance to react."""
        if actions and self.record.can_undo(seat) and not self.undisturbed(seat, actions[0]):
            self._wait_with(Rest(seat, actions, not self.log[-1].events))

    def _wait_with(self, rest: Rest) -> None:
        """Keep the rest of a gesture, unless the game is over or somebody is asked for more than a chance."""
        chances = all(tablero.decline(self.state, seat) is not None for seat in self.awaited())
        if not self.over and (chances or self._offers(rest)):
            self.rest = rest

    def _offers(self, rest: Rest) -> bool:
        return [rest.seat] == self.to_move() and rest.actions[0] in tablero.options(self.state, rest.seat)

    def hear(self, entry: Entry) -> None:
        """Fold an entry that was made elsewhere. The rest of a gesture waits on if that was a chance let go by."""
        rest, matter = self.rest, entry.matter
        if rest is None or not isinstance(matter, Acted):
            self.fold(entry)
            return
        action, no = self.game.read(self.state, matter.do), tablero.decline(self.state, matter.seat)
        let_go, self.rest = matter.seat != rest.seat and action == no, None
        self.fold(entry)
        if not rest.disturbed(let_go, bool(matter.chance), self.log[-1].events):
            self._wait_with(rest)

    def ready(self) -> Rest | None:
        """The rest of a gesture, when the others have let their chances go by: it is played, as by `gesture`."""
        rest = self.rest
        return rest if rest is not None and self._offers(rest) and not self.windows.closes[rest.seat] else None

    def stop(self, seat: int) -> None:
        """A seat acts by hand, or wants no more of its gesture."""
        if self.rest is not None and self.rest.seat == seat:
            self.rest = None

    def _may_answer(self, seat: int, stamp: int, at: float) -> None:
        self._playing(seat)
        if self.questions[seat] is None:
            raise NotYourTurn("turn")
        if stamp != self.stamps[seat]:
            raise StaleState("question")
        if self.clocks.running and seat in self.clocks.fallen(at):
            raise NotAllowed("time_up")
        if self.windows.closes[seat] and at >= self.windows.closes[seat]:
            raise NotAllowed("chance_over")

    def declined(self, seat: int) -> list[str]:
        """Topics of the questions that a seat declines for the rest of this phase, or fight."""
        return self.standing[seat].declined(self.game, self.state)

    def ask_again(self, seat: int, at: float) -> Matter:
        """Take back all that was declined for the rest of the phase."""
        self._playing(seat)
        if not self.standing[seat].declines:
            raise NotAllowed("nothing_declined")
        return self._done(AskedAgain(seat), at)

    def keep_quiet(self, seat: int, things: Iterable[str], at: float) -> Matter:
        """Say with which things, and in which kinds of chances, a seat will not react until it says so: all of them."""
        self._may_set(seat)
        return self._done(Quieted(seat, checked_quiet(self.game, self.state, things)), at)

    def order(self, seat: int, orders: Sequence[Order], at: float) -> Matter:
        """Give all orders that the table shall carry out for a seat."""
        self._may_set(seat)
        return self._done(Ordered(seat, checked_orders(self.game, self.state, orders)), at)

    def _may_set(self, seat: int) -> None:
        self._seat(seat)
        if self.over:
            raise GameOver("over")

    def automatic_answer(self, seat: int) -> tuple[Action, int] | None:
        """The answer that the table gives for a person, and by which order: to a chance to react that he cannot use or
        has declined, or for which he has given an order."""
        question = self.questions[seat]
        if question is None or self.seating[seat].bot:
            return None
        no = tablero.decline(self.state, seat)
        return self.standing[seat].answer(self.game, self.state, *question, no, self.reactions == ASK)

    def automatic_pass(self, seat: int) -> Action | None:
        """The pass that the table gives for a person."""
        found = self.automatic_answer(seat)
        return found[0] if found and found[1] == BY_HAND else None

    def undo(self, seat: int, at: float) -> Matter:
        """Take back the last action, up to the last barrier, without consent."""
        self._playing(seat)
        self._undecided(at)
        if not self.record.can_undo(seat):
            raise NotAllowed("propose_take_back")
        self.record.undo(seat)
        return self._done(Undone(seat, 1), at)

    def _playing(self, seat: int, free: bool = False) -> None:
        """The game goes on, and somebody sits there, unless the seat may be `free`."""
        self._seat(seat)
        if self.over:
            raise GameOver("over")
        if self.paused:
            raise NotAllowed("paused")
        if not self.in_play or self.seating[seat].free and not free:
            raise NotAllowed("not_started")

    def _undecided(self, at: float) -> None:
        """A result is final: of a game that is over, and of one in which a flag has fallen, noticed or not."""
        if self.over:
            raise GameOver("over")
        if self.clocks.running and self.clocks.fallen(at):
            raise NotAllowed("flag_fallen")

    # --- offers

    def propose(self, seat: int, what: str, back_to: int, at: float, of: int = -1, bot: str = "") -> Matter:
        """Propose a take-back, a draw, a pause or its end, to replace a player, to delete the game, or that others may
        watch: that also when it is over."""
        self._seat(seat)
        if what != "spectators" or not self.over:
            self._undecided(at)
        offer = Offered(seat, what, back_to, of, bot)
        check_offer(self, offer)
        return self._done(offer, at)

    def reply(self, seat: int, accept: bool, at: float) -> Matter:
        """Accept or refuse the proposal that is open; its maker may withdraw it."""
        self._seat(seat)
        if self.offer is None or not self.over:
            self._undecided(at)
        if self.offer is None:
            raise NotAllowed("no_offer")
        if accept and self.seating[self.offer.seat].person == self.seating[seat].person:
            raise NotAllowed("own_offer")
        return self._done(Replied(seat, accept), at)

    def resign(self, seat: int, at: float) -> Matter:
        """Give up: the game ends if one side is left, or nobody to play it; else a bot stands in."""
        self._seat(seat)
        self._undecided(at)
        if not self.started:
            raise NotAllowed("not_started")
        if self.seating[seat].resigned:
            raise NotAllowed("resigned")
        return self._give_up(Resigned(seat), at)

    def _give_up(self, matter: Resigned, at: float) -> Matter:
        if resigning.winners(self, matter) is None:
            heir = resigning.heir(self, matter)
            matter = structs.replace(matter, heir=heir, bot="" if heir >= 0 else bots.names(self.game)[-1])
        return self._done(matter, at)

    def flag_fall(self, at: float) -> Matter:
        """Somebody's time is up."""
        fallen = self.clocks.fallen(at)
        if self.over or not fallen:
            raise NotAllowed("time_left")
        return self._give_up(Resigned(fallen[0], "time"), at)

    def say(self, player: str, name: str, text: str, at: float, seat: int = -1) -> Matter:
        """Say something to everybody; with a seat, only to its side."""
        text = text.strip()
        self.chat.check(player, text, at)
        return self._done(Said(player, self.seating.name_for(player, name), text, self.side(seat)), at)

    def mute(self, line: int, on: bool, at: float) -> Matter:
        """The owner mutes who has said this line of the chat, or lets him speak again."""
        heard = self.chat.heard(self.side(next(iter(self.seating.of(self.opened.owner)), -1)))
        if not 0 <= line < len(heard):
            raise NotAllowed("chat_line")
        said = heard[line]
        if said.player == self.opened.owner:
            raise NotAllowed("chat_own")
        return self._done(Muted(said.player, said.name, on), at)

    def interrupted(self, since: float, until: float, at: float) -> Matter:
        """The server was down: no clock ran."""
        return self._done(Interrupted(since, until), at)
