// A web worker in which Python answers from the tables of a published site: server/publishing/table_pieces.py, under
// Pyodide. A message names the site's `runtime` folder and `rules`, the variant and its pieces, and what to `ask`.

const SETUP = [
  "import sys, time, types",
  "sys.path.insert(0, '/rules')",
  "sys.modules['resource'] = types.ModuleType('resource')", // imported, but not used here
  "time.thread_time = time.process_time", // there is one thread
].join("\n");
let python = null;
const tables = new Map();

async function bytesAt(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Load Python, and the rules; all modules end in .js, which every host knows. */
async function load(runtime, rules) {
  const [{ loadPyodide }, { default: createPyodideModule }, archive] = await Promise.all([
    import(`${runtime}pyodide.js`),
    import(`${runtime}pyodide.asm.js`),
    bytesAt(rules),
  ]);
  const pyodide = await loadPyodide({ indexURL: runtime, createPyodideModule });
  pyodide.unpackArchive(archive, "zip", { extractDir: "/rules" });
  pyodide.runPython(SETUP);
  return { pyodide, module: pyodide.pyimport("perfect_play.server.publishing.table_pieces") };
}

async function answer({ runtime, rules, id, variant, step, pieces, ask }) {
  python ||= load(runtime, rules);
  const { pyodide, module } = await python;
  if (!tables.has(pieces)) tables.set(pieces, module.TableAnswers(id, variant, step));
  const table = tables.get(pieces);
  for (;;) {
    const reply = JSON.parse(table.ask(...ask));
    if (!reply.lacking) return reply;
    const contents = await Promise.all(reply.lacking.map((name) => bytesAt(`${pieces}${name}.bin`)));
    reply.lacking.forEach((name, i) => table.give(name, pyodide.toPy(contents[i])));
  }
}

let turn = Promise.resolve(); // one question at a time
self.onmessage = ({ data }) => {
  turn = turn.then(() => answer(data)).then(
    (reply) => self.postMessage({ number: data.number, ...reply }),
    () => {
      if (!tables.size) python = null; // loaded again the next time
      self.postMessage({ number: data.number, failed: true });
    },
  );
};
