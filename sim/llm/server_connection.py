"""The connection to a server: requests whose time holds for the whole answer, its first line and headers too.

An HTTP client bounds every single read, so that a server which sends a byte now and then is never given up. Here no read goes
beyond the end of its request. Servers on this machine are asked past any proxy. Knows no language models.
"""

from __future__ import annotations

import ipaddress
import json
import threading
import time
from ssl import SSLContext
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from sim.llm.base import ModelError
from sim.llm.server_settings import KEY_VARIABLE

_MAX_ANSWER_BYTES = 2**22
"""Bytes of an answer; replies are a thousandth of that."""
CONNECT_TIMEOUT = 10.0
"""Seconds in which a server must accept a connection."""


class Connection:
    """Asks one server, on any number of threads."""

    def __init__(self, base: str, key: str = "") -> None:
        """``base`` is a URL that others are relative to, ``key`` is sent along. Raises ``ModelError``."""
        if not (key := key.strip()).isascii() or (key and not key.isprintable()):
            raise ModelError(f"What {KEY_VARIABLE} holds is no key: keys are printable ASCII characters.")
        headers = {
            "Accept-Encoding": "identity",
            "Content-Type": "application/json",
            **({"Authorization": f"Bearer {key}"} if key else {}),
        }
        try:
            host = httpx.URL(base).host
            host.encode("idna")
        except (httpx.InvalidURL, UnicodeError) as error:
            raise ModelError(f"{base} is not a URL ({error}). It looks like http://host:port/v1") from error
        try:
            transport = _Transport(proxy=_proxy(base, host))
            self._client = httpx.Client(base_url=base.rstrip("/") + "/", headers=headers, transport=transport)
        except (ImportError, ValueError, httpx.InvalidURL, OSError) as error:  # of a proxy, or of a file of certificates
            raise ModelError(
                f"{base} cannot be asked: the environment names a proxy or certificates that are of no use ({error})."
            ) from error

    @property
    def closed(self) -> bool:
        return self._client.is_closed

    def close(self) -> None:
        self._client.close()

    def fetch(self, method: str, url: str, timeout: float, body: Any = None) -> tuple[int, str, httpx.Headers]:
        """(status, text, headers) of an answer that is there within ``timeout`` seconds and of bounded length. A packed answer
        is not unpacked: it might be much longer. Raises ``httpx.HTTPError``."""
        content, _now.ends = bytearray(), time.monotonic() + timeout
        within = httpx.Timeout(timeout, connect=CONNECT_TIMEOUT)
        asked = None if body is None else json.dumps(body)  # in ASCII: a prompt may hold what UTF-8 has no bytes for
        with self._client.stream(method, url, content=asked, timeout=within) as response:
            if response.headers.get("content-encoding", "").strip().lower() not in ("", "identity"):
                raise httpx.DecodingError("the answer is packed", request=response.request)
            for part in response.iter_raw():
                content += part
                if len(content) > _MAX_ANSWER_BYTES:
                    raise httpx.DecodingError("the answer has no end", request=response.request)
        return response.status_code, content.decode("utf-8-sig", "replace"), response.headers


def _proxy(base: str, host: str) -> str | None:
    """The proxy that the environment names for a host; none for this machine's own servers."""
    try:
        own = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        own = False
    known = {} if own or proxy_bypass(host) else getproxies()
    found = known.get(base.partition(":")[0].lower()) or known.get("all")
    return found if not found or "://" in found else f"http://{found}"


class _Until(threading.local):
    """When the request of this thread ends, as a ``time.monotonic``."""

    ends = float("inf")


_now = _Until()


def _left(timeout: float | None, error: type[Exception]) -> float | None:
    """The seconds that a single step may take."""
    left = _now.ends - time.monotonic()
    if left <= 0:
        raise error("the answer took too long")
    return left if timeout is None else min(timeout, left)


class _Transport(httpx.HTTPTransport):
    """httpx's own, through streams that keep to the end of a request."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._pool._network_backend = _Backend(self._pool._network_backend)


class _Backend(httpcore.NetworkBackend):
    def __init__(self, whole: httpcore.NetworkBackend) -> None:
        self._whole = whole

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **more: Any
    ) -> httpcore.NetworkStream:
        timeout = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._whole.connect_tcp(host, port, timeout, *args, **more))


class _Stream(httpcore.NetworkStream):
    def __init__(self, whole: httpcore.NetworkStream) -> None:
        self._whole = whole

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._whole.read(max_bytes, _left(timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._whole.write(buffer, _left(timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._whole.close()

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        within = _left(timeout, httpcore.ConnectTimeout)
        return _Stream(self._whole.start_tls(ssl_context, server_hostname, within))

    def get_extra_info(self, info: str) -> Any:
        return self._whole.get_extra_info(info)
