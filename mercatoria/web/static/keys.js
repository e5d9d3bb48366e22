// Single keys: hint, why not, take back, play on, plan ahead, and the search in the rules. The reader can switch off every key that
// is a character (WCAG 2.1.4), those of the other scripts, too.

import { isOpen } from "./popover.js";
import { page, within } from "./renewal.js";
import { say } from "./texts.js";

const STORED = "keys";
let areOff = false; // for this page, if the browser keeps nothing

function read() {
  try {
    areOff = localStorage.getItem(STORED) === "off";
  } catch {
    // The choice holds for this page.
  }
}

// Whether a key may do something now: not in a field or a dialog, and not while a modifier is held.
export const isFree = (event) =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isOpen() &&
  !event.target.matches?.("input:not([type=radio], [type=checkbox], [type=range]), select, textarea");

// Whether a character may do something now.
export const isCharacter = (event) => !areOff && isFree(event);

const ACTS = {
  h: () => document.querySelector("#moves .own a[data-waits]")?.click(),
  w: whyNot,
  u: takeBack,
  f: playOn,
  p: () => document.querySelector("#ahead .now, #moves .own a[href$='/plan']")?.click(),
  "/": () => location.assign(`${document.querySelector("header.top a[href$='/rules']").href}#find`),
};

// One unavailable move answers at once. Of several, the reader chooses.
function whyNot() {
  const links = within(page(), "#moves a[href*='/why?not=']");
  if (links.length === 1) return links[0].click();
  const folded = document.getElementById("greys");
  if (folded) folded.open = true;
  links[0]?.focus();
}

function takeBack() {
  const button = document.querySelector("#moves .own form[action$='/undo'] button");
  if (button?.ariaDisabled === "true") say(button.title);
  else button?.click();
}

function playOn() {
  const form = document.getElementById("fork");
  if (!form) return;
  form.open = true;
  form.querySelector("select").focus();
}

function onKey(event) {
  const act = ACTS[event.key.toLowerCase()];
  if (!act || !page().querySelector("#moves") || !isCharacter(event)) return;
  event.preventDefault();
  act();
}

// ---------------------------------------------------------------- the switch

function renewed() {
  const box = document.getElementById("single-keys");
  if (box) box.checked = !areOff;
}

addEventListener("change", ({ target }) => {
  if (target.id !== "single-keys") return;
  areOff = !target.checked;
  try {
    localStorage.setItem(STORED, areOff ? "off" : "on");
  } catch {
    // The browser keeps nothing: the choice holds for this page.
  }
});
addEventListener("keydown", onKey);
document.addEventListener("table:renewed", renewed);
read();
renewed();
