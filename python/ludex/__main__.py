"""``python -m ludex``, or ``ludex`` where the wheel is installed: the program itself."""

import os
import subprocess
import sys

from .process import program


def main() -> int:
    """Run the program with the arguments of this one."""
    command = [program()] + sys.argv[1:]
    if sys.platform == "win32":
        return subprocess.run(command, check=False).returncode
    os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
