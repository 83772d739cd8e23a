public import BaliseJSON
public import Foundation

/// The secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 seconds): the answer of POST
/// users/me/totp in an envelope.
public struct SecondStepEnrolment: JSONConvertible, Hashable {
    /// In base32, for typing.
    public var secret: SecretText
    /// The secret with its parameters, for a link or a QR code: `otpauth://totp/…`.
    public var uri: SecretText
    /// The deadline for confirming it.
    public var expiresAt: Date

    /// Makes a body of these members.
    public init(secret: SecretText, uri: SecretText, expiresAt: Date) {
        self.secret = secret
        self.uri = uri
        self.expiresAt = expiresAt
    }
}
