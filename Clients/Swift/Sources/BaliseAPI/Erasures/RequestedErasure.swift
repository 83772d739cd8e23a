public import BaliseJSON
public import Foundation

/// A requested erasure: the answer of DELETE users/me in an envelope. The user follows it with these values, because
/// the account is gone.
public struct RequestedErasure: JSONConvertible, Hashable {
    /// The id of the erasure.
    public var id: String
    /// The secret that gives access together with the id. The server shows it only here.
    public var secret: SecretText
    /// The time of the request.
    public var askedAt: Date
    /// When the account will be erased, while the user may still cancel that; nil if it is erased already.
    public var erasesAt: Date?

    /// Makes a body of these members; nil leaves one out.
    public init(id: String, secret: SecretText, askedAt: Date, erasesAt: Date? = nil) {
        self.id = id
        self.secret = secret
        self.askedAt = askedAt
        self.erasesAt = erasesAt
    }
}
