"""A browser without a screen: cookies, forms with their CSRF token, and streams, over plain HTTP."""

import http.client
import re
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.fire.ground import see

PASSWORD = "glass-orbit-77"


@dataclass
class Browser:
    url: str
    address: str = "127.0.0.1"
    """Where it calls from: any address of the loopback network."""
    host: str = ""
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        """The answer, with its body still to be read."""
        parts = urlsplit(self.url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60, source_address=(self.address, 0))
        sent = {"Host": self.host or parts.netloc, **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        for line in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return answer

    def submit(self, path: str, **form: str) -> tuple[int, str]:
        """A form posted as its page asks: the status and the page that comes back."""
        with self.ask("GET", path) as page:
            (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())
        body = urlencode({"csrfmiddlewaretoken": token, **form})
        with self.ask("POST", path, body, **{"Content-Type": "application/x-www-form-urlencoded"}) as answer:
            return answer.status, answer.read().decode()

    def log_in(self, name: str) -> None:
        status, page = self.submit("/accounts/login/", login=name, password=PASSWORD)
        see(status == 302, f"{name} could not log in: {status} {page[:300]}")

    def listen(self, path: str) -> http.client.HTTPResponse:
        """A stream that has said hello."""
        answer = self.ask("GET", path, Accept="text/event-stream")
        see(answer.status == 200, f"{path} was answered with {answer.status}")
        while not answer.readline().startswith(b"event: hello"):
            pass
        return answer


def read_to_end(stream: http.client.HTTPResponse) -> tuple[float, bytes]:
    """What a stream still tells until the server ends it, and how many seconds that takes."""
    begun = time.monotonic()
    with stream:
        rest = stream.read()
    return time.monotonic() - begun, rest
