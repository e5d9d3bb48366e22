// Calls the reader when a move is due: the icon of the page, and by choice a notification and a knock. Says how long the
// others have been thinking, and reads out what they have done.

import { page, within } from "./renewal.js";
import { say, told } from "./texts.js";

const CALLED = "●"; // with which the title of the page begins while a move is due
const KNOCK = { pitch: 190, seconds: 0.2, loud: 0.5 };
const LONG = 5; // seconds of thinking after which the page counts them

const isCalled = () => document.title.startsWith(CALLED);
const heading = () => document.getElementById("moves-title")?.textContent.trim().replace(/\s+/g, " ") ?? "";

// ---------------------------------------------------------------- by choice

const sets = {
  get(name) {
    try {
      return localStorage.getItem(`call-${name}`) === "yes";
    } catch {
      return false;
    }
  },
  keep(name, on) {
    try {
      localStorage.setItem(`call-${name}`, on ? "yes" : "no");
    } catch {
      // The browser keeps nothing, so the choice is lost with the page.
    }
  },
};

const mayNotify = () => "Notification" in window && Notification.permission === "granted";

// Shows the choices of this browser. Where no notification is possible, it cannot be chosen.
function showChoices() {
  for (const box of within(page(), "input[data-call]")) {
    box.disabled = box.dataset.call === "notify" && (!("Notification" in window) || Notification.permission === "denied");
    box.checked = sets.get(box.dataset.call) && (box.dataset.call !== "notify" || mayNotify());
  }
}

async function onChange({ target }) {
  if (!target.matches?.("input[data-call]")) return;
  const { call } = target.dataset;
  if (call === "notify" && target.checked) await Notification.requestPermission();
  if (call === "knock" && target.checked) knock(); // how it sounds
  sets.keep(call, target.checked && (call !== "notify" || mayNotify()));
  showChoices();
}

// ---------------------------------------------------------------- calling

let called = isCalled();

function call() {
  const before = called;
  called = isCalled();
  document.querySelector("link[rel=icon]").href = called ? "/static/icon-called.svg" : "/static/icon.svg";
  if (!called || before) return;
  if (sets.get("knock")) knock();
  if (sets.get("notify") && mayNotify() && !document.hasFocus()) notify();
}

function notify() {
  try {
    const made = new Notification(document.title, { body: heading(), tag: location.pathname, icon: "/static/icon-called.svg" });
    made.onclick = () => { window.focus(); made.close(); };
  } catch {
    // Some phones allow no notification of a page.
  }
}

// A short knock on wood: a low tone that falls and fades.
function knock() {
  const sound = new AudioContext(), tone = sound.createOscillator(), loud = sound.createGain(), now = sound.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(KNOCK.pitch, now);
  tone.frequency.exponentialRampToValueAtTime(KNOCK.pitch / 2, now + KNOCK.seconds);
  loud.gain.setValueAtTime(KNOCK.loud, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + KNOCK.seconds);
  tone.connect(loud).connect(sound.destination);
  tone.onended = () => sound.close();
  tone.start(now);
  tone.stop(now + KNOCK.seconds);
}

// ---------------------------------------------------------------- the others

let shown = "", since = 0;

// Counts from the last change that this seat has seen, so it tells nothing else.
function count() {
  const { known } = page().dataset;
  if (known !== shown) [shown, since] = [known, performance.now()];
  const seconds = Math.floor((performance.now() - since) / 1000), words = seconds < LONG ? "" : told("seconds", { number: seconds });
  for (const at of within(page(), ".since")) if (at.textContent !== words) at.textContent = words;
}

const newest = () => within(page(), "#log .log > li").at(-1);
let heard = newest()?.value ?? 0;

// Reads out the newest move of another player, and whose turn it is now.
function readOut() {
  const line = newest(), isNew = line && line.value > heard;
  heard = line?.value ?? 0;
  if (isNew && !line.matches(".mine")) setTimeout(() => say(`${line.querySelector(".told").textContent.trim()} ${heading()}`));
}

// ---------------------------------------------------------------- beginning

function renewed() {
  call();
  showChoices();
  count();
  readOut();
}

if (page()?.dataset.events) {
  addEventListener("change", onChange);
  document.addEventListener("table:renewed", renewed);
  call();
  showChoices();
  setInterval(count, 1000);
}

// ---------------------------------------------------------------- own plan

const PAUSE = 2000; // milliseconds after the move that made a step fall, so that both are read out
let fallen = new Set(page() ? within(page(), ".plan-step.fallen").map((step) => step.dataset.step) : []);

document.addEventListener("table:plan", ({ detail }) => {
  const now = detail.filter((step) => step.verdict === "not possible");
  const news = now.filter(({ step }) => !fallen.has(step)).map(({ says, why }) => `${says} ${why}`);
  fallen = new Set(now.map(({ step }) => step));
  if (news.length) setTimeout(() => say(news.join(" ")), PAUSE);
});
