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
    /// When the account is erased, while its person may take that back; nil when it is gone already.
    public var erasesAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, secret: SecretString, askedAt: Date, erasesAt: Date? = nil) {
        self.id = id
        self.secret = secret
        self.askedAt = askedAt
        self.erasesAt = erasesAt
    }
}
