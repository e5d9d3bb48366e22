// Draws a game without Python: the pieces on the printed map, and what the players have, as far as fields are readable.

const SVG = "http://www.w3.org/2000/svg";

// The contents of a field's entry: a number, the name of a thing, or pairs of a name and a count.
function contents(game, shown, field, entry) {
  const at = field.slots[entry];
  const name = (index) => game.about.things[shown.kind]?.[index];
  const counted = (begin, number, first) => {
    const pairs = Array.from({ length: number }, (_, n) => [name(first + n), game.slot(begin + n)]);
    return pairs.filter(([, count]) => count > 0);
  };
  const listed = (begin) => {
    const counts = new Map();
    for (let n = 0; n < game.slot(at); n++) {
      const thing = name(game.slot(begin + n));
      counts.set(thing, (counts.get(thing) ?? 0) + 1);
    }
    return [...counts];
  };
  switch (field.form) {
    case "number":
      return shown.kind ? (game.slot(at) < 0 ? [] : [[name(game.slot(at)), 1]]) : game.slot(at);
    case "space":
      return game.slot(at) < 0 ? [] : [[name(game.slot(at)), 1]];
    case "own":
      return game.slot(at) > 0 ? [[name(shown.sorts[entry]), game.slot(at)]] : [];
    case "row":
    case "pile":
      return listed(at + 1);
    case "stack":
      return listed(at + 2);
    case "layered":
      return listed(at + 3);
  }
  return counted(at, field.widths[entry], shown.first);
}

const COUNTED = ["bag", "counts"]; // the forms with one number for each sort

function title(game, kind, name) {
  const at = game.about.things[kind]?.indexOf(name) ?? -1;
  return at < 0 ? name : game.about.page.titles[kind][at];
}

// Of a field that holds one sort of pieces, the title of the field says the sort.
function words(game, shown, field, found) {
  if (typeof found === "number") return String(found);
  if (field.form === "own" || (COUNTED.includes(field.form) && shown.things.length === 1)) return found.map(([, count]) => String(count)).join("");
  return found.map(([name, count]) => (count > 1 ? `${count} ${title(game, shown.kind, name)}` : title(game, shown.kind, name))).join(", ");
}

function made(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

// Puts the pieces on the map, which `drawn` contains as SVG.
export function drawPieces(drawn, game, me) {
  const { spots, hues, owners, shown } = game.about.page;
  const heaps = new Map();
  const put = (place, owner, label) => heaps.set(place, [...(heaps.get(place) ?? []), [owner, label]]);
  for (const each of shown) {
    const field = game.about.fields[each.field];
    each.owners.forEach((owner, entry) => {
      const seat = each.of === "Player" ? entry : owners[owner];
      if (each.secret && seat !== me) return;
      const found = contents(game, each, field, entry);
      if (owner in spots) {
        if (typeof found === "number") {
          if (found) put(owner, null, String(found));
        } else found.forEach(([name, count]) => put(owner, owners[name] ?? null, name in owners ? (count > 1 ? count : "") : `${count > 1 ? count : ""}${title(game, each.kind, name).slice(0, 3)}`));
      } else if (Array.isArray(found)) {
        found.filter(([name]) => name in spots).forEach(([name]) => put(name, seat ?? null, seat == null ? title(game, each.root, owner).slice(0, 3) : ""));
      }
    });
  }
  drawn.querySelector(".laid")?.remove();
  const layer = made("g", { class: "laid" });
  for (const [place, heap] of heaps) {
    const [x, y, radius] = spots[place];
    heap.slice(0, 12).forEach(([owner, label], n) => {
      const turn = (2 * Math.PI * n) / Math.min(12, heap.length) - Math.PI / 2;
      const far = heap.length > 1 || radius > 12 ? radius + 5 : 0;
      const [cx, cy] = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
      const tint = owner == null ? "paper" : `hue-${hues[owner]}`;
      layer.append(made("circle", { cx, cy, r: label ? 9 : 6.5, class: `mx-${tint} lies` }));
      if (label !== "") layer.append(made("text", { x: cx, y: cy + 3.5, class: "lies-label" }, label));
    });
  }
  drawn.querySelector("svg")?.append(layer);
}

// The facts of each player that `me` may know, and those of the table, as lines.
export function facts(game, me) {
  const players = game.about.seats.map(() => []);
  const table = [];
  for (const each of game.about.page.shown) {
    const field = game.about.fields[each.field];
    if (each.of === "Player") {
      players.forEach((lines, seat) => {
        if (each.secret && seat !== me) return;
        const told = words(game, each, field, contents(game, each, field, seat));
        if (told && told !== "0") lines.push(`${each.title}: ${told}`);
      });
    } else if (!each.of && !each.secret) {
      const told = words(game, each, field, contents(game, each, field, 0));
      if (told) table.push(`${each.title}: ${told}`);
    }
  }
  return { players, table };
}

// The words of a move: the title of the action, and those of its things.
export function moveWords(game, row) {
  const { titles, actions } = game.about.page;
  const kind = game.about.moves[row[0]];
  let at = 1;
  const args = kind.params.map((param) => {
    const places = row.slice(at, (at += param.places));
    if (param.form === "thing" && places[0] >= 0) return titles[param.kind][places[0]];
    return places.includes(game.about.open) ? "…" : game.written(param, places);
  });
  return [actions[row[0]], args.join(", ")];
}
