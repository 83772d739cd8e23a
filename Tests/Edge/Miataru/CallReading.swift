@testable import Edge

func answer(
    _ services: ScriptedServices, _ endpoint: MiataruEndpoint, _ body: String,
    contentType: String = "application/json"
) async throws -> Answer {
    var headers = RequestHeaders()
    headers.contentType = contentType
    let request = EdgeRequest(
        method: .post, path: endpoint.path, headers: headers, body: Array(body.utf8),
        context: MessageContext(requestID: "1"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let miataru = MiataruAPI(services, allowedOrigins: [], pages: Settings().pages)
    return try await Router([miataru], fallback: miataru).match(endpoint.path).answer(request)
}

func message<R: Request>(_ type: R.Type, _ endpoint: MiataruEndpoint, _ body: String) async throws -> R? {
    let services = ScriptedServices.empty()
    _ = try await answer(services, endpoint, body)
    return services.received(type).first
}

func isRefused(_ endpoint: MiataruEndpoint, _ body: String, contentType: String = "application/json") async -> Bool {
    let services = ScriptedServices.empty()
    do {
        _ = try await answer(services, endpoint, body, contentType: contentType)
        return false
    } catch { return (error as? EdgeError)?.code == .invalidRequest && services.contexts.isEmpty }
}

extension Answer {
    var text: String { body.map { String(buffer: $0) } ?? "" }
}

extension EdgeRequest {
    static func sample(requestID: String) -> EdgeRequest {
        EdgeRequest(
            method: .post, path: "/", headers: RequestHeaders(), body: [],
            context: MessageContext(requestID: requestID),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    static func sample(from address: String, authorization: String?) -> EdgeRequest {
        var headers = RequestHeaders()
        headers.authorization = authorization
        headers.client.address = Personal(address)
        return EdgeRequest(
            method: .get, path: "/", headers: headers, body: [],
            context: MessageContext(requestID: "1", client: headers.client),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
