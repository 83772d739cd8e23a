public import BaliseJSON
public import Foundation

/// The old password and the new password: the body of POST users/change-password.
public struct ChangePasswordRequest: JSONOpenObject, JSONAliases, Hashable {
    /// The current password.
    public var currentPassword: SecretText
    /// The new password.
    public var newPassword: SecretText
    /// Whether to end the user's other sessions; nil means false.
    public var endOtherSessions: Bool?

    public init(currentPassword: SecretText, newPassword: SecretText, endOtherSessions: Bool? = nil) {
        (self.currentPassword, self.newPassword) = (currentPassword, newPassword)
        self.endOtherSessions = endOtherSessions
    }

    private enum CodingKeys: String, CodingKey {
        case currentPassword = "oldPassword"
        case newPassword, endOtherSessions
    }

    public static let otherNames = [CodingKeys.currentPassword.stringValue: ["currentPassword"]]
}

/// The result of a change of the password: the answer of POST users/change-password.
public struct ChangePasswordResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    /// The number of other sessions that continue; nil if it is unknown.
    public var otherSessions: Int?
    /// The number of ended sessions; nil if the request did not ask to end sessions, or the attempt failed.
    public var endedSessions: Int?
    private var data = EmptyObject()

    public init(message: String, otherSessions: Int? = nil, endedSessions: Int? = nil) {
        (self.message, self.otherSessions, self.endedSessions) = (message, otherSessions, endedSessions)
    }
}

/// The address that gets a link if an account has it: the body of POST auth/forgot-password and forgot-password-logs.
public struct PasswordResetLinkRequest: JSONOpenObject, Hashable {
    /// The e-mail address.
    public var email: String

    public init(email: String) { self.email = email }
}

/// The answer of POST auth/forgot-password and forgot-password-logs. It does not reveal whether an account has it.
public struct PasswordResetLinkResponse: JSONConvertible, Hashable {
    private var success = AlwaysTrue()
    /// A text for people about the result.
    public var message: String
    /// A random number without a meaning, for apps that expect an id.
    public var id: Int64
    /// The address that the request named.
    public var email: String
    /// When the server got the request.
    public var createdAt: Date
    private var data = EmptyObject()

    public init(message: String, id: Int64, email: String, createdAt: Date) {
        (self.message, self.id, self.email, self.createdAt) = (message, id, email, createdAt)
    }
}

/// A new password and the token of a reset link: the body of POST auth/reset-password.
public struct ResetPasswordRequest: JSONOpenObject, Hashable {
    /// The token from the link.
    public var token: SecretText
    /// The new password.
    public var newPassword: SecretText

    public init(token: SecretText, newPassword: SecretText) { (self.token, self.newPassword) = (token, newPassword) }
}
