// A small dialog beside a thing. The focus goes into it and back; Esc and a click elsewhere close it.

const MARGIN = 8;
const STOPS = "button, textarea, summary, a[href]";
let open = null; // { dialog, back }

export const isOpen = (id) => open !== null && (!id || open.dialog.id === id);

export function closePopover(andReturn = true) {
  if (!open) return;
  const { dialog, back } = open;
  open = null;
  const hadFocus = dialog.contains(document.activeElement);
  dialog.remove();
  document.dispatchEvent(new CustomEvent("popover:closed", { detail: { id: dialog.id } }));
  if (andReturn && hadFocus) back()?.focus({ preventScroll: true });
}

// Opens a dialog with these parts beside a rectangle of the window. `back` finds what gets the focus afterwards.
export function openPopover(label, parts, beside, back, id = "board-ways") {
  closePopover(false);
  const dialog = document.createElement("div");
  Object.assign(dialog, { id, className: "popover" });
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-label", label);
  dialog.append(...parts);
  document.body.append(dialog);
  const { offsetWidth: wide, offsetHeight: high } = dialog;
  const within = (value, most) => Math.max(MARGIN, Math.min(most - MARGIN, value));
  const below = beside.bottom + MARGIN + high < innerHeight;
  dialog.style.left = `${within((beside.left + beside.right - wide) / 2, innerWidth - wide)}px`;
  dialog.style.top = `${within(below ? beside.bottom + MARGIN : beside.top - MARGIN - high, innerHeight - high)}px`;
  open = { dialog, back };
  dialog.querySelector("button")?.focus({ preventScroll: true });
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.dialog.contains(event.target)) closePopover(false);
}, true);

// Before all other keys: Esc closes the dialog and nothing else, and Tab stays within it.
document.addEventListener("keydown", (event) => {
  if (!open) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopImmediatePropagation();
    closePopover();
  } else if (event.key === "Tab" && open.dialog.contains(event.target)) {
    const stops = [...open.dialog.querySelectorAll(STOPS)].filter((stop) => stop.checkVisibility()), at = stops.indexOf(event.target);
    event.preventDefault();
    stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length].focus();
  }
}, true);
