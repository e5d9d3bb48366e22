// The list of what happened begins with its newest lines. A button says how many lines are hidden above them.

import { page } from "./renewal.js";
import { told } from "./texts.js";

const PART = 0.8; // of the list, for each press
const list = () => page()?.querySelector("#log .scroll");

function count() {
  const scroll = list(), more = document.getElementById("above");
  if (!scroll || !more) return;
  const { top } = scroll.getBoundingClientRect(), lines = [...scroll.querySelectorAll(".log > li")];
  const isAbove = (line) => line.checkVisibility() && line.getBoundingClientRect().bottom < top + 12;
  const number = lines.filter(isAbove).length;
  more.hidden = !number;
  more.textContent = `↑ ${told("lines_above", { number })}`;
  scroll.classList.toggle("more-above", number > 0);
}

const soon = () => requestAnimationFrame(count);

addEventListener("click", ({ target }) => {
  if (target.closest?.("#above")) list().scrollBy({ top: -PART * list().clientHeight });
});
addEventListener("scroll", ({ target }) => { if (target === list()) soon(); }, true);
for (const change of ["change", "toggle", "hashchange", "resize"]) addEventListener(change, soon, true);
for (const change of ["table:renewed", "table:verb"]) document.addEventListener(change, soon);
count();
