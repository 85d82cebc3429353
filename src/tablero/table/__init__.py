"""One sitting of a game: seats, clocks, undo, offers, chat. No sockets and no database."""
