// The texts: the reader's own rule and the rulebook, with their faults, and what can be done with them.

import { $, el, said, tell } from "./dom.mjs";
import { Refused, TooLong } from "./desk.mjs";

const PAUSE = 600; // milliseconds after the last key; a step of the other checks may take a second
const MOST_FAULTS = 40;

export class Rules {
  // `on` has the functions `play(about, module)`, `printed()`, `restart()` and `share(text)`.
  constructor(desk, page, on) {
    this.desk = desk;
    this.page = page;
    this.on = on;
    this.editors = {};
    this.texts = { own: "", rulebook: "" };
    this.faults = {};
    this.files = null;
    this.names = [];
    this.counts = [];
    this.edited = 0;
    this.unsent = new Set(); // the texts that were typed since Python has heard of them
    this.shown = "own";
  }

  // Loads the editor. What is typed before Python is ready waits, and is then checked.
  async make() {
    const { editor } = await import(new URL("./desk/editor.mjs", import.meta.url));
    for (const which of ["own", "rulebook"]) {
      this.editors[which] = editor($(which), {
        words: this.page.words, label: said(which === "own" ? "page_own_rule" : "page_rulebook"), hint: this.example,
        changed: (text) => this.typed(which, text), complete: (at) => this.asked(which, "textDocument/completion", at),
        hover: (at) => this.asked(which, "textDocument/hover", at), fix: (edits) => this.fix(edits),
        fixed: (edits) => said("page_fix", { text: edits.map((edit) => edit.newText.trim()).join(", ") }),
      });
      this.editors[which].show(this.texts[which]);
    }
    this.list();
  }

  // Shows a game's texts before Python has read them.
  show(slug, title, own, rulebook, example) {
    this.slug = slug;
    this.title = title;
    this.example = example;
    this.texts = { own, rulebook };
    this.faults = {};
    this.files = null;
    this.unsent.clear();
    for (const [which, editor] of Object.entries(this.editors)) {
      editor.show(this.texts[which]);
      editor.hint(example);
    }
    this.wait();
    this.tabs();
    this.list();
  }

  tabs() {
    const tab = (which, words) => el("button", { role: "tab", type: "button", id: `tab-${which}`, "aria-selected": String(this.shown === which), onclick: () => this.turn(which) }, words);
    $("tabs").replaceChildren(tab("own", said("page_own_rule")), tab("rulebook", said("page_rulebook")));
    for (const which of ["own", "rulebook"]) $(which).hidden = this.shown !== which;
  }

  turn(which) {
    this.shown = which;
    this.tabs();
  }

  // Says when checking begins, or that it never will.
  wait() {
    if (this.desk.ready && this.files) return;
    this.status(this.desk.reason ? said("page_failed") : said("page_checking_soon", { seconds: this.on.seconds() }));
  }

  status(text) {
    $("status").textContent = text;
  }

  // ---------------------------------------------------------------- Python

  // Gives Python the texts. `checked` is false after a check that took too long: the texts wait for a change.
  async open(checked = true) {
    const { slug } = this;
    const own = checked ? this.texts.own : "";
    const lone = slug ? {} : { rulebook: this.texts.rulebook };
    if (checked) this.unsent.delete("own");
    try {
      const opened = await this.desk.ask("page/open", { game: slug, name: "my_rule", own, ...lone });
      if (slug !== this.slug) return; // another game was opened in the meantime
      this.files = opened.files;
      this.texts.rulebook ||= opened.text;
      if (checked && this.texts.rulebook !== opened.text) this.unsent.add("rulebook");
      if (this.editors.rulebook && this.editors.rulebook.text !== this.texts.rulebook) this.editors.rulebook.show(this.texts.rulebook);
      this.took(opened);
      if (!checked) this.status(said("page_stopped"));
      await this.send();
    } catch (fault) {
      this.excuse(fault);
    }
  }

  typed(which, text) {
    this.texts[which] = text;
    this.edited += 1;
    this.unsent.add(which);
    this.send();
  }

  // Sends the newest texts one by one, and no text that is out of date. Until Python is ready, they wait.
  async send() {
    if (!this.desk.ready || !this.files || this.sending) return;
    this.sending = true;
    try {
      for (const which of this.unsent) {
        this.unsent.delete(which);
        const edited = this.edited;
        const found = await this.desk.ask("page/edit", { uri: this.files[which], text: this.texts[which] });
        if (edited === this.edited) this.took(found);
      }
    } catch (fault) {
      this.excuse(fault);
    } finally {
      this.sending = false;
    }
    this.later();
  }

  took({ diagnostics, own, players }) {
    for (const [uri, faults] of Object.entries(diagnostics)) this.faults[uri] = faults;
    if (own) this.names = own;
    if (players) this.counts = players;
    this.list();
  }

  // Checks the other tables and the scenarios while the reader pauses.
  later() {
    clearTimeout(this.pause);
    const edited = this.edited;
    this.pause = setTimeout(async () => {
      try {
        for (;;) {
          if (edited !== this.edited || !this.desk.ready || this.sending) return;
          const { done, diagnostics } = await this.desk.ask("page/rest");
          if (done) return edited === this.edited ? this.took({ diagnostics }) : undefined;
        }
      } catch (fault) {
        this.excuse(fault);
      }
    }, PAUSE);
  }

  async asked(which, method, position) {
    if (!this.desk.ready || !this.files) return null;
    try {
      return await this.desk.ask(method, { textDocument: { uri: this.files[which] }, position });
    } catch {
      return null;
    }
  }

  excuse(fault) {
    if (fault instanceof TooLong) return this.status(said("page_stopped"));
    if (fault instanceof Refused) return this.result(fault.message, true);
    this.status(said("page_failed"));
  }

  // ---------------------------------------------------------------- faults

  get all() {
    if (!this.files) return [];
    return ["own", "rulebook"].flatMap((which) => (this.faults[this.files[which]] ?? []).map((fault) => ({ ...fault, which })));
  }

  list() {
    const found = this.all;
    for (const [which, editor] of Object.entries(this.editors)) editor.mark(found.filter((fault) => fault.which === which));
    const errors = found.filter((fault) => fault.severity === 1).length;
    if (this.files) {
      const warnings = found.length - errors;
      this.status(found.length ? said("page_faults", { errors, warnings }) : said("page_no_faults"));
    }
    document.documentElement.dataset.errors = this.files ? errors : "";
    $("faults").replaceChildren(...found.slice(0, MOST_FAULTS).map((fault) => this.fault(fault)));
    this.actions(errors);
  }

  fault(fault) {
    const [first, ...more] = fault.message.split("\n");
    const edits = fault.data?.fix ?? [];
    const line = fault.range.start.line + 1;
    const where = fault.which === "own" ? said("page_line", { line }) : said("page_line_of_rulebook", { line });
    return el("li", { class: fault.severity === 1 ? "error" : "warning" },
      el("button", { class: "ghost", type: "button", onclick: () => (this.turn(fault.which), this.editors[fault.which]?.go(fault.range.start)) }, where),
      el("span", {}, first, ...more.map((text) => el("small", {}, text))),
      edits.length ? el("button", { class: "fix", type: "button", onclick: () => this.fix(edits) }, said("page_fix", { text: edits.map((edit) => edit.newText.trim()).join(", ") })) : null);
  }

  fix(edits) {
    for (const which of ["own", "rulebook"]) {
      const mine = edits.filter((edit) => edit.uri === this.files[which]);
      if (mine.length) this.editors[which].edit(mine);
    }
  }

  // ---------------------------------------------------------------- what can be done

  actions(errors) {
    const off = errors > 0 || !this.files || !this.desk.ready;
    const button = (id, key, act, always = false) => el("button", { type: "button", id, class: id === "play-it" ? "solid" : "", disabled: off && !always, onclick: act }, said(key));
    $("actions").replaceChildren(
      button("play-it", "page_play_it", () => this.play()), button("run-scenarios", "page_run_scenarios", () => this.run()),
      button("effect", "page_effect", () => this.on.study(this)), button("share", "page_share", () => this.on.share(this.texts.own), true),
      button("example", "page_example", () => this.start(), !!this.editors.own),
    );
  }

  // Begins a rule of the reader's own with an example that is valid.
  start() {
    this.turn("own");
    this.editors.own?.edit([{ range: { start: { line: 0, character: 0 }, end: { line: 1e9, character: 1e9 } }, newText: this.example }]);
    this.editors.own?.focus();
  }

  result(text, isFault = false) {
    $("results").replaceChildren(el("p", { class: isFault ? "warn" : "" }, text));
    tell(text);
  }

  async compiled(players, variants = this.names) {
    return this.desk.ask("page/compile", { players, variants });
  }

  async play() {
    this.result(said("page_compiling"));
    try {
      const { about, module } = await this.compiled(this.on.players());
      await this.on.play(about, module);
      this.result(said("page_playing", { what: this.names.length ? this.names.join(", ") : said("page_as_printed") }));
    } catch (fault) {
      this.excuse(fault);
    }
  }

  // Runs all scenarios one by one, those that have changed first, and shows how many pass.
  async run() {
    const edited = this.edited;
    try {
      const found = await this.desk.ask("page/scenarios");
      const failed = [];
      for (const [number, each] of found.entries()) {
        if (edited !== this.edited) return;
        const [told] = await this.desk.ask("mercatoria/run", { textDocument: { uri: this.files.rulebook }, scenarios: [each.name] });
        if (!told.passed) failed.push(told);
        $("results").replaceChildren(
          el("p", { id: "scenarios-told" }, said("page_scenarios", { done: number + 1, all: found.length, failed: failed.length })),
          el("ul", {}, ...failed.map((of) => el("li", {}, of.title, el("small", {}, of.faults[0]?.title ?? "")))));
      }
    } catch (fault) {
      this.excuse(fault);
    }
  }
}
