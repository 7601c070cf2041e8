"""Light widgets over pygame surfaces: frames, flows of text and cards, text boxes. They know nothing of towns."""
