// What POST users/me/phone and cyclists of the Ecovelo API answer.

public import BaliseJSON
public import Foundation

/// That a code is on its way to a phone.
public struct SendPhoneCodeResponse: JSONConvertible, Hashable {
    /// The account.
    public var id: String
    /// The number, in its usual form.
    public var phone: String
    /// False until the code is shown.
    public var phoneVerified: Bool
    /// Until when the code counts.
    public var expiresAt: Date
    /// From when another code can be asked for.
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
