// The library: filters while typing.
import { $ } from "./api.js";

const form = $("filters");
const cards = [...document.querySelectorAll("#cards .card")].map((node) => {
  const game = JSON.parse(node.dataset.game);
  return { node, game, text: `${game.name} ${game.title} ${game.shows ?? ""}`.toLowerCase() };
});

function wants({ game, text }, f) {
  const kinds = {
    "": true,
    open: !game.hidden && !game.chance && !game.realTime,
    chance: game.chance,
    hidden: game.hidden,
    realtime: game.realTime,
  };
  const players = { "": true, 1: game.players === 1, 2: game.players === 2, 3: game.players >= 3 };
  return f.q.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
    kinds[f.kind] && players[f.players] && (f.language === "" || f.language === game.language);
}

function apply() {
  const f = Object.fromEntries(new FormData(form));
  let count = 0;
  for (const card of cards) {
    const shown = wants(card, f);
    card.node.hidden = !shown;
    if (shown) count++;
  }
  $("count").textContent = count === 1 ? "1 game" : `${count} games`;
  $("none").hidden = count > 0;
  const query = new URLSearchParams(Object.entries(f).filter(([, v]) => v !== ""));
  history.replaceState(null, "", query.size ? "/?" + query : "/");
}

form.addEventListener("input", apply);
form.addEventListener("submit", (e) => {
  e.preventDefault();
  apply();
});
