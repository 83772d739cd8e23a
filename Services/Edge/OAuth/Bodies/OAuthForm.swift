import BaliseAPI
import Models

/// RFC 6749, section 3.2. An empty parameter is treated as absent. Unknown ones are ignored, unless they are repeated.
struct OAuthForm<Body: OAuthFormRequest>: Sendable {
    private var values: [ExactText: [SecretText]] = [:]

    /// Throws 400 for another type or a repeated parameter, and 413 if the body is too large.
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
        var error = EdgeError.invalid("the parameter \(shownName(parameter)) comes more than once; send it once")
        error.field = shownName(parameter)
        return error
    }
}

/// In bytes.
private let maximumLength = 64 << 10

/// RFC 8693, section 2.1, allows these several times.
private let repeatable: Set<String> = [
    TokenExchangeRequest.Parameter.audience.rawValue, TokenExchangeRequest.RefusedParameter.resource.rawValue,
]
