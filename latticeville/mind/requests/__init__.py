"""Every question that a mind can ask a model, and how its reply is parsed."""
