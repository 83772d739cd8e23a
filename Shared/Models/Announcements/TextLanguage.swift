/// A language with default texts for announcements. The raw value is its code (ISO 639).
public enum TextLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
}
