"""Maps as coloured cells: surfaces, signs, joins, light, weather and badges, without a terminal or
a theme."""
