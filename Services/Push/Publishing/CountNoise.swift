import Foundation

/// Random errors that blur a count until an answer reveals hardly anything about one user. They are whole numbers around 0
/// with the two-sided geometric distribution. One user more or less changes the probability of any answer by at most the
/// factor e^`leak` (differential privacy). The factors of several answers multiply, so each has its own error, and their
/// number is limited (`CountRules.probes`). A constant error for each place and day would reveal more: with a few accounts
/// of its own, a publisher could find the distance to the next step, and then see each further user appear and disappear.
enum CountNoise {
    /// For one answer and one user.
    static let leak = 0.1
    static let bytes = 16

    static func error(_ random: [UInt8]) -> Int {
        guard random.count >= bytes else { return 0 }
        return size(random[..<8]) - size(random[8..<bytes])
    }

    /// From 0 on, each less likely than the one before by the factor.
    private static func size(_ random: ArraySlice<UInt8>) -> Int {
        let bits = random.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Above 0 and at most 1, so that the logarithm is finite.
        let chance = (Double(bits >> 11) + 1) * 0x1p-53
        return Int((-log(chance) / leak).rounded(.down))
    }
}
