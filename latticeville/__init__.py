"""A headless engine that simulates small worlds of people with memories, plans and beliefs."""

__version__ = "0.3.0.dev0"
