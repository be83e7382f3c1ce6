"""A persona as a form, without a screen."""
