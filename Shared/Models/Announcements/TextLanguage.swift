// In which languages there are texts for announcements without their own.

/// A language that has texts for announcements without their own. The raw value is its code (ISO 639).
public enum TextLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
}
