"""The school's protocol over Qt's network classes: WebSockets and HTTPS to a pinned certificate."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QCryptographicHash, QObject, QUrl, Signal
from PySide6.QtNetwork import (
    QAbstractSocket,
    QNetworkAccessManager,
    QNetworkProxy,
    QNetworkReply,
    QNetworkRequest,
    QSsl,
    QSslCertificate,
    QSslConfiguration,
    QSslSocket,
)
from PySide6.QtWebSockets import QWebSocket, QWebSocketProtocol

from trainer.school import protocol
from trainer.school.laptop.pinned_https import split_address
from trainer.texts import Message

_PATIENCE = 15_000  # milliseconds


def configuration() -> QSslConfiguration:
    """TLS without an authority: the service is identified by the fingerprint of its certificate."""
    found = QSslConfiguration.defaultConfiguration()
    found.setPeerVerifyMode(QSslSocket.PeerVerifyMode.VerifyNone)
    found.setProtocol(QSsl.SslProtocol.TlsV1_2OrLater)
    return found


def fingerprint_of(certificate: QSslCertificate) -> bytes:
    """The SHA-256 digest of a certificate."""
    return bytes(certificate.digest(QCryptographicHash.Algorithm.Sha256).data())


class ServiceSocket(QObject):
    """One WebSocket to a service; its owner reopens it. ``opened`` emits the fingerprint of the certificate."""

    opened = Signal(bytes)
    received = Signal(bytes)
    closed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._socket: QWebSocket | None = None

    @property
    def is_open(self) -> bool:
        return self._socket is not None and self._socket.state() is QAbstractSocket.SocketState.ConnectedState

    @property
    def is_busy(self) -> bool:
        """Whether it is connected or connecting."""
        return self._socket is not None

    def open(self, address: str) -> None:
        """Connect; an open connection is closed silently."""
        self._drop()
        host, port = split_address(address)
        socket = QWebSocket("", QWebSocketProtocol.Version.VersionLatest, self)
        socket.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))
        socket.setSslConfiguration(configuration())
        socket.setMaxAllowedIncomingMessageSize(4 * protocol.MOST_BYTES)
        socket.connected.connect(lambda: self._is_connected(socket))
        socket.binaryMessageReceived.connect(lambda data: self._heard(socket, data))
        socket.disconnected.connect(lambda: self._is_gone(socket))
        socket.errorOccurred.connect(lambda _: self._is_gone(socket))
        self._socket = socket
        url = QUrl(f"wss://{host}:{port}{protocol.PATHS['live']}")
        socket.open(url)

    def send(self, data: bytes) -> None:
        if self._socket is not None:
            self._socket.sendBinaryMessage(QByteArray(data))

    def close(self) -> None:
        """Close the connection; ``closed`` is emitted when it is."""
        if self._socket is not None:
            self._is_gone(self._socket)

    def _is_connected(self, socket: QWebSocket) -> None:
        if socket is self._socket:
            self.opened.emit(fingerprint_of(socket.sslConfiguration().peerCertificate()))

    def _heard(self, socket: QWebSocket, data: QByteArray) -> None:
        if socket is self._socket:
            self.received.emit(bytes(data.data()))

    def _is_gone(self, socket: QWebSocket) -> None:
        if socket is self._socket:
            self._drop()
            self.closed.emit()

    def _drop(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.abort()
            socket.deleteLater()


class ServiceRequests(QObject):
    """HTTPS requests to one service; nothing is sent to a certificate other than the pinned one.

    Unless ``fingerprint`` is set, the first certificate seen is pinned.
    """

    def __init__(self, address: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.address = address
        self.fingerprint = b""
        self._manager = QNetworkAccessManager(self)
        self._manager.setProxy(QNetworkProxy(QNetworkProxy.ProxyType.NoProxy))

    def post(
        self, path: str, data: bytes, answered: Callable[[bytes], None], failed: Callable[[Message], None]
    ) -> None:
        """Send a request; calls ``answered`` with the reply of any HTTP status, or ``failed`` if none came."""
        host, port = split_address(self.address)
        request = QNetworkRequest(QUrl(f"https://{host}:{port}{path}"))
        request.setSslConfiguration(configuration())
        request.setTransferTimeout(_PATIENCE)
        request.setHeader(QNetworkRequest.KnownHeaders.ContentTypeHeader, "application/msgpack")
        reply = self._manager.post(request, QByteArray(data))
        # Qt reports this after the handshake and before any of our data is sent.
        reply.encrypted.connect(lambda: self._look(reply))
        reply.finished.connect(lambda: self._finish(reply, answered, failed))

    def _look(self, reply: QNetworkReply) -> None:
        seen = fingerprint_of(reply.sslConfiguration().peerCertificate())
        if self.fingerprint and seen != self.fingerprint:
            reply.abort()
        self.fingerprint = self.fingerprint or seen

    def _finish(
        self, reply: QNetworkReply, answered: Callable[[bytes], None], failed: Callable[[Message], None]
    ) -> None:
        status = reply.attribute(QNetworkRequest.Attribute.HttpStatusCodeAttribute)
        data = bytes(reply.readAll().data())
        reply.deleteLater()
        if status is None:
            failed(Message("system.no-answer"))  # Qt's own text exists in one language only
        else:
            answered(data)
