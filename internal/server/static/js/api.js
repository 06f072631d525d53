// Calls of the API, and helpers for every page.
import { request, stream } from "./transport.js";

// call sends a request and returns the response. Its Error has a message for people.
export async function call(method, path, body, headers = {}) {
  const init = { method, headers: { ...headers } };
  if (body !== undefined) {
    init.headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  return answer(await request(path, init));
}

async function answer(res) {
  if (res.status === 204) return null;
  const kind = res.headers.get("Content-Type") ?? "";
  const data = kind.includes("json") ? await res.json() : await res.text();
  if (!res.ok) {
    const err = new Error(data.detail || data.title || `The server says ${res.status}.`);
    err.status = res.status;
    throw err;
  }
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const remove = (path) => call("DELETE", path);

// picture returns an SVG image as text.
export async function picture(path) {
  const res = await request(path);
  if (!res.ok) await answer(res);
  return res.text();
}

// events listens to server-sent events. Handlers are by kind of event. A broken stream
// continues where it broke, after "away" and "back"; "end" closes it, and "broken" says that
// the browser gives up.
export function events(path, handlers) {
  const source = stream(path);
  for (const [kind, handle] of Object.entries(handlers)) {
    if (["end", "broken", "away", "back"].includes(kind)) continue;
    source.addEventListener(kind, (e) => handle(JSON.parse(e.data)));
  }
  source.addEventListener("end", () => {
    source.close();
    handlers.end?.();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) handlers.broken?.();
    else handlers.away?.();
  });
  source.addEventListener("open", () => handlers.back?.());
  return source;
}

// toast shows a short message.
export function toast(text) {
  const item = document.createElement("div");
  item.className = "toast";
  item.textContent = text;
  document.getElementById("toasts").append(item);
  setTimeout(() => item.remove(), 6000);
}

// el makes an element. Texts never become markup.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

// svg makes an SVG element.
export function svg(tag, props = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(props)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export const $ = (id) => document.getElementById(id);

// submit handles a form: its button is disabled while it is sent, and errors are shown
// in the form.
export function submit(form, send) {
  form.addEventListener("submit", async (e) => {
    e.preventDefault();
    const error = form.querySelector(".error");
    const button = form.querySelector("[type=submit]");
    if (error) error.hidden = true;
    button.disabled = true;
    try {
      await send(new FormData(form));
    } catch (err) {
      if (error) {
        error.textContent = err.message;
        error.hidden = false;
      } else toast(err.message);
    } finally {
      button.disabled = false;
    }
  });
}

// dates formats times for people.
export function dates() {
  for (const t of document.querySelectorAll("time[datetime]")) {
    const d = new Date(t.dateTime);
    if (!Number.isNaN(d.valueOf())) t.textContent = d.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
}
