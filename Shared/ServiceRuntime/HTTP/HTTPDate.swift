import Foundation
public import Models

/// Reads and writes the dates of HTTP (RFC 9110, section 5.6.7).
public enum HTTPDate {
    /// Reads a date; nil for a text that is not in the preferred form of RFC 9110.
    public static func moment(_ text: String) -> UnixTime? {
        // The form has a fixed length, so a year has four digits and the time cannot overflow.
        guard text.utf8.count == 29 else { return nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { UnixTime($0) }
    }

    /// The allowed difference of clocks in milliseconds. It is a minute because tokens have a leeway of a minute.
    private static let tolerance: Int64 = 60_000

    /// Compares the clock of this machine with the clock of a web server, by the fields Date and Age (RFC 9111, section
    /// 5.1) of an answer.
    public static func compare(_ date: String?, age: String?, with now: UnixTime) -> HealthFinding {
        guard let theirs = moment(date ?? "") else { return .unknown("the server tells no time") }
        // The sender chooses the age, so it is limited to a day: caches seldom keep such an answer for longer.
        let age = age.flatMap { Int64($0) }.map { min(max($0, 0), 86_400) } ?? 0
        let difference = now.rawValue - theirs.adding(seconds: age).rawValue
        guard abs(difference) > tolerance else { return .ok("the clock agrees with the server's") }
        return .failure(
            "the clock of this machine differs by \(difference / 1000) s from the server's",
            "let this machine follow a time server")
    }
}
