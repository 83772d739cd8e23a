// Random errors that blur a count.

import Foundation

/// Random errors that blur a count until an answer tells hardly anything about one person.
///
/// They are whole numbers around 0 and follow the two-sided geometric distribution: each is less likely than the next
/// smaller one by the same factor, e to the `leak`. So one person more or less makes no answer, and no set of answers,
/// more or less likely than by that factor (differential privacy). Whatever is computed from an answer keeps that
/// property. With several answers the factors multiply, so each answer has an error of its own, and their number is
/// bounded (`CountRules.probes`).
///
/// An error that stayed the same for a place and a day would tell more. Somebody could vary the number of their own
/// accounts in a few dry runs, find how many are missing to the next step, and from then on see each further person
/// come and go.
enum CountNoise {
    /// What one answer may say of one person: the logarithm of the factor.
    static let leak = 0.1
    /// How many random bytes an error takes.
    static let bytes = 16

    /// The error that random bytes stand for; 0 for fewer bytes than it takes.
    static func error(_ random: [UInt8]) -> Int {
        guard random.count >= bytes else { return 0 }
        return size(random[..<8]) - size(random[8..<bytes])
    }

    /// A number from 0 on, each less likely than the one before by the factor.
    private static func size(_ random: ArraySlice<UInt8>) -> Int {
        let bits = random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Above 0 and at most 1, so that the logarithm is finite.
        let chance = (Double(bits >> 11) + 1) * 0x1p-53
        return Int((-log(chance) / leak).rounded(.down))
    }
}
