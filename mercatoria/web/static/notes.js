// Notes open at the table, and save themselves after each pause in writing. Without this script they are a page with a
// button.

import { closePopover, isOpen, openPopover } from "./popover.js";
import { page } from "./renewal.js";
import { say, told } from "./texts.js";

const ID = "notes-open";
const PAUSE = 800; // milliseconds

let form = null, line = null; // of the open notes
let unsaved = false, waiting = 0;

async function onClick(event) {
  const link = event.target.closest?.("#page[data-events] a[data-notes-link]");
  if (!link || !page().dataset.events || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (isOpen(ID)) return closePopover();
  const beside = link.checkVisibility() ? link.getBoundingClientRect() : document.querySelector("#settings").getBoundingClientRect();
  try {
    const came = await fetch(link.href);
    const found = came.ok && new DOMParser().parseFromString(await came.text(), "text/html").querySelector("[data-notes]");
    if (!found) return void location.assign(link.href);
    show(found, link, beside);
  } catch {
    say(told("unreachable"));
  }
}

function show(found, link, beside) {
  const heading = document.createElement("h2"), close = document.createElement("button");
  heading.textContent = found.querySelector("h1").textContent;
  Object.assign(close, { type: "button", className: "ghost close", textContent: "✕", ariaLabel: told("close") });
  close.addEventListener("click", () => closePopover());
  found.querySelector("h1").replaceWith(heading, close);
  form = found.querySelector("form");
  line = document.createElement("small");
  line.setAttribute("role", "status");
  form.querySelector("button").replaceWith(line);
  form.addEventListener("input", () => {
    unsaved = true;
    clearTimeout(waiting);
    waiting = setTimeout(save, PAUSE);
  });
  document.getElementById("settings").open = false;
  openPopover(heading.textContent, [found], beside, () => (link.checkVisibility() ? link : document.querySelector("#settings > summary")), ID);
  form.querySelector("textarea").focus();
}

// Saves what is written; `keepalive` lets it arrive even if the page is left.
async function save() {
  clearTimeout(waiting);
  if (!unsaved) return;
  unsaved = false;
  const body = new URLSearchParams(new FormData(form)), at = line;
  try {
    const came = await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true });
    if (came.type !== "opaqueredirect") throw new Error(came.status);
    at.textContent = told("saved");
  } catch {
    unsaved = true;
    at.textContent = told("notes_not_saved");
    if (!at.isConnected) say(told("notes_not_saved"));
  }
}

document.addEventListener("click", onClick);
document.addEventListener("popover:closed", ({ detail }) => { if (detail.id === ID) save(); });
addEventListener("pagehide", save);
