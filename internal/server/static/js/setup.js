// Choosing how to play a game.
import { $, post, submit } from "./api.js";

const form = $("setup");

// against returns who plays the other roles: "program", "friend", "screen" or "mixed".
const against = () => new FormData(form).get("against") ?? "program";

function show() {
  const who = against();
  const friends = who === "friend" || who === "mixed";
  if ($("people")) $("people").hidden = who === "program";
  if ($("openness")) $("openness").hidden = !friends;
  if ($("mixed")) $("mixed").hidden = who !== "mixed";
  if ($("programs")) $("programs").hidden = who === "friend" || who === "screen";
  const mine = new FormData(form).get("role");
  for (const s of form.querySelectorAll("select[name=seat]")) s.closest("label").hidden = s.dataset.role === mine;
}

// seats returns who plays which role.
function seats(role) {
  const who = against();
  if (who === "program") return undefined;
  const list = {};
  for (const input of form.querySelectorAll("input[name=role]")) list[input.value] = who === "screen" ? "me" : "friend";
  if (who === "mixed") {
    for (const s of form.querySelectorAll("select[name=seat]")) {
      if (s.value === "program") delete list[s.dataset.role];
      else list[s.dataset.role] = s.value;
    }
  }
  list[role] = "me";
  return list;
}

form.addEventListener("change", show);
show();

submit(form, async (data) => {
  const request = { game: form.dataset.game, role: data.get("role") ?? "", opponents: { "": data.get("opponent") || "auto" } };
  if (form.dataset.timed === "true") {
    request.unitMs = Number(data.get("unit"));
  } else {
    request.clockMs = Number(data.get("clock"));
    if (data.get("strength")) request.opponents = { "": data.get("strength") };
    request.seats = seats(request.role);
    if (request.seats) {
      const [kind, initialMs, incrementMs] = data.get("timing").split(" ");
      request.clock = { kind, initialMs: Number(initialMs ?? 0), incrementMs: Number(incrementMs ?? 0) };
      request.name = data.get("name") ?? "";
      request.watch = against() !== "screen" && data.get("watch") !== null;
      request.chat = against() !== "screen" && data.get("chat") !== null;
      if (form.elements.rated) request.rated = data.get("rated") !== null;
    }
  }
  const table = await post("/tables", request);
  location.assign("/table/" + table.id);
});
