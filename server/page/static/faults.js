// Why a position that was set up is impossible, in the language of the page: the service gives its reasons in English.

import { h } from "./dom.js";
import { language, t } from "./language.js";
import {} from "./laterwords.js";

const QUOTED = /^('[^']*'(\.\.\. \(\d+ characters\))?: )+/; // the text that is wrong, which stands in the editor
const EXAMPLE = / It must be one of this variant; for example .*$/;
const COUNTS = "(?:\\d+ '[^']+'(?:, )?)+";

/** What the reasons given most often look like, and what is said instead. */
const REASONS = [
  [
    `there is no position with (?<pieces>${COUNTS}) and player (?<player>\\d) to move\\. Expected, for example, (?<others>${COUNTS}) and player (?<other>\\d) to move\\.`,
    (is) => t("With {pieces} and player {player} to move there is no position. Possible are, for example, {others} and player {other} to move.", is),
  ],
  ["no play from the start (?<start>'[^']*' )?leads here\\.", () => t("No play from the start leads here.")],
  ["this is not the board of a position of \\S+\\.", () => t("This is not a board of this variant.")],
  ["on this board it is (?<player>[AB])'s turn\\.", ({ player }) => t("On this board it is player {player}’s turn.", { player: player === "A" ? 1 : 2 })],
  ["expected (?<total>\\d+) stones, not (?<given>\\d+)\\.", (are) => t("There must be {total} stones, not {given}.", are)],
  ["expected each of the .* exactly once\\.", () => t("Each piece must be there exactly once.")],
  ["cell (?<cell>\\d+): expected it as at the start, or taken\\.", (is) => t("Cell {cell} must be as at the start, or taken.", is)],
  ["a disc floats above an empty cell\\.", () => t("A disc floats above an empty cell.")],
].map(([pattern, say]) => [new RegExp(`^${pattern}$`), say]);

/** The nodes that say what is wrong: a sentence of the page, with the service's reason if it has no translation. */
export function faultNodes(fault) {
  const reason = fault.replace(QUOTED, "").replace(EXAMPLE, "");
  for (const [pattern, say] of REASONS) {
    const match = pattern.exec(reason);
    if (match) return [say(match.groups ?? {})];
  }
  return language === "en" ? [fault] : [t("This position is not possible:"), " ", h("span", { lang: "en" }, reason)];
}
