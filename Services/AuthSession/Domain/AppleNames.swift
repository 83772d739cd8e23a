// By what the account of a person of Apple is found.

import AppleAccounts
import Models

/// What is derived from what Apple calls a person. Neither their user id nor their transfer id can be read from it.
struct AppleNames: Hashable, Codable, Sendable {
    /// From the user id: the id of their account, unless they had one before their app moved to another team.
    let account: AccountID
    /// From the transfer id, which Apple says for a while after that; nil where it says none.
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
