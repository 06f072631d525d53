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
  list.push(el("ol", { class: "examples" }, ...await Promise.all(text.examples.map((e, i) => example(game, e, i + 1)))));
  return list;
}

async function example(game, e, number) {
  const item = el("li", {}, el("p", { textContent: e.text }));
  if (game.library) {
    const src = await image(`/games/${encodeURIComponent(game.name)}/example.svg?example=${number}&v=${game.hash.slice(0, 8)}`);
    item.append(el("img", { src, alt: "", width: 240, height: 240, loading: "lazy" }));
  }
  return item;
}
