// Forms and fields: they are sent without leaving the page, ask before what stays, and numbers have buttons and a slider.

import { page, send, show, within } from "./renewal.js";
import { say, told } from "./texts.js";

// ---------------------------------------------------------------- sending

let armed = null; // the button that asks whether it is meant

async function onSubmit(event) {
  const form = event.target;
  if (form.method !== "post" || "leaves" in form.dataset || !page().dataset.events) return;
  event.preventDefault();
  const chosen = event.submitter?.closest("[data-final]") ?? form.querySelector("option[data-final]:checked");
  if (chosen && armed !== chosen) return arm(chosen, event.submitter);
  disarm();
  try {
    if (await send(form, event.submitter)) beside(form);
  } catch {
    say(told("unreachable"));
  }
}

// A move that cannot be taken back asks once, where it stands.
function arm(chosen, button) {
  disarm();
  armed = chosen;
  button?.classList.add("armed");
  const asks = document.createElement("small");
  asks.className = "asks";
  asks.textContent = told("sure");
  button?.append(asks);
  say(told("sure"));
}

// A move that was confirmed elsewhere is sent without a question.
export const confirm = (chosen) => (armed = chosen);

export function disarm() {
  if (!armed) return false;
  armed = null;
  for (const asks of within(page(), "#moves .asks")) {
    asks.parentElement.classList.remove("armed");
    asks.remove();
  }
  return true;
}

// What is said of a form stands below it, where one looks.
function beside(form) {
  const notice = document.getElementById("notice");
  if (!notice || !form.isConnected) return;
  form.append(notice);
  notice.tabIndex = -1;
  notice.focus({ preventScroll: true });
  notice.scrollIntoView({ block: "nearest" });
}

// A choice for a new table is looked at as soon as it is made.
async function onChange(event) {
  const form = event.target.closest("form[data-live]");
  if (!form) return;
  const chosen = `${form.dataset.live}?${new URLSearchParams(new FormData(form))}`;
  history.replaceState(null, "", chosen);
  show(await (await fetch(chosen)).text());
}

// ---------------------------------------------------------------- numbers

const MOST_STEPS = 400;

// A number gets buttons for one less and one more, and a slider if it is not one of several small ones.
function step(number) {
  if (number.closest(".stepped")) return;
  const box = document.createElement("span");
  box.className = "stepped";
  number.replaceWith(box);
  box.append(button("−", "less", () => number.stepDown()), number, button("+", "more", () => number.stepUp()));

  function button(sign, key, act) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: sign, tabIndex: -1 });
    made.setAttribute("aria-label", told(key));
    made.addEventListener("click", () => {
      act();
      number.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return made;
  }
}

function slide(number) {
  const steps = (number.max - number.min) / (number.step || 1), box = number.closest("label");
  if (!number.max || steps > MOST_STEPS || steps < 2 || !box || box.matches(".few") || box.querySelector("input[type=range]")) return;
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: number.min, max: number.max, step: number.step || 1, value: number.value });
  slider.setAttribute("aria-hidden", "true");
  slider.tabIndex = -1;
  slider.addEventListener("input", () => (number.value = slider.value));
  number.addEventListener("input", () => (slider.value = number.value));
  number.closest(".stepped").after(slider);
}

// ---------------------------------------------------------------- links to be sent

// A button that copies a link, where the browser allows it.
function copying(link) {
  if (!navigator.clipboard || link.parentElement.querySelector(".copy")) return;
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy quiet", textContent: told("copy") });
  button.setAttribute("aria-label", `${told("copy")}: ${link.getAttribute("aria-label") ?? told("the_link")}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      button.textContent = told("copied");
    } catch {
      link.focus(); // it is marked, and can be copied by hand
    }
  });
  link.after(button);
}

// A link behind which somebody has to think first says so.
function onClick(event) {
  const link = event.target.closest("a[data-waits]");
  if (!link) return;
  link.lastChild.textContent = link.dataset.waits;
  say(link.dataset.waits);
}

// ---------------------------------------------------------------- beginning

function ready() {
  armed = null;
  for (const number of within(page(), "#moves input[type=number]")) {
    step(number);
    slide(number);
  }
  document.getElementById("check")?.remove();
  for (const link of within(page(), ".links input[readonly], #link-watch")) {
    link.onfocus = () => link.select();
    copying(link);
  }
}

addEventListener("submit", onSubmit);
addEventListener("change", onChange);
addEventListener("click", onClick);
addEventListener("focusout", (event) => { if (armed && !event.target.closest("#moves")?.contains(event.relatedTarget)) disarm(); });
document.addEventListener("table:renewed", ready);
ready();
