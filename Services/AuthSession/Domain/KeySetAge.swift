import Models

/// The pauses between readings of an issuer's keys, in seconds.
enum KeySetAge {
    private static let standard: Int64 = 6 * 3600
    private static let range: ClosedRange<Int64> = 300...86_400
    private static let pause: Int64 = 60
    /// Between two readings for unknown key ids, from all clients together, so that invented ids cause no flood of requests.
    private static let pauseForNames: Int64 = 5
    /// The same for one source, so that one client cannot use up the readings of all others.
    private static let pauseOfSource: Int64 = 60
    /// Between two readings without any keys, when no user can sign in.
    private static let pauseWithoutKeys: Int64 = 10

    /// RFC 9111, section 5.2.2.1.
    static func lifetime(cacheControl: String?) -> Int64 {
        let directives = (cacheControl ?? "").split(separator: ",").map { directive in
            String(directive.filter { !$0.isWhitespace && $0 != "\"" }).lowercased()
        }
        if directives.contains("no-store") || directives.contains("no-cache") { return range.lowerBound }
        guard let age = directives.first(where: { $0.hasPrefix("max-age=") })?.dropFirst("max-age=".count),
            !age.isEmpty, age.allSatisfy({ ("0"..."9").contains($0) })
        else { return standard }
        return min(max(Int64(age) ?? .max, range.lowerBound), range.upperBound)
    }

    static func mayRead(after last: UnixTime?, at now: UnixTime) -> Bool { left(pause, after: last, at: now) == 0 }

    /// The wait in seconds; 0 for now. `last` is the last reading for any reason, `ofSource` the last one for a key id from the
    /// same source.
    static func wait(after last: UnixTime?, ofSource: UnixTime?, hasKeys: Bool, at now: UnixTime) -> Int64 {
        guard hasKeys else { return left(pauseWithoutKeys, after: last, at: now) }
        return max(left(pauseForNames, after: last, at: now), left(pauseOfSource, after: ofSource, at: now))
    }

    private static func left(_ pause: Int64, after last: UnixTime?, at now: UnixTime) -> Int64 {
        // A clock that was set back must not block the keys for long.
        guard let last, last <= now else { return 0 }
        let left = last.adding(seconds: pause).rawValue - now.rawValue
        return left <= 0 ? 0 : (left + 999) / 1000
    }
}
