// The clients on which accounts were signed in to: whoever comes with another one is told of to the account's person.

import Crypto
import Foundation
import Models

/// Makes what is stored of the clients on which accounts were signed in to.
///
/// Clients are few enough to be tried one by one. So they are hashed under a secret that is not in the database, for each
/// account differently. What is stored tells neither a device nor which accounts share one.
struct KnownClients: Sendable {
    /// The most that an account remembers; one more takes the place of the one that was used least recently.
    static let maximumPerAccount = 32
    /// For how many seconds one counts after the last sign-in on it.
    static let lifetime: Int64 = 365 * 86_400
    /// A sign-in changes nothing of a client that was used within so many seconds.
    static let precision: Int64 = 86_400
    /// Of how many sign-ins a person is told within a day (`day`); of further ones they are not.
    static let maximumNoticesPerDay = 5
    static let day: Int64 = 86_400

    let key: SymmetricKey

    /// What is kept of a client on which an account was signed in to.
    ///
    /// Versions do not count, or each update of an app or a system would be another client. Neither does where it is.
    func hash(_ client: SessionClient, of account: AccountID) -> [UInt8] {
        let parts = [
            account.text, client.deviceType ?? "", client.deviceVendor ?? "", client.deviceModel ?? "",
            client.osName ?? "", withoutVersions(client.userAgent ?? ""),
        ]
        var hmac = HMAC<SHA256>(key: key)
        for part in parts {
            hmac.update(data: withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian) { Data($0) })
            hmac.update(data: Data(part.utf8))
        }
        return Array(hmac.finalize())
    }
}

/// A user agent (RFC 9110, section 10.1.5) without the versions in it.
private func withoutVersions(_ userAgent: String) -> String {
    String(decoding: userAgent.utf8.filter { !(0x30...0x39).contains($0) && !"._".utf8.contains($0) }, as: UTF8.self)
}

/// A sign-in of which the person of its account has to be told.
struct SignInNotice: Hashable, Sendable {
    /// The number of its row.
    let number: Int64
    let account: AccountID
    /// Tells it from others.
    let id: String
    /// The client, as its person is told of it (`ClientName`).
    let client: Personal<String>?
    let at: UnixTime
    /// When identity took it over, which tells by mail; nil until then.
    var mailedAt: UnixTime?
    /// The language of the account, once identity has said so; nil where it has none.
    var locale: String?

    /// For how many seconds a process has a notice for itself, and after how many an unsuccessful try is repeated.
    static let claimSeconds: Int64 = 30
    /// For how many seconds after a sign-in push is asked to tell of it.
    static let pushSeconds: Int64 = 86_400

    /// The notice once identity has taken it over.
    func mailed(in locale: String?, at moment: UnixTime) -> SignInNotice {
        var notice = self
        (notice.locale, notice.mailedAt) = (locale, moment)
        return notice
    }
}
