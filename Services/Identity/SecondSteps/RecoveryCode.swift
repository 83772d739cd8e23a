// The codes that stand in for an authenticator app that is lost.

import Crypto
import Foundation
import Models

/// A recovery code: 80 random bits, as sixteen letters and digits in four groups. It cannot be printed.
struct RecoveryCode: Sendable {
    /// How many an account has.
    static let count = 10
    static let randomLength = 10
    private static let length = 16

    /// Without the hyphens.
    private let letters: String

    /// - Parameter random: 10 fresh random bytes.
    init(random: [UInt8]) { letters = Base32.text(random) }

    /// A code that somebody shows in any case, as `TypedCode` reads it; nil when it cannot be one.
    init?(shown text: SecretText) {
        let letters = TypedCode.plain(text.value).uppercased()
        guard letters.utf8.count == RecoveryCode.length, letters.utf8.allSatisfy({ Base32.isLetter($0) }) else {
            return nil
        }
        self.letters = letters
    }

    /// As its person is shown it: `ABCD-EFGH-IJKL-MNOP`.
    var text: SecretText {
        let all = Array(letters)
        return SecretText(
            stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
                .joined(separator: "-"))
    }

    /// What is stored of it. Nobody can try 2^80 codes, so a fast hash will do. It needs no secret of the server, so that the
    /// codes count on where that is lost.
    func hash(for account: AccountID) -> [UInt8] {
        Array(SHA256.hash(data: Data("recovery code\0\(account.text)\0\(letters)".utf8)))
    }
}
