public import Foundation

extension UnixTime {
    /// The time in words of a language, by the clock of a zone, which the words name. Without a zone, it is in UTC.
    public func words(in language: String, by zone: TimeZone?) -> String {
        let style = Date.FormatStyle(
            date: .long, time: .shortened, locale: Locale(identifier: language), timeZone: zone ?? .gmt)
        let words = date.formatted(style.timeZone())
        // English calls the zone GMT.
        return zone == nil ? words.replacing("GMT", with: "UTC") : words
    }
}
