import HTTPTypes
import Logging
import MessageBus
import Models
import NIOCore
import NIOHTTPTypes
import ServiceRuntime
import ServiceSettings
import Tracing

/// Finds the API, identifies the client, applies the limits, reads the body, calls the API, and adds the common fields.
/// It is one function and no chain of middleware, because each link would cost memory and time for every request. All
/// connections share one object.
final class EdgeResponder: Sendable {
    let router: Router
    let limits: HTTPLimits
    let proxies: TrustedProxies
    /// The log of untrusted proxies; nil if this port trusts no proxy in any case.
    let untrustedProxies: UntrustedProxyLog?
    let clientNames: ClientHeaderNames
    /// The scheme of this port; nil without TLS.
    let ownScheme: String?
    let transportSecurity: HTTPField?
    let bodies: BodyBudget
    let date: DateField
    let metrics: EdgeMetrics
    let logger: Logger
    private let tracer: (any Tracer)?

    init(_ server: EdgeServer) {
        router = server.router
        limits = server.http.limits
        proxies = TrustedProxies(server.http.trustedProxies, headers: server.http.clientAddressHeaders)
        untrustedProxies = server.untrustedProxies
        clientNames = ClientHeaderNames(prefix: server.http.clientHeaderPrefix)
        ownScheme = server.certificate == nil ? nil : "https"
        transportSecurity = server.certificate.map {
            HTTPField(name: .strictTransportSecurity, value: "max-age=\($0.settings.hsts.components.seconds)")
        }
        bodies = server.bodies
        date = DateField(clock: server.clock)
        metrics = EdgeMetrics(server.metrics)
        logger = server.logger
        tracer = server.tracer
    }

    /// Reads the body from `parts` and writes the answer there. Returns what may follow. Throws if it cannot write.
    func respond(
        to request: HTTPRequest, _ parts: ConnectionParts, _ connection: Connection
    ) async throws -> AfterAnswer {
        let began = ContinuousClock.now
        let (path, query) = split(request.path ?? "/")
        var headers = RequestHeaders(request.headerFields, clientNames)
        let target = router.match(path, headers)
        headers.host = request.authority
        var address = connection.peer
        if connection.isTrustedProxy {
            let client = proxies.client(headers, peer: connection.peer)
            address = client.address
            headers.forwardedProto = client.scheme ?? ownScheme
        } else {
            untrustedProxies?.record(headers, peer: connection.peer)
            headers.forwardedProto = ownScheme
        }
        var client = target.api.namesClients ? headers.client : ClientInfo()
        if !address.isEmpty { client.address = Personal(address) }
        // Texts for the caller are in a language that the request accepts. It replaces the app's language in `client`.
        if headers.acceptLanguage != nil, target.api.namesClients { client.locale = headers.callerLanguages.text }
        var context = MessageContext(requestID: newRequestID(), client: client, timeout: limits.requestTimeout)
        let span = tracer.flatMap { tracer in
            context.traceParent = headers.traceParent
            // Only a trusted proxy may decide whether a request is traced. Otherwise any client could have all its
            // requests traced.
            return RequestSpan(
                tracer, target.name, .server, of: .edge, below: context, keepsDecision: connection.isTrustedProxy)
        }
        context.traceParent = span?.context.traceParent

        var answer: Answer
        var failure: EdgeError?
        let share = BodyShare(of: bodies)
        var room: BodyShare?
        defer { connection.releaseSlot() }
        do throws(EdgeError) {
            guard connection.acquireSlot(of: address) else { throw EdgeError(.rateLimited, "", retryAfter: 1) }
            guard request.path?.utf8.count ?? 0 <= limits.maximumPathBytes else {
                throw EdgeError(.invalidRequest, "the address is too long", status: .uriTooLong)
            }
            try check(request.method, target)
            if let name = headers.repeated { throw .invalid("send the header \(name) only once") }
            var body: [UInt8] = []
            if target.api.wantsBody(headers) {
                body = try await self.body(parts, headers, share)
                context.timeout -= ContinuousClock.now - began
            }
            let edgeRequest = EdgeRequest(
                method: request.method, path: path, query: query, parameters: target.parameters, headers: headers,
                fields: request.headerFields, body: body, context: context, logger: logger)
            answer = try await self.answer(edgeRequest, target)
            if request.method != .head, let body = answer.body {
                room = try connection.roomForAnswer(body.readableBytes)
            }
        } catch {
            failure = error
            answer = render(error, of: context.requestID, method: request.method, path: path, target.api)
        }

        let closes = (headers.wantsClose || failure?.closesConnection == true) && answer.socket == nil
        let framing: BodyFraming = request.method == .head ? .none : headers.takesChunks ? .chunks : .endOfConnection
        let head = head(of: answer, target.api, headers.origin, context.requestID, framing, closes: closes)
        record(answer, failure, target, request.method, path, context, began)
        span?.note(.method, EdgeResponder.knownMethods.contains(request.method) ? request.method.rawValue : "_OTHER")
        span?.note(.statusClass, "\(answer.status.code / 100)xx")
        span?.end(failure?.code, isFailure: answer.status.code >= 500)
        // A small answer fits into the connection's buffers, so it needs no slot.
        if room == nil, answer.stream == nil { connection.releaseSlot() }
        if let socket = answer.socket {
            try await parts.write(.head(head))
            return .socket(socket)
        }
        if request.method == .head {
            try await parts.write(head, nil)
        } else if let body = answer.stream {
            try await parts.write(.head(head))
            let stream = StreamedAnswer(
                body: body, call: target.name, requestID: context.requestID, isLast: closes, logger: logger)
            if body.endsWithClient { return .stream(stream) }
            _ = try await stream.send(to: parts, connection)
        } else if let body = answer.body, room != nil {
            try await parts.write(.head(head))
            try await parts.write(inPieces: body)
            try await parts.write(.end(nil))
        } else {
            try await parts.write(head, answer.body)
        }
        withExtendedLifetime((share, room)) {}
        return closes ? .last : .next
    }

    /// The methods that traces name, because a client can invent any other text.
    private static let knownMethods: Set<HTTPRequest.Method> = [.get, .post, .put, .patch, .delete, .head, .options]

    /// Throws 501 for a method that no call has (RFC 9110, section 15.6.2), 405 for a method that is always refused.
    private func check(_ method: HTTPRequest.Method, _ target: RouteMatch) throws(EdgeError) {
        switch method {
        case .get, .post, .put, .patch, .delete, .head, .options: return
        // The method is known, but no call has it yet. The path answers with its own methods.
        case let method where method.rawValue == "QUERY": return
        case .trace, .connect:
            var error = EdgeError.methodNotAllowed(allow: target.allow)
            // The bytes after CONNECT are not HTTP.
            error.closesConnection = method == .connect
            throw error
        default: throw .unknownMethod
        }
    }

    func refuse(_ error: EdgeError) -> (HTTPResponse, ByteBuffer) {
        let api = router.match("").api
        let requestID = newRequestID()
        let answer = render(error, of: requestID, method: .get, path: "", api)
        let head = head(of: answer, api, nil, requestID, .chunks, closes: true)
        return (head, answer.body ?? ByteBuffer())
    }

    private func body(
        _ parts: ConnectionParts, _ headers: RequestHeaders, _ share: BodyShare
    ) async throws(EdgeError) -> [UInt8] {
        let limit = limits.maximumBodyBytes
        if headers.expectsContinue, headers.contentLength ?? 0 <= limit {
            // If the interim answer 100 cannot be written, the answer cannot be written, either, and that fails later.
            try? await parts.write(.head(HTTPResponse(status: .continue)))
        }
        let body = try await readBody(parts, announced: headers.contentLength, limit: limit, share: share)
        guard !body.isEmpty else { return [] }
        guard let encoding = headers.contentEncoding else { return body }
        return try await elsewhere { () throws(EdgeError) in
            try ContentEncoding(encoding).decode(body, limit: limit, share: share)
        }
    }

    /// The largest body, in bytes, that is parsed on the event loop. A larger body is parsed on another thread.
    private static let largestReadInPlace = 64 << 10

    private func answer(_ request: EdgeRequest, _ target: RouteMatch) async throws(EdgeError) -> Answer {
        guard request.body.count > EdgeResponder.largestReadInPlace else { return try await target.answer(request) }
        return try await elsewhere { () throws(EdgeError) in try await target.answer(request) }
    }

    /// Runs work on another thread, because the event loop's thread also serves other connections.
    private func elsewhere<Value: Sendable>(
        _ work: () async throws(EdgeError) -> Value
    ) async throws(EdgeError) -> Value {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(EdgeError) in
            try await work()
        }
    }

    private func render(
        _ error: EdgeError, of requestID: String, method: HTTPRequest.Method, path: String, _ api: any API
    ) -> Answer {
        var error = error
        error.requestID = requestID
        var answer = api.render(error, method: method, path: path)
        if let retryAfter = error.retryAfter {
            answer.fields.append(HTTPField(name: .retryAfter, value: String(retryAfter)))
        }
        if let allow = error.allow { answer.fields.append(HTTPField(name: .allow, value: allow)) }
        return answer
    }

    private func head(
        of answer: Answer, _ api: any API, _ origin: String?, _ requestID: String, _ framing: BodyFraming,
        closes: Bool
    ) -> HTTPResponse {
        var fields = HTTPFields()
        fields.reserveCapacity(8)
        if let contentType = answer.contentType { fields.append(contentType) }
        if let body = answer.body {
            fields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        } else if answer.stream != nil {
            // The length of a stream is unknown in advance.
            if framing == .chunks { fields.append(HTTPField(name: .transferEncoding, value: "chunked")) }
        } else if answer.status != .noContent, answer.status != .notModified, answer.socket == nil {
            fields.append(HTTPField(name: .contentLength, value: "0"))
        }
        fields.append(.noSniff)
        fields.append(HTTPField(name: .requestID, value: requestID))
        fields.append(date.current)
        if let transportSecurity { fields.append(transportSecurity) }
        for field in api.crossOrigin.fields(for: origin) { fields.append(field) }
        for field in answer.fields { fields.append(field) }
        if closes { fields.append(HTTPField(name: .connection, value: "close")) }
        return HTTPResponse(status: answer.status, headerFields: fields)
    }

    private func record(
        _ answer: Answer, _ failure: EdgeError?, _ target: RouteMatch, _ method: HTTPRequest.Method,
        _ path: String, _ context: MessageContext, _ began: ContinuousClock.Instant
    ) {
        let took = ContinuousClock.now - began
        metrics.record(target, status: answer.status.code, took: took)
        let isDefect = answer.status.code >= 500 && !Task.isCancelled
        guard isDefect || logger.logLevel <= .debug else { return }
        var metadata: Logger.Metadata = [
            LogKey.requestID: .string(context.requestID), "method": .string(method.rawValue),
            // The name of the call is logged, because the path of an unknown call or of a map may contain a device id.
            "call": .string(target.name), "status": .stringConvertible(answer.status.code),
            "took": .stringConvertible(took),
        ]
        if let client = context.client, target.api.namesClients { metadata[LogKey.client] = .shown(client) }
        if let cause = failure?.cause { metadata["cause"] = .string(cause) }
        logger.log(level: isDefect ? .warning : .debug, "request answered", metadata: metadata)
    }
}

private enum BodyFraming {
    case chunks
    /// The end of the connection ends the body: HTTP/1.0 has no transfer codings (RFC 9112, section 6.1).
    case endOfConnection
    case none
}

/// Splits a target. It drops a fragment, which no client should send.
private func split(_ target: String) -> (path: String, query: String) {
    guard let end = target.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
        return (target, "")
    }
    let path = String(target[..<end])
    guard target.utf8[end] == UInt8(ascii: "?") else { return (path, "") }
    return (path, String(target[target.utf8.index(after: end)...].prefix { $0 != "#" }))
}
