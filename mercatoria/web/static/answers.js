// Answers in place: *why not?* and *Hint* open beside their button instead of as a page. A hint numbers its moves on the
// board.

import { drawn, layer, map, spotOf, thingOf } from "./map.js";
import { closePopover, isOpen, openPopover } from "./popover.js";
import { page, question, within } from "./renewal.js";
import { say, told } from "./texts.js";

const ID = "answer";
const SIZE = 11, BETWEEN = 24; // pixels: radius of a number on the board, and between two at one place

let asked = ""; // the question of the page for which the answer was opened
let places = []; // the place of each suggested move, "" if it has none

// ---------------------------------------------------------------- asking

function onClick(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("#moves a[href*='/why?not='], #moves a[data-waits], #answer a[href*='/why?']");
  if (!link) return;
  event.preventDefault();
  answer(link);
}

async function answer(link) {
  if (link.ariaBusy) return;
  const words = link.lastChild, text = words.textContent, turn = question(page());
  const beside = (link.closest(`#${ID}`) ?? link).getBoundingClientRect();
  link.ariaBusy = "true";
  try {
    const came = await fetch(link.href, { headers: { accept: "text/html" } });
    const found = came.ok && new DOMParser().parseFromString(await came.text(), "text/html").querySelector("[data-answer]");
    if (!found) return void location.assign(link.href); // the page says why
    if (turn === question(page())) show(found, link, beside);
  } catch {
    say(told("unreachable"));
  } finally {
    words.textContent = text;
    link.ariaBusy = null;
  }
}

let button = null; // what was pressed first, which gets the focus back

function show(found, link, beside) {
  if (!link.closest(`#${ID}`)) button = link;
  const heading = document.createElement("h2"), close = document.createElement("button");
  heading.textContent = found.querySelector("h1").textContent;
  Object.assign(close, { type: "button", className: "ghost close", textContent: "✕", ariaLabel: told("close") });
  close.addEventListener("click", () => closePopover());
  found.querySelector("h1").replaceWith(heading, close);
  for (const part of within(found, ".printed")) part.open = false;
  for (const form of within(found, "form")) form.addEventListener("submit", () => closePopover());
  const hints = within(found, ".hints > li");
  if (!hints.length) found.append(...possible());
  asked = question(page());
  openPopover(heading.textContent, [found], beside, () => (button.isConnected ? button : title()), ID);
  places = hints.map((hint) => hint.dataset.place ?? "");
  number();
  say(hints.length ? told("hints_shown", { number: hints.length }) : heading.textContent);
}

const title = () => document.getElementById("moves-title");

// A button for a move that is possible instead: it unfolds the verb, or plays the move if there is only one.
function possible() {
  const verb = document.querySelector("#moves .verbs > details[data-verb] > summary, #moves .verbs > form > button:not(.calm)");
  if (!verb || verb.closest(".then")) return [];
  const text = [...verb.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue);
  const made = document.createElement("button");
  Object.assign(made, { type: "button", className: "verb", textContent: told("possible", { move: text.join("").trim() }) });
  made.addEventListener("click", () => {
    closePopover(false);
    verb.focus();
    if (!verb.parentElement.open) verb.click();
  });
  return [made];
}

// ---------------------------------------------------------------- numbers on the board

// Draws the numbers of the suggested moves at their places, in pixels of the window.
function number() {
  if (!map()) return;
  const into = layer("board-hints"), by = 1 / map().getScreenCTM().a, there = new Map();
  map().append(into); // above the names
  places.forEach((name, at) => {
    const thing = name && thingOf(name);
    if (!thing) return;
    const { x, y } = spotOf(thing), before = there.get(name) ?? 0;
    there.set(name, before + 1);
    const where = `translate(${x + before * BETWEEN * by} ${y}) scale(${by})`;
    into.append(drawn("g", { transform: where }, drawn("circle", { r: SIZE }), drawn("text", { dy: "0.36em" }, `${at + 1}`)));
  });
}

function forget({ detail }) {
  if (detail.id !== ID) return;
  places = [];
  number();
}

function renewed() {
  if (!isOpen(ID)) return;
  if (asked !== question(page())) closePopover(false);
  else number();
}

// The numbers keep their size while the view of the map changes.
const looks = new MutationObserver(() => { if (places.length) number(); });
const watch = () => { if (map()) looks.observe(map(), { attributes: true, attributeFilter: ["viewBox"] }); };

document.addEventListener("click", onClick); // before the window, where the waiting is said
document.addEventListener("popover:closed", forget);
document.addEventListener("table:renewed", renewed);
watch();
