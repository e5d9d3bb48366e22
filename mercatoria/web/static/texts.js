// The texts of the scripts, in the language of the page, and the line that screen readers read out.

const page = () => document.getElementById("page");

export const told = (key, values = {}) =>
  JSON.parse(page().dataset.said)[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

export const say = (words) => (document.getElementById("live").textContent = words);
