"""A run as tables: what each holds, one pass that fills them, their files, and SQL over them."""
