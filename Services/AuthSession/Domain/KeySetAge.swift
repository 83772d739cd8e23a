// How long the keys of an issuer are kept, and how often they are asked for.

import Models

/// When the keys of an issuer are read again. Spans are in seconds.
enum KeySetAge {
    private static let standard: Int64 = 6 * 3600
    private static let range: ClosedRange<Int64> = 300...86_400
    /// Between two readings, so that tokens with keys that nobody has make no flood of requests.
    private static let pause: Int64 = 60
    /// The same while there are no keys at all, and so nobody can sign in.
    private static let pauseWithoutKeys: Int64 = 10

    /// How long keys count as new that came with this `Cache-Control` (RFC 9111, section 5.2.2.1).
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

    /// Whether the keys may be asked for, after the last time.
    static func mayRead(after last: UnixTime?, hasKeys: Bool, at now: UnixTime) -> Bool {
        guard let last else { return true }
        // A clock that was set back must not keep the keys away for long.
        return now < last || last.adding(seconds: hasKeys ? pause : pauseWithoutKeys) <= now
    }
}
