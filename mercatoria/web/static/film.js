// Shows steps one after the other, like a film. Any key or click ends it at once. There is one film at a time.

let film = null; // { steps, lasts, most, show, end, spent, timer }

export const isRunning = () => film !== null;

// Begins a film, or makes the film that runs longer. `lasts` says how many milliseconds a step is shown, `most` how many
// all of them may take: if that is not enough, each takes less. `show` shows a step; `end` is called when all were shown,
// and before it `skip` if a key or a click has ended the film.
export function run(steps, how) {
  if (film) return void film.steps.push(...steps);
  film = { most: Infinity, ...how, steps: [...steps], spent: 0, timer: 0 };
  next();
}

function next() {
  if (!film.steps.length) return void stop();
  const { steps, lasts, most } = film, all = steps.reduce((sum, step) => sum + lasts(step), 0), step = steps.shift();
  const wait = all ? lasts(step) * Math.min(1, Math.max(0, most - film.spent) / all) : 0;
  film.spent += wait;
  film.show(step, true);
  film.timer = setTimeout(next, wait);
}

// Ends the film with its last step.
export function stop() {
  if (!film) return;
  const { steps, show, end, timer } = film;
  film = null;
  clearTimeout(timer);
  if (steps.length) show(steps.at(-1), false);
  end();
}

function skip() {
  film?.skip?.();
  stop();
}

const SILENT = new Set(["Shift", "Control", "Alt", "Meta"]);

document.addEventListener("keydown", (event) => {
  if (!film || SILENT.has(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  skip();
}, true);

let hasEnded = false; // a press that has ended a film clicks nothing

document.addEventListener("pointerdown", () => {
  hasEnded = film !== null;
  skip();
}, true);
document.addEventListener("click", (event) => {
  if (!hasEnded) return;
  hasEnded = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
