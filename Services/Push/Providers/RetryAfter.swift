// How long a provider asks to be left alone.

import Foundation
import Models

/// The header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// What stands there is capped: no provider means more than a day.
    static let longest = Duration.seconds(86_400)

    /// Seconds, or a moment as an HTTP date; nil for anything else.
    static func pause(_ text: String?, at now: UnixTime) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if let seconds = Int64(text) { return seconds < 0 ? nil : min(.seconds(seconds), longest) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return min(.milliseconds(max(0, UnixTime(date).rawValue - now.rawValue)), longest)
    }
}
