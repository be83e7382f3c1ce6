"""Runs that other programs recorded, as runs of ours that can be read and not gone on with."""
