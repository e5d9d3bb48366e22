// What the pages do beyond links and forms. Everything works without scripts, only less conveniently.

import { listen, page } from "./renewal.js";
import "./forms.js";
import "./verbs.js";
import "./answers.js";
import "./calls.js";
import "./keys.js";
import "./notes.js";
import "./pointed.js";
import "./story.js";

// The colours that the reader chooses stay chosen in this browser (theme.js).
function colours() {
  const chosen = document.getElementById(`theme-${document.documentElement.dataset.theme ?? "system"}`);
  if (chosen) chosen.checked = true;
}

addEventListener("change", (event) => {
  if (event.target.name !== "theme") return;
  const theme = event.target.value;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // The browser keeps nothing: the choice holds for this page.
  }
});

document.addEventListener("table:renewed", colours);
if (page()) {
  colours();
  listen();
}
