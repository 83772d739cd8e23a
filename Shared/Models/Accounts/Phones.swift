/// Sends a code that proves a phone number. A later code replaces an earlier code. Errors: `invalidRequest` for an
/// invalid number, `rateLimited` for a code too soon or too many codes in a day, `accountGone`.
public struct RequestPhoneCode: RequestFromEdge, RequestByAccount {
    public static let serviceCode = ServiceCode(.identity, 15)

    public struct Reply: Codable, Sendable {
        /// The phone number, in E.164 form.
        public var phone: Personal<String>
        public var expiresAt: UnixTime
        public var nextAt: UnixTime

        enum CodingKeys: Int, CodingKey { case phone = 0, expiresAt, nextAt }

        public init(phone: Personal<String>, expiresAt: UnixTime, nextAt: UnixTime) {
            (self.phone, self.expiresAt, self.nextAt) = (phone, expiresAt, nextAt)
        }
    }

    public var account: AccountID
    /// The phone number in E.164 form (`+` and 8 to 15 digits). Spaces, dots, hyphens and brackets are ignored.
    public var phone: Personal<String>

    enum CodingKeys: Int, CodingKey { case account = 0, phone }

    public init(account: AccountID, phone: Personal<String>) { (self.account, self.phone) = (account, phone) }
}

/// Stores the number that the latest code was sent to. Errors: `invalidRequest` for a malformed code, which does not
/// count as a try; `codeMismatch`; `codeExpired` without a valid code; `rateLimited` after many wrong codes;
/// `accountGone`.
public struct ConfirmPhone: RequestFromEdge, RequestByAccount {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 16)

    public var account: AccountID
    /// The code from the text message: six digits.
    public var phoneCode: SecretText

    enum CodingKeys: Int, CodingKey { case account = 0, phoneCode }

    public init(account: AccountID, phoneCode: SecretText) { (self.account, self.phoneCode) = (account, phoneCode) }
}

/// Removes the verified number and a pending code. Succeeds even if the account has neither. Errors: `accountGone`.
public struct RemovePhone: RequestFromEdge, RequestByAccount, IdempotentRequest {
    public typealias Reply = AccountProfile
    public static let serviceCode = ServiceCode(.identity, 17)

    public var account: AccountID

    enum CodingKeys: Int, CodingKey { case account = 0 }

    public init(account: AccountID) { self.account = account }
}
