// The list of matches, and starting new ones.
import { $, call, dates, el, post, submit } from "./api.js";

dates();

const form = $("newmatch");
const seats = $("seats");

// The available players depend on the game.
function showSeats() {
  const option = form.elements.game.selectedOptions[0];
  const roles = JSON.parse(option.dataset.roles);
  const list = $(option.dataset.timed === "true" ? "timedplayers" : "turnplayers");
  seats.replaceChildren(...roles.map((role) => {
    const select = el("select", { name: "players" });
    select.append(list.content.cloneNode(true));
    return el("label", {}, role, select);
  }));
}
form.elements.game.addEventListener("change", showSeats);
showSeats();

submit(form, async (data) => {
  const match = await post("/matches", { game: data.get("game"), players: data.getAll("players"), clockMs: Number(data.get("clock")) });
  location.assign("/watch/" + encodeURIComponent(match.id));
});

submit($("upload"), async (data) => {
  const text = await data.get("file").text();
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error("This is not a match record.");
  }
  const match = await call("POST", "/records", record);
  location.assign("/watch/" + encodeURIComponent(match.id));
});
