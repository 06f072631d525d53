#!/usr/bin/env python3
"""A player that moves at random, see docs/protocol.md."""

import json, random, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        answer = {"type": "ready"}
    elif message["type"] == "play":
        answer = {"type": "move", "step": message["step"], "move": random.choice(message["legal"])}
    else:
        continue
    print(json.dumps(answer), flush=True)
