// Moves the focus among the cards of a grid by the arrow keys; Tab enters and leaves it.

/** The card in the next row (by: 1) or the previous one (-1) that is most nearly below or above a card. */
function vertically(links, current, by) {
  const boxes = new Map(links.map((link) => [link, link.closest("li").getBoundingClientRect()]));
  const from = boxes.get(current);
  const beyond = links.filter((link) => by * (boxes.get(link).top - from.top) > 1);
  if (!beyond.length) return current;
  const row = boxes.get(by > 0 ? beyond[0] : beyond.at(-1)).top;
  const gap = (link) => Math.abs(boxes.get(link).left - from.left);
  return beyond.filter((link) => Math.abs(boxes.get(link).top - row) <= 1).reduce((best, link) => (gap(link) < gap(best) ? link : best));
}

/** The first card of the next section (by: 1) or the previous one (-1). */
function bySection(links, current, by) {
  const firsts = [...new Set(links.map((link) => link.closest("section")))].map((section) => section.querySelector(".cover"));
  const at = firsts.indexOf(current.closest("section").querySelector(".cover"));
  return firsts[at + by] || (by > 0 ? links.at(-1) : links[0]);
}

/** Let arrow keys move in `list`, down from `search` into it, and letters typed there go to `search`. */
export function arrowKeys(list, search) {
  const links = () => [...list.querySelectorAll(".cover")];
  const moves = {
    ArrowLeft: (all, current) => all[all.indexOf(current) - 1],
    ArrowRight: (all, current) => all[all.indexOf(current) + 1],
    ArrowUp: (all, current) => vertically(all, current, -1),
    ArrowDown: (all, current) => vertically(all, current, 1),
    PageUp: (all, current) => bySection(all, current, -1),
    PageDown: (all, current) => bySection(all, current, 1),
    Home: (all) => all[0],
    End: (all) => all.at(-1),
  };

  /** The one card that Tab leads to. */
  function mark(link) {
    for (const other of list.querySelectorAll(".cover[tabindex='0']")) other.tabIndex = -1;
    if (link) link.tabIndex = 0;
  }

  list.addEventListener("focusin", (event) => mark(event.target));
  list.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && event.key !== " ") search.focus(); // which takes the letter
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move(links(), event.target)?.focus();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    links()[0]?.focus();
  });
  return { refresh: () => mark(links()[0]) };
}
