// Finds things on the map, and draws marks over it. The server says of each thing where its middle is (`data-at`).

const SVG = "http://www.w3.org/2000/svg";

export const map = () => document.querySelector("#picture > svg");

export const numbers = (text) => text.split(" ").map(Number);

export const thingOf = (name) => map()?.querySelector(`#${CSS.escape(name)}`) ?? null;

const middles = new WeakMap(); // of lines and areas, by element

// The middle and the radius of a thing; `path` is what to draw along, if the thing is a line or an area.
export function spotOf(thing) {
  if (thing.dataset.at) {
    const [x, y, r] = numbers(thing.dataset.at);
    return { x, y, r };
  }
  if (!middles.has(thing)) {
    const path = thing.querySelector("path"), isArea = path.matches(".mx-area"), around = path.getBBox();
    const at = isArea ? { x: around.x + around.width / 2, y: around.y + around.height / 2 }
      : path.getPointAtLength(path.getTotalLength() / 2);
    middles.set(thing, { x: at.x, y: at.y, r: 5, path: path.getAttribute("d"), isArea });
  }
  return middles.get(thing);
}

export function drawn(name, attributes, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

// The layer of the map with this name, emptied; names lie above it. Each renewal of the page brings a map without layers.
export function layer(name) {
  const known = map().querySelector(`:scope > .${name}`);
  const found = known ?? drawn("g", { class: name, "aria-hidden": "true" });
  found.replaceChildren();
  if (!known) map().insertBefore(found, map().querySelector(":scope > .mx-near"));
  return found;
}
