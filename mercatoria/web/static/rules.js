// The search of the rules page, and links into its folded source. Without this file the browser's own search does.

import { isCharacter } from "./keys.js";

const field = document.getElementById("find"), found = document.getElementById("found");
const clauses = [...document.querySelectorAll(".chapter .clause")];

function search() {
  const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  let many = 0;
  for (const clause of clauses) {
    const text = clause.closest(".chapter").querySelector("h2").textContent + clause.textContent;
    clause.hidden = !words.every((word) => text.toLowerCase().includes(word));
    many += !clause.hidden;
  }
  for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = !chapter.querySelector(".clause:not([hidden])");
  for (const one of document.querySelectorAll("#minute, #house, #rulebook")) one.hidden = words.length > 0;
  found.hidden = !words.length || many > 0;
  found.textContent = found.hidden ? "" : field.dataset.none;
}

// Unfolds the source around the rule to which a link leads.
function unfold() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

if (clauses.length) {
  field.parentElement.hidden = false;
  field.addEventListener("input", search);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || !isCharacter(event)) return;
    event.preventDefault();
    field.focus();
  });
}
addEventListener("hashchange", unfold);
unfold();
if (location.hash === "#find") field?.focus();
