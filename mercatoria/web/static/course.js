// The course of the game as this seat saw it: a list of steps, each with what it changed on the board. With them the board
// is moved to any position without asking the server. Positions have the numbers of the log.

import { drawn, map, thingOf } from "./map.js";

let steps = []; // oldest first: { n, kind, who, says, place, origin, round, board }

export const course = () => steps;
export const newest = () => steps.at(-1)?.n ?? 0;

// How many steps lead to a position.
export function indexOf(number) {
  let [from, to] = [0, steps.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (steps[middle].n <= number) from = middle + 1;
    else to = middle;
  }
  return from;
}

export const stepTo = (number) => steps[indexOf(number) - 1];

// Adds steps. If decisions were taken back, the new steps replace the old ones. Returns whether they did.
export function add({ newest: last, entries, strings }) {
  const first = entries[0]?.n ?? Infinity, known = newest();
  steps = steps.filter(({ n }) => n < first && n <= last);
  const kept = newest();
  steps.push(...entries.map((entry) => ({
    who: [], place: "", origin: "", ...entry, says: (entry.says ?? []).map((at) => strings[at]).join(" "),
    round: strings[entry.round] ?? "",
    board: Object.entries(entry.board ?? {}).map(([name, [was, svg]]) => [name, strings[was], strings[svg]]),
  })));
  return kept < known;
}

// Asks for the steps that are not known, in parts.
export async function load(base) {
  for (let last = Infinity, known = -1; newest() < last && newest() > known;) {
    known = newest();
    const answer = await fetch(`${base}/course?from=${known + 1}`);
    if (!answer.ok) throw new Error(answer.status);
    const part = await answer.json();
    add(part);
    last = part.newest;
  }
}

// Moves the board from one position to another. Legal moves are not part of the course, so their marks go.
export function moveBoard(from, to) {
  for (const thing of map().querySelectorAll("[data-moves]")) {
    thing.removeAttribute("data-moves");
    thing.removeAttribute("tabindex");
    thing.setAttribute("role", "img");
    thing.classList.add("mx-not");
  }
  const now = new Map();
  if (to > from) for (let at = indexOf(from); at < indexOf(to); at++) for (const [name, , svg] of steps[at].board) now.set(name, svg);
  else for (let at = indexOf(from) - 1; at >= indexOf(to); at--) for (const [name, was] of steps[at].board) now.set(name, was);
  const holder = drawn("svg", {});
  for (const [name, svg] of now) {
    holder.innerHTML = svg;
    thingOf(name)?.replaceWith(holder.firstElementChild);
  }
}

const SPECTATED = 12; // moves

// The position after the last move of a seat before others moved; for a spectator (-1), before the last few moves.
export function lastTurn(seat) {
  let index = steps.length;
  if (seat < 0) return steps[Math.max(0, index - SPECTATED) - 1]?.n ?? 0;
  while (index && (steps[index - 1].who.includes(seat) || !steps[index - 1].who.length)) index--;
  while (index && !steps[index - 1].who.includes(seat)) index--;
  return steps[index - 1]?.n ?? 0;
}

// The position before the latest turn of a seat, or of any seat for a spectator.
export function turnBefore(number, seat) {
  const mover = (index) => steps[index]?.who[0];
  let index = indexOf(number) - 1;
  const begins = () => mover(index) !== mover(index - 1) && (seat < 0 ? mover(index) !== undefined : mover(index) === seat);
  while (index > 0 && !begins()) index--;
  return steps[index - 1]?.n ?? 0;
}
