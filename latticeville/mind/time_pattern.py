"""Patterns of the times of day from one minute to another, so that a schema allows no others."""


def time_pattern(first: int, last: int) -> str:
    """Return the pattern of `HH:MM` from one minute of the day to another, both included.

    >>> time_pattern(8 * 60 + 25, 10 * 60 + 5)
    '^(08:(2[5-9]|3[0-9]|4[0-9]|5[0-9])|09:[0-5][0-9]|10:0[0-5])$'
    """
    (hour, minute), (last_hour, last_minute) = divmod(first, 60), divmod(last, 60)
    hours = (
        f"{each:02}:{_minutes(minute if each == hour else 0, last_minute if each == last_hour else 59)}"
        for each in range(hour, last_hour + 1)
    )
    return f"^({'|'.join(hours)})$"


def _minutes(first: int, last: int) -> str:
    if (first, last) == (0, 59):
        return "[0-5][0-9]"
    (ten, one), (last_ten, last_one) = divmod(first, 10), divmod(last, 10)
    parts = [
        f"{each}[{one if each == ten else 0}-{last_one if each == last_ten else 9}]"
        for each in range(ten, last_ten + 1)
    ]
    return parts[0] if len(parts) == 1 else f"({'|'.join(parts)})"
