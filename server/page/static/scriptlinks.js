// Texts of PuzzleScripts in links: packed into what follows the `#`, which is never sent to a service.

const LONGEST = 8000; // characters of a link's end; longer texts are left out
const MARK = "#z=";
const MOST = 400_000; // characters that are unpacked at most

async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MOST) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The end of a link that carries a text; "" if that is too long. */
export async function linkEnd(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const end = MARK + packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return end.length > LONGEST ? "" : end;
}

/** The text that the current address carries; null if it carries none. */
export async function textInLink() {
  if (!location.hash.startsWith(MARK)) return null;
  try {
    const packed = atob(location.hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(new DecompressionStream("deflate-raw"), Uint8Array.from(packed, (char) => char.charCodeAt(0)));
    return new TextDecoder().decode(bytes);
  } catch {
    return null; // it was cut, or is no packed text
  }
}
