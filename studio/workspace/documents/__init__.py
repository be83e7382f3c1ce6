"""Files of a project as frozen values, and what is found in them."""
