// The front page: search and kinds while typing, and games to go on with.
import { $, el, get } from "./api.js";
import { rank } from "./search.js";

const form = $("filters");
const search = form.elements.q;
const nodes = [...document.querySelectorAll("#first .card, #cards .card"), ...$("others").content.querySelectorAll(".card")];
const cards = nodes.map((node) => ({ node, kinds: node.dataset.kinds.split(" "), words: node.dataset.words }));
const first = [...$("first").children];
const made = [...$("made").children];

function apply() {
  const { q, kind } = Object.fromEntries(new FormData(form));
  const all = q.trim() === "" && kind === "";
  const found = cards.map((card, at) => ({ card, at, rank: kind === "" || card.kinds.includes(kind) ? rank(q, card.words) : 0 }))
    .filter((f) => f.rank > 0).sort((a, b) => b.rank - a.rank || a.at - b.at).map((f) => f.card.node);
  $("start").hidden = !all || first.length === 0;
  $("allhead").textContent = all && first.length ? "More games" : "Games";
  if (all) $("first").replaceChildren(...first);
  const own = made.filter((node) => (kind === "" || node.dataset.kinds.split(" ").includes(kind)) && rank(q, node.dataset.words) > 0);
  $("made").replaceChildren(...own);
  $("madebox").hidden = own.length === 0;
  $("cards").replaceChildren(...(all ? found.filter((n) => !first.includes(n)) : found));
  const count = found.length + own.length;
  $("count").textContent = count === 1 ? "1 game" : `${count} games`;
  $("none").hidden = count > 0;
  const query = new URLSearchParams([["q", q.trim()], ["kind", kind]].filter(([, v]) => v !== ""));
  history.replaceState(null, "", query.size ? "/?" + query : "/");
}

// shown returns the links of the cards that can be seen.
const shown = () => [...document.querySelectorAll(".start:not([hidden]) .card > a, #made .card > a, #cards .card > a")];

form.addEventListener("input", apply);
form.addEventListener("submit", (e) => {
  e.preventDefault();
  apply();
  if (document.activeElement === search && search.value.trim() !== "") shown()[0]?.click();
});

// Slash goes to the search; the arrow keys lead from it to the cards and back.
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "/" && !["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName)) {
    e.preventDefault();
    search.focus();
    search.select();
    return;
  }
  const links = shown();
  const at = links.indexOf(document.activeElement);
  if (document.activeElement === search) {
    if (e.key === "ArrowDown" && links.length) {
      e.preventDefault();
      links[0].focus();
    } else if (e.key === "Escape" && search.value !== "") {
      e.preventDefault();
      search.value = "";
      apply();
    }
    return;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(links), ArrowDown: columns(links) }[e.key];
  if (at < 0 || step === undefined) return;
  e.preventDefault();
  (links[at + step] ?? (step < 0 ? search : links.at(-1))).focus();
});

// columns returns the number of cards in a row.
function columns(links) {
  const top = links.at(-1)?.getBoundingClientRect().top;
  const rows = new Set(links.map((l) => l.getBoundingClientRect().top)).size;
  return top === undefined ? 1 : Math.max(1, Math.ceil(links.length / rows));
}

// Games of this browser that are not over.
async function mine() {
  if (!$("mine")) return;
  let list;
  try {
    list = await get("/tables/mine");
  } catch {
    return; // the other games can be played all the same
  }
  const turns = { yours: "your move", others: "waiting", over: "over" };
  const open = (list.tables ?? list).filter((t) => t.turn !== "over");
  $("mine").hidden = open.length === 0;
  $("minelist").replaceChildren(...open.map((t) => el("li", {}, el("a", { class: "panel line", href: t.url },
    el("span", { class: "name", textContent: t.game.title }),
    el("span", { class: "muted", textContent: t.opponents?.length ? "against " + t.opponents.join(", ") : "solo" }),
    el("span", { class: "tag" + (t.turn === "yours" ? " good" : ""), textContent: turns[t.turn] ?? t.turn })))));
}

// With a search in the address, the server has left the other cards out of the page.
if (location.search) apply();
mine();
