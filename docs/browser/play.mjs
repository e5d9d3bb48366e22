// Random games of a module in node:
//
//     node play.mjs game.wasm --seed 7               one game, move by move
//     node play.mjs game.wasm --seed 7 --games 1000  many, a line of JSON for each

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Game } from "../../mercatoria/page/static/game.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "0" }, games: { type: "string" } },
});
const wellSaid = [values.seed, values.games ?? "1"].every((text) => /^-?\d+$/.test(text));
if (positionals.length !== 1 || !positionals[0].endsWith(".wasm") || !wellSaid) {
  console.error("usage: node play.mjs game.wasm [--seed S] [--games N]");
  process.exit(2);
}

let about, game;
try {
  const file = positionals[0];
  about = JSON.parse(readFileSync(file.replace(/\.wasm$/, ".json"), "utf8"));
  game = await Game.load(readFileSync(file), about);
  if (values.games) playMany(Number(values.games));
  else playOne();
} catch (fault) {
  console.error(fault.code === "ENOENT" ? `there is no file: ${fault.path}` : fault.message);
  process.exitCode = 1;
}

function playMany(wanted) {
  for (let first = 0; first < wanted; first += about.memory.results.most) {
    const number = Math.min(about.memory.results.most, wanted - first);
    for (const { seed, ...result } of game.playMany(values.seed, first, number)) {
      console.log(JSON.stringify({ seed: Number(seed), ...result }));
    }
  }
}

function playOne() {
  game.start(values.seed);
  while (!game.isOver) {
    const seat = game.seat;
    console.log(`${about.seats[seat]}: ${game.text(game.playRandomly())}`);
  }
  console.log(JSON.stringify({ ending: game.ending, scores: game.scores() }));
}
