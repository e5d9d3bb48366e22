// Looking closer at the board, by wheel, pinch, keys and buttons, and what keeps its labels, rings and marks up to date.
// The view is the part of the map that the picture shows; without this script the whole map is shown.

import { choose, legalThings, mayChoose, onKey, refresh, tags } from "./choosing.js";
import { mark, point } from "./last_moves.js";
import { isCharacter } from "./keys.js";
import { layOut } from "./labels.js";
import { map, numbers, spotOf, thingOf } from "./map.js";

const CLOSEST = 8, CLOSE = 2.5; // times the whole map: by hand, and for a look at one's own moves
const STEP = 1.33, WHEEL = 1.15;
const DRAG = { mouse: 6, pen: 8, touch: 10 }; // pixels until a press is a drag
const NEAR = { mouse: 6, pen: 12, touch: 24 }; // pixels beside a thing that still touch it
const PAUSE = 50; // milliseconds
const ROOM = 70; // units around one's own moves
const PHONE = 700;

let home = null, view = null; // [left, top, width, height]
let settling = 0, listed = [], rings = new Map();

// ---------------------------------------------------------------- the view

export function unit() {
  const { width, height } = map().getBoundingClientRect();
  return 1 / Math.min(width / view[2], height / view[3]);
}

// What the picture shows of the map: the view, and what is left beside or above it.
function seen() {
  const { width, height } = map().getBoundingClientRect(), by = unit();
  const [x, y] = [view[0] + view[2] / 2, view[1] + view[3] / 2];
  return [x - width * by / 2, y - height * by / 2, x + width * by / 2, y + height * by / 2];
}

// Where on the map a point of the window is.
function under(x, y) {
  const { left, top, width, height } = map().getBoundingClientRect(), by = unit();
  return [view[0] + view[2] / 2 + (x - left - width / 2) * by, view[1] + view[3] / 2 + (y - top - height / 2) * by];
}

const show = () => map().setAttribute("viewBox", view.map((value) => value.toFixed(2)).join(" "));

export function look([left, top, width, height]) {
  const wide = Math.max(home[2] / CLOSEST, Math.min(home[2], Math.max(width, height * home[2] / home[3])));
  const high = wide * home[3] / home[2];
  const inside = (middle, from, room, size) => Math.max(from + size / 2, Math.min(from + room - size / 2, middle)) - size / 2;
  view = [
    inside(left + width / 2, home[0], home[2], wide), inside(top + height / 2, home[1], home[3], high), wide, high,
  ];
  show();
  clearTimeout(settling);
  settling = setTimeout(settle, PAUSE);
}

export function settle() {
  const newest = rings.keys().next().value, owned = new Set([...map().querySelectorAll(".mx-own")].map(({ id }) => id));
  const rankOf = (name) => (mayChoose(name) ? 0 : name === newest ? 1 : owned.has(name) ? 2 : 3);
  const { left, top, right, bottom } = document.getElementById("zoom").getBoundingClientRect();
  const covered = [...under(left, top), ...under(right, bottom)];
  layOut(seen(), unit(), { rankOf, tags: listed, rings, covered });
}

// Shows the map larger by a factor, and keeps the point of it that is at [x, y].
function zoom(factor, [x, y] = [view[0] + view[2] / 2, view[1] + view[3] / 2]) {
  const by = Math.max(home[2] / CLOSEST, Math.min(home[2], view[2] / factor)) / view[2];
  look([x - (x - view[0]) * by, y - (y - view[1]) * by, view[2] * by, view[3] * by]);
}

function mine() {
  const own = [...map().querySelectorAll(".mx-own")], spots = (legalThings().length ? legalThings() : own).map(spotOf);
  if (!spots.length) return;
  const [left, top] = [Math.min(...spots.map(({ x }) => x)) - ROOM, Math.min(...spots.map(({ y }) => y)) - ROOM];
  const [wide, high] = [Math.max(...spots.map(({ x }) => x)) + ROOM - left, Math.max(...spots.map(({ y }) => y)) + ROOM - top];
  const spare = Math.max(0, home[2] / CLOSE - wide) / 2;
  look([left - spare, top, wide + 2 * spare, high]);
}

const acts = { closer: () => zoom(STEP), farther: () => zoom(1 / STEP), all: () => look(home), mine };

// ---------------------------------------------------------------- fingers and mouse

const fingers = new Map();
let moved = 0, dragged = false;
let pressed = null; // where a finger or a pen has touched the map, [x, y]

function onDown(event) {
  if (!map()?.contains(event.target) || event.button > 0) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  const spot = event.pointerType === "mouse" ? null : [event.clientX, event.clientY];
  [moved, dragged, pressed] = fingers.size === 1 ? [0, false, spot] : [moved, true, null];
}

function onMove(event) {
  const was = fingers.get(event.pointerId);
  if (!was) return;
  const now = [event.clientX, event.clientY], other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  fingers.set(event.pointerId, now);
  const far = (one, two) => Math.hypot(one[0] - two[0], one[1] - two[1]);
  if (other) {
    const between = under((now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    if (far(was, other) > 0) zoom(far(now, other) / far(was, other), between);
  } else {
    moved += far(now, was);
    if (moved <= DRAG[event.pointerType]) return;
    [dragged, pressed] = [true, null];
  }
  const share = (other ? 0.5 : 1) * unit();
  look([view[0] - (now[0] - was[0]) * share, view[1] - (now[1] - was[1]) * share, view[2], view[3]]);
  map().setPointerCapture(event.pointerId);
}

function onUp(event) {
  fingers.delete(event.pointerId);
}

// A press that was no drag chooses the thing under it, or the nearest legal one.
function onClick(event) {
  if (!map()?.contains(event.target)) return;
  if (dragged) {
    dragged = false;
    event.stopPropagation();
    return;
  }
  // Browsers move the click of a finger to a small thing next to it, so what is under the finger is touched too.
  const touched = [pressed ? document.elementFromPoint(...pressed) : event.target, event.target];
  pressed = null;
  const [target, beside] = touched.map((part) => part?.closest("[data-moves]")).filter((part) => part && mayChoose(part.id));
  if (target) return choose(target, false, beside);
  const [x, y] = under(event.clientX, event.clientY), reach = (NEAR[event.pointerType] ?? NEAR.mouse) * unit();
  const near = legalThings().map((thing) => ({ thing, ...spotOf(thing) })).filter(({ isArea }) => !isArea)
    .map((spot) => ({ ...spot, far: Math.hypot(spot.x - x, spot.y - y) - spot.r })).sort((one, other) => one.far - other.far);
  if (near.length && near[0].far < reach) choose(near[0].thing);
}

function onWheel(event) {
  if (!map()?.contains(event.target)) return;
  const factor = WHEEL ** -Math.max(-1, Math.min(1, event.deltaY / 100));
  if (factor < 1 && view[2] >= home[2] && !event.ctrlKey) return; // nothing to do here: the page scrolls
  event.preventDefault();
  zoom(factor, under(event.clientX, event.clientY));
}

const KEYS = { "+": "closer", "=": "closer", "-": "farther", 0: "all", z: "mine" };

function onShortcut(event) {
  if (!isCharacter(event)) return;
  const act = KEYS[event.key.toLowerCase()];
  if (!act || !map()) return;
  event.preventDefault();
  acts[act]();
}

// ---------------------------------------------------------------- up to date

// Reads the page anew. The part of the map that is shown stays, unless it is another map.
export function renew() {
  if (!map()) return;
  const whole = numbers(map().dataset.whole ?? map().getAttribute("viewBox"));
  map().dataset.whole = whole.join(" ");
  if (!home || whole.some((value, at) => value !== home[at])) view = home = whole;
  point(null);
  show();
  redraw();
}

function redraw() {
  refresh();
  rings = mark();
  listed = tags();
  settle();
}

// The board was stepped to another position: what has changed at a place comes in, and labels settle after a pause.
export function stepped(place) {
  refresh();
  rings = mark();
  listed = tags();
  if (place) for (const part of [thingOf(place), map().querySelector(".board-last")]) part?.classList.add("comes-in");
  clearTimeout(settling);
  settling = setTimeout(settle, PAUSE);
}

function pointAt(event) {
  if (map() && point(event.target)) {
    rings = mark();
    settle();
  }
}

function begin() {
  renew();
  if (map() && innerWidth <= PHONE && legalThings().length) mine();
}

document.addEventListener("pointerdown", onDown);
document.addEventListener("pointermove", onMove);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, onUp);
document.addEventListener("click", onClick);
document.addEventListener("click", (event) => acts[event.target.closest?.("[data-zoom]")?.dataset.zoom]?.());
document.addEventListener("wheel", onWheel, { passive: false });
document.addEventListener("keydown", onKey);
document.addEventListener("keydown", onShortcut);
document.addEventListener("pointerover", pointAt);
document.addEventListener("focusin", pointAt);
document.addEventListener("table:renewed", renew);
document.addEventListener("table:verb", () => { if (map()) redraw(); });
addEventListener("resize", () => { if (map()) settle(); });
begin();
