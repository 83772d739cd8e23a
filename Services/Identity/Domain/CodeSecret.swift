import Crypto
import Foundation
import Models
import ServiceRuntime

/// Hashes codes, numbers and addresses. They are few enough to try them all, so the hash uses a secret that is not in the
/// database.
struct CodeSecret: Sendable {
    private let phoneCodes: SymmetricKey
    private let numbers: SymmetricKey
    private let emailCodes: SymmetricKey
    private let addresses: SymmetricKey
    let check: [UInt8]

    /// - Parameter secret: At least 32 random bytes.
    init(_ secret: [UInt8]) {
        let key = { (purpose: String) in SymmetricKey(for: purpose, from: secret) }
        phoneCodes = key("phone code")
        numbers = key("phone number")
        emailCodes = key("email code")
        addresses = key("email address")
        check = key("secret check").withUnsafeBytes { Array($0) }
    }

    func hash(_ code: OneTimeCode, for account: AccountID, _ number: PhoneNumber) -> [UInt8] {
        Self.authenticate(Self.bound(code, account, number), phoneCodes)
    }

    func matches(_ code: OneTimeCode, for account: AccountID, _ number: PhoneNumber, _ hash: [UInt8]) -> Bool {
        Self.isValid(hash, Self.bound(code, account, number), phoneCodes)
    }

    func hash(_ number: PhoneNumber) -> [UInt8] { Self.authenticate(Data(number.text.value.utf8), numbers) }

    /// `account` is nil for an address without an account; such a code opens nothing.
    func hash(
        _ code: OneTimeCode, for use: EmailCodeUse, of account: AccountID?, _ address: EmailAddress
    ) -> [UInt8] {
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
