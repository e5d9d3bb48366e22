// The exercises of the lessons: a task, an answer in the editor of one's own, and hints that are asked for.

import { $, el, said } from "./dom.mjs";

// Offers the exercises below the tabs, and opens one if the address names it.
export function showExercise(page, desk, rules, name) {
  if (!page.exercises.length || !page.has_desk) return;
  const select = el("select", { id: "exercises", "aria-label": said("page_exercises"), onchange: () => open(select.value) },
    el("option", { value: "" }, said("page_exercises")),
    ...page.exercises.map(([each, title]) => el("option", { value: each }, title)));
  const put = () => $("tabs").append(select);
  const tabs = rules.tabs.bind(rules);
  rules.tabs = () => (tabs(), put());
  put();
  if (name) {
    select.value = name;
    open(name);
  }

  async function open(chosen) {
    if (!chosen) return leave();
    const task = page.exercises.find(([each]) => each === chosen);
    const answer = el("textarea", { id: "answer", rows: 18, spellcheck: "false", "aria-label": said("page_answer") }, task[3]);
    const told = el("div", { id: "graded" });
    $("task").replaceChildren(el("h2", {}, task[1]), el("p", {}, task[2]), answer,
      el("div", { class: "own" },
        el("button", { class: "solid", type: "button", id: "grade", onclick: () => grade(chosen, answer.value, told) }, said("page_grade")),
        el("button", { class: "ghost", type: "button", onclick: leave }, said("close"))), told);
    $("task").hidden = false;
    document.documentElement.dataset.task = chosen;
  }

  function leave() {
    $("task").hidden = true;
    select.value = "";
    delete document.documentElement.dataset.task;
  }

  async function grade(chosen, answer, told) {
    if (!desk.ready) return void told.replaceChildren(said("page_in_a_moment"));
    told.replaceChildren(said("page_grading"));
    try {
      const graded = await desk.ask("page/grade", { name: chosen, answer });
      const lines = [graded.why, ...graded.notes, ...graded.faults.map((fault) => `${said("page_line", { line: fault.line })}: ${fault.title}`)].filter(Boolean);
      told.replaceChildren(el("p", { class: graded.verdict === "right" ? "good" : "warn", "data-verdict": graded.verdict }, el("b", {}, graded.head)),
        ...lines.map((line) => el("p", {}, line)));
      hint(graded.hints, 0, told);
    } catch (fault) {
      told.replaceChildren(el("p", { class: "warn" }, fault.message));
    }
  }

  // The next level of hints stays behind a button.
  function hint(levels, level, told) {
    if (level >= levels.length || !levels[level].length) return;
    const button = el("button", { class: "ghost hint", type: "button", onclick: () => {
      button.replaceWith(el("div", { class: "in-1" }, ...levels[level].map((line) => el("p", {}, line))));
      hint(levels, level + 1, told);
    } }, said("page_hint", { level: level + 1 }));
    told.append(button);
  }
}
