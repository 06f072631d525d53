// Shows the sections that contain all words of the query. It is no module, since browsers load those from servers only.
const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
const words = query.toLowerCase().split(/\s+/).filter(Boolean);
document.getElementById("q").value = query;
let found = 0;
for (const item of document.querySelectorAll("#sections > li")) {
  const text = item.textContent.toLowerCase();
  const hit = words.length > 0 && words.every((word) => text.includes(word));
  item.hidden = !hit;
  if (!hit) continue;
  found++;
  const body = item.querySelector("p");
  const at = Math.max(0, body.textContent.toLowerCase().indexOf(words[0]) - 80);
  body.textContent = (at > 0 ? "… " : "") + body.textContent.slice(at, at + 160) + " …";
  body.hidden = false;
}
document.getElementById("count").textContent =
  words.length === 0 ? "Type a word." : found === 1 ? "1 section" : `${found} sections`;
