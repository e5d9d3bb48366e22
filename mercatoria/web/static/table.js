// What the pages do beyond links and forms: they stay up to date, the picture can be clicked, numbers have sliders.
// Everything works without this file, only less conveniently.
"use strict";

(() => {
  const page = () => document.getElementById("page");
  const within = (at, what) => [...at.querySelectorAll(what)];

  // ---------------------------------------------------------------- up to date

  // Puts a new page in the place of the old one, part by part: what has the same id stays the same element, so focus,
  // what is open, what is filled in and where one has scrolled to stay as they were.
  function renew(old, fresh) {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return void old.replaceWith(fresh);
    if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (old.namespaceURI === "http://www.w3.org/2000/svg" && old.nodeName === "svg") {
      old.replaceChildren(...fresh.childNodes);
      return;
    }
    const known = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
    let at = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const same = child.id && known.get(child.id);
      if (same) {
        if (same === at) at = at.nextSibling;
        else old.insertBefore(same, at);
        renew(same, child);
      } else if (at && !at.id && !child.id && at.nodeName === child.nodeName) {
        const next = at.nextSibling;
        renew(at, child);
        at = next;
      } else {
        old.insertBefore(child, at);
      }
    }
    while (at) {
      const next = at.nextSibling;
      at.remove();
      at = next;
    }
  }

  function show(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const next = fresh.getElementById("page");
    if (!next || isOlder(next.dataset.known, page().dataset.known)) return;
    const focus = document.activeElement && document.activeElement.id;
    const answered = question(page()) !== question(next);
    const toMoves = answered && document.activeElement?.closest("#moves .group");
    if (answered) clear();
    const was = heading();
    renew(page(), next);
    document.title = fresh.title;
    ready();
    if (toMoves) document.getElementById("moves-title").focus({ preventScroll: true }); // the next moves follow it
    else if (focus && document.activeElement.id !== focus) document.getElementById(focus)?.focus();
    if (heading() !== was) say(heading());
  }

  // The number of the question that a page asks; "" if it asks none.
  const question = (at) => at.querySelector("#moves .group input[name=turn]")?.value ?? "";

  // What was filled in for one question does not stay for the next.
  function clear() {
    for (const form of within(page(), "#moves .fill")) {
      form.open = false;
      form.querySelector("form").reset();
    }
  }

  // Whether a page was made before another: an answer may arrive late. What stands before the number is the server's run.
  function isOlder(one, other) {
    const [run, number] = one.split(/-(?=\d+$)/), [otherRun, otherNumber] = other.split(/-(?=\d+$)/);
    return run === otherRun && Number(number) < Number(otherNumber);
  }

  const heading = () => document.getElementById("moves-title")?.textContent ?? "";
  // The texts of this script, in the language of the page.
  const told = (key, values = {}) =>
    JSON.parse(page().dataset.said)[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const say = (words) => (document.getElementById("live").textContent = words);

  const AGAIN = 2000; // milliseconds
  let waiting = 0;

  // Asks for the page; where there is no answer, again and again.
  async function refresh() {
    clearTimeout(waiting);
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.text());
    } catch {
      waiting = setTimeout(refresh, AGAIN);
    }
  }

  let heard = ""; // the newest event
  let sending = false;

  // Asks for the page if it does not show what the newest event told of. What a form brings is waited for: it is newer.
  function catchUp() {
    const { known } = page().dataset;
    if (!sending && heard && heard !== known && !isOlder(heard, known)) refresh();
  }

  function listen() {
    const { events, known } = page().dataset;
    if (!events) return;
    const source = new EventSource(`${events}?known=${encodeURIComponent(known)}`);
    source.addEventListener("changed", (event) => {
      heard = event.lastEventId;
      catchUp();
    });
    addEventListener("online", refresh);
    addEventListener("pagehide", () => source.close());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // ---------------------------------------------------------------- forms

  addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.method !== "post" || !page().dataset.events) return;
    event.preventDefault();
    if (sending) return;
    sending = true;
    try {
      const body = new URLSearchParams(new FormData(form, event.submitter));
      const answer = await fetch(form.action, { method: "POST", body });
      show(await answer.text());
      beside(form);
    } catch {
      say(told("unreachable"));
    } finally {
      sending = false;
      catchUp();
    }
  });

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
  addEventListener("change", async (event) => {
    const form = event.target.closest("form[data-live]");
    if (!form) return;
    const chosen = `${form.dataset.live}?${new URLSearchParams(new FormData(form))}`;
    history.replaceState(null, "", chosen);
    show(await (await fetch(chosen)).text());
  });

  // ---------------------------------------------------------------- clicking the picture

  const movesOf = (thing) => (thing.dataset.moves ?? "").split(" ").filter(Boolean);

  // Shows only the moves that name a thing. If there is one alone, it only has to be confirmed.
  function choose(thing) {
    const wanted = new Set(movesOf(thing));
    const moves = within(page(), "#moves [data-move]");
    const shown = moves.filter((move) => wanted.has(move.dataset.move));
    if (!shown.length) return;
    for (const move of moves) {
      const on = wanted.has(move.dataset.move);
      if (move.nodeName === "OPTION") {
        move.hidden = move.disabled = !on;
      } else {
        move.classList.toggle("off", !on);
        move.classList.toggle("lit", on && wanted.size === 1);
      }
    }
    for (const select of within(page(), "#moves select[name=move]")) {
      const first = [...select.options].find((option) => !option.disabled);
      if (first) first.selected = true;
    }
    for (const group of within(page(), "#moves .group")) {
      const own = within(group, "[data-move]");
      group.classList.toggle("off", own.length > 0 && !own.some((move) => wanted.has(move.dataset.move)));
    }
    const chosen = document.getElementById("chosen");
    chosen.hidden = false;
    chosen.textContent = `${told("with_thing", { thing: nameOf(thing) })}: `;
    const all = document.createElement("button");
    all.type = "button";
    all.className = "quiet";
    all.id = "all-moves";
    all.textContent = told("all_my_moves");
    all.addEventListener("click", () => { everything(); document.getElementById("moves-title").focus(); });
    chosen.append(all);
    const first = shown[0].closest("select") ?? (shown[0].matches("details") ? shown[0].querySelector("summary") : shown[0]);
    if (shown[0].matches("details") && shown.length === 1) shown[0].open = true;
    first.focus();
    say(told(shown.length === 1 ? "move_with" : "moves_with", { number: shown.length, thing: nameOf(thing) }));
  }

  function everything() {
    const chosen = document.getElementById("chosen");
    if (chosen) chosen.hidden = true;
    for (const part of within(page(), "#moves [data-move], #moves .group")) {
      part.classList.remove("off", "lit");
      if (part.nodeName === "OPTION") part.hidden = part.disabled = false;
    }
  }

  const nameOf = (thing) => thing.dataset.name ?? (thing.getAttribute("aria-label") ?? thing.textContent).split(/[;:,(\n]/)[0].trim();

  addEventListener("click", (event) => {
    const thing = event.target.closest("[data-moves]");
    if (thing && movesOf(thing).length) choose(thing);
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") everything();
    if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-moves]")) {
      event.preventDefault();
      choose(event.target);
    }
  });

  // What is pointed at or touched on the board says below it what it is.
  addEventListener("pointerover", (event) => {
    const thing = event.target.closest?.("#picture [aria-label]");
    if (thing && !thing.matches("svg")) document.getElementById("pointed").textContent = thing.getAttribute("aria-label");
  });

  // A close look at the board begins where one can move.
  addEventListener("change", (event) => {
    if (event.target.id !== "close-up") return;
    const picture = document.getElementById("picture"), thing = picture.querySelector("[data-moves]");
    if (!event.target.checked || !thing) return;
    const at = thing.getBoundingClientRect(), around = picture.getBoundingClientRect();
    picture.scrollBy(at.x + at.width / 2 - around.x - around.width / 2, at.y + at.height / 2 - around.y - around.height / 2);
  });

  // ---------------------------------------------------------------- numbers

  const MOST_STEPS = 400;

  function slide(number) {
    const steps = (number.max - number.min) / (number.step || 1);
    if (!number.max || steps > MOST_STEPS || steps < 2 || number.parentElement.querySelector("input[type=range]")) return;
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: number.min, max: number.max, step: number.step || 1, value: number.value });
    slider.setAttribute("aria-hidden", "true");
    slider.tabIndex = -1;
    slider.addEventListener("input", () => (number.value = slider.value));
    number.addEventListener("input", () => (slider.value = number.value));
    number.after(slider);
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
  addEventListener("click", (event) => {
    const link = event.target.closest("a[data-waits]");
    if (!link) return;
    link.textContent = link.dataset.waits;
    say(link.dataset.waits);
  });

  // ---------------------------------------------------------------- beginning

  function ready() {
    document.getElementById("moves-title")?.setAttribute("tabindex", "-1");
    for (const number of within(page(), "#moves input[type=number]")) slide(number);
    document.getElementById("check")?.remove();
    for (const link of within(page(), ".links input[readonly], #link-watch")) {
      link.onfocus = () => link.select();
      copying(link);
    }
  }

  ready();
  listen();
})();
