import BaliseJSON
import Crypto
import Foundation
import HTTPTypes
import MessageBus
import Models

/// The WebSocket of the Miataru API: each message of its client replaces the subscription, and pushes each new place of
/// its devices.
final class LocationSocket: Sendable {
    static let maximumDevices = 50

    private let services: any Services
    private let live: LiveHub
    private let context: MessageContext
    /// The places in the limits of long answers. The socket gives them back at its end.
    private let places: [LongAnswerLimiter.Place]

    private init(
        _ services: any Services, _ live: LiveHub, _ context: MessageContext, _ places: [LongAnswerLimiter.Place]
    ) {
        self.services = services
        self.live = live
        self.places = places
        var context = context
        // The trace ends with the request, so the socket does not use it.
        context.traceParent = nil
        context.timeout = LocationSocket.timeout
        self.context = context
    }

    private static let timeout = Duration.seconds(5)

    // MARK: The handshake

    /// Answers the handshake. The checks have the order of the reference server, and their refusals have no body.
    /// Without an upgrade the path is unknown.
    static func answer(
        _ request: EdgeRequest, allowing origins: CrossOrigin, _ services: any Services, _ live: LiveHub?
    ) throws(EdgeError) -> Answer {
        guard let live, request.method == .get, request.headers.takesChunks, request.headers.contentLength ?? 0 == 0,
            !request.fields.contains(.transferEncoding), request.fields.names("websocket", in: .upgrade),
            request.fields.names("upgrade", in: .connection)
        else { throw EdgeError(.notFound, "") }
        let showsKey = Query(request.query).names.contains { keyNames.contains($0.lowercased()) }
        guard !showsKey else { return Answer(.badRequest) }
        for origin in request.fields[values: .origin] where !origin.isEmpty && !origins.allows(origin) {
            return Answer(.forbidden)
        }
        let places: [LongAnswerLimiter.Place]
        do throws(EdgeError) {
            places = [
                try live.socketLimiter.enter(address: request.address),
                try live.limiter.enter(address: request.address),
            ]
        } catch {
            return Answer(error.status).with(HTTPField(name: .retryAfter, value: String(error.retryAfter ?? 1)))
        }
        guard ["13", "8"].contains(request.fields[.secWebSocketVersion]), let key = request.fields[.secWebSocketKey],
            Data(base64Encoded: key)?.count == 16
        else { return Answer(.badRequest) }
        var answer = Answer(.switchingProtocols)
        answer.fields = [
            HTTPField(name: .connection, value: "Upgrade"), HTTPField(name: .upgrade, value: "websocket"),
            HTTPField(name: .secWebSocketAccept, value: acceptance(of: key)),
        ]
        if let offered = request.fields[.secWebSocketProtocol]?.split(separator: ",").first {
            let name = offered.trimmingCharacters(in: .whitespaces)
            // Names of fields and of protocols are both tokens.
            if HTTPField.Name(name) != nil {
                answer.fields.append(HTTPField(name: .secWebSocketProtocol, value: name))
            }
        }
        answer.socket = LocationSocket(services, live, request.context, places)
        return answer
    }

    /// The names of keys in a query, in lower case. Addresses are logged, so a key in the query is refused.
    private static let keyNames: Set<String> = ["devicekey", "requestmiatarudevicekey", "requestingdevicekey"]

    /// Returns the value of `Sec-WebSocket-Accept` (RFC 6455, section 4.2.2).
    private static func acceptance(of key: String) -> String {
        let text = key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        return Data(Insecure.SHA1.hash(data: Data(text.utf8))).base64EncodedString()
    }

    // MARK: The socket

    /// Runs until the end of the socket.
    func run(on socket: WebSocket) async throws {
        live.recordSocket(isOpen: true)
        var view: PushView?
        defer {
            if let view { live.remove(view) }
            live.recordSocket(isOpen: false)
        }
        while !socket.isOver, !Task.isCancelled {
            if let message = socket.takeMessage() {
                let new: Subscription
                switch await subscription(by: message, on: socket) {
                case .success(let made): new = made
                case .failure(let error): return socket.end(WebSocketEnd(error))
                }
                let old = view
                view = new.view
                defer { if let old { live.remove(old) } }
                // The old subscription's places were stored before the snapshot, so they are sent first.
                while let texts = old?.takeTurn(), !texts.isEmpty { try await push(texts, to: socket) }
                try await socket.send([new.snapshot])
                socket.recordSubscription()
            } else if let texts = view?.takeTurn(), !texts.isEmpty {
                try await push(texts, to: socket)
            } else {
                await socket.news.wait()
            }
        }
    }

    private func push(_ texts: [[UInt8]], to socket: WebSocket) async throws {
        try await socket.send(texts)
        live.recordPushes(texts.count)
    }

    // MARK: Subscriptions

    private struct Subscription: Sendable {
        let view: PushView
        let snapshot: [UInt8]
    }

    /// Makes a subscription in a task of its own, because the socket's task would keep the memory of the deepest call.
    private func subscription(
        by message: [UInt8], on socket: WebSocket
    ) async -> Result<Subscription, EdgeError> {
        let asking = Task<Result<Subscription, EdgeError>, Never> {
            do throws(EdgeError) { return .success(try await self.subscribe(message, on: socket)) } catch {
                return .failure(error)
            }
        }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }

    /// Makes a subscription. It watches before it looks, and waits for the changes up to the look, so that the first
    /// push continues the snapshot.
    private func subscribe(_ message: [UInt8], on socket: WebSocket) async throws(EdgeError) -> Subscription {
        let (reader, devices) = try LocationSocket.read(message)
        let view = PushView(reader, of: devices, context: context, news: socket.news) { socket.end($0) }
        live.add(view)
        let reply: GetLocation.Reply
        do throws(EdgeError) {
            reply = try await services.ask(
                GetLocation(reader: reader, devices: devices, isWatching: true), context)
        } catch {
            live.remove(view)
            throw error
        }
        await live.catchUp()
        if view.open(devices, reply) { live.requeue([view]) }
        var json = JSONWriter(capacity: 64 + 256 * reply.found.count)
        json.write(#"{"type":"subscription","#)
        json.write(reply.found)
        json.write("}")
        return Subscription(view: view, snapshot: json.bytes)
    }

    private static func read(_ message: [UInt8]) throws(EdgeError) -> (Reader, [DeviceID]) {
        guard let body = try? JSONDocument(message).root else { throw .invalid("the message is not JSON") }
        guard body.kind == .object, body.member("type")?.string == "subscribe" else {
            throw .invalid("the message must be an object with the type subscribe")
        }
        let reader = try Reader(config: body)
        guard reader.device != nil else { throw .invalid("RequestMiataruDeviceID is missing") }
        return (reader, try [DeviceID](requested: body, atMost: maximumDevices))
    }
}

extension WebSocketEnd {
    fileprivate init(_ error: EdgeError) {
        self =
            switch error.code {
            case .invalidRequest: .refused("Bad Request: \(error.message)")
            case .forbidden: .refused("Forbidden: \(error.message)")
            default: .failure
            }
    }
}

extension HTTPFields {
    /// Whether a list of tokens contains the token, in upper or lower case.
    fileprivate func names(_ token: String, in name: HTTPField.Name) -> Bool {
        self[values: name].contains { value in
            value.lowercased().split(separator: ",").contains {
                $0.trimmingCharacters(in: .whitespaces) == token
            }
        }
    }
}
