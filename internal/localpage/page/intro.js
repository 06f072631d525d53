// What a page says about its game before it is played.
import { $, el } from "./api.js";

// fillIntro shows the description of a game.
export function fillIntro({ game, about }) {
  document.title = document.querySelector("#intro h1").textContent = about.title;
  document.querySelector("#table h1").textContent = about.title;
  $("picture").src = "data:image/svg+xml," + encodeURIComponent(about.picture);
  $("picture").alt = `The initial position of ${about.title}`;
  $("aim").textContent = about.aim ?? "";
  $("aim").hidden = !about.aim;
  $("source").textContent = about.source ?? "";
  $("ruletext").textContent = game.Text;
  $("sides").hidden = about.roles.length < 2;
  $("against").hidden = about.roles.length < 2 || about.hidden || about.timed;
  $("roles").append(...about.roles.map((r, i) => choice("role", r, i === 0)));
  if (about.roles.length > 2) $("programword").textContent = "Programs";
  const strength = $("strengthbox").querySelector("select");
  for (const l of about.levels) strength.lastElementChild.before(el("option", { value: l.player, textContent: l.title, selected: l.chosen }));
  if (!about.levels.some((l) => l.chosen)) strength.lastElementChild.selected = true;
  $("strengthbox").hidden = about.levels.length === 0;
  $("timebox").hidden = Boolean(about.timed);
  if (about.levels.length === 0) $("timeword").textContent = "a hint";
  $("how").append(...words(about.words));
}

const choice = (name, value, checked) => el("label", { class: "choice" }, el("input", { type: "radio", name, value, checked }), el("span", { textContent: value }));

// words returns the rules in words.
function words(text) {
  const list = [];
  if (text.generated) list.push(el("p", { class: "muted small", textContent: "This description was generated from the rules." }));
  for (const s of text.sections) list.push(el("h3", { textContent: s.heading }), el("p", { class: "words", textContent: s.text }));
  if (text.examples.length) {
    list.push(el("h3", { textContent: "Examples" }), el("ol", {}, ...text.examples.map((x) => el("li", {},
      el("p", {}, el("code", { textContent: x.move }), " ", el("span", { class: "muted small" }, ...(x.after ? ["after ", el("code", { textContent: x.after })] : ["at the beginning"]))),
      el("p", { textContent: x.text })))));
  }
  return list;
}
