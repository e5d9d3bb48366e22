// Plays pairs of games with the same seeds under two sets of rules, and reports what has been found so far.

import { Game } from "./game.mjs";

const RISK = 0.05;
const SHARPEST_AT = 1000;
const FEWEST = 20;
const MOST = 20_000;
const EVERY = 200; // milliseconds between reports

// An asymptotic confidence sequence for a mean, valid whenever one stops (Waudby-Smith and others, 2024, theorem 2.2).
// `mercatoria.study.intervals` has the same.
class Sequence {
  number = 0;
  mean = 0;
  squares = 0;

  add(value) {
    this.number += 1;
    const step = value - this.mean;
    this.mean += step / this.number;
    this.squares += step * (value - this.mean);
  }

  get bounds() {
    if (this.number < FEWEST) return [-Infinity, Infinity];
    const tightness = (-2 * Math.log(RISK) + Math.log(-2 * Math.log(RISK)) + 1) / SHARPEST_AT;
    const scaled = this.number * tightness + 1;
    const bound = Math.sqrt(((2 * scaled) / (this.number ** 2 * tightness)) * Math.log(Math.sqrt(scaled) / RISK));
    const radius = Math.sqrt(this.squares / this.number) * bound;
    return [this.mean - radius, this.mean + radius];
  }
}

// One game: its decisions, the points of the winner, and the share of the win of the first seat.
function measured(game, number) {
  const [{ decisions, scores }] = game.playMany(1, number, 1);
  const most = Math.max(...scores);
  const winners = scores.filter((points) => points === most).length;
  return { length: decisions, points: most, first: scores[0] === most ? 1 / winners : 0 };
}

onmessage = async ({ data }) => {
  try {
    const [before, after] = await Promise.all(data.games.map(({ module, about }) => Game.load(module, about)));
    const found = Object.fromEntries(["length", "points", "first"].map((name) => [name, [new Sequence(), new Sequence(), new Sequence()]]));
    const report = (games) => postMessage({ games, measures: Object.fromEntries(Object.entries(found).map(([name, [one, other, change]]) => {
      const [low, high] = change.bounds;
      return [name, { before: one.mean, after: other.mean, mean: change.mean, low, high }];
    })) });
    let told = performance.now();
    for (let number = 0; number < MOST; number++) {
      const [old, changed] = [measured(before, number), measured(after, number)];
      for (const [name, [one, other, change]] of Object.entries(found)) {
        one.add(old[name]);
        other.add(changed[name]);
        change.add(changed[name] - old[name]);
      }
      if (performance.now() - told > EVERY || number === MOST - 1) {
        report(number + 1);
        told = performance.now();
      }
    }
  } catch (fault) {
    postMessage({ fault: fault.message });
  }
};
