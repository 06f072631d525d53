// A tournament while it is played.
import { $, el, events, get, post, svg, toast } from "./api.js";

const root = $("tournament");
let tournament = JSON.parse(root.dataset.tournament);
const base = "/tournaments/" + encodeURIComponent(tournament.name);
const th = (text, num) => el("th", { scope: "col", class: num ? "num" : "", textContent: text });
const td = (text, num) => el("td", { class: num ? "num" : "", textContent: text });
const points = (x) => (Number.isInteger(x) ? String(x) : x.toFixed(1));

function show(next) {
  tournament = next;
  $("state").textContent = `${tournament.kind}, ${tournament.played} of ${tournament.total} matches` + (tournament.finished ? ", finished" : tournament.running ? ", running" : ", stopped");
  $("progress").max = Math.max(tournament.total, 1);
  $("progress").value = tournament.played;
  $("run").hidden = tournament.running || tournament.finished;
  $("cancel").hidden = !tournament.running;
  $("rows").replaceChildren(
    el("thead", {}, el("tr", {}, th("#", true), th("Player"), th("Points", true), th("Played", true), th("Won", true), th("Drawn", true), th("Lost", true), th("Cut off", true), th("Score", true), th("Tie-break", true), th("Faults", true))),
    el("tbody", {}, ...tournament.rows.map((r) => el("tr", {}, td(r.rank, true), td(r.name), td(points(r.points), true), td(r.played, true), td(r.wins, true), td(r.draws, true), td(r.losses, true), td(r.cut_off, true),
      td(r.played > r.cut_off ? `${(100 * r.score).toFixed(0)}% (${(100 * r.interval[0]).toFixed(0)}–${(100 * r.interval[1]).toFixed(0)})` : "", true), td(points(r.tiebreak), true), td(r.faults, true)))));
  $("cross").replaceChildren(
    el("thead", {}, el("tr", {}, th(""), ...tournament.rows.map((r) => th(r.name, true)))),
    el("tbody", {}, ...tournament.rows.map((r, i) => el("tr", {}, el("th", { scope: "row", textContent: r.name }), ...tournament.cross[i].map((c, k) =>
      el("td", { class: "num" + (i === k ? " self" : ""), textContent: i === k || !c.played ? "" : `${points(c.points)} / ${c.played}` }))))));
  showRatings();
  const now = tournament.running ? tournament.now : [];
  $("now").replaceChildren(...now.map((t) => el("li", { textContent: t })), ...tournament.failed.map((t) => el("li", { class: "error", textContent: t })));
  if (!now.length && !tournament.failed.length) $("now").append(el("li", { class: "muted", textContent: "Nothing is being played." }));
}

// showRatings draws the ratings with their error bars.
function showRatings() {
  if (!tournament.ratings.length) {
    $("ratings").replaceChildren(el("p", { class: "muted", textContent: "There are ratings when there are results." }));
    return;
  }
  const wide = (r) => Math.min(r.error, 400);
  const low = Math.min(...tournament.ratings.map((r) => r.elo - wide(r)));
  const high = Math.max(...tournament.ratings.map((r) => r.elo + wide(r)));
  const x = (v) => 2 + (96 * (v - low)) / Math.max(high - low, 1);
  $("ratings").replaceChildren(...tournament.ratings.map((r) => el("div", { class: "rating" }, el("span", { textContent: r.name }),
    svg("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("line", { class: "whisker", x1: x(r.elo - wide(r)), x2: x(r.elo + wide(r)), y1: 6, y2: 6, "vector-effect": "non-scaling-stroke" }),
      svg("rect", { class: "at", x: x(r.elo) - 0.8, y: 2, width: 1.6, height: 8 })),
    el("span", { class: "figure", textContent: `${r.elo.toFixed(0)} ± ${r.error > 9999 ? "∞" : r.error.toFixed(0)}` }))));
}

async function act(what) {
  try {
    show(await post(`${base}/${what}`));
    if (what === "run") watch();
  } catch (err) {
    toast(err.message);
  }
}

let source = null;
function watch() {
  source?.close();
  source = events(base + "/events", { tournament: show });
}

// Another process may play this tournament with the same store, so the page polls the
// server while it is visible.
const interval = 3000;
async function look() {
  if (!tournament.running && !tournament.finished && !document.hidden) {
    try {
      const next = await get(base);
      const grown = next.played > tournament.played;
      if (!tournament.running) show(next);
      if (next.running) watch();
      else if (grown && !next.finished) $("state").textContent = `${next.kind}, ${next.played} of ${next.total} matches, being played elsewhere`;
    } catch {
      // the server may be back the next time
    }
  }
  if (!tournament.finished) setTimeout(look, interval);
}

$("run").addEventListener("click", () => act("run"));
$("cancel").addEventListener("click", () => act("cancel"));
show(tournament);
if (tournament.running) watch();
setTimeout(look, interval);
