import Crypto
import Foundation
import Models

/// A recovery code: 80 random bits, as sixteen letters and digits in four groups. It cannot be printed.
struct RecoveryCode: Sendable {
    static let count = 10
    static let randomLength = 10
    private static let length = 16

    private let letters: String

    init(random: [UInt8]) { letters = Base32.text(random) }

    /// Reads a user's code with `TypedCode`, in any case; nil for malformed text.
    init?(shown text: SecretText) {
        let letters = TypedCode.plain(text.value).uppercased()
        guard letters.utf8.count == RecoveryCode.length, letters.utf8.allSatisfy({ Base32.isLetter($0) }) else {
            return nil
        }
        self.letters = letters
    }

    /// The form for the user: `ABCD-EFGH-IJKL-MNOP`.
    var text: SecretText {
        let all = Array(letters)
        return SecretText(
            stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
                .joined(separator: "-"))
    }

    /// 80 random bits allow a fast hash. It needs no secret of the server, so codes stay valid if that is lost.
    func hash(for account: AccountID) -> [UInt8] {
        Array(SHA256.hash(data: Data("recovery code\0\(account.text)\0\(letters)".utf8)))
    }
}
