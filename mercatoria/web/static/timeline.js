// One slider for the whole game: back to every position as this seat saw it, on to the present, and what others did, one
// move after the other. The board is stepped at once; the page of a position is asked for when the reader pauses.

import { stepped } from "./board.js";
import { add, course, indexOf, lastTurn, load, moveBoard, newest, stepTo, turnBefore } from "./course.js";
import { isRunning, run, stop } from "./film.js";
import { isCharacter } from "./keys.js";
import { only } from "./last_moves.js";
import { map } from "./map.js";
import { isOpen } from "./popover.js";
import { hold, page, question, release, show, within } from "./renewal.js";
import { say, told } from "./texts.js";
import { begin, draw, put } from "./track.js";

const PAUSE = 200, AGAIN = 2000; // milliseconds
const REPLAY = 620, MOVE = 480, CHANCE = 1200, MOST = 6000;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const slider = () => document.getElementById("slider");
const base = () => slider().dataset.base;
const me = () => Number(slider()?.dataset.seat ?? -1);
const address = (to) => history.replaceState(null, "", to);
const hueOf = (seat) => slider().dataset.hues.split(" ")[seat];

let at = null; // the position that is looked at, or null for the present
let shown = 0; // the position that the board shows
let pausing = 0, asking = null, left = null; // `left`: where the focus was, and which question it was about
let loading = Promise.resolve(), isLoaded = false;
let skips = false; // whether a press has ended a film since the reader's last question

// ---------------------------------------------------------------- going to a position

function go(number, lively = false) {
  const goal = stepTo(number)?.n ?? 0;
  if (goal >= newest()) return toNow();
  if (at === null) begins();
  at = goal;
  address(`${base()}#at=${at}`);
  step(goal, lively);
  flag();
  ask(PAUSE);
}

// The page of the present makes room for something else, and the focus leaves the panels until it is back.
function begins() {
  hold();
  const { activeElement: of } = document;
  if (of && of !== document.body) left = { id: of.id, asked: of.closest("#moves .verbs") && question(page()) };
}

function toNow() {
  if (at === null) return;
  at = null;
  address(base());
  clearTimeout(pausing);
  asking?.abort();
  step(newest(), false);
  document.getElementById("past")?.remove();
  release(true);
}

// Moves the board and the slider to a position. The panels wait for its page.
function step(number, lively) {
  if (map()) {
    moveBoard(shown, number);
    const { place, origin, who } = stepTo(number) ?? {};
    only({ place, origin, seat: who?.[0], hue: hueOf(who?.[0]) ?? "grey" });
    stepped(lively && !calm.matches ? place : "");
  }
  shown = number;
  if (!page().matches(".between")) for (const panel of within(page(), "#moves, .tray")) panel.inert = true;
  page().classList.add("between");
  tell();
}

// What the slider says of the position that the board shows.
function tell() {
  if (!isLoaded) return "";
  const of = stepTo(shown), most = newest();
  const whole = of ? told("step_of", { number: of.n, most, says: of.says }) : told("beginning");
  put(indexOf(shown), { whole, brief: of?.says ?? told("beginning") }, at === null);
  return whole;
}

// The flag in the top bar, in the place of the steps; the page of the position brings the same one.
function flag() {
  let found = document.getElementById("past");
  if (!found) {
    found = Object.assign(document.createElement("nav"), { id: "past", className: "past" });
    found.setAttribute("aria-label", told("earlier_positions"));
    const now = Object.assign(document.createElement("a"), { href: base(), className: "now", textContent: told("back_to_now") });
    found.append(document.createElement("strong"), now);
    page().querySelector(".top > .steps").after(found);
  }
  const when = [stepTo(at)?.round, told("move_number", { number: at })].filter(Boolean).join(" · ");
  found.firstElementChild.textContent = told(me() < 0 ? "as_it_was_seen" : "as_you_saw_it", { when });
}

// ---------------------------------------------------------------- the page of a position

function ask(wait) {
  clearTimeout(pausing);
  asking?.abort();
  pausing = setTimeout(answered, wait);
}

// Shows the page of the position that is looked at. A server that is asked too often answers later.
async function answered() {
  const number = at;
  asking = new AbortController();
  try {
    const answer = await fetch(`${base()}/at/${number}`, { headers: { accept: "text/html" }, signal: asking.signal });
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    if (at !== number) return;
    if (!answer.url.includes("/at/")) return void toNow(); // the decision was taken back
    show(text);
    say(tell());
  } catch {
    if (at === number) pausing = setTimeout(answered, AGAIN);
  }
}

// A new page is there: it shows the position whose number it has.
function renewed() {
  if (!slider()) return;
  const { at: number, newest: last } = slider().dataset;
  shown = Number(number ?? last);
  if (at === null && question(page())) skips = false;
  if (number === undefined && at === null && left) {
    const isSame = left.asked === null || left.asked === question(page());
    for (const id of [isSame ? left.id : "", "moves-title"]) {
      if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
    }
    left = null;
  }
  tell();
}

// ---------------------------------------------------------------- what others do

// New steps of the course. What others did is shown one move after the other; then comes the page. After a press that ends
// the film, only the page comes, until the reader is asked again. Spectators are never asked, so they skip one film alone.
async function onEntry({ detail }) {
  await loading;
  if (!isLoaded) return;
  const last = isRunning() ? newest() : shown, isBack = add(detail), fresh = course().filter(({ n }) => n > last);
  draw(course(), slider().dataset.hues.split(" "));
  if (isBack) stop();
  if (at !== null && at > newest()) return toNow();
  if (at === null && !isBack && !calm.matches && !document.hidden && !skips && fresh.some(isForeign)) {
    if (!isRunning()) begins();
    const skip = () => (skips = me() >= 0);
    run(fresh, { lasts, most: MOST, show: showForeign, end: () => release(true), skip });
  } else {
    tell();
  }
}

const isForeign = ({ who }) => !who.includes(me());
const lasts = (of) => (isForeign(of) ? (of.kind === "chance" ? CHANCE : MOVE) : 0);

function showForeign(of, lively) {
  step(of.n, lively);
  if (isForeign(of)) say(of.says);
}

// Shows again what has happened since the reader's last turn.
function replay() {
  stop();
  const last = lastTurn(me());
  if (last >= newest()) return;
  go(last);
  clearTimeout(pausing);
  const steps = course().slice(indexOf(last));
  run(steps, { lasts: () => REPLAY, show: showAgain, end: toNow });
}

function showAgain({ n }, lively) {
  at = n;
  step(n, lively);
  flag();
}

// ---------------------------------------------------------------- keys and clicks

function one(by) {
  const index = indexOf(shown) + by;
  if (index <= course().length) go(course()[index - 1]?.n ?? 0, by > 0);
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOpen()) return;
  if (event.target.matches?.("input:not(#position), select, textarea, [role=region]")) return;
  const acts = {
    ArrowLeft: () => (event.shiftKey ? go(turnBefore(shown, me())) : one(-1)), ArrowRight: () => one(1), Home: () => go(0),
    End: toNow, Escape: toNow, ...(isCharacter(event) && { r: replay, R: replay }),
  };
  const act = acts[event.key];
  if (!act || !isLoaded) return;
  if (event.key !== "Escape") event.preventDefault();
  act();
}

// Links to positions, wherever they stand on the page, lead there without another page.
function onClick(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !isLoaded) return;
  const link = event.target.closest?.("#turn-back, #one-back, #one-on, #replay, #past .now, #page a[href*='/at/']");
  const [start, number] = (link?.getAttribute("href") ?? "").split(/\/at\/(?=\d+$)/);
  const acts = {
    "turn-back": () => go(turnBefore(shown, me())), "one-back": () => one(-1), "one-on": () => one(1), replay,
  };
  const act = !link ? null : acts[link.id] ?? (link.matches(".now") ? toNow : number && start === base() && (() => go(Number(number))));
  if (!act) return;
  event.preventDefault();
  act();
}

function fromAddress() {
  const wanted = /^#at=(\d+)$/.exec(location.hash)?.[1];
  if (wanted !== undefined) go(Number(wanted));
}

// ---------------------------------------------------------------- beginning

async function open() {
  const { at: number, newest: last } = slider().dataset;
  shown = Number(number ?? last);
  begin((index) => go(course()[index - 1]?.n ?? 0, index === indexOf(shown) + 1));
  await load(base());
  isLoaded = true;
  draw(course(), slider().dataset.hues.split(" "));
  if (number !== undefined) {
    at = Number(number);
    address(`${base()}#at=${at}`);
  } else {
    fromAddress();
  }
  tell();
}

if (slider()) {
  document.addEventListener("table:renewed", renewed);
  document.addEventListener("table:entry", onEntry);
  addEventListener("keydown", onKey);
  addEventListener("click", onClick);
  addEventListener("hashchange", () => { if (!isRunning()) fromAddress(); });
  loading = open().catch(() => slider().classList.add("without-course"));
}
