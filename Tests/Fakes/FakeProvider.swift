// What the fake identity providers have in common: a server on a port of the system's choice, and bad days.

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// How a fake provider answers.
public enum ProviderFault: Hashable, Sendable {
    case none
    /// Connections end without an answer.
    case down
    /// No answer ever comes.
    case slow
    /// This status, with an empty body.
    case status(UInt)
    /// The key set is this instead.
    case keys(String)
    /// The discovery document is this instead.
    case discovery(String)
    /// Points elsewhere.
    case redirect(String)

    /// What is answered to everything; nil when it depends on what is asked.
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

/// What a fake provider answers to a request.
enum ProviderReply: Sendable {
    case json(UInt, String, cacheControl: String?)
    case redirect(String)
    case hangUp
    case silence
}

/// Whoever answers the requests of a server.
protocol FakeProvider: Sendable {
    func reply(to path: String, _ body: String) -> ProviderReply
    /// - Parameter authorization: The header of that name.
    func reply(to path: String, _ body: String, authorization: String?) -> ProviderReply
}

extension FakeProvider {
    func reply(to path: String, _ body: String, authorization _: String?) -> ProviderReply { reply(to: path, body) }
}

/// Where connections find the provider, which is there once its port is known.
final class ProviderServer: Sendable {
    let provider = Mutex<(any FakeProvider)?>(nil)

    /// Runs a server for as long as `body` takes.
    ///
    /// - Parameter make: Makes the provider that is reached at a port of 127.0.0.1.
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
