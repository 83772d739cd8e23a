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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        currentPassword = try json.needed("oldPassword")
        newPassword = try json.needed("newPassword")
        endOtherSessions = try json.optional("endOtherSessions")
    }

    public func write(to json: inout JSONObject) {
        json.set("oldPassword", currentPassword)
        json.set("newPassword", newPassword)
        json.set("endOtherSessions", endOtherSessions)
    }
}
