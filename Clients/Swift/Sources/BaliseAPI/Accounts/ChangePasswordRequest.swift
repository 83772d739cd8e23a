public import BaliseJSON

/// The old password and the new one: the body of POST users/change-password.
public struct ChangePasswordRequest: JSONConvertible, Hashable {
    /// The current password.
    public var currentPassword: SecretText
    /// The new password.
    public var newPassword: SecretText
    /// Whether to sign the user out everywhere else; nil is false.
    public var endOtherSessions: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(currentPassword: SecretText, newPassword: SecretText, endOtherSessions: Bool? = nil) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
        self.endOtherSessions = endOtherSessions
    }

    private enum CodingKeys: String, CodingKey {
        case currentPassword = "oldPassword"
        case newPassword, endOtherSessions
    }
}

extension ChangePasswordRequest: JSONAliases {
    public static let otherNames = [CodingKeys.currentPassword.stringValue: ["currentPassword"]]
}

/// Apps from before Balise send members of their own.
extension ChangePasswordRequest: JSONOpenObject {}
