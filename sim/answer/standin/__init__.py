"""The stand-in: a plain, deterministic mind without a model (``--model standin``).

It answers every kind of question from the question's fields: what is said and done is an intent of ``sim.mind.intents``, worded
by a plain template around people's own memories; days come from skeletons; conclusions are sums. For tests, towns of thousands,
routine questions beside a model, and wherever a model's words do not pass. It reads no prompt and parses no English.
"""

from sim.answer.standin.mind import MODE, StandIn, shown

__all__ = ["MODE", "StandIn", "shown"]
