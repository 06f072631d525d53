"""The program ``ludex env`` as a child process.

Requests and answers are messages on its standard input and output: four bytes for the
length, and as many bytes. The first one says what the message is.
"""

import atexit
import json
import mmap
import os
import platform
import shutil
import struct
import subprocess
import sys
import threading
import time
from typing import Any, Callable, Dict, List, Optional

from . import memory
from .errors import GameOver, IllegalMove, LudexError, NotFixed, RulesError

_LENGTH = struct.Struct("<I")
ASK_JSON, ASK_STEP, ASK_LOOK, ASK_VECTOR, TELL_VALUE, TELL_STOP, ASK_MAIL = range(7)
SAY_JSON, SAY_ERROR, SAY_STATE, SAY_EVALUATE, SAY_DONE = range(5)

Evaluate = Callable[[bytes], bytes]

# The memory of a mailbox: counters as words of four bytes, and where request and answer are.
_ASKED, _ANSWERED, _ASLEEP, _UNUSED = 0, 16, 32, 48
_REQUEST, _ROOM = 256, 1 << 16
_ANSWER = _REQUEST + _ROOM
_SIZE = _ANSWER >> 2
_LOOKS = range(1500)
"""How often to look for an answer before the processor is left to others: about 50 microseconds."""


def program() -> str:
    """The path of the program: that of the variable LUDEX, of the wheel, or of PATH."""
    name = "ludex.exe" if sys.platform == "win32" else "ludex"
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    for path in (os.environ.get("LUDEX"), inside, shutil.which("ludex")):
        if path and os.path.exists(path):
            return path
    raise LudexError("the program ludex is not found: install the wheel, or set the variable LUDEX to its path")


def raise_error(text: bytes) -> None:
    """Raise the exception that an answer describes."""
    e = json.loads(text.decode())
    message = e["message"]
    kind = e["kind"]
    if kind == "rules":
        raise RulesError(message, e.get("diagnostics") or [])
    if kind == "illegal":
        raise IllegalMove(message)
    if kind == "over":
        raise GameOver(message)
    if kind == "fixed":
        raise NotFixed(message)
    raise LudexError(message)


class Process:
    """One child process. Calls from several threads wait for each other."""

    def __init__(self) -> None:
        options: Dict[str, Any] = {}
        if sys.platform == "win32":
            options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP
        else:
            options["start_new_session"] = True  # Ctrl-C is for Python
        command = [program(), "env"]
        if os.environ.get("LUDEX_MEMORY"):
            command += ["--memory", os.environ["LUDEX_MEMORY"]]
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **options
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._in = self._child.stdin.fileno()
        self._out = self._child.stdout.fileno()
        self._lock = threading.Lock()
        self.owner = os.getpid()
        self._broken = False
        self._mail: Any = None
        self._counters: Any = None
        self._asked = 0
        self._pause = 0  # how many requests about states do not go through the mailbox when it fails
        self._paused = 0  # how many of them are left
        atexit.register(self.close)
        if sys.platform == "linux" and platform.machine() == "x86_64":
            self._open_mailbox()

    def _open_mailbox(self) -> None:
        """Share memory for questions about states, if the program wants to."""
        path = memory.new_file()
        try:
            size = self.ask("mailbox", path=path)
            if size:
                with open(path, "r+b") as f:
                    self._mail = mmap.mmap(f.fileno(), size)
                self._counters = memoryview(self._mail).cast("I")
        finally:
            memory.remove(path)

    def stopped(self) -> bool:
        """Whether an answer was interrupted, so that nothing more can be asked."""
        if not self._lock.acquire(False):
            return False
        try:
            return self._broken
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process."""
        atexit.unregister(self.close)
        if self.owner != os.getpid() or self._child.stdin is None or self._child.stdin.closed:
            return
        self._child.stdin.close()
        try:
            self._child.wait(10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        assert self._child.stdout is not None
        self._child.stdout.close()

    def call(self, request: bytes) -> bytes:
        """Send a request and return the answer: its kind and the rest. An error is raised."""
        return self.exchange(_LENGTH.pack(len(request)) + request)[4:]

    def exchange(self, request: bytes) -> bytes:
        """Send a request, with its length, and return the answer, with its length."""
        with self._lock:
            answer = self._exchange(request)
        if answer[4] == SAY_ERROR:
            raise_error(answer[5:])
        return answer

    def exchange_state(self, request: bytes) -> bytes:
        """Send a request about a state, with its length, and return the answer, with its length.

        It goes through the mailbox, unless the program waits at its pipe, or this was of no use
        the last times because the program does not get a processor.
        """
        with self._lock:
            counters = self._counters
            if counters is None or counters[_ASLEEP] or self._paused or self._broken or len(request) > _ROOM:
                answer = self._exchange_paused(request)
            else:
                self._broken = True  # unless the answer comes
                mail = self._mail
                n = self._asked = (self._asked + 1) & 0xFFFFFFFF
                mail[_REQUEST : _REQUEST + len(request)] = request
                counters[_ASKED] = n
                for _ in _LOOKS:
                    if counters[_ANSWERED] == n:
                        if self._pause:
                            self._pause >>= 1
                        break
                else:
                    self._paused = self._pause = min(4 * self._pause + 4, 4096)
                    counters[_UNUSED] = 1
                    self._wait(n)
                self._broken = False
                size = counters[_SIZE]
                answer = mail[_ANSWER : _ANSWER + 4 + size] if size else self._exchange(request)
        if answer[4] == SAY_ERROR:
            raise_error(answer[5:])
        return answer

    def _exchange_paused(self, request: bytes) -> bytes:
        """Exchange messages through the pipes, and count these until the mailbox is tried again."""
        if self._paused:
            self._paused -= 1
            if not self._paused:
                self._counters[_UNUSED] = 0
        return self._exchange(request)

    def _wait(self, n: int) -> None:
        """Wait for an answer in the mailbox, and leave the processor to others meanwhile."""
        for i in range(1 << 30):
            if self._counters[_ANSWERED] == n:
                return
            if self._counters[_ASLEEP]:  # it may not have seen the request
                self._write(_LENGTH.pack(1) + bytes([ASK_MAIL]))
            if i < 50:
                os.sched_yield()
            else:
                time.sleep(0.0005)
                if self._child.poll() is not None:
                    raise LudexError("the program ludex has stopped")

    def _exchange(self, request: bytes) -> bytes:
        if self._broken:
            raise LudexError("the program ludex has stopped in the middle of an answer: load the game again")
        self._broken = True  # unless the answer comes
        try:
            done = os.write(self._in, request)
        except OSError as e:
            raise LudexError("the program ludex has stopped") from e
        if done < len(request):
            self._write(request[done:])
        data = os.read(self._out, 4096)
        if len(data) < 4 or len(data) != 4 + _LENGTH.unpack_from(data)[0]:
            data = self._rest(data)
        self._broken = False
        return data

    def _write(self, data: bytes) -> None:
        try:
            done = os.write(self._in, data)
            while done < len(data):
                done += os.write(self._in, data[done:])
        except OSError as e:
            raise LudexError("the program ludex has stopped") from e

    def _rest(self, data: bytes) -> bytes:
        """Read what is missing of an answer."""
        parts: List[bytes] = [data]
        have = len(data)
        want: Optional[int] = None
        while True:
            if want is None and have >= 4:
                data = b"".join(parts)
                parts = [data]
                want = 4 + _LENGTH.unpack_from(data)[0]
            if want is not None and have >= want:
                return b"".join(parts)
            more = os.read(self._out, 1 << 20)
            if not more:
                raise LudexError("the program ludex has stopped")
            parts.append(more)
            have += len(more)

    def ask(self, op: str, **fields: Any) -> Any:
        """Ask a question in JSON."""
        fields["op"] = op
        return json.loads(self.call(b"\0" + json.dumps(fields).encode())[1:].decode())

    def ask_back(self, evaluate: Evaluate, op: str, **fields: Any) -> Any:
        """Ask a question during which the program asks for the values of states."""
        fields["op"] = op
        failed: Optional[BaseException] = None
        with self._lock:
            request = b"\0" + json.dumps(fields).encode()
            answer = self._exchange(_LENGTH.pack(len(request)) + request)
            while answer[4] == SAY_EVALUATE:
                try:
                    reply = bytes([TELL_VALUE, 0, 0, 0]) + evaluate(answer[4:])
                except BaseException as e:  # the search has to end first
                    failed, reply = e, bytes([TELL_STOP])
                answer = self._exchange(_LENGTH.pack(len(reply)) + reply)
        if failed is not None:
            raise failed
        if answer[4] == SAY_ERROR:
            raise_error(answer[5:])
        return json.loads(answer[5:].decode())


_process: Optional[Process] = None
_starting = threading.Lock()


def process() -> Process:
    """The process of this Python process. It is started when first needed, also after a fork,
    and again after an answer was interrupted; games that were loaded before must then be loaded
    again."""
    global _process
    with _starting:
        if _process is not None and _process.stopped():
            _process.close()
            _process = None
        if _process is None or _process.owner != os.getpid():
            _process = Process()
        return _process
