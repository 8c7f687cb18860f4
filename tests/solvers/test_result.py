"""Results are coded in a few bits and decoded unchanged; what does not fit is an error."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perfect_play.puzzles.base import Value
from perfect_play.solvers.result import DRAWN, LOST, WIDTHS, Codec, RemotenessTooLarge, Result, result

PUZZLES = [Codec("puzzle", bits) for bits in WIDTHS]
GAMES = [Codec("game", bits) for bits in WIDTHS]
LIMITS = {8: (253, 62), 16: (65_533, 16_382), 32: (4_294_967_293, 1_073_741_822)}
DECIDED = (Value.WIN, Value.LOSE, Value.TIE)


@st.composite
def puzzle_results(draw):
    """(codec, a puzzle result that fits)."""
    codec = draw(st.sampled_from(PUZZLES))
    if draw(st.integers(0, 9)) == 0:
        return codec, LOST
    return codec, Result(Value.WIN, draw(st.integers(0, codec.limit)))


@st.composite
def game_results(draw):
    """(codec, a game result that fits)."""
    codec = draw(st.sampled_from(GAMES))
    if draw(st.integers(0, 9)) == 0:
        return codec, DRAWN
    return codec, Result(draw(st.sampled_from(DECIDED)), draw(st.integers(0, codec.limit)))


@settings(max_examples=300, deadline=None)
@given(st.one_of(puzzle_results(), game_results()))
def test_result_is_encoded_and_decoded_unchanged(given_result):
    codec, expected = given_result
    code = codec.encode(expected)
    assert 0 <= code < codec.no_entry
    assert array(codec.typecode, [code])[0] == code, "it fits in the array"
    assert codec.decode(code) == expected


@pytest.mark.parametrize("codec", [PUZZLES[0], GAMES[0]])
def test_results_of_8_bits_have_different_codes(codec):
    remotenesses = range(codec.limit + 1)
    if codec.kind == "puzzle":
        everything = [LOST, *(Result(Value.WIN, remoteness) for remoteness in remotenesses)]
    else:
        everything = [DRAWN, *(Result(value, remoteness) for value in DECIDED for remoteness in remotenesses)]
    codes = [codec.encode(found) for found in everything]
    assert len(set(codes)) == len(codes)
    assert codec.no_entry not in codes
    assert [codec.decode(code) for code in codes] == everything


@pytest.mark.parametrize("bits", WIDTHS)
def test_limits_of_codes_are_those_of_their_width(bits):
    assert (Codec("puzzle", bits).limit, Codec("game", bits).limit) == LIMITS[bits]
    assert array(WIDTHS[bits]).itemsize * 8 == bits


@pytest.mark.parametrize("codec", [*PUZZLES, *GAMES])
def test_reserved_codes_lie_above_every_result(codec):
    assert codec.decode(codec.no_entry) is None
    assert codec.no_entry == 2**codec.bits - 1
    largest = codec.encode(Result(Value.WIN, codec.limit))
    assert largest < codec.no_entry
    if codec.kind == "puzzle":
        assert codec.decode(codec.not_solvable) == LOST
        assert largest < codec.not_solvable < codec.no_entry


@pytest.mark.parametrize("codec", [*PUZZLES, *GAMES])
def test_overflow_is_an_error(codec):
    assert codec.decode(codec.encode(Result(Value.WIN, codec.limit))) == Result(Value.WIN, codec.limit)
    with pytest.raises(RemotenessTooLarge, match=rf"remoteness {codec.limit + 1} does not fit in {codec.bits} bits"):
        codec.encode(Result(Value.WIN, codec.limit + 1))


@pytest.mark.parametrize("kind", ["puzzle", "game"])
def test_fitting_takes_the_narrowest(kind):
    column = 0 if kind == "puzzle" else 1
    assert Codec.fitting(kind, 0) == Codec(kind, 8)
    for bits, wider in ((8, 16), (16, 32)):
        limit = LIMITS[bits][column]
        assert Codec.fitting(kind, limit) == Codec(kind, bits)
        assert Codec.fitting(kind, limit + 1) == Codec(kind, wider)
    with pytest.raises(RemotenessTooLarge, match="does not fit in 32 bits"):
        Codec.fitting(kind, LIMITS[32][column] + 1)


def test_127_and_its_like_are_distances():
    """No number has the special meaning it had in old tables."""
    codec = Codec("puzzle", 8)
    for remoteness in (126, 127, 128, 200, 253):
        assert codec.decode(codec.encode(Result(Value.WIN, remoteness))) == Result(Value.WIN, remoteness)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("puzzle", Result(Value.LOSE, 3)),
        ("puzzle", Result(Value.TIE, 0)),
        ("puzzle", Result(Value.WIN, None)),
        ("game", Result(Value.LOSE, None)),
        ("game", Result(Value.DRAW, 4)),
    ],
)
def test_a_result_that_has_no_code_is_not_coded_as_another(kind, given):
    codec = Codec(kind, 8)
    try:
        code = codec.encode(given)
    except (ValueError, AssertionError):
        return
    assert codec.decode(code) == given


def test_equal_results_are_one_object():
    assert result(Value.WIN, 7) is result(Value.WIN, 7)
    assert result(Value.WIN, 7) == Result(Value.WIN, 7)
    assert Result(Value.LOSE, None) == LOST
    assert Result(Value.DRAW, None) == DRAWN
    assert len({Result(value, remoteness) for value in Value for remoteness in (0, 1)}) == 8
