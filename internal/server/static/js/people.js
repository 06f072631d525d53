// What people at a table need besides the board: invitations, clocks, offers and a chat.
import { $, el, toast } from "./api.js";

// seatText returns how a seat is shown beside its role.
export function seatText(seat) {
  if (seat.open) return el("span", { class: "muted", textContent: "nobody yet" });
  const name = seat.you ? (seat.player && seat.player !== "you" ? `${seat.player} (you)` : "you") : seat.player || "somebody";
  const text = el("span", { class: "muted", textContent: name });
  if (seat.account) {
    const { url, rating } = seat.account;
    const link = el("a", { href: url, textContent: `${rating.value}${rating.provisional ? "?" : ""}`, title: `with 95 per cent between ${rating.low} and ${rating.high}, ${rating.games} games` });
    link.setAttribute("aria-label", `Rating ${rating.value}, profile`);
    text.append(" ", link);
  }
  if (seat.person && !seat.you && !seat.here) text.append(" (away)");
  return text;
}

// Clocks run between the views of the server. Its time is counted from the last view.
const clocks = { view: null, at: 0, nodes: [] };

function remaining(seat) {
  const { view, at } = clocks;
  if (!seat.clock.running || !view.timing?.since) return seat.clock.leftMs;
  const now = view.now + performance.now() - at;
  return Math.max(0, seat.clock.leftMs - Math.max(0, now - view.timing.since));
}

function clockText(ms) {
  const s = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  if (s >= 86400) return `${Math.floor(s / 86400)} d ${two(Math.floor((s % 86400) / 3600))} h`;
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(s % 60)}`;
  if (s < 10) return `0:0${(ms / 1000).toFixed(1)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

// seatClock returns the clock of a seat, or null.
export function seatClock(seat) {
  if (!seat.clock) return null;
  const node = el("span", { class: "seatclock" + (seat.clock.running ? " running" : ""), role: "timer", "aria-label": `Time of ${seat.role}` });
  clocks.nodes.push([node, seat]);
  return node;
}

function tick() {
  for (const [node, seat] of clocks.nodes) {
    const ms = remaining(seat);
    const text = clockText(ms);
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("short", seat.clock.running && ms < 10000);
  }
  if (clocks.nodes.some(([, seat]) => seat.clock.running)) setTimeout(tick, 100);
}

// beginSeats is called before the seats of a view are shown, endSeats after it.
export function beginSeats(view) {
  if (clocks.view !== view) {
    clocks.view = view;
    clocks.at = performance.now();
  }
  clocks.nodes = [];
}

export const endSeats = tick;

// showInvitations shows the links for seats that nobody has taken, and the one for watching.
export function showInvitations(view) {
  const open = view.seats.filter((s) => s.open && s.invitation);
  const links = open.map((s) => [`Invite somebody to play ${s.role}`, s.invitation]);
  if (view.watchLink && !view.watching) links.push(["To look on", "/table/" + view.id]);
  const box = $("invitations");
  box.hidden = links.length === 0;
  const key = JSON.stringify(links);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.replaceChildren(...links.map(([label, path], i) => {
    const address = new URL(path, location.href).href;
    const field = el("input", { id: "link" + i, readOnly: true, value: address, onfocus: () => field.select() });
    return el("div", { class: "invitation" }, el("label", { htmlFor: "link" + i, textContent: label }),
      el("div", { class: "row" }, field, el("button", { type: "button", textContent: "Copy", onclick: () => copy(field) })));
  }));
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast("The link is copied.");
  } catch {
    field.focus();
    field.select();
    toast("Copy the marked link.");
  }
}

const offers = { draw: "a draw", undo: "to take a move back", rematch: "another game" };

// showOffer shows what was offered, with the answers that are possible.
export function showOffer(view, act) {
  const box = $("offer");
  const offer = view.offer;
  box.hidden = !offer;
  const key = JSON.stringify(offer ?? null);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  if (!offer) {
    box.replaceChildren();
    return;
  }
  const what = offers[offer.kind] + (offer.swap ? " with other sides" : "");
  if (offer.agreed || view.watching) {
    const who = offer.mine ? "You offer" : `${offer.name || offer.role} offers`;
    box.replaceChildren(el("p", { textContent: `${who} ${what}. Waiting for the answer.` }),
      ...(offer.mine ? [el("button", { type: "button", textContent: "Withdraw", onclick: () => act("decline") })] : []));
    return;
  }
  box.replaceChildren(el("p", { textContent: `${offer.name || offer.role} offers ${what}.` }),
    el("div", { class: "actions" }, el("button", { type: "button", id: "accept", class: "primary", textContent: "Accept", onclick: () => act("accept") }),
      el("button", { type: "button", id: "decline", textContent: "Decline", onclick: () => act("decline") })));
}

// showChat shows what was said. A person may hide it.
export function showChat(view) {
  $("chatbox").hidden = !view.chat;
  if (!view.chat) return;
  $("say").hidden = view.watching;
  const list = $("chat");
  if (list.childElementCount === view.chat.length && list.dataset.last === view.chat.at(-1)?.at) return;
  list.dataset.last = view.chat.at(-1)?.at ?? "";
  list.replaceChildren(...view.chat.map((l) => el("li", {}, el("b", { textContent: l.name || l.role }), " ", el("span", { textContent: l.text }))));
  list.scrollTop = list.scrollHeight;
  $("silence").hidden = view.chat.length > 0;
}

// setUpChat lets the person say something. A line that could not be sent comes back.
export function setUpChat(keep, say) {
  const box = $("chatbox");
  box.open = keep.get("chat") !== "0";
  box.addEventListener("toggle", () => keep.set("chat", box.open ? "1" : "0"));
  $("say").addEventListener("submit", (e) => {
    e.preventDefault();
    const text = $("line").value.trim();
    if (!text) return;
    $("line").value = "";
    say(text).catch((err) => {
      toast(err.message);
      $("line").value ||= text; // to be sent again
    });
  });
}
