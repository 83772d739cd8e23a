import Crypto
import Foundation
import Models

/// Recognises the clients of an account, so that a sign-in on a new client is reported to the user. The description of
/// a client can be guessed, so its hash uses a secret outside the database and differs for each account. So the
/// database reveals no devices.
struct KnownClients: Sendable {
    static let maximumPerAccount = 32
    /// How long a client is remembered after its last sign-in, in seconds.
    static let lifetime: Int64 = 365 * 86_400
    /// The least seconds between two updates of a client's last use.
    static let precision: Int64 = 86_400
    /// The most notices to a user within a `day`.
    static let maximumNoticesPerDay = 5
    static let day: Int64 = 86_400

    let key: SymmetricKey

    /// Returns a client's hash. It ignores versions, because an update makes no new client, and the place.
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

/// Removes the versions from a user agent (RFC 9110, section 10.1.5).
private func withoutVersions(_ userAgent: String) -> String {
    String(decoding: userAgent.utf8.filter { !(0x30...0x39).contains($0) && !"._".utf8.contains($0) }, as: UTF8.self)
}

struct SignInNotice: Hashable, Sendable {
    let number: Int64
    let account: AccountID
    let id: String
    let client: Personal<String>?
    let at: UnixTime
    /// The time at which the identity service accepted the notice for mail; nil until then.
    var mailedAt: UnixTime?
    /// The account's language, once the identity service has sent it; nil if it has none.
    var locale: String?

    /// How long a process owns a notice, in seconds. The pause before a retry is the same.
    static let claimSeconds: Int64 = 30
    /// The seconds after a sign-in within which the push service may report it.
    static let pushSeconds: Int64 = 86_400

    func mailed(in locale: String?, at moment: UnixTime) -> SignInNotice {
        var notice = self
        (notice.locale, notice.mailedAt) = (locale, moment)
        return notice
    }
}

extension SessionClient {
    /// Takes the client's description. It stays empty if the sign-in method stores no client descriptions.
    init(_ info: ClientInfo?, by signInMethod: SignInMethod) {
        self.init()
        guard let info, signInMethod.keepsClientInfo else { return }
        appVersion = info.version
        deviceModel = info.device
        osVersion = info.os
        userAgent = info.userAgent
        country = info.country
        city = info.city
        timezone = info.timezone
        ipAddress = info.address
        if let city, let country { location = Personal("\(city.value), \(country.value)") }
        switch info.platform {
        case "ios":
            osName = "iOS"
            deviceVendor = "Apple"
            setMobile(true)
        case "android":
            osName = "Android"
            setMobile(true)
        case "linux", "macos", "windows":
            osName = ["linux": "Linux", "macos": "macOS", "windows": "Windows"][info.platform ?? ""]
            if osName == "macOS" { deviceVendor = "Apple" }
            setMobile(false)
        case "web":
            // Browsers on phones have this word in their user agent; other browsers do not.
            if let userAgent { setMobile(userAgent.contains("Mobi")) }
        default: break
        }
    }

    private mutating func setMobile(_ isMobile: Bool) {
        self.isMobile = isMobile
        deviceType = isMobile ? "mobile" : "desktop"
    }
}
