// Why something holds by the rules, or why not.
import { $, el } from "./api.js";

// showExplanation lists the rules that apply. jump, if there is one, goes to a place in them.
export function showExplanation(answer, jump) {
  $("why").hidden = $("whyhead").hidden = false;
  $("whyhead").textContent = (answer.holds ? "Why " : "Why not ") + answer.about;
  $("why").replaceChildren(...answer.lines.map((l) => {
    const where = `line ${l.line}`;
    const item = el("li", {}, l.text + " ", !l.line ? null : jump ? el("button", { type: "button", textContent: where, onclick: () => jump(l) }) : el("span", { class: "muted", textContent: where }));
    item.style.setProperty("--depth", l.depth);
    return item;
  }));
  if (answer.lines.length === 0) $("why").append(el("li", { textContent: "No rule is about it." }));
}

export function hideExplanation() {
  $("why").hidden = $("whyhead").hidden = true;
}
