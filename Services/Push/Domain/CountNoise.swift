// Random errors that blur a count.

import Foundation

/// Random errors that blur a count so far that an answer says hardly anything of one person.
///
/// They are whole numbers around 0 and follow the two-sided geometric distribution: each is less likely than the next smaller one
/// by the same factor, e to the `leak`. So one person more or less makes no answer, and no set of answers, more or less likely than
/// by that factor (differential privacy). Whatever is computed from an answer keeps that, and with several answers the factors
/// multiply: so each answer has an error of its own, and only their number has to be bounded (`CountRules.probes`).
///
/// An error that stays the same for a place and a day would say more: by some dry runs with more or fewer accounts of one's own it
/// is found how many are missing to the next step, and from then on each further person is seen to come and go.
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
