// Choosing: a verb, or a thing that moves name, leaves only the moves with it. The keys 1 to 9 choose a verb.
//
// The event `table:verb` tells the scripts of the board which verb is open; `detail.verb` is "" if none is.

import { disarm } from "./forms.js";
import { isCharacter, isFree } from "./keys.js";
import { page, within } from "./renewal.js";
import { say, told } from "./texts.js";

const phone = matchMedia("(max-width: 700px)"); // where an open chart lies over the board
const verbs = () => within(page(), "#moves .verbs > details[data-verb], #moves .verbs > form > button");
const movesOf = (thing) => (thing.dataset.moves ?? "").split(" ").filter(Boolean);
const nameOf = (thing) =>
  thing.dataset.name ?? (thing.getAttribute("aria-label") ?? thing.textContent).split(/[;:,(\n]/)[0].trim();

// ---------------------------------------------------------------- verbs

let told_of = "";

// Tells of the open verb, if it is another one than before.
function tell() {
  const open = verbs().find((verb) => verb.open), verb = open?.dataset.verb ?? "";
  if (verb === told_of) return;
  told_of = verb;
  document.dispatchEvent(new CustomEvent("table:verb", { detail: { verb } }));
}

function onToggle(event) {
  if (!event.target.matches?.("#moves details")) return;
  if (event.target.open) event.target.lastElementChild.scrollIntoView({ block: "nearest" });
  if (event.target.matches("[data-verb]")) tell();
}

function onKey(event) {
  if (event.key === "Escape") {
    if (escape()) event.preventDefault();
    return;
  }
  if (!isFree(event)) return;
  if (/^[1-9]$/.test(event.key) && isCharacter(event)) {
    const verb = verbs()[event.key - 1];
    if (!verb) return;
    event.preventDefault();
    const button = verb.matches("details") ? verb.querySelector("summary") : verb;
    button.focus();
    button.click();
  } else if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-moves]:not(#picture *)")) {
    event.preventDefault();
    choose(event.target);
  }
}

// Closes what is open, the newest first: a question, a filter, a verb, a menu. Says whether there was something.
function escape() {
  if (disarm() || everything()) return true;
  const open = verbs().find((verb) => verb.open) ?? page().querySelector(".menu[open], .beside:not(.open) .chart[open]");
  if (!open) return false;
  open.open = false;
  open.querySelector("summary").focus();
  return true;
}

// A verb whose moves all happen on the board does not list them: the board is the control. A small button lists them.
function shorten(verb) {
  const isThere = ({ dataset }) => document.querySelector(`:is(#board, #mine) [data-moves~="${dataset.move}"]`);
  if (![...verb.querySelectorAll("[data-move]")].every(isThere) || verb.querySelector(".where")) return;
  const where = document.createElement("p"), list = document.createElement("button");
  where.className = "where";
  Object.assign(list, { type: "button", className: "ghost", textContent: told("list_moves"), ariaExpanded: "false" });
  list.addEventListener("click", () => (list.ariaExpanded = String(verb.classList.toggle("listed"))));
  where.append(`${told("on_board")} `, list);
  verb.classList.add("on-board");
  verb.querySelector(".ways").prepend(where);
}

// ---------------------------------------------------------------- things

// Shows only the moves that name a thing, and opens the verb of the first of them.
function choose(thing) {
  const wanted = new Set(movesOf(thing));
  everything();
  const moves = within(page(), "#moves [data-move]");
  const shown = moves.filter((move) => wanted.has(move.dataset.move));
  if (!shown.length) return;
  for (const move of moves) {
    const on = wanted.has(move.dataset.move);
    if (move.nodeName === "OPTION") move.hidden = move.disabled = !on;
    else move.classList.toggle("off", !on);
  }
  for (const select of within(page(), "#moves select[name=move]")) {
    const first = [...select.options].find((option) => !option.disabled);
    if (first) first.selected = true;
  }
  for (const verb of within(page(), "#moves .verbs > details[data-verb]")) {
    verb.classList.toggle("off", !shown.some((move) => verb === move || verb.contains(move)));
  }
  const chosen = document.getElementById("chosen");
  chosen.hidden = false;
  chosen.textContent = `${told("with_thing", { thing: nameOf(thing) })}: `;
  const all = document.createElement("button");
  Object.assign(all, { type: "button", className: "ghost", id: "all-moves", textContent: told("all_my_moves") });
  all.addEventListener("click", () => { everything(); document.getElementById("moves-title").focus(); });
  chosen.append(all);
  for (let at = shown[0]; at; at = at.parentElement.closest("details")) if (at.matches("details")) at.open = true;
  (shown[0].closest("select") ?? (shown[0].matches("details") ? shown[0].querySelector("summary") : shown[0])).focus();
  say(told(shown.length === 1 ? "move_with" : "moves_with", { number: shown.length, thing: nameOf(thing) }));
}

// Shows all moves again; says whether some were hidden.
function everything() {
  const chosen = document.getElementById("chosen");
  if (!chosen || chosen.hidden) return false;
  chosen.hidden = true;
  for (const part of within(page(), "#moves .off")) part.classList.remove("off");
  for (const option of within(page(), "#moves option[data-move]")) option.hidden = option.disabled = false;
  return true;
}

// ---------------------------------------------------------------- beginning

function ready() {
  document.getElementById("moves-title")?.setAttribute("tabindex", "-1");
  within(page(), "#moves .verbs > details[data-verb]:not([data-move])").forEach(shorten);
  tell();
}

addEventListener("toggle", onToggle, true);
addEventListener("keydown", onKey);
addEventListener("click", (event) => {
  const thing = event.target.closest("[data-moves]:not(#picture *)");
  if (thing && movesOf(thing).length) choose(thing);
  const over = `.menu[open]${phone.matches ? ", .beside:not(.open) .chart[open]" : ""}`;
  for (const menu of within(page(), over)) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("table:renewed", ready);
ready();
