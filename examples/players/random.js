#!/usr/bin/env node
// A player that moves at random, see docs/protocol.md.

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "start") {
    console.log(JSON.stringify({ type: "ready" }));
  } else if (message.type === "play") {
    const move = message.legal[Math.floor(Math.random() * message.legal.length)];
    console.log(JSON.stringify({ type: "move", step: message.step, move }));
  }
});
