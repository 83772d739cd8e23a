public import BaliseJSON

/// The code sent to the user's phone: the body of POST users/me/phone/confirm and cyclists/confirm (Ecovelo).
public struct ConfirmPhoneRequest: JSONConvertible, Hashable {
    /// The digits.
    public var code: SecretText

    /// Makes a body of these members.
    public init(code: SecretText) {
        self.code = code
    }
}

extension ConfirmPhoneRequest: JSONOpenObject {}
