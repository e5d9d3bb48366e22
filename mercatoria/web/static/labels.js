// Lays out the labels of the map for the part that is seen: names, tags, prices and names of areas keep a size that can
// be read on the screen, and none lies over another. What finds no room is hidden.

import { map, numbers, spotOf, thingOf } from "./map.js";

const LEAST = 11, LEAST_ON_PHONE = 12, PHONE = 700; // css pixels
const MOST = { name: 17, price: 14, area: 18 };
const GAP = 4, NATURAL = 1.15, APART_ON_PHONE = 12;
const ALONG = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8];
const SHARE = 0.45; // the most of a line that its price may cover
const GRID = [0.5, 0.35, 0.65, 0.2, 0.8]; // where the name of an area may stand, as parts of the area's size
const SPREAD = 1.2; // room for names of areas, because a font may be wider than the one that was measured
const LARGEST_PRICE = 1.9; // times its size in the file

export const leastSize = () => (innerWidth <= PHONE ? LEAST_ON_PHONE : LEAST);

// What is taken: circles of places, and boxes of what stands beside them and of labels.
class Taken {
  circles = [];
  boxes = [];
  labels = [];

  constructor(view) {
    this.view = view;
  }

  // A label of something that is seen is not cut by the rim.
  isFree([left, top, right, bottom], overPlaces = false, apart = 0) {
    const [l, t, r, b] = this.view;
    if (left < l || right > r || top < t || bottom > b) return false;
    const meets = (o, by = 0) => left - by < o[2] && right + by > o[0] && top - by < o[3] && bottom + by > o[1];
    if (this.labels.some((label) => meets(label, apart))) return false;
    if (overPlaces) return true;
    return !this.boxes.some((box) => meets(box)) && !this.circles.some(({ x, y, r: far }) =>
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)) < far);
  }
}

const extents = new WeakMap(); // what a place and its pieces cover, by element

function extentOf(thing) {
  if (!extents.has(thing)) extents.set(thing, thing.getBBox());
  return extents.get(thing);
}

const isSeen = ({ x, y }, [left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom;

// `rings` are what the marks of the latest moves add to the radius of their places, by name.
function obstacles(svg, view, rings) {
  const taken = new Taken(view);
  for (const thing of svg.querySelectorAll("[data-at]")) {
    const spot = spotOf(thing);
    if (thing.matches(".mx-corner") || !isSeen(spot, view)) continue;
    if (thing.querySelector(":scope > .mx-cell")) {
      if (thing.querySelector(":scope > .mx-ring")) taken.circles.push(spot);
      continue;
    }
    taken.circles.push({ ...spot, r: spot.r + (rings.get(thing.id) ?? 0) + 1 });
    const { x, y, width, height } = extentOf(thing), far = spot.r + 7;
    if (y + height > spot.y + far) taken.boxes.push([x, spot.y, x + width, y + height]);
    if (y < spot.y - far) taken.boxes.push([x, y, x + width, spot.y]);
  }
  return taken;
}

const boxAt = (x, y, wide, high) => [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];

// The middles that a label may take around a thing, best first.
function around(thing, wide, high, ring = 0) {
  const { x, y, r: own } = spotOf(thing), r = own + ring, is = thing.matches(".mx-place, .mx-guest") ? extentOf(thing) : null;
  const under = (is ? Math.max(r, is.y + is.height - y) : r) + GAP / 2 + high / 2;
  const over = (is ? Math.max(r, y - is.y) : r) + GAP / 2 + high / 2;
  const across = r + GAP + wide / 2, slant = 0.74 * r + wide / 2, low = 0.74 * r + high / 2;
  return [[x, y + under], [x, y - over], [x + across, y], [x - across, y], [x + slant, y + low], [x - slant, y + low],
    [x + slant, y - low], [x - slant, y - low], [x + wide / 4, y + under], [x - wide / 4, y + under]];
}

class Label {
  constructor(element) {
    this.element = element;
    this.form = element.dataset.label;
    this.name = element.dataset.of;
    [this.left, this.top, this.right, this.bottom] = numbers(element.dataset.box);
    this.middle = [(this.left + this.right) / 2, (this.top + this.bottom) / 2];
  }

  // Sets how many times larger than in the file the label is drawn, for `unit` units of the map per pixel.
  fit(unit) {
    const size = Number(this.element.dataset.size), least = leastSize();
    const pixels = Math.max(least, Math.min(MOST[this.form], size / unit));
    this.scale = pixels * unit / size;
    const room = this.form === "area" ? SPREAD : 1;
    [this.wide, this.high] = [(this.right - this.left) * this.scale * room, (this.bottom - this.top) * this.scale];
  }

  // Takes the first free of these middles, or hides.
  take(taken, middles, overPlaces = false, apart = 0) {
    const found = middles.find(([x, y]) => taken.isFree(boxAt(x, y, this.wide, this.high), overPlaces, apart));
    this.element.style.display = found ? "" : "none";
    if (!found) return false;
    taken.labels.push(boxAt(...found, this.wide, this.high));
    const [x, y] = this.middle, at = (value) => value.toFixed(1);
    this.element.setAttribute("transform",
      `translate(${at(found[0])} ${at(found[1])}) scale(${this.scale.toFixed(3)}) translate(${at(-x)} ${at(-y)})`);
    return true;
  }

  hide() {
    this.element.style.display = "none";
  }
}

// A name that is not wanted for a move keeps apart from others, so that a small window is not full of names.
function putName(label, thing, taken, ring, isWanted, apart = 0) {
  const own = label.scale <= NATURAL ? [label.middle] : [];
  const middles = [...own, ...around(thing, label.wide, label.high, ring)];
  return label.take(taken, middles, false, apart) || (isWanted && label.take(taken, middles, true));
}

// A tag is a box with a text, of a fixed size on the screen, above its place.
function putTag(tag, taken, unit) {
  const [box, text] = tag.element.children, size = leastSize() * unit, high = size * 1.6;
  text.setAttribute("font-size", size.toFixed(2));
  const wide = text.getComputedTextLength() + size;
  const [under, over, ...beside] = around(tag.thing, wide, high), middles = [over, under, ...beside];
  const free = (overPlaces) => middles.find((at) => taken.isFree(boxAt(...at, wide, high), overPlaces));
  const found = isSeen(spotOf(tag.thing), taken.view) && (free(false) ?? free(true));
  tag.element.style.display = found ? "" : "none";
  if (!found) return;
  taken.labels.push(boxAt(...found, wide, high));
  const [left, top] = boxAt(...found, wide, high);
  for (const [key, value] of [["x", left], ["y", top], ["width", wide], ["height", high], ["rx", high / 2]]) {
    box.setAttribute(key, value.toFixed(1));
  }
  text.setAttribute("x", found[0].toFixed(1));
  text.setAttribute("y", (found[1] + size * 0.36).toFixed(1));
}

const lines = new Map(); // the length of each line and points along it, by the line's path

function alongOf(path) {
  const data = path.getAttribute("d");
  if (!lines.has(data)) {
    const length = path.getTotalLength();
    lines.set(data, { length, points: ALONG.map((part) => path.getPointAtLength(length * part)).map(({ x, y }) => [x, y]) });
  }
  return lines.get(data);
}

function putPrice(label, taken) {
  const { length, points } = alongOf(label.element.closest("[data-thing]").querySelector("path"));
  if (label.wide > SHARE * length || label.scale > LARGEST_PRICE) label.hide();
  else label.take(taken, points);
}

const insides = new Map(); // points in each area, by the area's path

function insideOf(path) {
  const data = path.getAttribute("d");
  if (!insides.has(data)) {
    const { x, y, width, height } = path.getBBox(), point = map().createSVGPoint();
    const points = GRID.flatMap((down) => GRID.map((across) => [x + across * width, y + down * height]));
    insides.set(data, points.filter((at) => {
      [point.x, point.y] = at;
      return path.isPointInFill(point);
    }));
  }
  return insides.get(data);
}

// The name of an area stands where the file has it, or else in the area, as near to there as possible.
function putArea(label, taken) {
  const [x, y] = label.middle, far = (at) => Math.hypot(at[0] - x, at[1] - y);
  const own = label.scale <= NATURAL ? [label.middle] : [], path = thingOf(label.name)?.querySelector("path");
  label.take(taken, [...own, ...(path ? [...insideOf(path)].sort((one, other) => far(one) - far(other)) : [])]);
}

// Lays out all labels. `view` is the part of the map that is seen, `unit` how many of its units a pixel has, `rankOf`
// the rank of a place by name (0 legal, 1 last move, 2 own, 3 others), `tags` the tags to place beside their things,
// `rings` the marks around places, and `covered` a part of the map that lies under buttons.
export function layOut(view, unit, { rankOf, tags, rings, covered }) {
  const svg = map();
  svg.classList.add("mx-live");
  const all = [...svg.querySelectorAll("[data-label]")].map((element) => new Label(element));
  const things = new Map([...svg.querySelectorAll("[data-at]")].map((thing) => [thing.id, thing]));
  const taken = obstacles(svg, view, rings), names = [], others = { price: [], area: [] };
  taken.labels.push(covered);
  for (const label of all) {
    const thing = things.get(label.name), at = thing ? spotOf(thing) : { x: label.middle[0], y: label.middle[1] };
    if (label.form !== "price" && !isSeen(at, view)) {
      label.hide();
      continue;
    }
    label.fit(unit);
    if (label.form === "name") names.push({ label, thing, rank: rankOf(label.name) });
    else others[label.form].push(label);
  }
  names.sort((one, other) => one.rank - other.rank);
  const first = names.filter(({ rank }) => rank < 2);
  for (const { label, thing } of first) putName(label, thing, taken, rings.get(label.name), true);
  for (const tag of tags) putTag(tag, taken, unit);
  const apart = innerWidth <= PHONE ? APART_ON_PHONE * unit : 0;
  for (const { label, thing } of names.slice(first.length)) {
    putName(label, thing, taken, rings.get(label.name), false, apart);
  }
  for (const label of others.price) putPrice(label, taken);
  for (const label of others.area) putArea(label, taken);
}
