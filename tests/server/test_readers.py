"""Everything that parses text: it reads back what it writes, and refuses anything else with its own error."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from perfect_play.puzzles import registry
from perfect_play.puzzles.base import BadCustomVariant, Notation, PositionError, Rules, UnknownPuzzle, UnknownVariant
from perfect_play.puzzles.laws.sample import Sample
from perfect_play.puzzles.notation import autogui
from perfect_play.puzzles.notation.position_texts import read_position as read_text
from perfect_play.puzzles.octal_codes import BadCode, Octal
from perfect_play.server.config import SETTINGS
from perfect_play.server.middleware.logs import _REQUEST_ID
from perfect_play.server.protocols.kayles_halfmoves import read_half
from perfect_play.solvers.manager import PuzzleManager
from perfect_play.solvers.result import Codec
from perfect_play.solvers.settings import BadSetting
from perfect_play.solvers.tables import table_layout
from perfect_play.solvers.tables.reader import TableCorrupt, TableError, checksum_of
from perfect_play.solvers.tables.store import Store
from perfect_play.solvers.theory.lookup import BadHeap, read_heap
from tests.helpers import load, name_of, small_rules, solved
from tests.server.test_hostile_text import SPECIAL, near
from tests.solvers.tables import parts_of, set_part

MANY = settings(deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
ANY = st.text(max_size=60) | st.text(st.characters(codec=None), max_size=20) | st.sampled_from(SPECIAL)
ONE_OF_EACH = {rules.id: rules for rules in reversed(small_rules())}
RULES = [pytest.param(rules, id=name_of(rules)) for rules in ONE_OF_EACH.values()]


# --- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_positions_are_read_as_they_were_written(rules: Rules):
    """By the plug-in and as AutoGUI strings; of near misses, only texts that are written back exactly."""
    positions = Sample.of(rules, 20).positions
    for position in positions:
        assert rules.parse(rules.format(position)) == position
        assert read_text(rules, rules.format(position)) == position
        assert autogui.read_position(rules, autogui.write_position(rules, position)) == position
    texts = [rules.format(position) for position in positions]
    strings = [autogui.write_position(rules, position) for position in positions]

    @settings(MANY, max_examples=8)
    @given(ANY | st.sampled_from(texts + strings).flatmap(near))
    def read(text: str) -> None:
        with contextlib.suppress(PositionError):
            assert rules.format(rules.parse(text)) == text
        with contextlib.suppress(PositionError):
            assert autogui.write_position(rules, autogui.read_position(rules, text)) == text
        with contextlib.suppress(PositionError):
            read_text(rules, text)

    read()


NOTATIONS = [
    pytest.param(cls, notation, id=f"{cls.id}-{number}")
    for cls in registry.all_rules()
    for number, notation in enumerate(cls.notations)
]


def reads(rules: Rules, text: str) -> bool:
    try:
        read_text(rules, text)
    except PositionError:
        return False
    return True


@pytest.mark.parametrize(("cls", "notation"), NOTATIONS)
def test_positions_in_other_notations_are_read_as_a_position_or_refused(cls: type[Rules], notation: Notation):
    """A text in one is a second name of a position that has its own; some variant reads its example."""
    known = notation.example
    rules = next(rules for rules in map(cls, cls.variants) if reads(rules, known))

    @settings(MANY, max_examples=25)
    @given(near(known) | st.text("0123456789-_abcx", max_size=30) | ANY)
    @example(known)
    def read(text: str) -> None:
        with contextlib.suppress(PositionError):
            position = read_text(rules, text)
            assert rules.parse(rules.format(position)) == position

    read()


@settings(MANY, max_examples=150)
@given(near("R_A_1_10_--x-------_prevmove=2") | ANY)
@example("R_A_1_010_--x-------_prevmove=2")
@example(f"R_A_1_{'1' * 5000}_--x-------_prevmove=2")
def test_half_positions_are_read_back_as_written_or_refused(text: str):
    rules = load("kayles/9")
    half = autogui.split_half(text)
    if half is None:
        return
    after, first = half
    with contextlib.suppress(PositionError):
        found = read_half(rules, autogui.read_position(rules, after), first)  # type: ignore[arg-type]
        board = rules.board(found.position)
        assert autogui.write_half(board, rules.turn(found.position), after.split("_")[4], first) == text


# --- variants and ids -----------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [pytest.param(cls, id=cls.id) for cls in registry.all_rules()])
def test_typed_variants_are_named_as_typed_and_their_starts_read_back_or_refused(cls: type[Rules]):
    """A typed variant is named as it is read, can be made, and its start can be written and read back."""
    known = [variant.id for variant in cls.variants] + ([cls.custom.example] if cls.custom else [])

    @settings(MANY, max_examples=8)
    @given(ANY | st.sampled_from(known).flatmap(near))
    def find(text: str) -> None:
        try:
            variant = cls.find_variant(text)
        except (UnknownVariant, BadCustomVariant):
            return
        read = cls.custom.read(text) if variant.custom and cls.custom else text
        assert read == variant.id or text in variant.aliases
        rules = registry.load(cls.id, text)
        assert rules.parse(rules.format(rules.start())) == rules.start()

    find()


@settings(MANY, max_examples=100)
@given(ANY | st.sampled_from(["0.77", "4.", "0.137", "0.6F"]).flatmap(near))
def test_octal_codes_are_read_back_as_written_or_refused(text: str):
    try:
        octal = Octal.parse(text)
    except BadCode:
        return
    assert Octal.parse(octal.code) == octal


@settings(MANY, max_examples=100)
@given(ANY | st.integers().map(str) | st.text("0123456789", max_size=25))
def test_heaps_are_read_back_as_written_or_refused(text: str):
    with contextlib.suppress(BadHeap):
        assert str(read_heap(text)) == text


@settings(MANY, max_examples=100)
@given(ANY)
def test_ids_and_names_of_requests_are_read_whole_or_refused(text: str):
    with contextlib.suppress(UnknownPuzzle):
        cls = registry.find(text)
        assert text in (cls.id, *cls.aliases)
    if _REQUEST_ID.fullmatch(text):
        assert text.isascii()
        assert text.isprintable()
        assert 1 <= len(text) <= 64


# --- settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETTINGS)
def test_settings_of_any_text_are_read_or_refused_with_their_own_error(name: str):
    setting = SETTINGS[name]
    old = os.environ.get(name)

    @settings(MANY, max_examples=40)
    @given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40) | near("all,*,1"))
    @example(setting.default)
    @example("9" * 5000)
    def read(text: str) -> None:
        os.environ[name] = text.replace("\0", "")
        with contextlib.suppress(BadSetting):
            setting.value()

    try:
        read()
    finally:
        os.environ.pop(name, None)
        if old is not None:
            os.environ[name] = old


# --- files ----------------------------------------------------------------------------------------

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 1 << 70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
FIELDS = [field.name for field in dataclasses.fields(table_layout.Meta)]


@settings(MANY, max_examples=60)
@given(ANY)
def test_damaged_progress_files_still_give_a_status(tmp_path_factory: pytest.TempPathFactory, text: str):
    """The file may hold anything; then nothing is known of the builder."""
    manager = PuzzleManager(tmp_path_factory.getbasetemp() / "told")
    manager.store.directory.mkdir(parents=True, exist_ok=True)
    (manager.store.directory / ".progress").write_bytes(text.encode("utf-8", "surrogatepass"))
    manager.builder.progress()
    for full_id in ("towersofhanoi/3_3", "nim/3_3_3"):
        assert manager.status(load(full_id)).detail


def forge(path: Path, rules: Rules, name: str, digest: str | None, payload: bytes) -> None:
    """Put a part into a table with a valid checksum, as anyone with write access can."""
    set_part(path, name, checksum_of(rules, name, digest, payload) + payload)


@pytest.mark.parametrize("full_id", ["towersofhanoi/3_3", "bishoppuzzle/4x5_4"])
@pytest.mark.parametrize("name", ["meta", "0", "index"])
def test_forged_parts_of_tables_are_refused_or_read(tmp_path: Path, full_id: str, name: str):
    """Whatever they hold, the table is refused or read, with no other error."""
    rules = load(full_id)
    store = Store(tmp_path)
    store.write(rules, solved(full_id), 1.0)
    path, true = store.path(rules), parts_of(store.path(rules))
    if name not in true:
        return
    digest, meta = store.meta(rules).rules, json.loads(true["meta"][16:])
    metas = st.tuples(st.sampled_from(FIELDS), JSON).map(lambda change: json.dumps(meta | {change[0]: change[1]}))
    whole = st.one_of(JSON.map(json.dumps), metas, ANY)
    payloads = st.binary(max_size=200) | st.binary(max_size=6).map(lambda tail: true[name][16:-4] + tail)
    if name == "meta":
        payloads = whole.map(lambda text: text.encode("utf-8", "surrogatepass"))

    def probe(payload: bytes) -> None:
        forge(path, rules, name, None if name == "meta" else digest, payload)
        with contextlib.suppress(TableError):
            Store(tmp_path).probe(rules, rules.start())

    settings(MANY, max_examples=30)(given(payloads)(probe))()
    if name == "meta":
        for field, value in itertools.product(FIELDS, (None, [], {}, True, -1, 1e300, "")):
            probe(json.dumps(meta | {field: value}).encode())


@settings(MANY, max_examples=100)
@given(st.sampled_from(["puzzle", "game"]), st.sampled_from([8, 16, 32]), st.data())
def test_codes_are_read_back_as_written_or_refused(kind: Any, bits: int, data: st.DataObject):
    """Every result is read back as written; every code is a result or is refused."""
    codec = Codec(kind, bits)
    found = codec.decode(data.draw(st.integers(0, (1 << bits) - 1)))
    if found is not None and (found.remoteness or 0) <= codec.limit:
        assert codec.decode(codec.encode(found)) == found


def test_corrupt_is_what_a_forged_meta_is_called(tmp_path: Path):
    """A check of the tests above: what they write is examined rather than refused earlier."""
    rules = load("towersofhanoi/3_3")
    store = Store(tmp_path)
    store.write(rules, solved(rules.full_id), 1.0)
    forge(store.path(rules), rules, "meta", None, b"[]")
    with pytest.raises(TableCorrupt, match="meta cannot be read"):
        Store(tmp_path).probe(rules, rules.start())
