// The bar of the slider: one mark for each step of the course, in the colour of the seat, and a native slider for the
// keyboard and for screen readers. The pointer finds the nearest mark, because gaps between rounds make the scale uneven.

import { told } from "./texts.js";

const track = () => document.getElementById("track");
const made = (name, classes, ...inside) => {
  const element = document.createElement(name);
  element.className = classes;
  element.append(...inside);
  return element;
};

const range = Object.assign(made("input", ""), { type: "range", id: "position", min: 0, step: 1 });
const bars = made("div", "bars"), knob = made("div", "knob"), bubble = made("div", "bubble"), later = made("div", "later");
const planned = made("a", "planned-bars"); // where one may plan
const SLIM = 0.4; // the width of a mark of chance, as a part of the others

let marks = [], middles = null, wide = 0;

// Builds the bar. `seek` is called with the index of the position that the reader chooses: 0 is the beginning.
export function begin(seek) {
  for (const part of [bars, knob, bubble, later]) part.setAttribute("aria-hidden", "true");
  range.setAttribute("aria-label", told("course_of_game"));
  track().replaceChildren(bubble, bars, later, knob, range, planned);
  range.addEventListener("input", () => seek(Number(range.value)));
  const follow = (event) => {
    const at = nearest(event.clientX - track().getBoundingClientRect().left);
    if (at !== Number(range.value)) seek(at);
  };
  track().addEventListener("pointerdown", (event) => {
    if (event.button || planned.contains(event.target)) return;
    event.preventDefault();
    range.focus({ preventScroll: true });
    track().setPointerCapture(event.pointerId);
    follow(event);
  });
  track().addEventListener("pointermove", (event) => { if (track().hasPointerCapture(event.pointerId)) follow(event); });
  addEventListener("resize", () => {
    middles = null;
    place();
  });
}

// Draws a mark for each step. A step belongs to the round in which it was taken.
export function draw(steps, hues) {
  const rounds = [];
  let was = null;
  marks = steps.map(({ kind, who }) => made("i", `${kind} hue-${who.length === 1 ? hues[who[0]] : "none"}`));
  marks.forEach((mark, at) => {
    const round = steps[Math.max(0, at - 1)].round;
    if (round !== was) rounds.push({ title: round, all: [] });
    was = round;
    rounds.at(-1).all.push(mark);
  });
  bars.replaceChildren(...rounds.map(({ title, all }) => {
    const group = made("div", "of-round", made("div", "marks", ...all), made("span", "", title));
    group.style.flexGrow = all.reduce((sum, mark) => sum + (mark.matches(".chance") ? SLIM : 1), 0);
    return group;
  }));
  bars.classList.toggle("many", steps.length > 200);
  range.max = steps.length;
  middles = null;
}

// Draws the planned steps after the newest position: { verdict, says }. Without steps there is an empty field.
export function drawPlan(address, steps) {
  track().classList.add("plans");
  middles = null;
  planned.href = address;
  planned.setAttribute("aria-label", [told("plan_ahead"), ...steps.map(({ says }) => says)].join(" · "));
  if (!steps.length) return void planned.replaceChildren(told("plan_ahead"));
  planned.replaceChildren(...steps.map(({ verdict, says }) => Object.assign(made("i", verdict), { title: says })));
}

// Shows which position is looked at: its index, and the sentence that says what has led to it.
export function put(index, says, isNow) {
  range.value = index;
  range.setAttribute("aria-valuetext", says.whole);
  bubble.textContent = says.brief;
  track().classList.toggle("looks-back", !isNow);
  place();
}

// Nothing is measured here: that would lay out the page at each step. The words move from the left of the knob to its
// right, so they stay within the bar.
function place() {
  middles ??= middlesNow();
  const at = middles[Number(range.value)] ?? 0;
  knob.style.left = bubble.style.left = `${at}px`;
  later.style.left = `${at + 2}px`;
  bubble.style.translate = `${-100 * at / (wide || 1)}% 0`;
}

function middlesNow() {
  const { left, width } = track().getBoundingClientRect();
  wide = width;
  const boxes = marks.map((mark) => mark.getBoundingClientRect());
  return [0, ...boxes.map((box) => (box.left + box.right) / 2 - left)];
}

function nearest(x) {
  middles ??= middlesNow();
  let best = 0;
  middles.forEach((middle, at) => { if (Math.abs(middle - x) <= Math.abs(middles[best] - x)) best = at; });
  return best;
}
