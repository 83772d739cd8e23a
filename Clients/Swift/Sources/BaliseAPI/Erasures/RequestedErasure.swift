// An erasure that has begun, as DELETE users/me answers it in an envelope.

public import BaliseJSON
public import Foundation

/// The erasure of an account, by which its person follows it: the account itself is gone.
public struct RequestedErasure: JSONConvertible, Hashable {
    /// By which it is asked for.
    public var id: String
    /// What opens it beside the id; told for the only time.
    public var secret: SecretString
    /// When it was asked for.
    public var askedAt: Date

    /// Makes a body of these members.
    public init(id: String, secret: SecretString, askedAt: Date) {
        self.id = id
        self.secret = secret
        self.askedAt = askedAt
    }
}
