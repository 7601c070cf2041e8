"""The table of a training for a model card: shape, amount of training, settings and losses."""

from __future__ import annotations

from sim.training.checkpoint import Progress


def card(progress: Progress) -> str:
    """The table as Markdown."""
    shape, losses = progress.shape, progress.losses
    lines = [
        "| | |",
        "|---|---|",
        f"| shape | llama architecture, {shape.width} wide, {shape.layers} layers, {shape.heads} heads "
        f"({shape.kv_heads} for keys and values), {shape.hidden} feed-forward, {shape.vocabulary:,} tokens, "
        f"{shape.positions:,} positions |",
        f"| parameters | {shape.parameters / 1e6:.1f} million |",
        f"| this training | {progress.tokens / 1e6:.1f} million tokens, {progress.step:,} steps, "
        f"{progress.seconds / 3600:.1f} hours |",
        f"| settings | {', '.join(f'{name} {value}' for name, value in progress.settings.items() if value != '')} |",
    ]
    lines += [f"| loss: {task} | {loss:.3f} |" for task, loss in sorted(losses.items())]
    return "\n".join(lines) + "\n"
