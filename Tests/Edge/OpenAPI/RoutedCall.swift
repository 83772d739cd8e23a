@testable import Edge

/// No type of BaliseAPI defines the bodies of a Miataru or Appwrite call: its route reads and writes them by member names.
struct RoutedCall: Sendable, CustomTestStringConvertible {
    enum Credential: String, CaseIterable, Sendable {
        case none, cookie = "appwriteCookie", session = "appwriteSession", token = "appwriteJWT"
    }

    enum Outcome: Equatable {
        /// `messages` are those that services received, as JSON.
        case answered(status: Int, body: String, messages: [String])
        case refused(status: Int)

        var status: Int {
            switch self {
            case .answered(let status, _, _), .refused(let status): status
            }
        }
    }

    let method: String
    let template: String
    let path: String
    let isAppwrite: Bool
    let credential: Credential
    /// Members with the caller's own value instead of the example's.
    var callersOwn: [String: String] = [:]
    /// Members that the route reads more leniently than the document, with reasons.
    var looser: [String: String] = [:]
    /// Members that the route reads more strictly than a schema can express, with reasons.
    var stricter: [String: String] = [:]
    let services: @Sendable () -> ScriptedServices
    /// Services whose replies cover all variants.
    let replies: @Sendable () -> [ScriptedServices]

    var testDescription: String { "\(method) \(template)" }

    func ask(
        _ body: String?, _ services: ScriptedServices, as credential: Credential? = nil,
        contentType: String = "application/json", changing change: (inout RequestHeaders) -> Void = { _ in }
    ) async throws -> Outcome {
        try await RoutedCaller(self, services).ask(body, as: credential, contentType: contentType, changing: change)
    }
}

struct RoutedCaller {
    private let call: RoutedCall
    private let services: ScriptedServices
    private let match: RouteMatch

    init(_ call: RoutedCall, _ services: ScriptedServices) {
        (self.call, self.services) = (call, services)
        let miataru = MiataruAPI(services, allowedOrigins: [], pages: Settings().pages)
        var settings = Settings().appwrite
        (settings.accountsPerHour, settings.anonymousSessionsPerHour, settings.signInsPerHour) =
            (1_000_000, 1_000_000, 1_000_000)
        let router =
            call.isAppwrite
            ? Router([AppwriteAPI.overScripted(services, settings)], fallback: miataru)
            : Router([miataru], fallback: miataru)
        match = router.match(call.path)
    }

    func ask(
        _ body: String?, as credential: RoutedCall.Credential? = nil, contentType: String = "application/json",
        changing change: (inout RequestHeaders) -> Void = { _ in }
    ) async throws -> RoutedCall.Outcome {
        var headers = RequestHeaders()
        if body != nil { headers.contentType = contentType }
        switch credential ?? call.credential {
        case .none: break
        case .cookie: headers.cookie = Appwrite.cookie("ada").1
        case .session: headers.appwriteSession = Appwrite.session("ada")
        case .token: headers.appwriteJWT = "ada"
        }
        change(&headers)
        let request = EdgeRequest.sample(
            try #require(HTTPRequest.Method(rawValue: call.method)), path: call.path, parameters: match.parameters,
            body: body ?? ""
        ) { $0 = headers }
        let before = services.messages.count
        let answer: Answer
        do throws(EdgeError) { answer = try await match.answer(request) } catch {
            return .refused(status: Int(error.status.code))
        }
        // The authentication is cached, so it is not always sent.
        let messages = services.messages.dropFirst(before).filter { !($0 is Authenticate) }
        return .answered(
            status: Int(answer.status.code), body: answer.text,
            messages: try messages.map { try Self.text(of: $0) })
    }

    /// Makes the call with a body of JSON's types.
    func ask(with body: Any?) async throws -> RoutedCall.Outcome { try await ask(Self.json(body)) }

    func takes(_ body: Any?) async throws -> Bool {
        switch try await ask(with: body) {
        case .answered: return true
        case .refused(let status):
            try #require(status < 500, "\(call.testDescription) needs a script for what it asks")
            return false
        }
    }

    private static func text<Message: Encodable>(of message: Message) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return "\(Message.self) " + String(decoding: try encoder.encode(message), as: UTF8.self)
    }

    private static func json(_ body: Any?) throws -> String? {
        guard let body else { return nil }
        let json = try JSONSerialization.data(withJSONObject: body, options: [.fragmentsAllowed, .sortedKeys])
        return String(decoding: json, as: UTF8.self)
    }
}
