"""What the window can be doing, as a stack of small states: starting, watching the town, help, search, graph, asking."""
