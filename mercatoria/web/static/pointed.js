// What is pointed at or touched on the board says what it is, until the pointer leaves the board or a move is made.

let last = ""; // where the pointer was
let rested = null; // where it rested when the page was renewed: what comes to lie under it was not pointed at

const say = (words) => {
  const line = document.getElementById("pointed");
  if (line) line.textContent = words;
};

addEventListener("pointerover", (event) => {
  last = `${event.clientX} ${event.clientY}`;
  if (last === rested) return;
  rested = null;
  const thing = event.target.closest?.("#picture [aria-label]:not(svg)");
  say(thing?.getAttribute("aria-label") ?? "");
});
document.addEventListener("pointerleave", () => say(""));
document.addEventListener("table:renewed", ({ detail }) => {
  if (!detail.answered) return;
  rested = last;
  say("");
});
