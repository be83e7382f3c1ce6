"""The file format as pydantic models, a module per part."""
