// The code by which a person shows that a phone number is theirs, and how often one may be asked for.

import Crypto
import Foundation
import Models

/// A code that is sent to a phone: six digits. It cannot be printed.
struct PhoneCode: Sendable {
    let text: SecretText

    static let digits = 6
    static let lifetimeSeconds: Int64 = 600
    /// How many wrong codes may be shown before a new one has to be asked for.
    static let tries = 5
    static let randomLength = 8

    /// A new code.
    ///
    /// - Parameter random: 8 fresh random bytes, many more than a code holds, so that each code is as likely as any
    ///   other.
    init(random: [UInt8]) {
        let number = random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let short = String(number)
        text = SecretText(String(repeating: "0", count: PhoneCode.digits - short.utf8.count) + short)
    }

    /// A code that somebody shows, perhaps with spaces; nil when it cannot be one.
    init?(shown text: SecretText) {
        let digits = text.value.filter { !$0.isWhitespace }
        guard digits.isASCIIDigits, digits.utf8.count == PhoneCode.digits else { return nil }
        self.text = SecretText(digits)
    }
}

/// Makes what is stored of codes and of the numbers that they were sent to.
///
/// Both are few enough to be tried one by one, so they are hashed under a secret that is not in the database.
struct PhoneSecret: Sendable {
    private let codes: SymmetricKey
    private let numbers: SymmetricKey
    /// Tells the secret from others, and says nothing about it.
    let check: [UInt8]

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8]) {
        let root = SymmetricKey(data: secret)
        let key = { (purpose: String) in
            HKDF<SHA256>.deriveKey(inputKeyMaterial: root, info: Data(purpose.utf8), outputByteCount: 32)
        }
        codes = key("phone code")
        numbers = key("phone number")
        check = key("secret check").withUnsafeBytes { Array($0) }
    }

    /// The hash of a code, which is good for one account and one number.
    func hash(_ code: PhoneCode, for account: AccountID, _ number: PhoneNumber) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bound(code, account, number), using: codes))
    }

    /// Whether `hash` was made of this code. Takes the same time whatever the answer is.
    func matches(_ code: PhoneCode, for account: AccountID, _ number: PhoneNumber, _ hash: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            Data(hash), authenticating: bound(code, account, number), using: codes)
    }

    /// By what a number is known again.
    func hash(_ number: PhoneNumber) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(number.text.value.utf8), using: numbers))
    }

    private func bound(_ code: PhoneCode, _ account: AccountID, _ number: PhoneNumber) -> Data {
        Data([account.text, number.text.value, code.text.value].joined(separator: "\0").utf8)
    }
}

/// How often a code may be asked for, by one account and for one number.
enum PhoneCodeBudget {
    static let pauseSeconds: Int64 = 60
    /// The most codes within a day.
    static let codes = 5
    static let daySeconds: Int64 = 24 * 3600

    /// When the next code may be asked for; nil for any time.
    ///
    /// - Parameter moments: when codes were asked for, in any order.
    static func opens(after moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        // One that lies ahead is from before the clock was set back, and is not held against anybody.
        let recent = moments.filter { $0 <= now && now < $0.adding(seconds: daySeconds) }.sorted()
        guard let last = recent.last else { return nil }
        let pause = last.adding(seconds: pauseSeconds)
        guard recent.count >= codes else { return pause }
        return max(pause, recent[recent.count - codes].adding(seconds: daySeconds))
    }
}
