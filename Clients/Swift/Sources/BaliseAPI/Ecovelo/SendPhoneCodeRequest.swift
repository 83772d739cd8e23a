public import BaliseJSON

/// A phone number to verify: the body of POST users/me/phone and cyclists of the Ecovelo API.
public struct SendPhoneCodeRequest: JSONConvertible, Hashable {
    /// With its country, for example `+33612345678`.
    public var phoneNumber: String

    /// Makes a body of these members.
    public init(phoneNumber: String) {
        self.phoneNumber = phoneNumber
    }
}

extension SendPhoneCodeRequest: JSONAliases {
    public static let otherNames = [CodingKeys.phoneNumber.stringValue: ["phone_number", "phone"]]
}

extension SendPhoneCodeRequest: JSONOpenObject {}
