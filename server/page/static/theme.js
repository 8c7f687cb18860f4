// Applies the theme chosen in an earlier visit before anything is drawn. A classic script, so that it runs first.
"use strict";
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // no storage: follow the system
}
