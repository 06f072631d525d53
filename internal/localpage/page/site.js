// The list of games of a site: search while typing.
import { rank } from "./search.js";

const form = document.getElementById("filters");
const cards = [...document.querySelectorAll("#cards .card")];

function apply() {
  const typed = form.elements.q.value.trim();
  const found = cards.map((node, at) => ({ node, at, rank: typed === "" ? 1 : rank(typed, node.dataset.words) }))
    .filter((f) => f.rank > 0).sort((a, b) => b.rank - a.rank || a.at - b.at).map((f) => f.node);
  document.getElementById("cards").replaceChildren(...found);
  document.getElementById("count").textContent = found.length === 1 ? "1 game" : `${found.length} games`;
  document.getElementById("none").hidden = found.length > 0;
}

form.addEventListener("input", apply);
form.addEventListener("submit", (e) => {
  e.preventDefault();
  document.querySelector("#cards .card a")?.click();
});
