/// A requested pause is limited to a minute at first, then to two, four and so on, because the provider may recover long
/// before an hour is over.
enum OutagePauses {
    static let maximum = Duration.seconds(60)

    /// - Parameter tries: Failed trials; at least 1.
    static func capped(_ asked: Duration, tries: Int) -> Duration {
        min(asked, .seconds(longest(tries: Int64(tries))))
    }

    static func longest(tries: Int64) -> Int64 { maximum.components.seconds << min(max(tries, 1) - 1, 10) }

    /// In seconds.
    static func seconds(_ asked: Duration?, tries: Int64) -> Int64 {
        let own = min(1 << min(max(tries, 1) - 1, 6), maximum.components.seconds)
        return max(own, asked.map { capped($0, tries: Int(tries)).components.seconds } ?? 0)
    }
}
