import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

public enum ProviderFault: Hashable, Sendable {
    case none
    case down
    case slow
    case status(UInt)
    /// The key set is this instead.
    case keys(String)
    /// The discovery document is this instead.
    case discovery(String)
    case redirect(String)

    /// The answer to every request; nil if it depends on the request.
    var reply: ProviderReply? {
        switch self {
        case .down: .hangUp
        case .slow: .silence
        case .status(let code): .json(code, "", cacheControl: nil)
        case .redirect(let place): .redirect(place)
        case .none, .keys, .discovery: nil
        }
    }
}

enum ProviderReply: Sendable {
    case json(UInt, String, cacheControl: String?)
    case redirect(String)
    case hangUp
    case silence
}

protocol FakeProvider: Sendable {
    func reply(to path: String, _ body: String) -> ProviderReply
    func reply(to path: String, _ body: String, authorization: String?) -> ProviderReply
}

extension FakeProvider {
    func reply(to path: String, _ body: String, authorization _: String?) -> ProviderReply { reply(to: path, body) }
}

final class ProviderServer: Sendable {
    let provider = Mutex<(any FakeProvider)?>(nil)

    /// - Parameter make: Makes the provider for a port of 127.0.0.1.
    static func run<Provider: FakeProvider>(
        _ make: (_ port: Int) throws -> Provider, _ body: (Provider) async throws -> Void
    ) async throws {
        let server = ProviderServer()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(ProviderRequestHandler(server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        try await using({ try await channel.close() }) {
            let provider = try make(channel.localAddress?.port ?? 0)
            server.provider.withLock { $0 = provider }
            try await body(provider)
        }
    }
}
