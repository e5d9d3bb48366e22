// The latest moves on the map: thin dashed rings for all since one's own last move, a bold ring with an arrow for the
// newest. The log of the page says where each of them happened.

import { drawn, layer, map, spotOf, thingOf } from "./map.js";

const AROUND = 8, EARLIER = 6; // between a place and the ring of the newest move there, and of earlier ones
const HEAD = 9;

const entryOf = ({ dataset: { place, origin, seat, hue } }) => ({ place, origin, seat, hue: hue ?? "grey" });

let pointed = null; // the line of the log that is pointed at
let stepped = null; // the move to which the board was stepped, until the page is renewed

// Shows one move alone: where it happened, whence it came, and who did it.
export const only = (move) => (stepped = move);

document.addEventListener("table:renewed", () => only(null));

// The entries since the reader's last turn, newest first.
function since() {
  const lines = [...document.querySelectorAll("#log li.fresh[data-place]")];
  return lines.sort((one, other) => other.value - one.value).map(entryOf);
}

const shownMoves = () => (pointed ? [entryOf(pointed)] : stepped ? [stepped] : since());

// Draws the marks; those of a line of the log alone while one points at it. Returns what they add to the radius of their
// places, by name, the place of the newest move first.
export function mark() {
  const into = layer("board-last"), [newest, ...others] = shownMoves(), rings = new Map();
  const thing = newest?.place && thingOf(newest.place);
  if (!thing) return rings;
  rings.set(newest.place, AROUND + 3);
  for (const { place, hue, seat } of others) {
    const there = thingOf(place);
    if (!there || rings.has(place)) continue;
    rings.set(place, EARLIER + 1);
    into.append(ring(spotOf(there), `board-earlier mx-stroke-${hue}`, EARLIER), ...badge(spotOf(there), seat, EARLIER));
  }
  const from = newest.origin && thingOf(newest.origin);
  const goal = spotOf(thing);
  if (from) into.append(...arrow(spotOf(from), goal, newest.hue));
  into.append(ring(goal, "board-casing", AROUND), ring(goal, `board-newest mx-stroke-${newest.hue}`, AROUND));
  into.append(...badge(goal, newest.seat, AROUND));
  return rings;
}

function ring({ x, y, r, path }, classes, far) {
  return path ? drawn("path", { class: classes, d: path }) : drawn("circle", { class: classes, cx: x, cy: y, r: r + far });
}

// The shape of the mover's seat, on the ring.
function badge({ x, y, r, path }, seat, far) {
  if (seat === undefined || !map().querySelector(`#seat-mark-${seat}`)) return [];
  const out = path ? 0 : (r + far) * Math.SQRT1_2;
  return [drawn("use", { href: `#seat-mark-${seat}`, transform: `translate(${x + out} ${y - out}) scale(4.5)` })];
}

function arrow(from, to, hue) {
  const [dx, dy] = [to.x - from.x, to.y - from.y], length = Math.hypot(dx, dy), [ux, uy] = [dx / length, dy / length];
  const begin = from.r + 3, end = length - to.r - AROUND - 5;
  if (end - begin < HEAD) return [];
  const at = (far, aside = 0) => `${(from.x + ux * far - uy * aside).toFixed(1)} ${(from.y + uy * far + ux * aside).toFixed(1)}`;
  const shaft = `M${at(begin)}L${at(end - HEAD)}`;
  const head = `M${at(end + 4)}L${at(end - HEAD, 7)}L${at(end - HEAD, -7)}Z`;
  return [
    drawn("path", { class: "board-casing", d: shaft }), drawn("path", { class: `board-newest mx-stroke-${hue}`, d: shaft }),
    drawn("path", { class: `board-head mx-hue-${hue}`, d: head }),
  ];
}

// Shows the ring of the line of the log that the pointer or the focus is at. Returns whether that changed anything.
export function point(target) {
  const line = target?.closest?.("#log li[data-place]") ?? null;
  if (line === pointed) return false;
  pointed = line;
  return true;
}
