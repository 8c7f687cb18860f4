// The view of the day's challenges.

import { linkTo } from "./addresses.js";
import * as api from "./api.js";
import * as daily from "./challenges.js";
import { DIFFICULTIES } from "./controls.js";
import { announce, h, hero, put, table } from "./dom.js";
import { amount, dateInWords, t } from "./language.js";
import { waitingLines } from "./waiting.js";
import {} from "./laterwords.js";

const LOOK = 5; // most seconds between looks whether a table has come

const NAMES = Object.fromEntries(DIFFICULTIES);

function card({ entry, variant, difficulty, position, people, key }, date, result) {
  const href = linkTo(entry.gameId, variant.variantId, position, { day: date, who: people });
  const kind = difficulty ? `${t("Puzzle")} · ${NAMES[difficulty]}` : people === "1" ? t("Game · you play first") : t("Game · you play second");
  return h("li", { class: "card", "data-key": key },
    h("div", { class: "card-board", "aria-hidden": "true" }, h("img", { src: `${api.picture(entry.gameId, variant.variantId, position)}#adaptive`, alt: "" })),
    h("div", { class: "card-words" },
      h("h2", null, h("a", { class: "cover", href }, entry.name)),
      h("p", { class: "kind" }, kind),
      h("p", { class: "about" }, variant.description),
      h("p", { class: "facts" }, result ? `${daily.signOf(result)} ${daily.resultSentence(result)}` : t("Not played yet.")),
    ),
  );
}

function record(date) {
  const days = daily.streak(date);
  const { perfect, seconds } = daily.records();
  const facts = [
    days ? amount(days, "Streak: {n} day.|Streak: {n} days.") : t("Finish one to begin a streak."),
    perfect ? amount(perfect, "{n} perfect result so far, the fastest in {time}.|{n} perfect results so far, the fastest in {time}.", { time: daily.clock(seconds) }) : "",
  ];
  return h("p", { class: "streak" }, facts.join(" "));
}

/** What all days come to, folded. */
function statistics(date) {
  const sums = daily.records();
  if (!sums.days) return null;
  const rows = [
    [t("Days played"), sums.days],
    [t("Current and longest streak, in days"), `${daily.streak(date)} / ${sums.longest}`],
    [t("Finished"), sums.finished],
    [t("Perfect results"), sums.perfect],
    [t("With help"), sums.helped],
    [t("Solution shown"), sums.shown],
    [t("Fastest perfect result"), sums.seconds === null ? "–" : daily.clock(sums.seconds)],
  ];
  return h("details", { class: "panel", id: "sums" }, h("summary", null, h("h2", null, t("Your statistics"))), table(null, rows));
}

export function todayView(root, listing) {
  let entries = listing;
  const date = daily.dateOf();
  const list = h("ul", { class: "cards today" }, h("li", { class: "help" }, t("Choosing…")));
  const message = h("p", { class: "help", role: "status" });
  const share = h("button", { id: "share", class: "main" }, t("Copy results to share"));
  const footer = h("div", { hidden: true });
  let [stopped, timer] = [false, 0];
  put(
    root,
    hero(
      t("Today’s challenges"),
      t("{date}: five puzzles and a game, the same for everyone. Only your first attempt counts, and every move of it.", { date: dateInWords(date) }),
      h("p", { class: "ways" }, h("a", { href: "practice" }, t("Practice: positions with one right move"))),
    ),
    record(date),
    list,
    footer,
    statistics(date),
  );
  put(
    footer,
    h("div", { class: "joined share" }, share, message),
    h("p", { class: "help" }, t("★ means perfect: the fewest moves possible, or no mistakes, without hints. Your results stay in this browser.")),
  );
  document.title = `${t("Today’s challenges")} – Perfect Play`;

  async function fill() {
    try {
      const { list: challenges, refusal } = await daily.challenges(entries, date);
      if (stopped) return;
      const results = daily.resultsOf(date);
      put(list, challenges.map((challenge) => card(challenge, date, results[challenge.key])));
      if (refusal) {
        list.append(h("li", { class: "notice" }, refusal.body?.progress ? waitingLines(refusal.body) : t("Choosing…")));
        lookAgain(refusal.after || LOOK);
      } else if (!challenges.length) put(list, h("li", { class: "help" }, t("Nothing suitable has been solved yet. Come back soon.")));
      footer.hidden = !challenges.length || Boolean(refusal);
      share.onclick = async () => {
        const text = daily.shareText(date, challenges, results);
        try {
          await navigator.clipboard.writeText(text);
          message.textContent = t("Copied. No spoilers.");
        } catch {
          message.textContent = text;
        }
        announce(message.textContent);
      };
    } catch (error) {
      if (stopped) return;
      const note = error.after && h("li", { class: "help" }, t("This page tries again automatically."));
      put(list, h("li", { class: "fault", role: "alert" }, error.message), note);
      if (error.after) lookAgain(error.after);
    }
  }

  function lookAgain(seconds) {
    timer = setTimeout(async () => {
      entries = await api.catalogue().catch(() => entries);
      fill();
    }, Math.min(seconds, LOOK) * 1000);
  }

  fill();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
