"""The people workbench: personas, who lives in the world, and previews of their minds."""
