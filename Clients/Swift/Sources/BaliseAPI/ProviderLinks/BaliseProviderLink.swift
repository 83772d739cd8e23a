public import BaliseJSON
public import Foundation

/// A link between the account and an identity provider. The provider's user can sign in to the account.
public struct BaliseProviderLink: JSONConvertible, Hashable {
    /// The id for removing it.
    public var id: String
    /// The provider's `iss` in tokens, such as `https://accounts.google.com`.
    public var issuer: String
    /// When it was created; left out for links from before this was recorded.
    public var linkedAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, issuer: String, linkedAt: Date? = nil) {
        self.id = id
        self.issuer = issuer
        self.linkedAt = linkedAt
    }
}
