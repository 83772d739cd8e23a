// The OAuth family: what other programs need to verify what is signed here.

import HTTPInterface
import HTTPTypes
import Models

/// Well-known documents, for programs and not for pages. Errors have the form of RFC 6749, section 5.2.
struct OAuthFamily: Family {
    let name = "oauth"
    let endpoints = [Endpoint(path: "/.well-known/jwks.json", methods: [.get, .head], name: "jwks.json")]

    private let services: any Services

    init(_ services: any Services) { self.services = services }

    func covers(_ path: String) -> Bool {
        path.utf8.starts(with: "/.well-known/".utf8) || path.utf8.starts(with: "/oauth/".utf8)
    }

    /// Nothing that is asked so far has a body; one that is too large is refused all the same.
    func wantsBody(_ headers: RequestHeaders) -> Bool { true }

    func answer(_ request: EdgeRequest, at place: Place?) async throws(EdgeError) -> Answer {
        guard place != nil else { throw EdgeError(.notFound, "") }
        guard request.method == .get || request.method == .head else {
            throw EdgeError.methodNotAllowed(allow: "GET, HEAD")
        }
        return try await getSigningKeys(request, services).tagged(for: request)
    }

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        var json = JSONObject()
        json.set("error", error.code.nameInOAuth)
        json.set("error_description", description(of: error))
        var answer = Answer(error.status, json: json.bytes)
        answer.fields.append(.noStore)
        return answer
    }

    func crossOriginFields(origin: String?) -> [HTTPField] { [] }

    private func description(of error: EdgeError) -> String {
        let text = error.message.isEmpty ? error.status.reasonPhrase : error.message
        // The characters that RFC 6749 allows there.
        return String(
            decoding: text.utf8.filter { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }, as: UTF8.self)
    }
}

extension ErrorCode {
    /// What RFC 6749 (sections 4.1.2.1 and 5.2) calls it.
    fileprivate var nameInOAuth: String {
        switch self {
        case .invalidRequest, .notFound, .methodNotAllowed, .conflict, .duplicate, .payloadTooLarge,
            .unsupportedMediaType:
            "invalid_request"
        case .codeMismatch, .codeExpired: "invalid_grant"
        case .phoneNotVerified: "interaction_required"
        case .authenticationRequired: "invalid_client"
        case .wrongCredentials, .tokenExpired, .invalidToken, .accountGone: "invalid_grant"
        case .forbidden: "access_denied"
        case .rateLimited, .overloaded, .unavailable, .timedOut: "temporarily_unavailable"
        case .internalFailure: "server_error"
        }
    }
}
