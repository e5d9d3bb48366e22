// What a rule changes: pairs of games with the same chance, played in a worker, with intervals that are always valid.

import { $, el, said } from "./dom.mjs";

export class Study {
  // `rules` compiles the reader's text, and `printed` is the module of the game as printed, for `players`.
  constructor(rules, printed, players) {
    this.rules = rules;
    this.printed = printed;
    this.players = players;
  }

  async run() {
    const { rules } = this;
    if (!rules.names.length) return rules.result(said("page_no_rule"), true);
    rules.result(said("page_compiling"));
    try {
      const changed = await rules.compiled(this.players);
      const first = this.printed?.about.players === this.players ? this.printed : await rules.compiled(this.players, []);
      this.worker = new Worker("study_worker.mjs", { type: "module" });
      this.worker.onmessage = ({ data }) => this.show(data);
      this.worker.postMessage({ games: [first, changed].map(({ module, about }) => ({ module, about })), kind: rules.on.against?.() ?? "random" });
    } catch (fault) {
      rules.excuse(fault);
    }
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
    $("stop-study")?.remove();
  }

  show({ games, measures, fault }) {
    if (!this.worker) return;
    if (fault) return this.stop(), this.rules.result(fault, true);
    const number = (value) => (Number.isFinite(value) ? value.toFixed(2) : "…");
    const rows = Object.entries(measures).map(([name, of]) => el("tr", { "data-measure": name },
      el("th", { scope: "row" }, said(`page_study_${name}`)), el("td", {}, number(of.before)), el("td", {}, number(of.after)),
      el("td", { class: of.low > 0 || of.high < 0 ? "tells" : "" }, `${number(of.mean)} (${number(of.low)} … ${number(of.high)})`)));
    $("results").replaceChildren(
      el("p", { id: "pairs", "data-games": games }, said("page_study", { games })),
      el("table", { id: "study" },
        el("thead", {}, el("tr", {}, el("td", {}), ...["mean", "new", "change"].map((key) => el("th", { scope: "col" }, said(`page_study_${key}`))))),
        el("tbody", {}, ...rows)),
      el("button", { type: "button", id: "stop-study", onclick: () => this.stop() }, said("page_stop")));
  }
}
