// The way of every request through the edge, in the order in which it is decided.

import HTTPTypes
import HummingbirdCore
import Logging
import Models
import NIOCore
import ServiceRuntime

/// Answers requests: finds the family, learns who calls, holds the limits, reads the body, asks the family, and adds
/// what every answer has.
///
/// It is one function and no chain of middlewares, since each link of a chain costs memory and time on every request.
struct EdgeResponder: Sendable {
    let families: Families
    let limits: HTTPLimits
    let proxies: TrustedProxies
    let clientNames: ClientHeaderNames
    let ids: RequestIDs
    let date: DateField
    let metrics: EdgeMetrics
    let logger: Logger

    /// Answers one request of `connection`. Throws only when the answer cannot be written.
    func respond(to request: HummingbirdCore.Request, _ writer: consuming ResponseWriter, _ connection: Connection)
        async throws
    {
        let began = ContinuousClock.now
        let (path, query) = split(request.head.path ?? "/")
        let match = families.match(path)
        var headers = RequestHeaders(request.head.headerFields, clientNames)
        headers.host = request.head.authority
        if !connection.isTrustedProxy { headers.forwardedProto = nil }
        var context = MessageContext(
            requestID: ids.make(), traceParent: headers.traceParent, client: headers.client,
            timeout: limits.requestTimeout)
        let address =
            connection.isTrustedProxy
            ? proxies.client(forwardedFor: headers.forwardedFor, peer: connection.peer) : connection.peer
        if !address.isEmpty { context.client?.address = Personal(address) }

        var answer: Answer
        var failure: EdgeError?
        do throws(EdgeError) {
            guard connection.takeSlot(of: address) else { throw EdgeError(.rateLimited, "", retryAfter: 1) }
            defer { connection.releaseSlot() }
            guard request.head.path?.utf8.count ?? 0 <= limits.maximumPathBytes else {
                throw EdgeError(.invalidRequest, "the address is too long", status: .uriTooLong)
            }
            var body: [UInt8] = []
            if match.family.wantsBody(headers) {
                body = try await self.body(of: request, headers, writer)
                context.timeout -= ContinuousClock.now - began
            }
            let edgeRequest = EdgeRequest(
                method: request.head.method, path: path, query: query, headers: headers, body: body,
                context: context, logger: logger)
            answer = try await match.family.answer(edgeRequest, at: match.place)
        } catch {
            failure = error
            answer = render(error, method: request.head.method, path: path, match.family)
        }

        let closes = headers.wantsClose || failure?.closesConnection == true
        let head = head(of: answer, match.family, headers.origin, context.requestID, closes: closes)
        let sendsBody = request.head.method != .head
        note(answer, failure, match, request.head.method, path, context, began)
        try await writer.write(
            response: head,
            body: answer.body.flatMap { sendsBody ? ResponseBody(byteBuffer: $0) : nil } ?? ResponseBody())
        if failure?.closesConnection == true { throw CancellationError() }
    }

    /// What is answered to bytes that are no request.
    func refuse(_ error: EdgeError) -> (HTTPResponse, ByteBuffer) {
        let family = families.match("").family
        let answer = render(error, method: .get, path: "", family)
        let head = head(of: answer, family, nil, ids.make(), closes: true)
        return (head, answer.body ?? ByteBuffer())
    }

    private func body(
        of request: HummingbirdCore.Request, _ headers: RequestHeaders, _ writer: borrowing ResponseWriter
    ) async throws(EdgeError) -> [UInt8] {
        let limit = limits.maximumBodyBytes
        if headers.expectsContinue, headers.contentLength ?? 0 <= limit {
            // When this cannot be written, neither can the answer.
            try? await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        let body = try await readBody(request.body, announced: headers.contentLength, limit: limit)
        guard body.readableBytes > 0 else { return [] }
        return Array(buffer: try ContentEncoding(headers.contentEncoding).decode(body, limit: limit))
    }

    private func render(
        _ error: EdgeError, method: HTTPRequest.Method, path: String, _ family: any Family
    ) -> Answer {
        var answer = family.render(error, method: method, path: path)
        if let retryAfter = error.retryAfter {
            answer.fields.append(HTTPField(name: .retryAfter, value: String(retryAfter)))
        }
        if let allow = error.allow { answer.fields.append(HTTPField(name: .allow, value: allow)) }
        return answer
    }

    private func head(
        of answer: Answer, _ family: any Family, _ origin: String?, _ requestID: String, closes: Bool
    ) -> HTTPResponse {
        var fields = HTTPFields()
        fields.reserveCapacity(8)
        if let contentType = answer.contentType { fields.append(contentType) }
        if let body = answer.body {
            fields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        } else if answer.status != .noContent, answer.status != .notModified {
            fields.append(HTTPField(name: .contentLength, value: "0"))
        }
        fields.append(HTTPField(name: .requestID, value: requestID))
        fields.append(date.current)
        for field in family.crossOriginFields(origin: origin) { fields.append(field) }
        for field in answer.fields { fields.append(field) }
        if closes { fields.append(HTTPField(name: .connection, value: "close")) }
        return HTTPResponse(status: answer.status, headerFields: fields)
    }

    private func note(
        _ answer: Answer, _ failure: EdgeError?, _ match: Families.Match, _ method: HTTPRequest.Method,
        _ path: String, _ context: MessageContext, _ began: ContinuousClock.Instant
    ) {
        let took = ContinuousClock.now - began
        metrics.note(match, status: answer.status.code, took: took)
        let isDefect = answer.status.code >= 500 && !Task.isCancelled
        guard isDefect || logger.logLevel <= .debug else { return }
        var metadata: Logger.Metadata = [
            LogKey.requestID: .string(context.requestID), "method": .string(method.rawValue),
            // The path of an unknown call or of a map may hold a device id.
            "call": .string(match.name), "status": .stringConvertible(answer.status.code),
            "took": .stringConvertible(took),
        ]
        if let client = context.client { metadata[LogKey.client] = .shown(client) }
        if let cause = failure?.cause { metadata["cause"] = .string(cause) }
        logger.log(level: isDefect ? .warning : .debug, "request answered", metadata: metadata)
    }
}

extension Families.Match {
    /// What the call is named in metrics and logs.
    var name: String { place.map { family.endpoints[$0.endpoint].name } ?? "unknown" }
}

extension HTTPField.Name {
    // The name is a constant that is a valid one; the fallback is never taken.
    static let requestID = HTTPField.Name("X-Request-Id") ?? .date
}

/// The path of a request target, and its query without the `?`. A fragment, which no client should send, is left out.
private func split(_ target: String) -> (path: String, query: String) {
    guard let end = target.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
        return (target, "")
    }
    let path = String(target[..<end])
    guard target.utf8[end] == UInt8(ascii: "?") else { return (path, "") }
    return (path, String(target[target.utf8.index(after: end)...].prefix { $0 != "#" }))
}
