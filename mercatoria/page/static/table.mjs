// The table: a game against players that the module plays. Drawn from the module at once, and from Python when it is there.

import { drawPieces, facts, moveWords } from "./board.mjs";
import { $, el, said, tell } from "./dom.mjs";
import { Game } from "./game.mjs";

const ME = 0;
const MOST_SHOWN = 60;
export const SEEDS = 2 ** 31;

export class Table {
  // `desk` answers requests to Python when it is ready. `open` is called with the name of a thing that was pressed.
  constructor(desk) {
    this.desk = desk;
    this.against = "eager";
    this.language = "en";
    this.asked = 0;
    $("picture").addEventListener("click", (event) => this.pressed(event));
  }

  // Takes a module with its description, and begins a game.
  async load(bytes, about, seed = 1) {
    this.bytes = bytes;
    this.about = about;
    this.game = await Game.load(bytes, about);
    $("picture").innerHTML = about.page.map;
    this.begin(seed);
  }

  begin(seed) {
    this.seed = seed;
    this.played = [];
    this.trouble = "";
    this.log = [];
    this.lines = [];
    this.seen = null;
    this.try(() => this.game.start(seed));
    this.go();
  }

  try(act) {
    try {
      act();
    } catch (fault) {
      this.trouble = fault.message;
    }
  }

  // Lets the others play until it is my turn, and shows the table.
  go() {
    const { game } = this;
    this.seen = null; // the words and the places of an earlier position
    while (!this.trouble && !game.isOver && game.seat !== ME) {
      this.try(() => {
        const seat = game.seat;
        if (this.against === "random") return this.note(seat, game.playRandomly());
        const row = game.choose();
        game.play(row);
        this.note(seat, row);
      });
    }
    this.show();
    this.renew();
  }

  // Notes a decision. Without Python nobody knows what the others may hide of it, so it is told only if nothing is hidden.
  note(seat, row) {
    this.played.push([seat, row]);
    const [title, words] = moveWords(this.game, row);
    const told = seat === ME || this.isOpen ? [title, words] : this.simultaneous ? ["…"] : [title];
    this.log.push({ seats: [seat], words: [this.name(seat), told.filter(Boolean).join(": ")].join(": ") });
  }

  // True if the game hides nothing from anybody.
  get isOpen() {
    return this.about.fields.every((field) => field.visibility === "open") && !this.simultaneous;
  }

  // True if players of this game decide at the same time, unseen by the others.
  get simultaneous() {
    return this.about.nodes.some((node) => node.form === "secret decision");
  }

  name(seat) {
    return this.about.page.titles.Player?.[seat] ?? this.about.seats[seat];
  }

  play(row) {
    this.try(() => {
      this.game.play(row);
      this.note(ME, row);
    });
    this.go();
  }

  // Takes my last decision back: the same chance brings the rest of the game again.
  takeBack() {
    const last = this.played.map(([seat]) => seat).lastIndexOf(ME);
    if (last < 0) return;
    const kept = this.played.slice(0, last);
    this.played = [];
    this.log = [];
    this.trouble = "";
    this.seen = null;
    this.game.start(this.seed);
    for (const [seat, row] of kept) {
      this.game.play(row);
      this.note(seat, row);
    }
    this.lines = [];
    this.show();
    this.renew();
  }

  // ---------------------------------------------------------------- without Python

  show() {
    const { game } = this;
    const known = facts(game, ME);
    const scores = game.scores();
    drawPieces($("picture"), game, ME);
    $("title").textContent = this.about.title;
    $("heading").textContent = this.heading;
    $("legend").textContent = known.table.join(" · ");
    this.showPlayers(game.about.seats.map((_, seat) => ({
      name: this.name(seat), hue: this.about.page.hues[seat], you: seat === ME, decides: !game.isOver && game.seat === seat,
      score: seat === ME || this.isOpen || game.isOver ? scores[seat] : "", facts: known.players[seat],
    })));
    this.showLog(this.log);
    if (game.isOver || this.trouble) return this.showEnd(scores);
    this.listed = game.moves().map((row) => {
      const [title, words] = moveWords(game, row);
      return { row, title, words, call: game.text(row), fields: null, open: row.includes(game.about.open), refs: [] };
    });
    this.showMoves();
  }

  // What is decided now: the words of Python if it has answered, else the title of the phase.
  get heading() {
    if (this.game.isOver) return said("game_is_over");
    return this.seen?.heading ?? this.about.page.phases[this.game.phase] ?? "";
  }

  showEnd(scores) {
    const names = this.about.seats.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
    $("moves").replaceChildren(
      el("h2", { id: "moves-title" }, this.trouble ? said("game_has_stopped") : said("game_is_over")),
      this.trouble ? el("p", {}, this.trouble) : el("p", {}, this.seen?.ending || this.game.ending),
      this.desk.ready && this.game.isOver ? el("button", { type: "button", id: "keep", onclick: () => this.keep() }, said("page_keep")) : "",
      el("ol", { class: "ranking" }, ...names.map((seat) => el("li", {}, `${this.name(seat)} `, el("b", {}, String(scores[seat]))))),
      this.ownRow(),
    );
    tell($("moves-title").textContent);
  }

  // Shows the finished game as a scenario, which contains what players held in secret.
  async keep() {
    const { text } = await this.desk.ask("page/keep", { title: this.about.title });
    $("results").replaceChildren(el("p", {}, said("page_kept")), el("textarea", { id: "kept", rows: 12, readonly: true }, text));
    document.documentElement.dataset.sheet = "write";
  }

  ownRow() {
    return el("div", { class: "own" },
      el("button", { class: "ghost", type: "button", id: "take-back", onclick: () => this.takeBack() }, said("take_back")),
      el("button", { class: "ghost", type: "button", id: "new-game", onclick: () => this.begin(Math.floor(Math.random() * SEEDS)) }, said("page_new_game")));
  }

  showPlayers(hands) {
    $("players").replaceChildren(...hands.map((hand) => el("article", { class: `pl hue-${hand.hue}${hand.decides ? " decides" : ""}${hand.you ? " you" : ""}` },
      el("span", { class: "shape disc", "aria-hidden": "true" }),
      el("h3", {}, el("span", { class: "name" }, hand.name), hand.you ? el("small", {}, said("yourself")) : el("small", {}, said("a_bot"))),
      el("p", { class: "score" }, String(hand.score)),
      el("p", { class: "facts" }, hand.facts.join(" · ")))));
  }

  showLog(lines) {
    $("log").replaceChildren(...lines.slice(-200).map((line) => el("li", {}, line.words)));
    $("log").scrollTop = $("log").scrollHeight;
  }

  showMoves(only = "") {
    const groups = new Map();
    const shown = only ? this.listed.filter((move) => move.refs.includes(only)) : this.listed;
    for (const move of shown) groups.set(move.title, [...(groups.get(move.title) ?? []), move]);
    const waits = this.desk.ready ? "" : said("page_in_a_moment");
    $("moves").replaceChildren(
      el("h2", { id: "moves-title" }, el("small", {}, said("your_move")), el("span", {}, only ? this.title(only) : this.heading)),
      el("div", { class: "verbs" }, ...[...groups].map(([title, moves]) => this.verb(title, moves, waits))),
      only ? el("button", { class: "ghost", type: "button", onclick: () => this.showMoves() }, said("all_my_moves")) : "",
      this.whyNot(), this.ownRow(),
    );
  }

  title(name) {
    const { things, page } = this.about;
    for (const [kind, names] of Object.entries(things)) if (names.includes(name)) return page.titles[kind][names.indexOf(name)];
    return name;
  }

  verb(title, moves, waits) {
    const button = (move, words, look) => el("button", {
      class: look, type: "button", "data-call": move.call, title: move.notes?.join("\n") || null, "aria-disabled": move.open && waits ? "true" : null,
      onclick: () => (move.open ? this.fill(move) : this.play(move.row)),
    }, words, move.open && waits ? el("small", {}, waits) : null);
    if (moves.length === 1) return button(moves[0], moves[0].said || [title, moves[0].words].filter(Boolean).join(": "), "verb");
    return el("details", { class: "verb", open: moves.length <= MOST_SHOWN && this.listed.length <= MOST_SHOWN },
      el("summary", {}, title, " ", el("span", { class: "n" }, String(moves.length))),
      el("div", { class: "ways" }, el("div", { class: "choices" }, ...moves.slice(0, 300).map((move) => button(move, move.words || move.call, "way")))));
  }

  pressed(event) {
    const group = event.target.closest("[data-moves]");
    if (!group || !this.seen || !this.seen.moves.length) return;
    const moves = group.getAttribute("data-moves").split(" ").map((at) => this.listed[at]).filter(Boolean);
    if (moves.length === 1 && !moves[0].open) return this.play(moves[0].row);
    if (moves.length) this.showMoves(group.id);
  }

  // ---------------------------------------------------------------- with Python

  // Asks Python for the picture and the words of this position, and shows them unless play has gone on.
  async renew() {
    if (!this.desk.ready || !this.game) return;
    const asked = ++this.asked;
    const told = this.lines.length;
    let seen;
    try {
      seen = await this.desk.ask("page/table", {
        seed: this.seed, players: this.about.players, seat: ME, played: this.played, lines: told, language: this.language,
      });
    } catch {
      return;
    }
    if (asked !== this.asked) return;
    this.seen = seen;
    this.lines = [...this.lines.slice(0, told), ...seen.log];
    $("heading").textContent = seen.heading;
    $("picture").innerHTML = seen.picture;
    $("legend").textContent = seen.charts.filter((chart) => !chart.title).flatMap((chart) => chart.lines).join(" · ");
    this.showPlayers(seen.hands);
    this.showLog(this.lines);
    if (this.trouble) return;
    if (seen.over) return this.showEnd(this.game.scores());
    this.listed = seen.moves.map((move) => ({ ...move, open: move.fields.length > 0 }));
    this.showMoves();
  }

  // Asks for the open parameters of a move.
  fill(move) {
    if (!this.desk.ready || !move.fields) return;
    const inputs = new Map();
    const number = (name, part, low, high, step, words) => {
      const input = el("input", { type: "number", min: low, max: high, step, value: Math.max(low, 0) });
      inputs.set(`${name}.${part}`, input);
      return el("label", { class: "number" }, el("span", {}, words), input);
    };
    const check = (name, part, words) => {
      const input = el("input", { type: "checkbox" });
      inputs.set(`${name}.${part}`, input);
      return el("label", { class: "option" }, input, words);
    };
    const parts = move.fields.map((field) => el("fieldset", {}, el("legend", {}, field.title),
      ...(field.form === "number" ? [number(field.name, "", field.low, field.high, field.step, "")]
        : field.form === "bag" ? field.parts.map(([name, words, most]) => number(field.name, name, 0, most, 1, words))
          : field.form === "flag" ? [check(field.name, "", said("yes"))]
            : field.parts.map(([name, words]) => check(field.name, name, words)))));
    const args = () => Object.fromEntries(move.fields.map((field) => {
      const of = (part) => inputs.get(`${field.name}.${part}`);
      if (field.form === "number") return [field.name, Number(of("").value)];
      if (field.form === "flag") return [field.name, of("").checked];
      const chosen = field.parts.map(([name]) => [name, field.form === "bag" ? Number(of(name).value) : of(name).checked]).filter(([, value]) => value);
      return [field.name, field.form === "bag" ? Object.fromEntries(chosen) : chosen.map(([name]) => name)];
    }));
    const fault = el("p", { class: "warn", hidden: true });
    const done = el("button", { class: "solid", type: "button", onclick: async () => {
      try {
        this.play((await this.desk.ask("page/row", { call: move.call, args: args() })).row);
      } catch (refused) {
        fault.textContent = refused.message;
        fault.hidden = false;
      }
    } }, said("page_do_it"));
    $("moves").replaceChildren(el("h2", { id: "moves-title" }, move.said || move.title), el("div", { class: "filling" }, ...parts), fault, done,
      el("button", { class: "ghost", type: "button", onclick: () => this.showMoves() }, said("all_my_moves")));
  }

  // A line to ask why a move is not allowed, which needs Python.
  whyNot() {
    const input = el("input", { type: "text", id: "why-not-move", placeholder: this.listed[0]?.call ?? "", "aria-label": said("why_not") });
    const told = el("pre", { class: "told", id: "why-not-told" });
    return el("details", { class: "why-not" }, el("summary", {}, said("why_not")),
      el("form", { class: "row", onsubmit: async (event) => {
        event.preventDefault();
        if (!this.desk.ready) return void (told.textContent = said("page_in_a_moment"));
        try {
          const found = await this.desk.ask("page/why_not", { move: input.value });
          told.textContent = found.allowed ? said("page_allowed") : found.text;
        } catch (refused) {
          told.textContent = refused.message;
        }
      } }, input, el("button", { type: "submit" }, said("page_ask"))), told);
  }
}
