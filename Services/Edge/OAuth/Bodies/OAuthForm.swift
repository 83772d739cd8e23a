// The parameters of a call, as the standards have them in the body.

import BaliseAPI
import Models

/// The parameters in a body of type `application/x-www-form-urlencoded` (RFC 6749, section 3.2).
///
/// One that is empty is none. What is not known here is passed over, unless it comes twice.
struct OAuthForm: Sendable {
    /// More bytes than all parameters together have.
    private static let maximumLength = 64 << 10
    /// What RFC 8693, section 2.1, lets a client name several times.
    private static let lists: Set<String> = ["audience", "resource"]

    private var values: [String: [SecretText]] = [:]

    /// Reads the body of a request. Throws 400 for what is no form, or has a parameter twice, and 413 for too much.
    init(_ request: EdgeRequest) throws(EdgeError) {
        guard MediaType(request.headers.contentType).kind == .form else {
            throw .invalid("send the parameters as application/x-www-form-urlencoded")
        }
        guard request.body.count <= OAuthForm.maximumLength else { throw .tooLarge(limit: OAuthForm.maximumLength) }
        for pair in request.body.split(separator: UInt8(ascii: "&")) {
            let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = OAuthForm.decode(pair[..<sign]),
                let value = OAuthForm.decode(pair[sign...].dropFirst())
            else { throw .invalid("the parameters are not percent-encoded UTF-8") }
            guard !value.isEmpty else { continue }
            guard values[name] == nil || OAuthForm.lists.contains(name) else {
                throw .invalid("a parameter comes more than once")
            }
            values[name, default: []].append(SecretText(value))
        }
    }

    static func decode(_ text: some Sequence<UInt8>) -> String? {
        decodePercent(text.lazy.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }, strict: true)
    }

    /// All values of a parameter.
    func texts(_ name: String) -> [String] { (values[name] ?? []).map(\.value) }

    /// The value of a parameter; nil when there is none.
    func text(_ name: String) -> String? { values[name]?.first?.value }

    /// A parameter that has to be there.
    func neededText(_ name: String) throws(EdgeError) -> String { try neededSecret(name).value }

    /// A parameter that nobody may see and that has to be there.
    func neededSecret(_ name: String) throws(EdgeError) -> SecretText {
        guard let value = values[name]?.first else { throw .invalid("the parameter \(name) is missing") }
        return value
    }
}
