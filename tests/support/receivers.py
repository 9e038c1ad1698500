"""A server that other services are told things at."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Self


class Receiver:
    """A server that answers all calls with its `status`, and keeps what came: the path, headers and body of each."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.calls: list[tuple[str, dict[str, str], bytes]] = []
        self.asked: list[tuple[str, int]] = []
        """The hosts and ports that it was taken for."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append((self.path, dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1/inside")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    @contextmanager
    def running(self) -> Iterator[Self]:
        thread = Thread(target=self.server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield self
        finally:
            self.server.shutdown()
            thread.join()
            self.server.server_close()

    def connect(self, host: str, port: int) -> socket.socket:
        """A connection to this server in place of the host."""
        self.asked.append((host, port))
        return socket.create_connection(("127.0.0.1", self.server.server_port))
