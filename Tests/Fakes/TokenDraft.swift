// A token that is still to be signed, for tests to change.

import Foundation
import Models

/// A token before it is signed. The members of both parts are JSON as it stands in the token.
public struct TokenDraft: Sendable {
    public var header: [String: String]
    public var claims: [String: String]
    /// What stands behind the members of the claims, for members that stand there twice.
    public var moreClaims = ""

    /// A text as JSON.
    public static func text(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    /// The token.
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
