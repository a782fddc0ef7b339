"""Web processes that start in a moment: each is forked from one process that has loaded the site's code.

`python -m tests.fire.forked_web`, in the site's environment: each input line is a port to serve on, each output line
the pid of the process that serves there. It is granian with the site's application, so `kill -9` is realistic.
"""

import asyncio
import os
import signal
import sys

from config.embedded.processes import die_with_parent


def serve(port: int, *, parent: int) -> None:
    from granian.constants import Interfaces  # noqa: PLC0415
    from granian.server.embed import Server  # noqa: PLC0415

    from config.asgi import application  # noqa: PLC0415

    die_with_parent()
    if os.getppid() != parent:  # the parent ended before it could be watched
        return
    server = Server(application, address="127.0.0.1", port=port, interface=Interfaces.ASGINL, websockets=False)
    asyncio.run(server.serve())


def main() -> None:
    import config.asgi  # noqa: PLC0415 - what the children need is loaded once
    import config.urls  # noqa: F401, PLC0415

    die_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # killed children are reaped at once
    parent = os.getpid()
    with os.fdopen(os.dup(sys.stdout.fileno()), "w") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # granian prints to stdout
        for line in sys.stdin:
            child = os.fork()
            if child == 0:
                try:
                    serve(int(line), parent=parent)
                finally:
                    os._exit(1)
            answers.write(f"{child}\n")
            answers.flush()


if __name__ == "__main__":
    main()
