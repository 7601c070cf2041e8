"""Time passes: commands, movement, perception, thought in batches, actions applied, memories kept, the tick committed."""
