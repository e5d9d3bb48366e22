// Begins the page: first the game, which needs no Python, then the texts and Python behind it.

import { Desk } from "./desk.mjs";
import { $, choice, el, said, speak } from "./dom.mjs";
import { showExercise } from "./exercises.mjs";
import { Rules } from "./rules.mjs";
import { packed, read, unpacked, written } from "./sharing.mjs";
import { Study } from "./study.mjs";
import { Table } from "./table.mjs";

const USUAL = 4; // players, if the rules allow it
const FIRST_VISIT = 4; // seconds until checking begins, on a usual machine
const laps = (window.laps = {});
let began = 0;
const lap = (name) => (laps[name] ??= Math.round(performance.now()));

const page = await (await fetch("page.json")).json();
const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // the browser keeps nothing for this page
  }
};
const store = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the choice lasts as long as the page
  }
};

const wish = stored("language") ?? navigator.language.slice(0, 2);
const language = wish in page.texts ? wish : "en";
document.documentElement.lang = language;
speak(page.texts[language]);

let link = read(location.hash);
const linked = link.rulebook ? await unpacked(link.rulebook) : null;
const LONE = { slug: "", title: "", players: 0, counts: [], example: "" }; // a rulebook that came with the link
let game = linked ? LONE : (page.games.find((each) => each.slug === link.game) ?? page.games[0]);
let { players } = game;
const printed = new Map();
let studying = null;

const desk = new Desk(async (state) => {
  document.documentElement.dataset.desk = state;
  rules.wait();
  if (state === "ended") {
    rules.files = null;
    rules.stopped = true;
    desk.start(config);
  }
  if (state !== "ready") return;
  lap("python");
  await rules.open(!rules.stopped);
  if (game === LONE && !players) {
    players = [...rules.counts].sort((a, b) => Math.abs(a - USUAL) - Math.abs(b - USUAL))[0] ?? 0;
    game.counts = rules.counts;
    controls();
  }
  if (!laps.checked) store("seconds", Math.max(1, Math.round((performance.now() - began) / 1000)));
  lap("checked");
  rules.stopped = false;
  table.renew();
});
const limit = Number(new URLSearchParams(location.search).get("limit"));
if (limit) desk.limit = limit;
const config = { mark: `/snapshot-${page.mark}`, snapshots: page.snapshots };
const table = new Table(desk);
table.language = language;
const rules = new Rules(desk, page, {
  play: (about, module) => table.load(module, about, table.seed),
  players: () => players,
  seconds: () => stored("seconds") ?? FIRST_VISIT, // as long as the last visit took
  against: () => table.against,
  share,
  study: (of) => {
    studying?.stop();
    studying = new Study(of, printed.get(game.slug), players);
    studying.run();
  },
});

// The address with the reader's amendment, to be copied.
async function share(text) {
  const own = text.trim() ? await packed(text) : "";
  const whole = game === LONE ? `#r=${await packed(rules.texts.rulebook)}${own && `&v=${own}`}` : "";
  const address = location.href.split("#")[0] + (whole || written(game.slug, page.version, own));
  history.replaceState(null, "", address);
  const field = el("input", { type: "text", readonly: true, value: address, id: "shared", "aria-label": said("page_share") });
  $("results").replaceChildren(el("p", {}, said("page_shared")), field);
  field.select();
  await navigator.clipboard?.writeText(address).catch(() => {});
}

async function loadPrinted(of) {
  if (!printed.has(of.slug)) {
    const [module, about] = await Promise.all([
      fetch(`games/${of.slug}/game.wasm`).then((found) => found.arrayBuffer()),
      fetch(`games/${of.slug}/game.json`).then((found) => found.json()),
    ]);
    printed.set(of.slug, { module, about });
  }
  return printed.get(of.slug);
}

async function openGame(own) {
  if (game === LONE) {
    $("picture").replaceChildren(el("p", { class: "press" }, said("page_press_play")));
    rules.show("", "", own, linked, "");
    return rules.turn("rulebook");
  }
  players = game.players;
  document.title = game.title;
  const { module, about } = await loadPrinted(game);
  table.desk = { ready: false };
  await table.load(module, about);
  table.desk = desk;
  lap("playable");
  const rulebook = await (await fetch(`games/${game.slug}/rulebook.rules`)).text();
  rules.show(game.slug, game.title, own, rulebook, game.example);
}

function controls() {
  $("nav").replaceChildren(
    page.games.length > 1 ? choice(said("page_game"), [...(game === LONE ? [["", "…"]] : []), ...page.games.map((each) => [each.slug, each.title])], game.slug, (slug) => {
      game = page.games.find((each) => each.slug === slug) ?? game;
      history.replaceState(null, "", written(slug, page.version, ""));
      controls();
      openGame("").then(() => desk.ready && rules.open()).then(() => table.renew());
    }) : null,
    choice(said("page_players"), game.counts.map((count) => [count, String(count)]), players, (count) => {
      players = Number(count);
      if (players === game.players && !rules.names.length) return table.load(printed.get(game.slug).module, printed.get(game.slug).about);
      return rules.play();
    }),
    choice(said("page_against"), [["eager", said("page_eager")], ["random", said("page_random")]], table.against, (kind) => {
      table.against = kind;
    }),
    choice(said("language"), Object.entries(page.languages), language, (chosen) => {
      store("language", chosen);
      location.reload();
    }),
  );
  document.querySelector("#story h2").textContent = said("log");
  const sheet = (name, key) => el("a", { href: `#${name}`, onclick: (event) => {
    event.preventDefault();
    document.documentElement.dataset.sheet = name;
  } }, said(key));
  $("sheetbar").replaceChildren(sheet("board", "page_table"), sheet("write", "page_rules"));
}

Object.assign(window, { desk, rules, table });

// The text of a link is shown, and only shown: nothing plays it before the reader asks for it.
const shared = link.amendment ? await unpacked(link.amendment) : "";
controls();
await openGame(shared ?? "");
if (shared === null || (link.rulebook && linked === null)) rules.result(said("page_bad_link"), true);
else if (shared) rules.result(said(link.version && link.version !== page.version ? "page_other_version" : "page_from_link"));
if (page.has_desk) {
  began = performance.now();
  desk.start(config);
  await rules.make();
  lap("editor");
} else rules.status(said("page_plays_only"));
showExercise(page, desk, rules, link.exercise);
