// Choosing how to play a game.
import { $, post, submit } from "./api.js";

const form = $("setup");

submit(form, async (data) => {
  const request = { game: form.dataset.game, role: data.get("role") ?? "", opponents: { "": data.get("opponent") || "auto" } };
  if (form.dataset.timed === "true") {
    request.unitMs = Number(data.get("unit"));
  } else {
    request.clockMs = Number(data.get("clock"));
    if (data.get("strength")) request.opponents = { "": data.get("strength") };
  }
  const table = await post("/tables", request);
  location.assign("/table/" + table.id);
});
