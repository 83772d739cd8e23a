// A call of the Miataru or the Appwrite API as the comparison with the document asks it: without a connection, over
// services that a test scripts.

import BaliseAPI
import Foundation
import HTTPTypes
import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

/// A call whose bodies no type of BaliseAPI defines: its route reads and writes them by the names of their members.
struct RoutedCall: Sendable, CustomTestStringConvertible {
    /// What a client shows.
    enum Credential: String, CaseIterable, Sendable {
        case none, cookie = "appwriteCookie", session = "appwriteSession", token = "appwriteJWT"
    }

    /// What came of a request.
    enum Outcome: Equatable {
        /// The messages are those that services received, as JSON.
        case answered(status: Int, body: String, messages: [String])
        case refused(status: Int)

        var status: Int {
            switch self {
            case .answered(let status, _, _), .refused(let status): status
            }
        }
    }

    let method: String
    /// As the document names it.
    let template: String
    let path: String
    let isAppwrite: Bool
    /// What the usual caller shows.
    let credential: Credential
    /// Members that take a value of the caller's own in place of the one in an example.
    var callersOwn: [String: String] = [:]
    /// Places of members of which the route takes more than the document promises, and why.
    var looser: [String: String] = [:]
    /// Places of members of which the route refuses more than a schema can say, and why.
    var stricter: [String: String] = [:]
    /// Services that have all that the call needs.
    let services: @Sendable () -> ScriptedServices
    /// Services whose replies differ in all in which they can differ.
    let replies: @Sendable () -> [ScriptedServices]

    var testDescription: String { "\(method) \(template)" }

    /// Asks for the call once.
    ///
    /// - Parameter body: nil for none.
    func ask(
        _ body: String?, _ services: ScriptedServices, as credential: Credential? = nil,
        contentType: String = "application/json", changing change: (inout RequestHeaders) -> Void = { _ in }
    ) async throws -> Outcome {
        try await RoutedCaller(self, services).ask(body, as: credential, contentType: contentType, changing: change)
    }
}

/// Asks for one call, over the same services each time.
struct RoutedCaller {
    private let call: RoutedCall
    private let services: ScriptedServices
    private let match: RouteMatch

    init(_ call: RoutedCall, _ services: ScriptedServices) {
        self.call = call
        self.services = services
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
        let request = EdgeRequest(
            method: try #require(HTTPRequest.Method(rawValue: call.method)), path: call.path,
            parameters: match.parameters, headers: headers, body: Array((body ?? "").utf8),
            context: MessageContext(requestID: "1"), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let before = services.messages.count
        let answer: Answer
        do throws(EdgeError) { answer = try await match.answer(request) } catch {
            return .refused(status: Int(error.status.code))
        }
        // Who asks is remembered, and so not always asked.
        let messages = services.messages.dropFirst(before).filter { !($0 is Authenticate) }
        return .answered(
            status: Int(answer.status.code), body: answer.text,
            messages: try messages.map { try Self.text(of: $0) })
    }

    /// Asks with a body of JSON's types.
    func ask(with body: Any?) async throws -> RoutedCall.Outcome { try await ask(Self.json(body)) }

    /// Whether the route takes a body: what is wrong with it, it says with a 4xx.
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
