// Shows the page in the colours that the reader has chosen. It runs before the page is drawn, so nothing flashes.
const root = document.documentElement;
root.classList.add("js");
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
} catch {
  // The browser keeps nothing for this page, so it follows the device.
}
