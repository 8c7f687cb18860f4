// Runs PuzzleScript's own engine, of the checkout that is named, for benchmarks/puzzlescript.py: it prints its recorded
// sessions, or how many inputs a second it plays of the levels in a JSON file.

"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const tests = path.join(process.argv[2], "src", "tests");
const runner = fs.readFileSync(path.join(tests, "run_tests_node.js"), "utf8").split("// ---- Run tests ----")[0];
new Function("require", "__dirname", "process", runner.replace(/^#!.*/, ""))(require, tests, { ...process, argv: [] });

const print = (value) => process.stdout.write(JSON.stringify(value) + "\n");
const MILLISECONDS = 2000;
console.log = () => {};

// In the engine's own scope, as its variables are not global.
const { start, play } = vm.runInThisContext(`({
  start(source, level) {
    unitTesting = true;
    levelString = source;
    resetParserErrorState();
    compile(["loadLevel", level], source, null);
  },
  play(input) {
    if (input === "undo") DoUndo(false, true);
    else if (input === "restart") DoRestart();
    else processInput(input === "tick" ? -1 : input);
    while (againing) {
      againing = false;
      processInput(-1);
    }
  },
})`);

function result({ source, level, inputs }) {
  start(source, level);
  inputs.forEach(play);
  return convertLevelToString();
}

// Inputs a second, in an order that is the same each time.
function speed({ source, level }) {
  let [count, seed] = [0, 1];
  const begun = performance.now();
  for (start(source, level); performance.now() - begun < MILLISECONDS; count++) {
    seed = (seed * 16807) % 2147483647;
    play(count % 50 ? seed % 5 : "restart");
  }
  return (1000 * count) / (performance.now() - begun);
}

if (process.argv[3] === "sessions") print(testdata);
else print(JSON.parse(fs.readFileSync(process.argv[4], "utf8")).map(process.argv[3] === "speed" ? speed : result));
