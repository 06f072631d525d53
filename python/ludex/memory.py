"""Files whose memory is shared with the program."""

import os
import tempfile


def new_file() -> str:
    """The path of a new file, in memory where the system has such a place."""
    folder = "/dev/shm" if os.path.isdir("/dev/shm") and os.access("/dev/shm", os.W_OK) else None
    handle, path = tempfile.mkstemp(prefix="ludex-", dir=folder)
    os.close(handle)
    return path


def remove(path: str) -> None:
    """Remove a file. Windows refuses while it is mapped: then it is removed later, or never."""
    try:
        os.unlink(path)
    except OSError:
        pass
