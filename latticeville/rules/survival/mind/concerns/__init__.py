"""The built-in mind under need: one class per concern, each with the rule that makes it act."""
