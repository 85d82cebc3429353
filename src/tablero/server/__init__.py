"""Tables over the network: HTTP, web sockets, people, storage."""
