import Foundation

/// Random errors that blur a count until an answer reveals hardly anything about one user.
///
/// They are whole numbers around 0 with the two-sided geometric distribution: each is less likely than the next smaller
/// one by the same factor, e to the `leak`. So one user more or less changes the probability of any answer by at most
/// that factor (differential privacy). Anything computed from an answer keeps that property. The factors of several
/// answers multiply, so each answer has its own error, and their number is limited (`CountRules.probes`).
///
/// A constant error for each place and day would reveal more. A publisher could vary the number of its own accounts in
/// a few dry runs, and so find the distance to the next step. From then on it would see each further user appear and
/// disappear.
enum CountNoise {
    /// The natural logarithm of the factor for one answer and one user.
    static let leak = 0.1
    static let bytes = 16

    /// The error for the given random bytes; 0 if they are too few.
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
