"""The Celery workers, with the queue and options of each. The launcher, settings and Compose follow this list.

Nothing that can take a second shares a worker with the clocks, and what waits for others or computes for long delays
nothing else: each kind of work has a queue, and each queue a worker.
"""

from dataclasses import dataclass

QUIET = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel=WARNING")


@dataclass(frozen=True, kw_only=True)
class Worker:
    """One worker: `name` is its node's, before the @; `label` its name in the launcher's lines."""

    name: str
    queue: str
    label: str
    concurrency: int = 2
    # Work that only waits for others costs less in threads than in processes. Threads have no time limits.
    has_threads: bool = False
    # Long computations yield the processor to the others.
    is_nice: bool = False

    def options(self, name: str = "") -> list[str]:
        """The arguments of `celery worker`."""
        pool = ["--pool=threads"] if self.has_threads else []
        return ["-n", f"{name or self.name}@%h", "-Q", self.queue, *pool, f"--concurrency={self.concurrency}"]


CLOCK = Worker(name="clock", queue="clock", label="clock worker")
SITE = Worker(name="site", queue="default", label="worker")
LONG = Worker(name="long", queue="long", label="worker for long tasks", concurrency=1, is_nice=True)
AI = Worker(name="ai", queue="ai", label="AI worker", is_nice=True)
MAIL = Worker(name="mail", queue="mail", label="mail worker", concurrency=8, has_threads=True)

WORKERS = (CLOCK, SITE, LONG, AI, MAIL)
