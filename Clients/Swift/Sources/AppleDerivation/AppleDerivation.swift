import Crypto
import Foundation

/// The values that are derived from an Apple user id, defined once for the server and the apps' SDK. The id and the
/// address are one-way: they reveal no Apple user. The password protects nothing from a person who knows that id.
public enum AppleDerivation {
    /// The domain of the derived addresses, unless the server's settings name another domain.
    public static let domain = "familysync.anonymous"
    /// The display name of every account with derived values.
    public static let displayName = "Utilisateur"
    /// The text that is appended to the Apple user id to derive a password, unless the app uses another text.
    public static let salt = "FamilySync_RGDP_Salt_2024"
    /// Returns the account's id: `apple_` and the first 30 hexadecimal digits of the SHA-256 of the Apple user id.
    /// - Parameter appleUserID: `ASAuthorizationAppleIDCredential.user` or the claim `sub`.
    public static let prefix = "apple_"

    private static let idDigits = 30
    private static let passwordDigits = 32

    /// The account's id: `apple_` and the first 30 hexadecimal digits of the SHA-256 of the Apple user id.
    /// - Parameter appleUserID: `ASAuthorizationAppleIDCredential.user` or the claim `sub`.
    public static func accountID(appleUserID: String) -> String { prefix + digits(of: appleUserID, idDigits) }

    /// Whether a text has the form of a derived account id.
    public static func isAccountID(_ text: String) -> Bool {
        let digits = text.dropFirst(prefix.count).utf8
        return text.hasPrefix(prefix) && digits.count == idDigits && digits.allSatisfy(isDigit)
    }

    /// Returns the address of a derived account. No message reaches it.
    public static func email(accountID: String, domain: String = AppleDerivation.domain) -> String {
        "\(accountID)@\(domain)"
    }

    /// Returns the derived password: the first 32 hexadecimal digits of the SHA-256 of the Apple user id and the salt.
    public static func password(appleUserID: String, salt: String = AppleDerivation.salt) -> String {
        digits(of: appleUserID + salt, passwordDigits)
    }

    private static func digits(of text: String, _ count: Int) -> String {
        let digits = Array("0123456789abcdef")
        let text = SHA256.hash(data: Data(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(text.prefix(count))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }
}
