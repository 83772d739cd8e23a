import NIOEmbedded
import NIOHTTPTypes

@testable import Edge

@Suite("Answers as bytes") struct AnswerEncoderTests {
    private let channel = EmbeddedChannel(handler: AnswerEncoder())

    private func write(_ parts: HTTPResponsePart...) {
        for part in parts { channel.write(part, promise: nil) }
        channel.flush()
    }

    private func pieces() throws -> [String] {
        var pieces: [String] = []
        while let piece = try channel.readOutbound(as: ByteBuffer.self) { pieces.append(String(buffer: piece)) }
        return pieces
    }

    private static let chunked = HTTPResponse(status: .ok, headerFields: [.transferEncoding: "chunked"])

    @Test func areOnePieceWhenTheyAreShort() throws {
        write(
            .head(HTTPResponse(status: .notFound, headerFields: [.contentLength: "2", .server: "x"])),
            .body(ByteBuffer(string: "no")), .end(nil))
        #expect(try pieces() == ["HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nServer: x\r\n\r\nno"])
    }

    @Test func areNotCopiedWhenTheyAreLong() throws {
        let body = String(repeating: "x", count: 5000)
        write(.head(HTTPResponse(status: .ok)), .body(ByteBuffer(string: body)), .end(nil))
        #expect(try pieces() == ["HTTP/1.1 200 OK\r\n\r\n", body])
    }

    @Test func areCutIntoChunks() throws {
        let long = String(repeating: "x", count: 5000)
        write(.head(Self.chunked), .body(ByteBuffer(string: "one")), .body(ByteBuffer()))
        write(.body(ByteBuffer(string: long)))
        write(.end([.date: "now"]))
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try pieces() == [head + "3\r\none\r\n", "1388\r\n", long, "\r\n", "0\r\nDate: now\r\n\r\n"])
    }

    @Test func completeTheirPromiseWithoutABody() throws {
        let written = channel.eventLoop.makePromise(of: Void.self)
        write(.head(HTTPResponse(status: .noContent)))
        channel.write(HTTPResponsePart.end(nil), promise: written)
        channel.flush()
        try written.futureResult.wait()
        #expect(try pieces().joined() == "HTTP/1.1 204 No Content\r\n\r\n")
    }
}
