import AsyncHTTPClient
import NIOCore

struct Answer: Sendable, CustomStringConvertible {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]
    /// The time from the call to the last byte of the answer.
    var took: Duration

    var text: String { String(decoding: body, as: UTF8.self) }
    var contentType: String? { headers.first(name: "content-type") }
    var json: JSON? { try? JSON(reading: body) }
    var error: String? { json?["error"]?.text }

    var description: String { "\(status) \(contentType ?? "-") \(text.prefix(400))" }

    @discardableResult
    func expect(_ status: Int, sourceLocation: SourceLocation = #_sourceLocation) -> Answer {
        #expect(self.status == status, "\(self)", sourceLocation: sourceLocation)
        return self
    }
}

extension RunningBalise {
    func post(_ endpoint: Endpoint, _ body: JSON, _ headers: HTTPHeaders = [:]) async throws -> Answer {
        try await post(path: "/v1/" + endpoint.rawValue, Array(body.encoded.utf8), headers)
    }

    func post(path: String, _ body: [UInt8], _ headers: HTTPHeaders = [:]) async throws -> Answer {
        var headers = headers
        if !headers.contains(name: "content-type") { headers.add(name: "content-type", value: "application/json") }
        return try await send(.POST, path, body, headers)
    }

    /// Posts a request that must succeed; returns the answer's body.
    @discardableResult
    func accept(_ endpoint: Endpoint, _ body: JSON, sourceLocation: SourceLocation = #_sourceLocation)
        async throws -> JSON
    {
        let answer = try await post(endpoint, body)
        try #require(answer.status == 200, "\(endpoint) \(body): \(answer)", sourceLocation: sourceLocation)
        return try #require(answer.json, sourceLocation: sourceLocation)
    }

    func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, nil, headers)
    }

    func send(_ method: HTTPMethod, _ path: String, _ body: [UInt8]? = nil, _ headers: HTTPHeaders = [:])
        async throws -> Answer
    {
        let answer = try await ask(method, path, body, headers)
        AnswerRules.judge(answer, method, path)
        return answer
    }

    /// Sends one request in its turn.
    func ask(_ method: HTTPMethod, _ path: String, _ body: [UInt8]?, _ headers: HTTPHeaders) async throws -> Answer {
        if isShared { await Quiet.room.pass() }
        return try await calls.run { try await call(method, http + path, body, headers) }
    }

    func call(_ method: HTTPMethod, _ url: String, _ body: [UInt8]? = nil, _ headers: HTTPHeaders = [:])
        async throws -> Answer
    {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers = headers
        if let body { request.body = .bytes(body, length: .known(Int64(body.count))) }
        let start = ContinuousClock.now
        let response = try await client.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 64 << 20)
        return Answer(
            status: Int(response.status.code), headers: response.headers, body: Array(bytes.readableBytesView),
            took: ContinuousClock.now - start)
    }
}

enum OutgoingCalls {
    static let client = makeClient()

    /// For a Balise whose edge is killed: it does not retry connections.
    static let impatient = makeClient(retriesConnections: false)

    private static func makeClient(retriesConnections: Bool = true) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = retriesConnections
        configuration.timeout.connect = .seconds(60)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 48
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }
}

enum AnswerRules {
    static func judge(_ answer: Answer, _ method: HTTPMethod, _ path: String) {
        guard method != .HEAD, answer.status >= 400 else { return }
        let what: Comment = "\(method.rawValue) \(path.prefix(80)) → \(answer)"
        #expect(answer.contentType == "application/json; charset=utf-8", what)
        #expect(answer.json?.names == ["error"] && answer.error?.isEmpty == false, what)
    }
}
