import Crypto
import Foundation
import Models
import Sealing
import ServiceRuntime

/// The codes of one secret: HMAC-SHA-1, six digits, 30 seconds. Apps use these values even if a URI has other values.
struct TOTP: Sendable {
    static let digits = 6
    static let periodSeconds: Int64 = 30
    /// The number of time steps that a clock may be ahead or behind (RFC 6238, section 5.2).
    static let tolerance: Int64 = 1
    /// The length of a secret in bytes: 160 bits, as RFC 4226 (section 4, R6) recommends.
    static let secretLength = 20

    let secret: [UInt8]

    /// Returns the time step of a moment (RFC 6238, section 4.2).
    static func step(at moment: UnixTime) -> Int64 { moment.rawValue / 1000 / periodSeconds }

    /// Returns the code of a time step (RFC 4226, section 5.3).
    func code(of step: Int64, digits: Int = TOTP.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(bitPattern: step).bigEndian) { Array($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: Data(counter), using: SymmetricKey(data: secret)))
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let short = String(Int(number) % (0..<digits).reduce(1) { power, _ in power * 10 })
        return String(repeating: "0", count: digits - short.utf8.count) + short
    }

    /// Returns the time step of a code, compared in constant time; if several steps have the same code, the latest.
    /// Used codes are refused later, when the use is stored (RFC 6238, section 5.2).
    func step(of code: OneTimeCode, at now: UnixTime) -> Int64? {
        let present = TOTP.step(at: now)
        var found: Int64?
        for step in present - TOTP.tolerance...present + TOTP.tolerance {
            let isSame = Array(self.code(of: step).utf8).equalsInConstantTime(Array(code.text.value.utf8))
            if isSame { found = step }
        }
        return found
    }

    /// Returns the address for a QR code or a link to an authenticator app:
    /// `otpauth://totp/ISSUER:NAME?secret=…&issuer=ISSUER&algorithm=SHA1&digits=6&period=30`
    func uri(issuer: String, name: String) -> SecretText {
        let (issuer, name) = (PercentEncoding.encode(issuer), PercentEncoding.encode(name))
        return SecretText(
            "otpauth://totp/\(issuer):\(name)?secret=\(Base32.text(secret))&issuer=\(issuer)&algorithm=SHA1"
                + "&digits=\(TOTP.digits)&period=\(TOTP.periodSeconds)")
    }
}

/// Encrypts the secrets of authenticator apps, each bound to its account.
struct TOTPSeal: Sendable {
    private let boundSeal: BoundSeal

    init(_ secret: [UInt8]) { boundSeal = BoundSeal(key: SymmetricKey(for: "totp secrets", from: secret)) }

    func seal(_ totp: TOTP, of account: AccountID) throws -> [UInt8] {
        try boundSeal.seal(totp.secret, boundTo: account.text)
    }

    func open(_ sealed: [UInt8], of account: AccountID) -> TOTP? {
        boundSeal.open(sealed, boundTo: account.text).map { TOTP(secret: $0) }
    }
}

/// Encodes bytes as Base32 without padding.
enum Base32 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
    }

    static func text(_ bytes: [UInt8]) -> String {
        var (text, buffer, bits) = ("", UInt32(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> UInt32(bits) & 31)])
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { text.append(letters[Int(buffer << UInt32(5 - bits) & 31)]) }
        return text
    }
}

/// A recovery code: 80 random bits, as sixteen letters and digits in four groups. It cannot be printed.
struct RecoveryCode: Sendable {
    static let count = 10
    static let randomLength = 10
    private static let length = 16

    private let letters: String

    init(random: [UInt8]) { letters = Base32.text(random) }

    /// Reads a user's code with `TypedCode`, in upper or lower case; nil for malformed text.
    init?(shown text: SecretText) {
        let letters = TypedCode.plain(text.value).uppercased()
        guard letters.utf8.count == RecoveryCode.length, letters.utf8.allSatisfy({ Base32.isLetter($0) }) else {
            return nil
        }
        self.letters = letters
    }

    /// The code in the form for the user: `ABCD-EFGH-IJKL-MNOP`.
    var text: SecretText {
        let all = Array(letters)
        return SecretText(
            stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
                .joined(separator: "-"))
    }

    /// Returns the stored form. A code has 80 random bits, so a fast hash is enough. It uses no secret of the server,
    /// so codes stay valid if that secret is lost.
    func hash(for account: AccountID) -> [UInt8] {
        Array(SHA256.hash(data: Data("recovery code\0\(account.text)\0\(letters)".utf8)))
    }
}
