// The rules of a game in words, in a dialog.
import { $, el, get, toast } from "./api.js";
import { image } from "./transport.js";

// showRules opens the dialog. The text is fetched once.
export async function showRules(path, game) {
  const body = $("rulesbody");
  if (body.childElementCount === 0) {
    try {
      body.replaceChildren(...await parts(await get(path), game));
    } catch (err) {
      toast(err.message);
      return;
    }
  }
  $("rules").showModal();
}

// parts returns the elements of a text.
async function parts(text, game) {
  const list = [];
  if (text.generated) list.push(el("p", { class: "muted small", textContent: "This description was generated from the rules." }));
  for (const s of text.sections) list.push(el("h3", { textContent: s.heading }), el("p", { class: "words", textContent: s.text }));
  if (text.examples.length === 0) return list;
  list.push(el("h3", { textContent: "Examples" }));
  if (game.library) {
    const src = await image(`/games/${encodeURIComponent(game.name)}/example.svg?v=${game.hash.slice(0, 8)}`);
    list.push(el("img", { src, alt: `The first example: ${text.examples[0].text}`, width: 320, height: 320 }));
  }
  list.push(el("ol", {}, ...text.examples.map(example)));
  return list;
}

function example(e) {
  const where = e.after ? el("span", { class: "muted small" }, "after ", el("code", { textContent: e.after })) : el("span", { class: "muted small", textContent: "at the beginning" });
  return el("li", {}, el("p", {}, el("code", { textContent: e.move }), " ", where), el("p", { textContent: e.text }));
}
