// A player that connects to a manager and moves at random, also in games in real
// time: node live.js ws://localhost:8080/ bob
const [url, name] = process.argv.slice(2);
const socket = new WebSocket(url);
let sent = 0, seen = 0;

function send(message) {
  socket.send(JSON.stringify({ ...message, number: ++sent, seen }));
}

socket.onopen = () => socket.send(JSON.stringify({ type: "hello", name }));
socket.onclose = (event) => console.error("closed:", event.reason);
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.number) {
    seen = message.number;
  }
  const random = () => message.legal[Math.floor(Math.random() * message.legal.length)];
  if (message.type === "start") {
    send({ type: "ready" });
  } else if (message.type === "play") {
    send({ type: "move", step: message.step, move: random() });
  } else if (message.type === "notice" && message.legal?.length) {
    send({ type: "move", move: random() });
  }
};
