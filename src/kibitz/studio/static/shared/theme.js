// A plain script in the head, so that the colours are right before anything is drawn.
try {
  const theme = JSON.parse(localStorage.getItem("kibitz.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without a store the system's choice holds.
}
