// Names of accounts in little memory.

import Models

/// The name of an account in 32 bytes without a memory of its own, of which a million take 32 MB.
///
/// A character is one of 65, so that ten of them, as digits to the base 66 without the zero, fit into 64 bits.
struct PackedAccountName: Hashable, BitwiseCopyable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    private static let base: UInt64 = 66
    private static let digitsPerWord = 10
    private static let alphabet: StaticString = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

    /// The name of nobody.
    init() {}

    init(_ account: AccountID) {
        for (place, byte) in account.text.utf8.enumerated() {
            let digit = Self.digit(byte)
            switch place / Self.digitsPerWord {
            case 0: first = first * Self.base + digit
            case 1: second = second * Self.base + digit
            case 2: third = third * Self.base + digit
            default: fourth = fourth * Self.base + digit
            }
        }
    }

    /// The name as it was; nil for the name of nobody.
    var account: AccountID? {
        AccountID(
            String(unsafeUninitializedCapacity: 4 * Self.digitsPerWord) { buffer in
                var length = 0
                for word in [first, second, third, fourth] { length += Self.unpack(word, into: buffer, at: length) }
                return length
            })
    }

    /// Writes the characters of a word; gives how many there are.
    private static func unpack(_ word: UInt64, into buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
        var (rest, length) = (word, 0)
        while rest > 0 {
            buffer[start + length] = alphabet.utf8Start[Int(rest % base)]
            rest /= base
            length += 1
        }
        // The last digit came first.
        buffer[start..<start + length].reverse()
        return length
    }

    private static func digit(_ byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt64(byte - UInt8(ascii: "A")) + 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a")) + 27
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 53
        case UInt8(ascii: "."): 63
        case UInt8(ascii: "_"): 64
        default: 65
        }
    }
}
