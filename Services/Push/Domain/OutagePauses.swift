// How long a provider is left alone that is not well.

/// How long a provider is left alone that is not well. What it asks for counts up to a minute, the next time up to two,
/// four and so on: it may be well again long before an hour is over.
enum OutagePauses {
    /// The longest pause that nobody asks for.
    static let maximum = Duration.seconds(60)

    /// What a provider asks for, as far as it counts.
    ///
    /// - Parameter tries: how often it was not well; at least 1.
    static func capped(_ asked: Duration, tries: Int) -> Duration {
        min(asked, .seconds(longest(tries: Int64(tries))))
    }

    /// No pause is longer, whatever is asked for, in seconds.
    static func longest(tries: Int64) -> Int64 { maximum.components.seconds << min(max(tries, 1) - 1, 10) }

    /// How long after a try comes the next, in seconds.
    static func seconds(_ asked: Duration?, tries: Int64) -> Int64 {
        let own = min(1 << min(max(tries, 1) - 1, 6), maximum.components.seconds)
        return max(own, asked.map { capped($0, tries: Int(tries)).components.seconds } ?? 0)
    }
}
