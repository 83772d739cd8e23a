import AppleDerivation
public import BaliseAPI
import Crypto
import Foundation

/// The credentials that an app derives from the Apple user id, to sign in at the Appwrite account API.
///
/// A person who knows the id can derive the password. So the server rejects the password after the first sign-in with a
/// token of Apple. Use `SessionsAPI.signInWithApple` instead.
public struct AppleCredentials: Hashable, Sendable {
    /// The account's id, 36 characters: `apple_` and 30 hexadecimal digits.
    public let accountID: String
    /// The account's address. No message reaches it.
    public let email: String
    /// The derived password.
    public let password: SecretText
    /// The display name of every account with derived credentials.
    public static let displayName = AppleDerivation.displayName

    /// Derives the credentials of an Apple user. An empty user id fails with `invalid`.
    /// - Parameter appleUserID: `ASAuthorizationAppleIDCredential.user`.
    /// - Parameter domain: The server's setting `apple.domain`; nil for the default.
    /// - Parameter salt: The text that the app appends to the user id; nil for the default.
    public init(appleUserID: String, domain: String? = nil, salt: String? = nil) throws(BaliseError) {
        guard !appleUserID.isEmpty else { throw .invalid("the Apple user id is empty") }
        accountID = AppleDerivation.accountID(appleUserID: appleUserID)
        email = AppleDerivation.email(accountID: accountID, domain: domain ?? AppleDerivation.domain)
        password = SecretText(AppleDerivation.password(appleUserID: appleUserID, salt: salt ?? AppleDerivation.salt))
    }
}

/// A random text that ties an identity token of Apple to one sign-in. A token of another sign-in is useless.
public struct AppleNonce: Hashable, Sendable {
    /// The text for the server, sent with the token.
    public let value: SecretText

    /// Creates a nonce of 128 random bits.
    public init(random: any BaliseRandomSource = BaliseSystemRandomSource()) {
        value = SecretText(hexadecimal(random.bytes(16)))
    }

    /// The text for Apple, the request's `nonce`: the SHA-256 of the value in lower-case hexadecimal digits.
    public var hashed: String { hexadecimal(SHA256.hash(data: Data(value.value.utf8))) }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
