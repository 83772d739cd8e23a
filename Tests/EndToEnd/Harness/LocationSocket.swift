/// A client of the WebSocket of the Miataru API.
final class LocationSocket: Sendable {
    private let connection: RawConnection

    private init(_ connection: RawConnection) { self.connection = connection }

    static func open(_ balise: RunningBalise) async throws -> LocationSocket {
        let connection = try await RawConnection.open(balise)
        try await connection.send(
            "GET /v1/ws/location HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        try await connection.receive("the answer to the upgrade") { $0.hasPrefix("HTTP/1.1 101 ") }
        try await connection.receive("the end of the head") { $0.contains("\r\n\r\n") }
        return LocationSocket(connection)
    }

    func subscribe(to devices: [String], by reader: String, key: String? = nil) async throws {
        let text = Miataru.read(devices, by: reader, key: key).replacing(["type"], with: "subscribe").encoded
        // The mask is zero, so the text stays as it is.
        let length = [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)]
        try await connection.send([0x81, 0xFE] + length + [0, 0, 0, 0] + Array(text.utf8))
    }

    func close() async { await connection.close() }

    func messages(_ count: Int) async throws -> [JSON] {
        try await eventually("\(count) messages; there are \(frames.count)") { self.frames.count >= count }
        return try frames.filter { $0.kind == 0x81 }.map { try JSON(reading: $0.payload) }
    }

    /// The code and the reason of the close frame.
    func end() async throws -> (code: Int, reason: String) {
        try await eventually("the end of the WebSocket") { self.frames.contains { $0.kind == 0x88 } }
        let payload = try #require(frames.first { $0.kind == 0x88 }?.payload)
        return (
            payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }, String(decoding: payload.dropFirst(2), as: UTF8.self)
        )
    }

    private var frames: [(kind: UInt8, payload: [UInt8])] {
        let bytes = connection.receivedBytes
        guard let start = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return [] }
        var (rest, frames) = (bytes[start...], [(kind: UInt8, payload: [UInt8])]())
        while rest.count >= 2 {
            let kind = rest[rest.startIndex]
            var (length, head) = (Int(rest[rest.startIndex + 1]), 2)
            if length == 126 {
                guard rest.count >= 4 else { break }
                length = Int(rest[rest.startIndex + 2]) << 8 | Int(rest[rest.startIndex + 3])
                head = 4
            }
            guard rest.count >= head + length else { break }
            frames.append((kind, Array(rest.dropFirst(head).prefix(length))))
            rest = rest.dropFirst(head + length)
        }
        return frames
    }
}
