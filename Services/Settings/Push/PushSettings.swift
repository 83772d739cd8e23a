// Settings of how devices are reached, and of what they are told.

public import Models
public import ServiceRuntime

/// How devices are reached, and what they are told.
public struct PushSettings: SettingsSection {
    /// The two texts of a notification.
    public struct Texts: Sendable, Equatable {
        public var title: String
        public var body: String
    }

    /// What is shown for announcements without texts of their own.
    public struct StandardTexts: Sendable, Equatable {
        public var offer: Texts
        public var event: Texts
        public var professional: Texts
    }

    public var apns: APNsSettings
    public var fcm: FCMSettings
    /// What is shown for announcements without texts of their own, by language.
    public var texts: [TextLanguage: StandardTexts]
    /// The language for those whose own is not known, or has no texts.
    public var textLanguage: TextLanguage
    /// What a digest shows, by language.
    public var digests: [TextLanguage: DigestTexts]
    /// The address that a tap on a digest opens in the app; nil where the app finds its inbox by the data.
    public var digestLink: String?
    /// How old a position may be for its distance to count.
    public var maximumPositionAge: Duration
    /// How often one delivery is tried.
    public var attempts: Int
    /// The pause before the second try; it doubles with each one.
    public var firstPause: Duration
    /// The longest pause between two tries.
    public var maximumPause: Duration

    package init(_ reader: inout SettingsReader) {
        apns = APNsSettings(&reader)
        fcm = FCMSettings(&reader)
        (texts, textLanguage) = PushSettings.texts(&reader)
        digests = PushSettings.digests(&reader)
        digestLink = PushSettings.digestLink(&reader)
        maximumPositionAge = reader.read(
            "push.maximumPositionAge", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "The oldest position of a user that pushes use. With an older one, the user gets nothing that depends on distance."
        )
        attempts = reader.read(
            "push.attempts", .whole(1...1000), default: 30,
            "The most attempts of a delivery. It ends earlier when its time is over.")
        firstPause = reader.read(
            "push.firstPause", .span(.milliseconds(10)...(.seconds(60))), default: .seconds(1),
            "The pause before the second attempt of a delivery. It doubles each time.")
        maximumPause = reader.read(
            "push.longestPause", .span(.seconds(1)...(.seconds(24 * 3600))), default: .seconds(900),
            "The longest pause between two attempts, unless the provider asks for a longer one.")
        if maximumPause < firstPause {
            reader.report("push.longestPause is shorter than push.firstPause; set it to the same or more.")
        }
    }
}
