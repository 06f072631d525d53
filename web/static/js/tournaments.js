// New tournaments.
import { $, dates, post, submit } from "./api.js";

dates();

submit($("newcup"), async (data) => {
  const cup = await post("/tournaments", {
    name: data.get("name").trim(), kind: data.get("kind"), games: data.getAll("games"), players: data.getAll("players"),
    matches: Number(data.get("matches")), clockMs: Number(data.get("clock")),
  });
  location.assign("/tournaments/" + encodeURIComponent(cup.name));
});
