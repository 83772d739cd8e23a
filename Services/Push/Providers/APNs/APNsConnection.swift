// One connection to APNs.

import AsyncHTTPClient
import Foundation
import Logging
import Models
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization

/// One HTTP/2 connection to APNs: a client of its own, which connects once. When that connection ends, so does this.
///
/// A client of async-http-client would connect again by itself and send all that waits at once, to a peer that takes one request
/// until it knows who is there; so its second connection is refused, and what waited comes back to be sent elsewhere.
final class APNsConnection: Sendable {
    /// The most bytes of an answer; Apple's have less than 200.
    static let largestAnswer = 16 << 10

    /// Why a request got no answer.
    enum Loss: Error, Hashable {
        /// The connection could not be made.
        case unreachable
        /// The connection ended before the answer came, or would not take the request.
        case lost
        /// The connection stands, but no answer came.
        case silent
    }

    /// What has been seen of the connection, on its event loop and outside of it.
    private struct Sightings {
        var hasConnected = false
        /// Requests that were given to the client, and streams that were opened and closed for them.
        var given = 0
        var opened = 0
        var closed = 0
        var isLooking = false
    }

    /// What it tells its owner.
    enum Sign: Sendable {
        /// So many streams are open, and another request has found no room, or all have found it.
        case seen(streams: Int, isFull: Bool)
        case limit(Int)
        /// It will take nothing more.
        case ending(reason: String?)
    }

    private let client: HTTPClient
    private let loop: any EventLoop
    private let base: String
    private let timeout: Duration
    private let sightings: Sighted
    private let tell: @Sendable (Sign) -> Void

    /// What the callbacks of the client share with it.
    private final class Sighted: Sendable {
        let state = Mutex(Sightings())
    }

    /// - Parameters:
    ///   - base: `https://` and the host.
    ///   - tell: is called on the event loop.
    init(
        to base: String, tls: TLSConfiguration, timeout: Duration, connectTimeout: Duration, on loop: any EventLoop,
        tell: @escaping @Sendable (Sign) -> Void
    ) {
        self.base = base
        self.timeout = timeout
        self.loop = loop
        self.tell = tell
        let sightings = Sighted()
        self.sightings = sightings
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: TimeAmount(connectTimeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        // Apple wants connections kept open; how long an idle one lasts is for Apple to say.
        configuration.connectionPool.idleTimeout = .hours(24)
        configuration.http2ConnectionDebugInitializer = { channel in
            let isFirst = sightings.state.withLock { state in
                defer { state.hasConnected = true }
                return !state.hasConnected
            }
            guard isFirst else {
                // Closed once the client has heard that this is none.
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(Loss.lost)
            }
            channel.closeFuture.whenComplete { _ in tell(.ending(reason: nil)) }
            return channel.eventLoop.makeCompletedFuture {
                try ConnectionFrames.add(to: channel, tell: tell)
            }
        }
        configuration.http2StreamChannelDebugInitializer = { stream in
            sightings.state.withLock { $0.opened += 1 }
            stream.closeFuture.whenComplete { _ in sightings.state.withLock { $0.closed += 1 } }
            return stream.eventLoop.makeSucceededVoidFuture()
        }
        configuration.http1_1ConnectionDebugInitializer = { channel in
            // APNs speaks HTTP/2; who does not is something else.
            channel.eventLoop.execute { channel.close(promise: nil) }
            return channel.eventLoop.makeFailedFuture(Loss.unreachable)
        }
        client = HTTPClient(eventLoopGroupProvider: .shared(loop), configuration: configuration)
    }

    /// Whether there was a connection; without one nothing can have arrived.
    var hasConnected: Bool { sightings.state.withLock { $0.hasConnected } }

    /// Posts a notification, and gives the answer with its body.
    func post(_ path: String, _ headers: HTTPHeaders, _ body: Data) async throws(Loss) -> HTTPClient.Response {
        let response: HTTPClient.Response
        do {
            let request = try HTTPClient.Request(
                url: base + path, method: .POST, headers: headers, body: .data(body))
            let accumulator = ResponseAccumulator(request: request, maxBodySize: APNsConnection.largestAnswer)
            let task = client.execute(
                request: request, delegate: accumulator, eventLoop: .delegate(on: loop),
                deadline: .now() + TimeAmount(timeout))
            lookForRoom()
            response = try await task.get()
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            throw hasConnected ? .silent : .unreachable
        } catch {
            throw hasConnected ? .lost : .unreachable
        }
        return response
    }

    /// Looks, behind all that the client has in hand by now, whether each request has found its stream; one that has not waits for
    /// room. The client keeps the peer's limit, but does not tell it.
    private func lookForRoom() {
        let given: Int? = sightings.state.withLock { state in
            state.given += 1
            guard state.hasConnected, !state.isLooking else { return nil }
            state.isLooking = true
            return state.given
        }
        if let given { look(given) }
    }

    private func look(_ given: Int) {
        // Twice, since the client opens a stream in two steps.
        loop.execute { [self] in loop.execute { self.seen(given) } }
    }

    private func seen(_ given: Int) {
        let (sign, more) = sightings.state.withLock { state in
            let sign = Sign.seen(streams: state.opened - state.closed, isFull: given > state.opened)
            // What was given meanwhile is to be seen as well.
            state.isLooking = state.given > given
            return (sign, state.isLooking ? state.given : nil)
        }
        tell(sign)
        if let more { look(more) }
    }

    /// Closes the connection; what is under way is lost.
    func close() async {
        // It ends in any case, and what was under way has been told to its senders.
        try? await client.shutdown()
    }
}
