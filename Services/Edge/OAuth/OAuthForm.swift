import BaliseAPI
import Foundation
import HTTPTypes
import Models

/// A form of RFC 6749, section 3.2. An empty parameter counts as absent. Unknown parameters are ignored, unless they
/// are repeated.
struct OAuthForm<Body: OAuthFormRequest>: Sendable {
    private var values: [ExactText: [SecretText]] = [:]

    /// Reads a form. Throws 400 for another type, a wrong encoding or a repeated parameter, and 413 if it is too large.
    init(_ request: EdgeRequest) throws(EdgeError) {
        guard MediaType(request.headers.contentType).kind == .form else {
            throw .invalid("send the parameters as application/x-www-form-urlencoded")
        }
        guard request.body.count <= maximumLength else { throw .tooLarge(limit: maximumLength) }
        for pair in request.body.split(separator: UInt8(ascii: "&")) {
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = String(formEncoded: pair[..<sign]),
                let value = String(formEncoded: pair[sign...].dropFirst())
            else { throw .invalid("the parameters are not percent-encoded UTF-8") }
            guard !value.isEmpty else { continue }
            guard values[ExactText(name)] == nil || repeatable.contains(name) else { throw .repeated(name) }
            values[ExactText(name), default: []].append(SecretText(value))
        }
    }

    func count(_ parameter: Body.Parameter) -> Int { values[ExactText(parameter.rawValue)]?.count ?? 0 }

    func text(_ parameter: Body.Parameter) -> String? { values[ExactText(parameter.rawValue)]?.first?.value }

    func neededText(_ parameter: Body.Parameter) throws(EdgeError) -> String { try neededSecret(parameter).value }

    func neededSecret(_ parameter: Body.Parameter) throws(EdgeError) -> SecretText {
        guard let value = values[ExactText(parameter.rawValue)]?.first else {
            throw .invalid("the parameter \(parameter.rawValue) is missing")
        }
        return value
    }
}

extension OAuthForm<TokenExchangeRequest> {
    func has(_ parameter: TokenExchangeRequest.RefusedParameter) -> Bool {
        values[ExactText(parameter.rawValue)] != nil
    }
}

extension EdgeError {
    static func repeated(_ parameter: String) -> EdgeError {
        let name = shownName(parameter)
        return .invalid("the parameter \(name) comes more than once; send it once", field: name)
    }
}

/// The longest form in bytes.
private let maximumLength = 64 << 10

/// The parameters that RFC 8693, section 2.1, allows several times.
private let repeatable: Set<String> = [
    TokenExchangeRequest.Parameter.audience.rawValue, TokenExchangeRequest.RefusedParameter.resource.rawValue,
]

struct ProgramKey: Sendable {
    let credential: Credential
    /// The id of the key that the program names; nil if it sends only the secret.
    private let named: String?

    /// Reads the key: `X-API-Key`, a bearer token (RFC 6750, section 2.1), or Basic with the key's id as the user and
    /// the key as the password (RFC 6749, section 2.3.1). Throws `authenticationRequired` without a key.
    init(_ headers: RequestHeaders) throws(EdgeError) {
        if let credential = try Credential.ofProgram(headers) {
            self.credential = credential
            named = nil
            return
        }
        let parts = (headers.authorization ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        switch parts.first?.lowercased() {
        case "bearer" where parts.count == 2:
            credential = try Credential.key(SecretText(parts[1]))
            named = nil
        case "basic" where parts.count == 2:
            guard let pair = Data(base64Encoded: parts[1]), let colon = pair.firstIndex(of: UInt8(ascii: ":")),
                let name = String(formEncoded: pair[..<colon]),
                let secret = String(formEncoded: pair[colon...].dropFirst())
            else { throw .refused(.invalidToken) }
            credential = try Credential.key(SecretText(secret))
            named = name
        default:
            throw EdgeError(
                .authenticationRequired, "send an API key: its id and secret as Basic, or its secret in X-API-Key")
        }
    }

    func isNamed(_ key: APIKeyID?) -> Bool { named == nil || named == key?.text }
}

extension OAuthCall {
    /// Throws 401 without an API key with `scope` (RFC 7662, section 2.3).
    func authorizeProgram(_ scope: APIKeyScope) async throws(EdgeError) {
        do throws(EdgeError) {
            let key = try ProgramKey(request.headers)
            let principal = try await oauth.parts.authenticator.authorize(
                request, anyOf: [scope], showing: key.credential)
            guard key.isNamed(principal.apiKey) else { throw .refused(.invalidToken) }
        } catch {
            switch error.code {
            case .authenticationRequired, .invalidToken, .tokenExpired, .accountGone, .forbidden:
                let text =
                    switch error.code {
                    case .forbidden: error.message
                    case .invalidToken: EdgeError.unknownAPIKey.message
                    default: "show an API key with the scope \(scope.rawValue)"
                    }
                var refusal = EdgeError(.authenticationRequired, text)
                refusal.fields = [
                    HTTPField(name: .wwwAuthenticate, value: #"Basic realm="introspection", charset="UTF-8""#),
                    HTTPField(name: .wwwAuthenticate, value: "Bearer"),
                ]
                throw refusal
            default: throw error
            }
        }
    }
}
