// New tournaments.
import { $, dates, el, post, submit } from "./api.js";

dates();

const form = $("newcup");

// In a gauntlet some of the players challenge all others.
function showChallengers() {
  const gauntlet = form.elements.kind.value === "gauntlet";
  $("gauntlet").hidden = !gauntlet;
  const before = new FormData(form).getAll("challengers");
  const names = gauntlet ? new FormData(form).getAll("players") : [];
  $("challengers").replaceChildren(...names.map((name, i) => el("label", { class: "choice" },
    el("input", { type: "checkbox", name: "challengers", value: name, checked: before.length ? before.includes(name) : i === 0 }), el("span", { textContent: name }))));
}
form.addEventListener("change", (e) => {
  if (e.target.name === "kind" || e.target.name === "players") showChallengers();
});
showChallengers();

submit(form, async (data) => {
  const tournament = await post("/tournaments", {
    name: data.get("name").trim(), kind: data.get("kind"), games: data.getAll("games"), players: data.getAll("players"), challengers: data.getAll("challengers"),
    matches: Number(data.get("matches")), clockMs: Number(data.get("clock")),
  });
  location.assign("/tournaments/" + encodeURIComponent(tournament.name));
});
