"""The command line: `./play`."""
