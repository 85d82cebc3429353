"""The rules, a file or a folder for each chapter of the rulebook."""
