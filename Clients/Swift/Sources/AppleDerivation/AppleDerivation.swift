// What follows from an Apple user id, as texts: the one place that knows, for the server and for the apps' SDK.

import Crypto
import Foundation

/// What follows from the user id that Apple gives to an app.
///
/// The id and the address are one-way: they lead back to no Apple user. The password is not a secret from anybody who
/// knows the Apple user id.
public enum AppleDerivation {
    /// What the domain of the derived addresses is unless it is configured.
    public static let domain = "familysync.anonymous"
    /// The name that every such account has.
    public static let displayName = "Utilisateur"
    /// What the apps put behind the Apple user id to derive a password.
    public static let salt = "FamilySync_RGDP_Salt_2024"
    /// What every derived account id begins with.
    public static let prefix = "apple_"

    private static let idDigits = 30
    private static let passwordDigits = 32

    /// The account's id: `apple_` and the first 30 hexadecimal digits of SHA-256 of the Apple user id, 36 characters.
    ///
    /// - Parameter appleUserID: As `ASAuthorizationAppleIDCredential.user` or the claim `sub` has it.
    public static func accountID(appleUserID: String) -> String { prefix + digits(of: appleUserID, idDigits) }

    /// Whether an account's id has the form of the derived ones.
    public static func isAccountID(_ text: String) -> Bool {
        let digits = text.dropFirst(prefix.count).utf8
        return text.hasPrefix(prefix) && digits.count == idDigits && digits.allSatisfy(isDigit)
    }

    /// The address that belongs to a derived account id. No message reaches it.
    public static func email(accountID: String, domain: String = AppleDerivation.domain) -> String {
        "\(accountID)@\(domain)"
    }

    /// The password that an app derives which has no verified sign-in: the first 32 hexadecimal digits of SHA-256 of
    /// the Apple user id and a salt.
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
