// The parameters of a call, as the standards have them in the body.

import BaliseAPI
import Models

/// The parameters in a body of type `application/x-www-form-urlencoded` (RFC 6749, section 3.2), by the names that its
/// definition has.
///
/// One that is empty is none. What is not known here is passed over, unless it comes twice.
struct OAuthForm<Body: OAuthFormRequest>: Sendable {
    private var values: [ExactText: [SecretText]] = [:]

    /// Reads the body of a request. Throws 400 for what is no form, or has a parameter twice, and 413 for too much.
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
            guard values[ExactText(name)] == nil || repeatable.contains(name) else {
                throw .repeated(name)
            }
            values[ExactText(name), default: []].append(SecretText(value))
        }
    }

    /// How often a parameter comes.
    func count(_ parameter: Body.Parameter) -> Int { values[ExactText(parameter.rawValue)]?.count ?? 0 }

    /// The value of a parameter; nil when there is none.
    func text(_ parameter: Body.Parameter) -> String? { values[ExactText(parameter.rawValue)]?.first?.value }

    /// A parameter that has to be there.
    func neededText(_ parameter: Body.Parameter) throws(EdgeError) -> String { try neededSecret(parameter).value }

    /// A parameter that nobody may see and that has to be there.
    func neededSecret(_ parameter: Body.Parameter) throws(EdgeError) -> SecretText {
        guard let value = values[ExactText(parameter.rawValue)]?.first else {
            throw .invalid("the parameter \(parameter.rawValue) is missing")
        }
        return value
    }
}

extension OAuthForm<TokenExchangeRequest> {
    /// Whether there is a parameter that is refused here.
    func has(_ parameter: TokenExchangeRequest.RefusedParameter) -> Bool {
        values[ExactText(parameter.rawValue)] != nil
    }
}

extension EdgeError {
    /// Which of the values is meant nobody can tell.
    static func repeated(_ parameter: String) -> EdgeError {
        var error = EdgeError.invalid("the parameter \(shownName(parameter)) comes more than once; send it once")
        error.field = shownName(parameter)
        return error
    }
}

/// More bytes than all parameters together have.
private let maximumLength = 64 << 10

/// What RFC 8693, section 2.1, lets a client name several times.
private let repeatable: Set<String> = [
    TokenExchangeRequest.Parameter.audience.rawValue, TokenExchangeRequest.RefusedParameter.resource.rawValue,
]
