// Light or dark as last chosen here, before anything is drawn. A classic script, so that it comes first.
"use strict";
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // no storage: as the system says
}
