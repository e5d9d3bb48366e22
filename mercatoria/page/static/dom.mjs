// Small functions for elements and texts of the page.

export const $ = (id) => document.getElementById(id);

// Makes an element. Attributes with a function are listeners, such as `onclick`; children are nodes or texts.
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

let texts = {};

export function speak(of) {
  texts = of;
}

// A text of the page, with its blanks filled in.
export function said(key, values = {}) {
  if (!(key in texts)) throw new Error(`there is no text ${key}`);
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function tell(text) {
  $("live").textContent = text;
}

// A choice among options, each a pair of a value and its words.
export function choice(label, options, value, chosen) {
  const select = el("select", { onchange: () => chosen(select.value) },
    ...options.map(([each, words]) => el("option", { value: each, selected: String(each) === String(value) }, words)));
  return el("label", { class: "pick" }, el("span", {}, label), select);
}
