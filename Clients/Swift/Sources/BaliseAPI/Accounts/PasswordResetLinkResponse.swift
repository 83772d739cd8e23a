// What POST auth/forgot-password and forgot-password-logs answer.

public import BaliseJSON
public import Foundation

/// That a link is on its way, if an account has the address; whether one has is not told.
public struct PasswordResetLinkResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// Random, for the apps that want a number.
    public var id: Int64
    /// The address as it was sent.
    public var email: String
    /// When the link was asked for.
    public var createdAt: Date
    private var data = EmptyObject()

    /// Makes a body of these members.
    public init(message: String, id: Int64, email: String, createdAt: Date) {
        self.message = message
        self.id = id
        self.email = email
        self.createdAt = createdAt
    }
}
