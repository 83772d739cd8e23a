import Crypto
import Foundation
import Models
import Sealing

/// A code of digits, sent to a user or shown by their authenticator app. It cannot be printed.
struct OneTimeCode: Sendable {
    let text: SecretText

    static let phoneDigits = 6
    /// The number of digits in a mail. Any person can request a code by mail. With eight digits, all the tries of a
    /// year have a chance of one in about five hundred.
    static let emailDigits = 8
    /// The number of wrong codes after which a new code is needed.
    static let tries = 5
    static let randomLength = 8

    /// Makes a code. `random` are 8 fresh bytes, many more than a code needs, so that all codes are equally likely.
    init(random: [UInt8], digits: Int) {
        let bound = (0..<digits).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let short = String(random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % bound)
        text = SecretText(String(repeating: "0", count: digits - short.utf8.count) + short)
    }

    /// Reads a user's code with `TypedCode`; nil for malformed text.
    init?(shown text: SecretText, digits: Int) {
        let shown = TypedCode.plain(text.value)
        guard shown.isASCIIDigits, shown.utf8.count == digits else { return nil }
        self.text = SecretText(shown)
    }

    static func malformed(digits: Int) -> ServiceError { ServiceError(.invalidRequest, "a code has \(digits) digits") }

    /// How long a code to a phone is valid, in seconds.
    static let phoneSeconds: Int64 = 600
}

/// A code that a user typed or pasted: from an authenticator app, a mail, a text message, or for recovery.
enum TypedCode {
    /// Returns the plain form: all digits become ASCII; spaces, dashes and invisible characters are removed.
    static func plain(_ typed: String) -> String {
        String(String.UnicodeScalarView(typed.unicodeScalars.lazy.filter { !isFiller($0) }.map(plain)))
    }

    private static func isFiller(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.isInvisible || scalar == "\u{2212}"
            || scalar.properties.generalCategory == .dashPunctuation
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.isASCII { return scalar }
        if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        // The full-width letters have the same order as the ASCII letters, from U+FF01 on.
        let isWide = (0xFF21...0xFF3A).contains(scalar.value) || (0xFF41...0xFF5A).contains(scalar.value)
        return isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
    }
}

struct CodeBudget: Sendable {
    let pauseSeconds: Int64
    let codes: Int
    let windowSeconds: Int64

    /// The limit for phones, because a message to a phone costs money.
    static let phones = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 24 * 3600)
    static let emails = CodeBudget(pauseSeconds: 60, codes: 5, windowSeconds: 3600)

    /// Returns the time from which the next code may be requested, past or future; nil without a recent request.
    /// `moments` may have any order.
    func opens(after moments: [UnixTime], at now: UnixTime) -> UnixTime? {
        // A time in the future is from before the clock was set back, so it does not count.
        let recent = moments.filter { $0 <= now && now < $0.adding(seconds: windowSeconds) }.sorted()
        guard let last = recent.last else { return nil }
        let pause = last.adding(seconds: pauseSeconds)
        guard recent.count >= codes else { return pause }
        return max(pause, recent[recent.count - codes].adding(seconds: windowSeconds))
    }

    func isOpen(after moments: [UnixTime], at now: UnixTime) -> Bool {
        opens(after: moments, at: now).map { $0 <= now } ?? true
    }
}

/// Hashes codes, numbers and addresses. All could be tried, so the hash uses a secret outside the database.
struct CodeSecret: Sendable {
    private let phoneCodes: SymmetricKey
    private let numbers: SymmetricKey
    private let emailCodes: SymmetricKey
    private let addresses: SymmetricKey
    private let importedUsers: SymmetricKey
    let check: [UInt8]

    /// Derives the keys.
    /// - Parameter secret: At least 32 random bytes.
    init(_ secret: [UInt8]) {
        let key = { (purpose: String) in SymmetricKey(for: purpose, from: secret) }
        phoneCodes = key("phone code")
        numbers = key("phone number")
        emailCodes = key("email code")
        addresses = key("email address")
        importedUsers = key("imported user")
        check = key("secret check").withUnsafeBytes { Array($0) }
    }

    func hash(_ code: OneTimeCode, for account: AccountID, _ number: PhoneNumber) -> [UInt8] {
        Self.authenticate(Self.bound(code, account, number), phoneCodes)
    }

    func matches(_ code: OneTimeCode, for account: AccountID, _ number: PhoneNumber, _ hash: [UInt8]) -> Bool {
        Self.isValid(hash, Self.bound(code, account, number), phoneCodes)
    }

    /// Returns the account id of an imported user. The id is always the same, so the feed shows whether that account
    /// was erased. Without the secret, no person can compute the id and take it first.
    func account(ofImported user: Personal<String>, from source: ImportSource) throws(ServiceError) -> AccountID {
        let code = Self.authenticate(Self.joined([source.rawValue, user.value]), importedUsers)
        return try AccountID(random: code.prefix(12))
    }

    func hash(_ number: PhoneNumber) -> [UInt8] { Self.authenticate(Data(number.text.value.utf8), numbers) }

    /// Hashes a code. `account` is nil for an address without an account, where no code is valid.
    func hash(_ code: OneTimeCode, for use: EmailCodeUse, of account: AccountID?, _ address: EmailAddress) -> [UInt8] {
        Self.authenticate(Self.bound(code, use, account, address), emailCodes)
    }

    func matches(
        _ code: OneTimeCode, for use: EmailCodeUse, of account: AccountID?, _ address: EmailAddress, _ hash: [UInt8]
    ) -> Bool {
        Self.isValid(hash, Self.bound(code, use, account, address), emailCodes)
    }

    func hash(_ address: EmailAddress, for use: EmailCodeUse) -> [UInt8] {
        Self.authenticate(Self.joined([use.rawValue, address.key.folded.value]), addresses)
    }

    private static func bound(_ code: OneTimeCode, _ account: AccountID, _ number: PhoneNumber) -> Data {
        joined([account.text, number.text.value, code.text.value])
    }

    private static func bound(
        _ code: OneTimeCode, _ use: EmailCodeUse, _ account: AccountID?, _ address: EmailAddress
    ) -> Data {
        joined([use.rawValue, account?.text ?? "", address.key.folded.value, code.text.value])
    }

    private static func joined(_ parts: [String]) -> Data { Data(parts.joined(separator: "\0").utf8) }

    private static func authenticate(_ data: Data, _ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: data, using: key))
    }

    private static func isValid(_ hash: [UInt8], _ data: Data, _ key: SymmetricKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Data(hash), authenticating: data, using: key)
    }
}
