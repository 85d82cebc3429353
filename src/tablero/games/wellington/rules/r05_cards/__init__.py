"""[5] Cards: Events, Responses, Battle cards, Home cards, Command Points."""
