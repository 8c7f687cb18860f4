// The words of views that are opened later: a module that imports this runs once they are there.

import { addLaterWords } from "./language.js";

await addLaterWords();
