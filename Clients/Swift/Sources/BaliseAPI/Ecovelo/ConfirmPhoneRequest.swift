public import BaliseJSON

/// The code that was sent to the user's phone: the body of POST users/me/phone/confirm and cyclists/confirm of the
/// Ecovelo API.
public struct ConfirmPhoneRequest: JSONConvertible, Hashable {
    /// The digits.
    public var code: SecretText

    /// Makes a body of these members.
    public init(code: SecretText) {
        self.code = code
    }
}

/// The web app sends members of its own.
extension ConfirmPhoneRequest: JSONOpenObject {}
