// Choosing on the map: legal things wear rings and tags, a verb filters them, and a click or Enter on one of them plays
// its move or lists its moves. A move is always the form of its button in the panel, so nothing new is asked of the server.

import { confirm } from "./forms.js";
import { drawn, layer, map } from "./map.js";
import { closePopover, isOpen, openPopover } from "./popover.js";
import { say, told } from "./texts.js";

const FEW = 14; // with fewer legal things, each wears its tag at once

let chosen = null; // the moves of the verb that is open in the panel, or null for all
let legals = []; // legal things, in the order of the verbs: { thing, moves }
let current = ""; // the thing that the Tab key finds, by name
let turn = ""; // the question for which the popover was opened
let byKeys = false; // whether the last choice was made with the keyboard

export const legalThings = () => legals.map(({ thing }) => thing);

const isLegal = new Set();
export const mayChoose = (name) => isLegal.has(name);

const panel = () => document.getElementById("moves");
const question = () => panel()?.querySelector(".verbs input[name=turn]")?.value ?? "";
const inPanel = () => [...(panel()?.querySelectorAll("[data-move]") ?? [])];
const movesOf = (thing) => (thing.dataset.moves ?? "").split(" ").filter(Boolean);

// ---------------------------------------------------------------- what is legal

// Reads the legal things of the page anew, as after a renewal or when a verb is chosen. A move happens at one thing; the
// other things that it names, such as where something comes from, do not offer it.
export function refresh() {
  const all = inPanel(), order = new Map(all.map((move, at) => [move.dataset.move, at]));
  const goals = new Map(all.map((move) => [move.dataset.move, move.dataset.place]));
  const isHere = (thing, move) => order.has(move) && (goals.get(move) ?? thing.id) === thing.id;
  const verb = panel()?.querySelector(".verbs > details[data-verb][open]");
  chosen = verb ? new Set(all.filter((move) => verb.contains(move)).map((move) => move.dataset.move)) : null;
  legals = [];
  isLegal.clear();
  for (const thing of map().querySelectorAll("[data-moves]")) {
    const moves = movesOf(thing).filter((move) => isHere(thing, move) && (!chosen || chosen.has(move)));
    moves.sort((one, other) => order.get(one) - order.get(other));
    thing.classList.toggle("mx-not", !moves.length);
    thing.tabIndex = -1;
    thing.setAttribute("role", moves.length ? "button" : "img");
    if (!moves.length) continue;
    legals.push({ thing, moves });
    isLegal.add(thing.id);
  }
  // For screen readers a picture is one thing, so what has buttons in it is a group.
  for (const around of map().querySelectorAll("[role=img]:has([data-moves])")) around.setAttribute("role", "group");
  legals.sort((one, other) => order.get(one.moves[0]) - order.get(other.moves[0]));
  if (isOpen("board-ways") && turn !== question()) closePopover(false);
  stopAt(legals.find(({ thing }) => thing.id === current) ?? legals[0]);
  if (byKeys) setTimeout(follow);
}

// After a choice with the keyboard, the focus is at the next one, unless it was moved.
function follow() {
  const title = document.getElementById("moves-title");
  if (document.activeElement !== document.body && document.activeElement !== title) return;
  const next = legals[0]?.thing ?? title;
  next?.focus({ preventScroll: true });
}

// The tags of legal things: the best effect of the moves there.
export function tags() {
  const into = layer("board-tags");
  if (!chosen && legals.length >= FEW) return [];
  const found = [];
  for (const { thing, moves } of legals) {
    const known = moves.map((move) => buttonOf(move).dataset.tag).filter(Boolean).sort((a, b) => worth(b) - worth(a));
    if (!known.length) continue;
    const text = drawn("text", {}, known[0]);
    const element = drawn("g", { class: "board-tag" }, drawn("rect", {}), text);
    into.append(element);
    found.push({ element, thing });
  }
  return found;
}

const worth = (tag) => (tag ? Number.parseInt(tag.replace("−", "-"), 10) : -Infinity);
const buttonOf = (move) => panel().querySelector(`[data-move="${CSS.escape(move)}"]`);

// ---------------------------------------------------------------- the Tab key

// One thing at a time is a stop of the Tab key; within the map the key goes on in the order of the verbs.
function stopAt(legal) {
  for (const { thing } of legals) thing.tabIndex = -1;
  current = legal?.thing.id ?? "";
  if (legal) legal.thing.tabIndex = 0;
}

export function onKey(event) {
  const at = legals.findIndex(({ thing }) => thing === event.target);
  if (at < 0) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(event.target, true);
  } else if (event.key === "Tab") {
    const next = legals[at + (event.shiftKey ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    stopAt(next);
    next.thing.focus({ preventScroll: true });
  }
}

// ---------------------------------------------------------------- choosing a thing

const nameOf = (thing) => thing.getAttribute("aria-label").split(/[;:,(\n]/)[0].trim();

// Chooses a thing. A finger may touch another one next to it: then the moves of both are listed.
export function choose(thing, withKeys = false, beside = thing) {
  byKeys = withKeys;
  const found = [...new Set([thing, beside])].flatMap((each) => legals.find((legal) => legal.thing === each) ?? []);
  if (!found.length) return;
  stopAt(found[0]);
  const moves = found.flatMap((legal) => legal.moves), [move] = moves, only = buttonOf(move);
  const isNow = !isPast(only);
  if (isNow && moves.length === 1 && (only.matches("details") || !("final" in only.dataset))) press(move);
  else list(found.map((legal) => legal.thing), moves);
}

function list(things, moves) {
  const isWhole = things.length > 1 || moves.length === 1 || new Set(moves.map((move) => groupOf(buttonOf(move)))).size > 1;
  const name = things.map(nameOf).join(", ");
  const byVerb = new Map();
  for (const move of moves) {
    const group = groupOf(buttonOf(move));
    byVerb.set(group, [...(byVerb.get(group) ?? []), move]);
  }
  const sorted = [...byVerb.values()].flatMap((alike) =>
    alike.sort((one, other) => worth(buttonOf(other).dataset.tag) - worth(buttonOf(one).dataset.tag)));
  const heading = document.createElement("h2");
  heading.textContent = name;
  const parts = [heading, ...sorted.map((move) => wayOf(move, isWhole))];
  if (moves.length === 1 && !isPast(buttonOf(moves[0]))) {
    const asks = document.createElement("p");
    asks.textContent = told("sure");
    parts.push(asks);
  }
  turn = question();
  const [{ id }] = things;
  openPopover(name, parts, things[0].getBoundingClientRect(), () => document.getElementById(id));
  say(told(moves.length === 1 ? "move_with" : "moves_with", { number: moves.length, thing: name }));
}

// Moves of an earlier position are listed, and cannot be played.
const isPast = (part) => part.closest("fieldset.then") !== null;

const groupOf = (part) => part.closest("[data-verb]");

// A button of the popover, with the words and the effect of the panel's button.
function wayOf(move, isWhole) {
  const part = buttonOf(move), way = document.createElement("button");
  way.type = "button";
  way.dataset.way = move;
  way.disabled = isPast(part);
  const effect = part.querySelector("small")?.textContent ?? part.dataset.tag ?? "";
  const spoken = part.getAttribute("aria-label")?.replace(`, ${effect}`, "");
  const shown = part.matches("details") ? part.querySelector("summary") : part;
  const words = [...shown.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue);
  way.append((isWhole && spoken) || words.join("").trim());
  if (effect) way.append(Object.assign(document.createElement("small"), { textContent: effect }));
  way.addEventListener("click", () => {
    closePopover(false);
    press(move);
  });
  return way;
}

// Sends the form of a move in the panel; a move with something to fill in is unfolded there.
function press(move) {
  const part = buttonOf(move);
  if (part.matches("details")) {
    for (let at = part; at; at = at.parentElement.closest("details")) at.open = true;
    part.querySelector("input, select, button")?.focus();
    return;
  }
  confirm(part);
  if (part.matches("option")) part.selected = true;
  part.closest("form").requestSubmit(part.matches("option") ? null : part);
}
