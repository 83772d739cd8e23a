public import BaliseJSON
public import Foundation

/// The answer of POST auth/forgot-password and forgot-password-logs. It does not reveal whether an account has the
/// address.
public struct PasswordResetLinkResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// For people.
    public var message: String
    /// Random, for apps that expect a number.
    public var id: Int64
    /// The address of the request.
    public var email: String
    /// The time of the request.
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
