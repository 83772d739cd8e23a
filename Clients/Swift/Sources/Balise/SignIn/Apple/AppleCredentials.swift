// Sign in with Apple: what an app derives from the Apple user id, and the nonce of a verified sign-in.

import AppleDerivation
public import BaliseAPI
import Crypto
import Foundation

/// The credentials that an app derives from the Apple user id, to sign in at the Appwrite account API without an
/// identity token.
///
/// The same user id gives the same credentials on every device. Whoever knows the user id can derive the password. So
/// the server takes the password only until the person has signed in once with a token of Apple; use
/// `SessionsAPI.signInWithApple`.
public struct AppleCredentials: Hashable, Sendable {
    /// The account's id, 36 characters: `apple_` and 30 hexadecimal digits.
    public let accountID: String
    /// The address that belongs to it, which no message reaches.
    public let email: String
    /// The derived password.
    public let password: SecretString
    /// The name that every such account has.
    public static let displayName = AppleDerivation.displayName

    /// The credentials of an Apple user.
    ///
    /// - Parameters:
    ///   - appleUserID: As `ASAuthorizationAppleIDCredential.user` has it.
    ///   - domain: The server's `apple.domain`; nil for the usual one.
    ///   - salt: What the app puts behind the user id; nil for the usual one.
    /// - Throws: `invalid` for an empty user id.
    public init(appleUserID: String, domain: String? = nil, salt: String? = nil) throws(BaliseError) {
        guard !appleUserID.isEmpty else { throw .invalid("the Apple user id is empty") }
        accountID = AppleDerivation.accountID(appleUserID: appleUserID)
        email = AppleDerivation.email(accountID: accountID, domain: domain ?? AppleDerivation.domain)
        password = SecretString(
            AppleDerivation.password(appleUserID: appleUserID, salt: salt ?? AppleDerivation.salt))
    }
}

/// A text that ties an identity token of Apple to one sign-in, so that a token that was seen elsewhere is of no use.
public struct AppleNonce: Hashable, Sendable {
    /// What the server is shown, with the token.
    public let value: SecretString

    /// A nonce of 128 random bits.
    public init(random: any BaliseRandomSource = BaliseSystemRandomSource()) {
        value = SecretString(hexadecimal(random.bytes(16)))
    }

    /// What Apple is shown, as the request's `nonce`: the SHA-256 of the value in lower-case hexadecimal digits.
    public var hashed: String { hexadecimal(SHA256.hash(data: Data(value.value.utf8))) }
}

/// Bytes in lower-case hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
