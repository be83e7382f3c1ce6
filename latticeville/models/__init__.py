"""Language models and embedders, each behind an interface of one method."""
