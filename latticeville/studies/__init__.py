"""Studies: what varies, what is measured, and what came of it, with intervals."""
