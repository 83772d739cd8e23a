// What POST users/me/totp answers, in an envelope.

public import BaliseJSON
public import Foundation

/// What an authenticator app needs to make codes (TOTP, RFC 6238: SHA-1, six digits, 30 seconds).
public struct SecondStepEnrolment: JSONConvertible, Hashable {
    /// In base32, for people who type it.
    public var secret: SecretString
    /// The same with all that goes with it, for a link or a QR code: `otpauth://totp/…`.
    public var uri: SecretString
    /// Until when a code of it can be shown.
    public var expiresAt: Date

    /// Makes a body of these members.
    public init(secret: SecretString, uri: SecretString, expiresAt: Date) {
        self.secret = secret
        self.uri = uri
        self.expiresAt = expiresAt
    }
}
