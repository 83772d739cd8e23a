public import Models
public import ServiceRuntime

/// The delivery of pushes, and their standard texts.
public struct PushSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.push: ["push"]]

    public struct Texts: Sendable, Equatable {
        public var title: String
        public var body: String
    }

    public struct StandardTexts: Sendable, Equatable {
        public var offer: Texts
        public var event: Texts
        public var professional: Texts
    }

    public var apns: APNsSettings
    public var fcm: FCMSettings
    public var texts: [TextLanguage: StandardTexts]
    /// The language for users whose own is unknown or has no texts.
    public var textLanguage: TextLanguage
    public var digests: [TextLanguage: DigestTexts]
    /// The address that a tap on a digest opens in the app; nil if the app finds its inbox by the data.
    public var digestLink: String?
    /// Older positions are not used for distances.
    public var maximumPositionAge: Duration
    /// Per delivery.
    public var attempts: Int
    /// The pause before the second attempt; it doubles with each one.
    public var firstPause: Duration
    public var maximumPause: Duration

    public init(_ reader: inout SettingsReader) {
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

extension SectionNames { public var push: PushSettings.Type { PushSettings.self } }
