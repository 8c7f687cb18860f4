"""Intended differences between answers and recordings. No others are allowed.

Each difference gives the answers it applies to and what is expected instead of the recording;
`says` is the sentence of the protocol that requires it. They are applied in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, replace

from tests.server.comparison import Answer
from tests.server.recordings import POSITION_TEXTS, Recording
from tests.server.rewriting import (
    best_first,
    buttons,
    changed_variants,
    dead_ends,
    described,
    drawn_positions,
    drawn_start,
    ended,
    error,
    exact,
    exact_deltas,
    exact_order,
    foreign,
    hop,
    in_columns,
    in_texts,
    lists,
    nominal_start,
    null_moves,
    of_game,
    of_puzzle,
    offered,
    real_pins,
    says,
    size_0,
    start_in_columns,
    state,
    todays_lists,
    true_status,
    without_own_kind,
    without_unsolved,
    words,
    worth,
)


@dataclass(frozen=True)
class Difference:
    """`where` it applies, and what is expected `instead`."""

    name: str
    says: str
    where: Callable[[Recording], bool]
    instead: Callable[[Recording, Answer], Answer]


def expected(recording: Recording, differences: Iterable[Difference] | None = None) -> tuple[Answer, list[str]]:
    """The expected answer, and the names of the differences that changed it."""
    answer = Answer(recording.path, 200, recording.body)
    used = []
    for difference in DIFFERENCES if differences is None else differences:
        if answer.status != 200:
            break  # an error says nothing else
        if difference.where(recording):
            before, answer = answer, difference.instead(recording, replace(answer, body=deepcopy(answer.body)))
            if answer != before:
                used.append(difference.name)
    return answer, used


NIM_3 = ("nim", "3_3_3")

DIFFERENCES = (
    Difference(
        "hopNdrop is solved",
        "hopNdrop: recorded 2021 position requests are 'Server error'; here it is a puzzle like the others",
        says("Server error"),
        hop,
    ),
    Difference(
        "variants that were unavailable",
        "status of a variant: available, solving or unavailable; every listed variant's startPosition is inline",
        says("Puzzle is unavailable"),
        offered,
    ),
    Difference(
        "errors have a true status",
        "on failure a true HTTP status with {status: error, error: <sentence>} (puzzle routes put the sentence in "
        "response too); wrong in the samples: errors with status 200 and the words of errors",
        lambda recording: recording.body["status"] == "error",
        true_status,
    ),
    Difference(
        "garbage is refused",
        "malformed or illegal position 400 (recorded: `moves` null with status ok)",
        null_moves,
        lambda recording, answer: error(recording, answer, 400),
    ),
    Difference(
        "sizes of 0 are refused",
        "sizes of 0 are refused (recorded: accepted)",
        size_0,
        lambda recording, answer: error(recording, answer, 400),
    ),
    Difference(
        "positions of another variant are refused",
        "positions of one variant are not checked against another by the page: we do",
        foreign,
        lambda recording, answer: error(recording, answer, 400),
    ),
    Difference(
        "nqueens is another puzzle",
        "in 2021 n queens stood on the board and jumped; here they are placed on an empty one, so those positions are "
        "illegal",
        lambda recording: recording.id == "nqueens" and recording.about_positions(),
        lambda recording, answer: error(recording, answer, 400),
    ),
    Difference(
        "starts are drawn",
        "Old text forms such as 7-0-0 are answered with R_A_...",
        lambda recording: recording.id in POSITION_TEXTS and described(recording),
        changed_variants(drawn_start),
    ),
    Difference(
        "starts are nominal",
        "Start positions are fixed in this generation (the nominal start); recorded random starts differ each time",
        lambda recording: recording.kind == "puzzles" and described(recording),
        changed_variants(nominal_start),
    ),
    Difference(
        "Nim 3_3_3 starts like every other Nim",
        "The listed variant 3_3_3 was recorded from a file with a drawing of its own (piles as rows with gaps): ours "
        "draws it like every other Nim",
        lambda recording: recording.id == "nim" and recording.variant in (None, "3_3_3") and described(recording),
        changed_variants(start_in_columns),
    ),
    Difference(
        "Nim 3_3_3 is drawn like every other Nim",
        "The listed variant 3_3_3 was recorded from a file with a drawing of its own (piles as rows with gaps): ours "
        "draws it like every other Nim (the recorded strings are refused)",
        lambda recording: (recording.id, recording.variant) == NIM_3 and recording.about_positions(),
        in_columns,
    ),
    Difference(
        "the statuses' words",
        "status of a variant: available, solving or unavailable; wrong in the samples: `stable` for `available`",
        lambda recording: recording.kind == "games" and described(recording),
        changed_variants(lambda recording, variant: {"status": "available"} if variant["status"] == "stable" else {}),
    ),
    Difference(
        "what was not available",
        "status of a variant: available, solving or unavailable (recorded: `not available`); nqueens is solved here",
        lambda recording: recording.kind == "puzzles" and described(recording),
        changed_variants(state),
    ),
    Difference(
        "what nobody will solve",
        "variants that are unavailable, and are not solved on demand, are not listed: the page of 2022 opens what is",
        lambda recording: recording.id == "rubiks" and recording.variant is None and described(recording),
        without_unsolved,
    ),
    Difference(
        "Chair Hopping is Toads and Frogs",
        "the legacy rule also let a piece jump its own kind: not here",
        lambda recording: recording.id == "chairs" and of_puzzle(recording),
        without_own_kind,
    ),
    Difference(
        "moves are buttons",
        "A move is A_<char>_<cell>, M_<from>_<to> or S_...: the 2022 page understands nothing else",
        in_texts,
        buttons,
    ),
    Difference(
        "positions are drawn",
        "Old text forms such as 7-0-0 are converted at the legacy edge, before parsing, and answered with R_A_...",
        in_texts,
        drawn_positions,
    ),
    Difference(
        "solved positions have no moves",
        "every primitive position has moves: [] and remoteness 0 (the recorded systems list moves there)",
        of_puzzle,
        ended,
    ),
    Difference(
        "values and deltas of puzzle moves",
        "lowers the remoteness win, keeps it tie, raises it lose; into a lost position lose, deltaRemoteness 0 (The "
        "2021 server wrote undecided for tie and computed deltas from 127)",
        of_puzzle,
        worth,
    ),
    Difference(
        "dead ends have remoteness 0",
        "A position that cannot be solved: value lose, remoteness -1 while moves remain and 0 when none do",
        lambda recording: recording.id in ("pegSolitaire", "chairs") and of_puzzle(recording),
        dead_ends,
    ),
    Difference(
        "puzzle moves are sorted",
        "Sorted best first: value, then remoteness, then the plug-in's own order of moves (The 2021 server left its "
        "moves unsorted)",
        of_puzzle,
        best_first,
    ),
    Difference(
        "no phantom pin",
        "The recorded answers list a phantom second pin on the extra cell at the right end: not here",
        lambda recording: recording.id == "kayles" and recording.about_positions(),
        real_pins,
    ),
    Difference(
        "games: remoteness is exact",
        "The recorded answers of these three games carry that placeholder everywhere; where ours is exact, remoteness "
        "differs; 0 at the end of the game",
        of_game,
        exact,
    ),
    Difference(
        "games: so are deltas",
        "where ours is exact, deltaRemoteness differs",
        of_game,
        exact_deltas,
    ),
    Difference(
        "games: and so is the order",
        "where ours is exact, the order among moves of one value differs from the recording",
        of_game,
        exact_order,
    ),
    Difference(
        "words are our own",
        "Descriptions and instructions are in our own words; in the samples they, authors and dates only show the type",
        described,
        words,
    ),
    Difference(
        "lists are today's",
        "Lists show today's ids, an alias that was asked for is echoed as gameId; there are more variants, and the "
        "lists are by name",
        lists,
        todays_lists,
    ),
)
