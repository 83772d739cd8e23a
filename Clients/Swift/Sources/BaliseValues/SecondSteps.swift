public import BaliseJSON
public import Foundation

/// The secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 s): POST users/me/totp, in an envelope.
public struct SecondStepEnrolment: JSONConvertible, Hashable {
    /// The secret in base32 (RFC 4648, section 6) without padding, for typing.
    public var secret: SecretText
    /// The secret with its parameters, for a link or a QR code: `otpauth://totp/…`.
    public var uri: SecretText
    /// When the secret expires unless the user confirms it.
    public var expiresAt: Date
    /// `uri` as a QR code in SVG, for the camera of the app; nil if it is longer than a QR code holds.
    public var qrCode: SecretText?

    enum CodingKeys: Int, CodingKey { case secret = 0, uri, expiresAt, qrCode }

    public init(secret: SecretText, uri: SecretText, expiresAt: Date, qrCode: SecretText? = nil) {
        (self.secret, self.uri, self.expiresAt, self.qrCode) = (secret, uri, expiresAt, qrCode)
    }
}

/// The recovery codes, each valid once: the answer of POST users/me/totp/confirm and POST users/me/totp/recovery-codes,
/// in an envelope. The server shows them only here.
public struct RecoveryCodeList: JSONConvertible, Hashable {
    /// The ten codes.
    public var recoveryCodes: [SecretText]

    enum CodingKeys: Int, CodingKey { case recoveryCodes = 0 }

    public init(recoveryCodes: [SecretText]) { self.recoveryCodes = recoveryCodes }
}

/// When a code expires: the answer of calls that send a code. It does not reveal whether the code was sent now or an
/// earlier code is still valid.
public struct SentEmailCode: JSONConvertible, Hashable {
    /// When the code expires.
    public var expiresAt: Date
    /// When another code may be requested.
    public var nextAt: Date

    enum CodingKeys: Int, CodingKey { case expiresAt = 0, nextAt }

    public init(expiresAt: Date, nextAt: Date) { (self.expiresAt, self.nextAt) = (expiresAt, nextAt) }
}
