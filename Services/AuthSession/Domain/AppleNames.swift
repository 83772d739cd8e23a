import AppleAccounts
import Models

/// Ids derived from Apple's names for a person. Neither the user id nor the transfer id can be recovered from them.
struct AppleNames: Hashable, Codable, Sendable {
    /// From the user id: the account id, unless the user had an account before their app moved to another team.
    let account: AccountID
    /// From the transfer id, which Apple sends for a while after a move; nil without one.
    let transfer: AccountID?

    enum CodingKeys: Int, CodingKey { case account = 0, transfer }

    init(userID: String?, transferID: String? = nil) throws(TokenRefusal) {
        guard let user = userID.flatMap({ AppleAccount(appleUserID: $0) }) else { throw .subject }
        account = user.id
        transfer = transferID.flatMap { AppleAccount(appleUserID: $0)?.id }
    }

    init(_ claims: TokenClaims) throws(TokenRefusal) {
        try self.init(userID: claims.subject, transferID: claims.transferSubject)
    }
}

/// A token of Apple whose account was erased, and that must be revoked there.
struct AppleRevocation: Hashable, Sendable {
    let number: Int64
    let account: AccountID
    /// The bundle id or Services id that Apple gave it to.
    let client: String
    let sealed: [UInt8]
    let failures: Int

    /// In seconds: half a minute, then doubled each time, up to a day.
    static func pause(after failures: Int) -> Int64 {
        min(30 << Int64(min(max(failures - 1, 0), 12)), 86_400)
    }
}
