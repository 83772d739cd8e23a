import Foundation
import Models

/// RFC 9110, section 10.2.3.
enum RetryAfter {
    /// A premature retry gets the same answer again, but a mistaken pause of a day would go unnoticed.
    static let maximum = Duration.seconds(3600)

    /// Seconds or an HTTP date; nil for anything else.
    static func pause(_ text: String?, at now: UnixTime) -> Duration? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.isASCIIDigits {
            return min(.seconds(Int64(text) ?? .max), maximum)
        }
        guard let moment = HTTPDate.moment(text) else { return nil }
        return min(.milliseconds(max(0, moment.rawValue - now.rawValue)), maximum)
    }
}

/// RFC 9110, section 5.6.7.
enum HTTPDate {
    static func moment(_ text: String) -> UnixTime? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { UnixTime($0) }
    }
}
