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
      td(r.played > r.cut_off ? `${(100 * r.score).toFixed(0)}% (${(100 * r.interval[0]).toFixed(0)}–${(100 * r.interval[1]).toFixed(0)})` : "", true), td(points(r.tiebreak), true), el("td", { class: "num" }, r.faults ? pressable(String(r.faults), `Matches with faults of ${r.name}`, { player: r.name, faults: true }) : "0")))));
  $("faults").hidden = !tournament.rows.some((r) => r.faults);
  $("cross").replaceChildren(
    el("thead", {}, el("tr", {}, el("td", {}), ...tournament.rows.map((r) => th(r.name, true)))),
    el("tbody", {}, ...tournament.rows.map((r, i) => el("tr", {}, el("th", { scope: "row", textContent: r.name }), ...tournament.cross[i].map((c, k) =>
      el("td", { class: "num" + (i === k ? " self" : "") }, i === k || !c.played ? "" : pressable(`${points(c.points)} / ${c.played}`, `Matches of ${r.name} against ${tournament.rows[k].name}`, { player: r.name, other: tournament.rows[k].name })))))));
  loadMatches();
  showRatings();
  const now = tournament.running ? tournament.now : [];
  $("now").replaceChildren(...now.map((t) => el("li", { textContent: t })), ...tournament.failed.map((t) => el("li", { class: "error", textContent: t })));
  if (!now.length && !tournament.failed.length) $("now").append(el("li", { class: "muted", textContent: "Nothing is being played." }));
}

// pressable returns a button that shows some of the matches.
const pressable = (text, label, which) => el("button", { type: "button", class: "linklike", textContent: text, title: label, "aria-label": `${text}: ${label}`, onclick: () => choose(which) });

let matches = [];
let loaded = -1; // how many matches were played when they were loaded
let wanted = {}; // the players whose matches are shown
let rows = 0; // how many are shown
const page = 50;

function choose(which) {
  wanted = which;
  rows = page;
  showMatches();
  $("matcheshead").scrollIntoView({ block: "nearest" });
}

async function loadMatches() {
  if (loaded === tournament.played) return;
  loaded = tournament.played;
  try {
    ({ matches } = await get(base + "/matches"));
    showMatches();
  } catch {
    loaded = -1; // the next change tries again
  }
}

// showMatches lists the matches that were played, newest first.
function showMatches() {
  rows = Math.max(rows, page);
  const has = (m, name) => !name || m.players.includes(name);
  const fits = matches.filter((m) => has(m, wanted.player) && has(m, wanted.other) && (!wanted.faults || m.faults[m.players.indexOf(wanted.player)] > 0)).reverse();
  $("which").textContent = wanted.faults ? `With faults of ${wanted.player}: ${fits.length}.` : wanted.other ? `${wanted.player} against ${wanted.other}: ${fits.length}.` : fits.length ? "" : "None has been played yet.";
  $("all").hidden = !wanted.player;
  $("more").hidden = fits.length <= rows;
  $("matches").replaceChildren(
    el("thead", {}, el("tr", {}, th("Game"), th("Players"), th("Goals", true), th("Steps", true), th("Faults"))),
    el("tbody", {}, ...fits.slice(0, rows).map((m) => el("tr", {},
      el("td", {}, el("a", { href: "/watch/" + encodeURIComponent(m.match), textContent: m.title })),
      td(m.players.filter(Boolean).join(" · ")), td(m.over ? m.goals.filter((_, i) => m.players[i]).join(" : ") : "cut off", true), td(m.steps, true),
      td(m.players.map((p, i) => (m.faults[i] ? `${p} ${m.faults[i]}` : "")).filter(Boolean).join(", "))))));
  $("matches").hidden = fits.length === 0;
}

$("all").addEventListener("click", () => choose({}));
$("more").addEventListener("click", () => {
  rows += page;
  showMatches();
});

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
