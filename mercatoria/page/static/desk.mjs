// Asks Python, which runs in a worker, and ends the worker if an answer takes too long.

const LIMIT = 10_000;
const PATIENT = { "page/compile": 120_000, "page/grade": 120_000, "page/exercise": 60_000, "page/open": 60_000, "page/table": 60_000, "mercatoria/run": 30_000 };

export class Refused extends Error {}

// Raised for an answer that took too long; the worker was ended, and a new one starts.
export class TooLong extends Error {}

export class Desk {
  // `changed(state)` is called with `booting`, `ready`, `ended` or `failed`. `limit` replaces the usual limit in ms.
  constructor(changed, limit = LIMIT) {
    this.changed = changed;
    this.limit = limit;
    this.waiting = new Map();
    this.number = 0;
    this.ready = false;
    this.laps = [];
  }

  start(config) {
    this.config = config;
    this.ready = false;
    this.worker = new Worker("worker.mjs", { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.failed(event.message || "the worker failed");
    this.worker.postMessage({ start: config });
    this.changed("booting");
  }

  heard(data) {
    if (data.ready) {
      this.ready = true;
      this.laps = data.ready;
      return this.changed("ready");
    }
    if (data.laps) return void (this.laps = data.laps);
    if (data.failed) return this.failed(data.failed);
    const asked = this.waiting.get(data.number);
    if (!asked) return;
    this.waiting.delete(data.number);
    clearTimeout(asked.clock);
    if ("refused" in data.answer) asked.reject(new Refused(data.answer.refused));
    else asked.resolve(data.module ? { about: data.answer.result, module: data.module } : data.answer.result);
  }

  failed(reason) {
    this.reason = reason;
    this.end(new Error(reason));
    this.changed("failed");
  }

  // Asks Python. Rejects with `Refused` for a question that has no answer, and with `TooLong`.
  ask(method, params = {}) {
    return new Promise((resolve, reject) => {
      const number = ++this.number;
      const limit = PATIENT[method] ?? this.limit;
      const clock = setTimeout(() => {
        this.end(new TooLong(method));
        this.changed("ended");
      }, limit);
      this.waiting.set(number, { resolve, reject, clock });
      this.worker.postMessage({ number, request: JSON.stringify({ method, params }), compiles: method === "page/compile" });
    });
  }

  end(reason) {
    this.worker.terminate();
    this.ready = false;
    for (const asked of this.waiting.values()) {
      clearTimeout(asked.clock);
      asked.reject(reason);
    }
    this.waiting.clear();
  }
}
