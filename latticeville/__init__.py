"""A headless engine that simulates small worlds of people with memories, plans and beliefs."""

__version__ = "0.2.0"
