"""The mind without a language model: rules that answer from typed facts."""
