// How long it takes at present to judge what is shown. A pure value: its owner guards it.

/// The longest of late that each kind of message took to be judged, forgotten little by little.
struct JudgementTimes: Sendable {
    /// More units than this are not waited for.
    static let maximum = 5.0

    private var longest: [ObjectIdentifier: Duration] = [:]

    /// Something was judged, as its answer shows.
    mutating func record(_ took: Duration, of message: Any.Type) {
        let known = longest[ObjectIdentifier(message)] ?? .zero
        longest[ObjectIdentifier(message)] = max(took, known - (known - took) / 16)
    }

    /// Within how long it is most likely judged: a whole number of units, a quarter more than it takes.
    func span(of message: Any.Type, in unit: Duration) -> Duration {
        let units = (longest[ObjectIdentifier(message)] ?? .zero) / unit * 1.25
        return unit * min(max(1, units.rounded(.up)), JudgementTimes.maximum)
    }
}
