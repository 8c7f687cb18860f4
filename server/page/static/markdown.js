// Renders the Markdown that instructions use: paragraphs, headings, lists, **strong**, *emphasis* and `code`.

import { h } from "./dom.js";

function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return h("strong", null, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("em", null, part.slice(1, -1));
    if (/^`.+`$/.test(part)) return h("code", null, part.slice(1, -1));
    return part;
  });
}

/** A text as elements. HTML in it stays text. */
export function markdown(text) {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split("\n");
      const heading = /^#{1,6} +(.*)$/.exec(lines[0]);
      if (heading) {
        const paragraph = lines.slice(1).join(" ");
        return [h("h3", null, inline(heading[1])), paragraph && h("p", null, inline(paragraph))];
      }
      const bullet = /^ *(?:[-*]|\d+\.) +/;
      if (bullet.test(lines[0])) {
        const items = [];
        for (const line of lines) {
          if (bullet.test(line)) items.push(line.replace(bullet, ""));
          else items[items.length - 1] += ` ${line.trim()}`;
        }
        return h(/^ *\d/.test(lines[0]) ? "ol" : "ul", null, items.map((item) => h("li", null, inline(item))));
      }
      return h("p", null, inline(lines.join(" ")));
    });
}
