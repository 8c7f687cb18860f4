"""Plays on the page as a person does: with the mouse, on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

POINT = """move => {
  const all = [...document.querySelectorAll('.stage .move')];
  let group = all.find(one => one.dataset.move === move);
  if (!group) return null;
  const first = all.find(one => one.dataset.first && one.dataset.first === group.dataset.after);
  if (first && all.filter(one => one.dataset.after === first.dataset.first).length === 1) group = first;
  else if (first && !group.matches('.lit')) first.dispatchEvent(new MouseEvent('click'));
  group.scrollIntoView({block: 'center', inline: 'center'});
  const [kind, from] = (group.dataset.move || group.dataset.first).split('_');
  const grip = kind === 'M' && document.querySelector(`.stage rect.grip[data-cell='${from}']`);
  const stops = [];
  if (grip && !group.matches('.later')) {
    const box = grip.getBoundingClientRect();
    const [clientX, clientY] = [box.x + box.width / 2, box.y + box.height / 2];
    stops.push([clientX, clientY]);
    document.querySelector('.stage svg').dispatchEvent(new PointerEvent('pointerleave'));
    grip.dispatchEvent(new PointerEvent('pointermove', {clientX, clientY}));
  }
  const reach = group.querySelector('.reach') || group.querySelector('.head');
  const matrix = reach.getScreenCTM();
  const length = reach.getTotalLength();
  const box = reach.getBBox();
  const points = [[box.x + box.width / 2, box.y + box.height / 2]];
  for (let part = 0.02; part < 1; part += 0.04) {
    const at = reach.getPointAtLength(length * part);
    points.push([at.x, at.y]);
  }
  for (const [x, y] of points) {
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    const hit = document.elementFromPoint(at.x, at.y);
    if (hit && hit.closest('.move') === group) return [...stops, [at.x, at.y]];
  }
  return null;
}"""
"""The screen points where the mouse goes for a move: to the piece of an arrow, and to where a click hits the move; null
if others cover all of it. Of a two-part move, this clicks the first part, unless that makes the move."""


ENDS = """move => {
  const ends = text => text.split('_').slice(1).map(Number);
  const all = [...document.querySelectorAll('.stage .move:not(.later)')].map(one => one.dataset.move || '');
  const arrows = all.filter(one => one.startsWith('M_'));
  if (!arrows.includes(move)) return null;
  const [from, to] = ends(move);
  const middle = cell => {
    const shown = document.querySelector(`.stage .cell[data-cell='${cell}']`);
    if (!shown) return null;
    const box = shown.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const between = (a, b) => a && b && String([b[0] - a[0], b[1] - a[1]].map(Math.round));
  const way = text => between(...ends(text).map(middle));
  const alike = one => one !== move && (ends(one)[1] === to || (ends(one)[0] !== from && way(one) === way(move)));
  if (arrows.some(alike)) return null;
  document.querySelector(`.stage .move[data-move='${move}']`).scrollIntoView({block: 'center', inline: 'center'});
  const [a, b] = [middle(from), middle(to)];
  const hits = (point, kind) => document.elementFromPoint(...point)?.closest(kind);
  return a && b && hits(a, '.grip') && hits(b, '.stage') ? [a, b] : null;
}"""
"""The screen points of a move's piece and its target; null if other moves could be meant, or cover the piece."""


SHOWN = """place => new Promise((shown, failed) => {
  const look = () => document.querySelector(`.stage[data-place='${place}']`) && shown(watch.disconnect());
  const watch = new MutationObserver(look);
  watch.observe(document.body, {subtree: true, childList: true, attributeFilter: ['data-place']});
  setTimeout(() => failed(new Error(`${location}: the position after ${place} moves is not shown`)), 15000);
  look();
})"""
"""Waits within the page, which is cheaper than polling every frame."""


OBSERVED = """
window.jumps = [];
new PerformanceObserver(list => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.jumps.push(one.value);
}).observe({type: 'layout-shift', buffered: true});
"""
"""Has a page keep how far its layout shifts without any input, in `jumps`."""

LONG_ENOUGH = 1500
"""Milliseconds of a page's own time in which the computer would have moved."""

HOLDERS = {"#menu": "[popovertarget=menu]", "#hint-box": "#hint"}
"""What is brought up by a button, by its selector: the button."""

SHARED = {"#copy", "#picture", "#copy-svg", "#copy-png", "#copy-text", "#copy-embed", "#offline"}


def violations(page: Page, part: str = "html", **options: Any) -> list[str]:
    """The violations that axe reports in a part of the page, each with its first elements. options: of `axe.run`."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    told = page.evaluate(
        "([part, options]) => axe.run(part, options).then(results => results.violations)",
        [part, {"resultTypes": ["violations"], **options}],
    )
    return [f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}" for one in told]


def unfold(page: Page, selector: str) -> None:
    """Open whatever hides an element, as a person does: folds, tabs, and what buttons bring up."""
    if selector in SHARED and not page.locator("#share-box").count():
        page.click("#share")
    page.locator(selector).first.wait_for(state="attached")
    if page.locator(selector).first.is_visible():
        return
    if selector == "#best":
        while page.locator("#hint-box").is_hidden() or page.locator("#hint-more").is_visible():
            page.click("#hint" if page.locator("#hint-box").is_hidden() else "#hint-more")
    for holder, button in HOLDERS.items():
        if page.locator(f"{holder}:has({selector})").count() and not page.locator(holder).is_visible():
            page.click(button)
    for summary in page.locator(f"details:not([open]):has({selector}) > summary").all():
        summary.click()
    for panel in page.locator(f"[role=tabpanel][hidden]:is({selector}, :has({selector}))").all():
        page.click(f"#tab-{panel.get_attribute('id')}")


def press(page: Page, selector: str) -> None:
    """Click an element, which may be folded away."""
    unfold(page, selector)
    page.click(selector)


def choose(page: Page, selector: str, value: str) -> None:
    """Choose an option of a field, which may be folded away."""
    unfold(page, selector)
    page.select_option(selector, value)


def wait_for_move(page: Page, place: int) -> None:
    """Wait until the page shows the position after `place` moves."""
    page.evaluate(SHOWN, place)


def state(page: Page) -> dict[str, Any]:
    """The page's facts about the position shown; value and remoteness are None if hidden or unknown."""
    return read_state(page.eval_on_selector(".stage", "stage => ({...stage.dataset})"))


def state_and_moves(page: Page) -> tuple[dict[str, Any], list[str]]:
    """The state and the moves, read at once."""
    told, found = page.evaluate(
        "() => [{...document.querySelector('.stage').dataset},"
        " [...document.querySelectorAll('.movelist button')].map(one => one.dataset.move)]"
    )
    return read_state(told), found


def read_state(told: dict[str, str]) -> dict[str, Any]:
    """The state in these data attributes."""
    return {
        "value": told.get("value"),
        "remoteness": int(told["remoteness"]) if told.get("remoteness", "null") != "null" else None,
        "place": int(told["place"]),
        "over": told["over"] == "true",
        "position": told["position"],
    }


def moves(page: Page) -> list[str]:
    """The moves in the list: best first, or in board order while hints are off."""
    found: list[str] = page.eval_on_selector_all(".movelist button", "all => all.map(one => one.dataset.move)")
    return found


def beside(page: Page) -> set[str]:
    """The moves without a cell on the board, which have buttons beside it."""
    cells, drawn, listed = page.evaluate(
        """() => {
          const named = selector => [...document.querySelectorAll(selector)].map(one => one.dataset.move);
          return [document.querySelectorAll('.stage .cell').length, named('.stage .move'), named('.movelist button')];
        }"""
    )
    others = set(listed) - set(drawn)
    assert all(int(move.split("_")[1]) >= cells for move in others), f"{page.url}: {others} are not drawn"
    return others


def all_can_be_clicked(page: Page, wanted: list[str]) -> None:
    """Check that each of these moves can be made by some click on or beside the board."""
    others = beside(page)
    shown = [move for move in wanted if move not in others]
    hidden = shown
    for _ in range(50):  # the board is drawn a moment after the list, later on a busy machine
        hidden = page.evaluate(f"moves => moves.filter(move => ({POINT})(move) === null)", shown)
        if not hidden:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{page.url}: {hidden} cannot be clicked")


def click(page: Page, move: str) -> None:
    """Make a move with the mouse, on the board if it is drawn there."""
    before, stops = page.evaluate(f"move => [document.querySelector('.stage').dataset.place, ({POINT})(move)]", move)
    if stops is None and move in beside(page):
        page.click(f".movelist button[data-move='{move}']")
    else:
        assert stops is not None, f"{page.url}: {move} cannot be clicked"
        for stop in stops:
            page.mouse.move(*stop)
        page.mouse.click(*stops[-1])
    page.evaluate(SHOWN, int(before) + 1)


def move_by_hand(page: Page, move: str, *, drag: bool) -> bool:
    """Drag the piece of a move to its target, or tap both; click any move that moves no piece.

    Returns whether the move moves a piece.
    """
    before, ends = page.evaluate(f"move => [document.querySelector('.stage').dataset.place, ({ENDS})(move)]", move)
    if ends is None:
        click(page, move)
        return False
    page.mouse.move(*ends[0])
    page.mouse.down()
    if drag:
        page.mouse.move(*ends[1], steps=2)
    page.mouse.up()
    if not drag and page.evaluate("() => document.querySelector('.stage .choosing') !== null"):
        page.mouse.click(*ends[1])
    page.evaluate(SHOWN, int(before) + 1)
    return True


def play_to_the_end(page: Page) -> None:
    """Play the first move listed, in turn with the computer, until the match is over."""
    place = 0
    while not state(page)["over"]:
        click(page, moves(page)[0])
        place += 1
        if not state(page)["over"]:
            place += 1  # the computer's
            wait_for_move(page, place)
