public import BaliseJSON
public import Foundation

/// The code that was sent to a phone: the answer of POST users/me/phone and cyclists of the Ecovelo API.
public struct SendPhoneCodeResponse: JSONConvertible, Hashable {
    /// The account's id.
    public var id: String
    /// The number, normalised.
    public var phone: String
    /// False until the code is confirmed.
    public var phoneVerified: Bool
    /// The end of the code's validity.
    public var expiresAt: Date
    /// The earliest time for another code.
    public var nextAt: Date

    /// Makes a body of these members.
    public init(id: String, phone: String, phoneVerified: Bool, expiresAt: Date, nextAt: Date) {
        self.id = id
        self.phone = phone
        self.phoneVerified = phoneVerified
        self.expiresAt = expiresAt
        self.nextAt = nextAt
    }
}
