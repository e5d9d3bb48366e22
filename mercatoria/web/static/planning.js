// Planning on the board while others think: the page of the plan takes the place of the table, until it is one's turn. The
// slider shows the planned steps after the newest position.

import { page, visit, within } from "./renewal.js";
import { say } from "./texts.js";
import { drawPlan } from "./track.js";

const slider = () => document.getElementById("slider");
const isPlanning = () => slider()?.dataset.planning !== undefined;
const isDue = () => slider()?.dataset.due !== undefined;
const address = (to) => history.replaceState(null, "", to);

let wasPlanning = isPlanning(), wasDue = isDue(), wereSteps = -1; // on the page before

function toPlan() {
  address(slider().dataset.plan);
  visit(slider().dataset.plan);
}

function toTable() {
  address(slider().dataset.base);
  visit(null);
}

const said = (step) => step.querySelector(".says").textContent.trim().replace(/\s+/g, " ");

// What a page of the present says of the plan. A page of the past says nothing of it.
function renewed() {
  const { plan, at } = slider()?.dataset ?? {};
  if (!plan || at !== undefined) return;
  const steps = within(page(), ".plan-step");
  drawPlan(plan, steps.map((step) => ({ verdict: step.dataset.verdict.replaceAll(" ", "-"), says: said(step) })));
  if (steps.length > wereSteps && wereSteps >= 0) say(said(steps.at(-1)));
  wereSteps = steps.length;
  if (isPlanning() && wasPlanning && isDue() && !wasDue) toTable();
  else if (isPlanning()) address(plan);
  [wasPlanning, wasDue] = [isPlanning(), isDue()];
}

function onClick(event) {
  const link = event.target.closest?.("#page a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { plan, base, at } = slider().dataset, to = link.getAttribute("href");
  if (at !== undefined || page().matches(".between")) return; // the link leads there
  if (to === plan) toPlan();
  else if (to === base && isPlanning()) toTable();
  else return;
  event.preventDefault();
}

function onKey(event) {
  if (event.key !== "Escape" || event.defaultPrevented || !isPlanning()) return;
  event.preventDefault();
  toTable();
}

if (slider()?.dataset.plan) {
  document.addEventListener("table:renewed", renewed);
  addEventListener("click", onClick);
  addEventListener("keydown", onKey);
  renewed();
}
