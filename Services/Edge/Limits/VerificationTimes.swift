/// The longest recent verification time of each kind of message. Long times fade as shorter ones follow. A plain value:
/// its owner guards it.
struct VerificationTimes: Sendable {
    /// The most units in a `span`.
    static let maximum = 5.0

    private var longest: [ObjectIdentifier: Duration] = [:]

    /// Records the verification time of a message.
    mutating func record(_ took: Duration, of message: Any.Type) {
        let known = longest[ObjectIdentifier(message)] ?? .zero
        longest[ObjectIdentifier(message)] = max(took, known - (known - took) / 16)
    }

    /// The time in which a verification most likely ends: the longest recent time plus a quarter, rounded up to whole
    /// units.
    func span(of message: Any.Type, in unit: Duration) -> Duration {
        let units = (longest[ObjectIdentifier(message)] ?? .zero) / unit * 1.25
        return unit * min(max(1, units.rounded(.up)), VerificationTimes.maximum)
    }
}
