// Applies the theme chosen in an earlier visit before anything is drawn. A classic script, so that it runs first.
"use strict";
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage: follow the system
}
