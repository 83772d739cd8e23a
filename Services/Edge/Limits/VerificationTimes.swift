// How long verifying a secret takes at present. A plain value: its owner guards it.

/// The longest recent time that verifying took, for each kind of message. Long times fade as shorter ones follow.
struct VerificationTimes: Sendable {
    /// The most units that `span` gives.
    static let maximum = 5.0

    private var longest: [ObjectIdentifier: Duration] = [:]

    /// Notes how long a message was verified.
    mutating func record(_ took: Duration, of message: Any.Type) {
        let known = longest[ObjectIdentifier(message)] ?? .zero
        longest[ObjectIdentifier(message)] = max(took, known - (known - took) / 16)
    }

    /// The time within which a message is most likely verified: the longest recent time and a quarter more, rounded up
    /// to whole units.
    func span(of message: Any.Type, in unit: Duration) -> Duration {
        let units = (longest[ObjectIdentifier(message)] ?? .zero) / unit * 1.25
        return unit * min(max(1, units.rounded(.up)), VerificationTimes.maximum)
    }
}
