"""What several plug-ins of this folder share: a row of stones as text."""


def row(stones: int, frog: int) -> str:
    return "".join("f" if stone == frog else "-" for stone in range(stones))
