// A small dialog beside a thing. The focus goes into it and back; Esc and a click elsewhere close it.

const MARGIN = 8;
let open = null; // { dialog, back }

export const isOpen = () => open !== null;

export function closePopover(andReturn = true) {
  if (!open) return;
  const { dialog, back } = open;
  open = null;
  const hadFocus = dialog.contains(document.activeElement);
  dialog.remove();
  if (andReturn && hadFocus) back()?.focus({ preventScroll: true });
}

// Opens a dialog with these parts beside a rectangle of the window. `back` finds what gets the focus afterwards.
export function openPopover(label, parts, beside, back) {
  closePopover(false);
  const dialog = document.createElement("div");
  dialog.id = "board-ways";
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
    const buttons = [...open.dialog.querySelectorAll("button")], at = buttons.indexOf(event.target);
    event.preventDefault();
    buttons[(at + (event.shiftKey ? buttons.length - 1 : 1)) % buttons.length].focus();
  }
}, true);
