@testable import Edge

func answer(
    _ services: ScriptedServices, _ endpoint: MiataruEndpoint, _ body: String,
    contentType: String = "application/json"
) async throws -> Answer {
    let request = EdgeRequest.sample(.post, path: endpoint.path, body: body) { $0.contentType = contentType }
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
    static func sample(
        _ method: HTTPRequest.Method = .get, path: String = "/", query: String = "", parameters: [String] = [],
        body: String = "", requestID: String = "1", from address: String = "192.0.2.1",
        _ change: (inout RequestHeaders) -> Void = { _ in }
    ) -> EdgeRequest {
        var headers = RequestHeaders()
        headers.client.address = Personal(address)
        change(&headers)
        return EdgeRequest(
            method: method, path: path, query: query, parameters: parameters, headers: headers, body: Array(body.utf8),
            context: MessageContext(requestID: requestID, client: headers.client, timeout: .seconds(60)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
