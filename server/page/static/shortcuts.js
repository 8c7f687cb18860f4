// The keys of a match.

/** The action of each key; with Ctrl or Cmd, `z` and `y` do what they do everywhere. */
const PLAIN = { u: "undo", r: "redo", h: "hints", n: "newMatch" };
const WITH_CTRL = { z: "undo", y: "redo" };

/**
 * Call `actions[name]()` at its key, and `actions.slide(key)` at an arrow key, except while the user types or scrolls.
 * `letters`: further actions by their keys; `x` is passed on as an arrow key is. Returns a function that stops this.
 */
export function listen(actions, letters = {}) {
  const onKey = (event) => {
    if (event.altKey || event.target.closest("input, select, textarea, .scroll")) return;
    const key = event.key.toLowerCase();
    const ctrl = event.ctrlKey || event.metaKey;
    const slide = event.key.startsWith("Arrow") ? event.key : !ctrl && key === "x" && key;
    if (slide && !event.defaultPrevented && actions.slide(slide)) event.preventDefault();
    let name = ctrl ? WITH_CTRL[key] : { ...PLAIN, ...letters }[key];
    if (ctrl && event.shiftKey && name === "undo") name = "redo";
    if (!name) return;
    if (ctrl) event.preventDefault();
    actions[name]();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
