// A game that `mercatoria build GAME -o game.wasm` wrote, for browsers and node. It needs the module and the JSON file
// that describes it, and nothing else: no Python, no library.

const WORD = 4;

export class Game {
  // `bytes` of the module, and what the JSON file says of it.
  static async load(bytes, about) {
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Game(instance.exports, about);
  }

  constructor(exports, about) {
    this.exports = exports;
    this.about = about;
    this.words = new Int32Array(exports.memory.buffer);
    this.numbers = new DataView(exports.memory.buffer);
  }

  // Calls a function of the module. Where a rule fails, an Error says which.
  call(name, ...args) {
    this.words[this.about.memory.fault / WORD] = 0;
    try {
      return this.exports[name](...args);
    } catch (stop) {
      if (!(stop instanceof WebAssembly.RuntimeError)) throw stop;
      throw new Error(this.fault(), { cause: stop });
    }
  }

  fault() {
    const { fault, shown } = this.about.memory;
    const number = this.words[fault / WORD];
    const rule = this.about.faults.rules[number - 1];
    if (!rule) return `the module cannot go on here (${number})`;
    let at = 0;
    const message = rule.message.replaceAll("{}", () => {
      const value = Number(this.numbers.getBigInt64(shown + 8 * at, true));
      return this.about.things[rule.shown[at++]]?.[value] ?? value;
    });
    return `line ${rule.line}: ${message}`;
  }

  // ---------------------------------------------------------------- a game

  // Begins a game. The same seed brings the same chance, in every engine.
  start(seed) {
    this.call("begin", BigInt.asIntN(64, BigInt(seed)));
    this.call("draw_chance");
  }

  slot(number) {
    return this.words[this.about.memory.position / WORD + number];
  }

  get isOver() {
    return this.slot(this.about.slots.ending) !== 0;
  }

  // What ended the game; "" while it goes on.
  get ending() {
    return this.about.endings[this.slot(this.about.slots.ending) - 1] ?? "";
  }

  // The seat that decides, from 0; -1 when the game is over.
  get seat() {
    return this.isOver ? -1 : this.call("who");
  }

  get phase() {
    return this.about.nodes[this.slot(this.about.slots.node)].phase;
  }

  // Its legal moves, each as a row of numbers.
  moves() {
    const { rows, row_words } = this.about.memory;
    const seat = this.seat;
    if (seat < 0) return [];
    const end = this.call("rows", seat);
    const found = [];
    for (let at = rows / WORD; at < end / WORD; at += row_words) {
      found.push(Array.from(this.words.subarray(at, at + this.length(this.words[at]))));
    }
    return found;
  }

  // How long the rows of a kind of move are.
  length(kind) {
    return this.about.moves[kind].params.reduce((sum, param) => sum + param.places, 1);
  }

  // Plays a move, and lets chance fall until somebody decides again. What is open must be filled in.
  play(row) {
    if (row.includes(this.about.open)) throw new Error("this move leaves something open: fill it in");
    this.words.set(row, this.about.memory.row / WORD);
    this.call("play", this.seat, this.about.memory.row);
    this.call("draw_chance");
  }

  // Lets a random player decide, who draws from the stream of his seat; gives the move that he took.
  playRandomly() {
    this.call("decide");
    const at = this.words[this.about.memory.picked / WORD] / WORD;
    const row = Array.from(this.words.subarray(at, at + this.length(this.words[at])));
    this.call("draw_chance");
    return row;
  }

  // The move that a player would take who looks a few moves ahead, without playing it. The module must contain players.
  choose() {
    const { ahead, farthest, stage, unasked, refused } = this.about.player;
    this.words[ahead / WORD + this.seat] = farthest;
    let name = "choose";
    for (;;) {
      this.words[this.about.memory.fault / WORD] = 0;
      try {
        const at = this.exports[name]() / WORD;
        return Array.from(this.words.subarray(at, at + this.length(this.words[at])));
      } catch (stop) {
        const fault = this.words[this.about.memory.fault / WORD];
        const tried = this.words[stage / WORD] !== unasked && (fault > 0 || fault === refused);
        if (!(stop instanceof WebAssembly.RuntimeError)) throw stop;
        if (!tried) throw new Error(this.fault(), { cause: stop });
        name = "choose_further";
      }
    }
  }

  scores() {
    return this.about.seats.map((_, seat) => Number(this.call("score", seat)));
  }

  // What stands in a field: for each owner and key the numbers in its slots.
  field(name, of = "") {
    const run = this.about.fields.find((each) => each.name === name && each.of === of);
    if (!run) throw new Error(`there is no field ${of}.${name}`);
    return run.slots.map((slot, at) => Array.from({ length: run.widths[at] }, (_, n) => this.slot(slot + n)));
  }

  // ---------------------------------------------------------------- many games

  // Random games number `first` and so on of the run with this seed: how they went. One call plays them all.
  playMany(seed, first, number) {
    const { at, words, most, decisions, ending, numbers } = this.about.memory.results;
    if (number > most) throw new Error(`at most ${most} games at once`);
    this.call("play_many", BigInt.asIntN(64, BigInt(seed)), first, number);
    const each = (words * WORD - numbers) / 8 / this.about.seats.length;
    return Array.from({ length: number }, (_, game) => {
      const begin = at + game * words * WORD;
      const score = (_, seat) => Number(this.numbers.getBigInt64(begin + numbers + 8 * seat * each, true));
      return {
        seed: this.numbers.getBigUint64(begin, true),
        decisions: this.numbers.getInt32(begin + decisions, true),
        ending: this.about.endings[this.numbers.getInt32(begin + ending, true) - 1] ?? "",
        scores: this.about.seats.map(score),
      };
    });
  }

  // ---------------------------------------------------------------- words

  // A move as the rules write it: `buy(Wool, 2)`.
  text(row) {
    const kind = this.about.moves[row[0]];
    let at = 1;
    const args = kind.params.map((param) => this.written(param, row.slice(at, (at += param.places))));
    return args.length ? `${kind.name}(${args.join(", ")})` : kind.name;
  }

  written(param, places) {
    const things = this.about.things[param.kind];
    if (places.includes(this.about.open)) return "open";
    switch (param.form) {
      case "flag":
        return places[0] ? "yes" : "no";
      case "thing":
        return places[0] < 0 ? "none" : things[places[0]];
      case "bag": {
        const sorts = places.map((count, at) => [count, things[param.first + at]]).filter(([count]) => count);
        return sorts.map(([count, sort]) => `${count} of ${sort}`).join(" + ") || "{}";
      }
      case "set": {
        const members = Array.from({ length: param.size }, (_, at) => at);
        const bits = this.about.bits_in_a_word;
        const chosen = members.filter((at) => (places[Math.floor(at / bits)] >> at % bits) & 1);
        return `{${chosen.map((at) => things[param.first + at]).join(", ")}}`;
      }
    }
    return String(places[0]);
  }
}
