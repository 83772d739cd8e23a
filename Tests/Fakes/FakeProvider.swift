import NIOCore
import NIOHTTP1

public enum ProviderFault: Hashable, Sendable {
    case none
    case down
    case slow
    case status(UInt)
    /// An error of OAuth (RFC 6749, section 5.2).
    case refusal(String)
    /// The key set is this instead.
    case keys(String)
    /// The discovery document is this instead.
    case discovery(String)
    case redirect(String)

    /// The answer to every request; nil if it depends on the request.
    var reply: FakeHTTPReply? {
        switch self {
        case .down: .hangUp
        case .slow: .silence
        case .status(let code): .json(code, "")
        case .refusal(let error): .json(400, #"{"error":"\#(error)"}"#)
        case .redirect(let place): .redirect(place)
        case .none, .keys, .discovery: nil
        }
    }
}

protocol FakeProvider: Sendable {
    func reply(to path: String, _ body: String, authorization: String?) -> FakeHTTPReply
}

extension FakeProvider {
    /// - Parameter make: Makes the provider for a port of 127.0.0.1.
    static func run(_ make: (_ port: Int) throws -> Self, _ body: (Self) async throws -> Void) async throws {
        let latch = Latch<any FakeProvider>()
        let channel = try await FakeHTTPServer.start { head, bytes in
            latch.value?
                .reply(
                    to: head.uri, String(decoding: bytes, as: UTF8.self),
                    authorization: head.headers.first(name: "Authorization")) ?? .hangUp
        }
        try await using({ try await channel.close() }) {
            let provider = try make(channel.localAddress?.port ?? 0)
            latch.set(provider)
            try await body(provider)
        }
    }
}
