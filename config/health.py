"""Asks the web process beside it whether it is ready, for a container's health check: `python -m config.health`."""

import sys
import urllib.error
import urllib.request

from config.env import read_environment


def main() -> None:
    environment = read_environment()
    request = urllib.request.Request(
        f"http://127.0.0.1:{environment.port}/readyz", headers={"Host": environment.allowed_hosts[0]}
    )
    try:
        with urllib.request.urlopen(request, timeout=5) as response:  # noqa: S310 - our own address  # nosec B310
            sys.stdout.write(response.read().decode() + "\n")
    except urllib.error.HTTPError as error:
        sys.exit(f"not ready: {error.read().decode()}")
    except OSError as error:
        sys.exit(f"no answer: {error}")


if __name__ == "__main__":
    main()
