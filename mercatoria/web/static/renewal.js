// Keeps the page up to date: a new page takes the place of the old one, part by part.

import { say } from "./texts.js";

export const page = () => document.getElementById("page");
export const within = (at, what) => [...at.querySelectorAll(what)];

// Puts a new page in the place of the old one, part by part: what has the same id stays the same element, so focus,
// what is open, what is filled in and where one has scrolled to stay as they were.
function renew(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return void old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
  if (old.dataset.script !== undefined) return; // a script has filled it
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.namespaceURI === "http://www.w3.org/2000/svg" && old.nodeName === "svg") {
    old.replaceChildren(...fresh.childNodes);
    return;
  }
  const stays = new Set([...fresh.children].map((child) => child.id));
  for (const child of [...old.children]) if (child.id && !stays.has(child.id)) child.remove(); // else nothing after it is kept
  const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = child.id && known.get(child.id);
    if (!same && child.nodeType === Node.ELEMENT_NODE) {
      while (at?.nodeType === Node.TEXT_NODE && at.nextSibling) { // white space around an element that is gone
        const next = at.nextSibling;
        at.remove();
        at = next;
      }
    }
    if (same) {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      renew(same, child);
    } else if (at && !at.id && !child.id && at.nodeName === child.nodeName) {
      const next = at.nextSibling;
      renew(at, child);
      at = next;
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

// Shows the page of an answer, and tells the other scripts: `table:renewed` says whether the question is another one.
export function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const next = fresh.getElementById("page");
  if (!next || isOlder(next.dataset.known, page().dataset.known)) return;
  const had = document.activeElement !== document.body, focus = document.activeElement?.id;
  const answered = question(page()) !== question(next);
  const toMoves = answered && document.activeElement?.closest("#moves .verbs");
  if (answered) clear();
  const was = heading();
  renew(page(), next);
  document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("table:renewed", { detail: { answered } }));
  if (toMoves) document.getElementById("moves-title").focus({ preventScroll: true }); // the next moves follow it
  else if (focus && document.activeElement.id !== focus) document.getElementById(focus)?.focus();
  if (had && document.activeElement === document.body) document.getElementById("moves-title")?.focus({ preventScroll: true });
  if (heading() !== was) say(heading());
}

// The number of the question that a page asks, or asked in the past; "" if it asks none.
export const question = (at) => {
  const past = at.querySelector("#slider")?.dataset.at;
  return past === undefined ? at.querySelector("#moves .verbs input[name=turn]")?.value ?? "" : `past ${past}`;
};

// What was unfolded and filled in for one question does not stay for the next.
function clear() {
  for (const part of within(page(), "#moves details")) part.open = false;
  for (const form of within(page(), "#moves .filling")) form.reset();
}

// Whether a page was made before another: an answer may arrive late. What stands before the number is the server's run.
function isOlder(one, other) {
  const [run, number] = one.split(/-(?=\d+$)/), [otherRun, otherNumber] = other.split(/-(?=\d+$)/);
  return run === otherRun && Number(number) < Number(otherNumber);
}

const heading = () => document.getElementById("moves-title")?.textContent.trim().replace(/\s+/g, " ") ?? "";

const slider = () => document.getElementById("slider");
const isPlan = () => slider()?.dataset.planning !== undefined;

const AGAIN = 2000; // milliseconds
let waiting = 0;
let held = slider()?.dataset.at !== undefined; // while the page shows something else than the present
let late = false; // whether a page of the present was not shown because of that

let goal = isPlan() ? slider().dataset.plan : null; // the address of the plan while it is shown, or null
let asking = false;
let again = false; // whether there was a reason to ask once more meanwhile

// From now on, the present is shown by the page at this address: the table (null) or the plan.
export function visit(address) {
  goal = address;
  refresh();
}

// Asks for the page of the present; where there is no answer, again and again. There is one question at a time: if a
// slow server has sent several events meanwhile, the next page is the newest one, and those between are never made.
async function refresh() {
  if (asking) return void (again = true);
  asking = true;
  again = false;
  clearTimeout(waiting);
  try {
    const from = goal, present = goal ?? slider()?.dataset.base ?? location.href;
    const answer = await fetch(present, { headers: { accept: "text/html" } });
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    if (from === goal) arrived(text);
  } catch {
    waiting = setTimeout(refresh, AGAIN);
  } finally {
    asking = false;
  }
  if (again && isPlan() !== (goal !== null)) refresh();
  else if (again) catchUp();
}

function arrived(text) {
  if (held) late = true;
  else show(text);
}

// From now on, no page of the present is shown, until `release` shows the newest one.
export const hold = () => (held = true);

export function release(surely = false) {
  held = false;
  if (late || surely) refresh();
  else catchUp();
  late = false;
}

let heard = ""; // the newest event
let sending = 0;

// Asks for the page if it does not show what the newest event told of. What a form brings is waited for: it is newer.
function catchUp() {
  const { known } = page().dataset;
  if (!sending && !held && heard && heard !== known && !isOlder(heard, known)) refresh();
}

export function listen() {
  const { known } = page().dataset, base = slider()?.dataset.base, events = page().dataset.events || (base && `${base}/events`);
  if (!events) return;
  const course = slider() ? `&course=${slider().dataset.newest}` : "";
  const source = new EventSource(`${events}?known=${encodeURIComponent(known)}${course}`);
  source.addEventListener("entry", ({ data }) => {
    document.dispatchEvent(new CustomEvent("table:entry", { detail: JSON.parse(data) }));
  });
  source.addEventListener("changed", (event) => {
    heard = event.lastEventId;
    catchUp();
  });
  source.addEventListener("plan", ({ data }) => {
    document.dispatchEvent(new CustomEvent("table:plan", { detail: JSON.parse(data) }));
  });
  addEventListener("online", refresh);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}

// Sends the form of a decision and shows the answer, which is newer than the events that arrive meanwhile.
export async function send(form, submitter) {
  if (sending) return false;
  sending = 1;
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    arrived(await (await fetch(form.action, { method: "POST", body })).text());
    return true;
  } finally {
    sending = 0;
    catchUp();
  }
}
