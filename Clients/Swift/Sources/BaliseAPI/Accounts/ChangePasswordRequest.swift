// What a person changes their password with: the body of POST users/change-password.

public import BaliseJSON

/// The old password and the new one.
public struct ChangePasswordRequest: JSONConvertible, Hashable {
    /// The password until now.
    public var currentPassword: SecretString
    /// The password from now on.
    public var newPassword: SecretString
    /// Whether the person is to be signed out everywhere else; nil means that they are not.
    public var endOtherSessions: Bool?

    /// Makes a body of these members; nil leaves one out.
    public init(currentPassword: SecretString, newPassword: SecretString, endOtherSessions: Bool? = nil) {
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

/// Apps that are older than Balise send members of their own.
extension ChangePasswordRequest: JSONOpenObject {}
