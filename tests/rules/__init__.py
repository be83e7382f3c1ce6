"""Tests of the sets of rules and of those that packages bring."""
