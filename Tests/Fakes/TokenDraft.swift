import Foundation
import Models

/// The members of both parts are raw JSON.
public struct TokenDraft: Sendable {
    public var header: [String: String]
    public var claims: [String: String]
    /// Text after the members of the claims, for repeated members.
    public var moreClaims = ""

    public static func text(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    public func signed(by key: IssuerKey) throws -> String {
        let body = "\(base64URL(TokenDraft.object(header).utf8)).\(base64URL(object().utf8))"
        return "\(body).\(base64URL(try key.signature(of: body)))"
    }

    private func object() -> String {
        let members = TokenDraft.object(claims)
        return moreClaims.isEmpty ? members : "\(members.dropLast()),\(moreClaims)}"
    }

    static func object(_ members: [String: String]) -> String {
        "{" + members.sorted { $0.key < $1.key }.map { "\(text($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }
}
