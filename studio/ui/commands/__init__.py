"""The registry of commands, the commands of each workbench, and the keymap."""
