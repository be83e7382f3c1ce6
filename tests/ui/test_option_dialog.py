"""What the options of a dialog are, without a terminal."""

from studio.ui.dialogs.option_dialog import NEW, SEPARATOR, Option, OptionDialog

OPTIONS = [Option("bench", "bench"), Option(SEPARATOR, "others"), Option("oven", "bread oven")]


def keys(letters: str) -> list[str]:
    """Return the keys of what fits letters, in order."""
    return [one.key for one in OptionDialog("", OPTIONS, new="kind")._fitting(letters)]


def test_a_new_name_comes_before_names_in_which_its_letters_are_scattered() -> None:
    assert keys("bn") == [f"{NEW}bn", "bench", "oven"]
    assert keys("ben") == ["bench", f"{NEW}ben", "oven"]
    assert keys("bench") == ["bench"]


def test_a_line_between_options_is_no_option() -> None:
    assert keys("") == ["bench", SEPARATOR, "oven"]
    assert SEPARATOR not in keys("others")
