// A link with an identity provider, as its person sees it.

public import BaliseJSON
public import Foundation

/// A link between the account and an identity provider: whom the provider vouches for signs in to the account.
public struct BaliseProviderLink: JSONConvertible, Hashable {
    /// By which it is removed.
    public var id: String
    /// The address by which the provider's tokens name it, such as `https://accounts.google.com`.
    public var issuer: String
    /// When it was made; left out for a link from before this was noted.
    public var linkedAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, issuer: String, linkedAt: Date? = nil) {
        self.id = id
        self.issuer = issuer
        self.linkedAt = linkedAt
    }
}
