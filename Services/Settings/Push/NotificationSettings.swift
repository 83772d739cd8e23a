public import Models
public import ServiceRuntime

/// The kinds of notifications besides announcements, the open topics, and the tags that apps may give push devices.
public struct NotificationSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [
        .preferences: [
            "push.kinds", "push.kindsOffAtFirst", "push.mandatoryKinds", "push.restrictedKinds", "push.openTopics",
        ]
    ]

    /// All kinds; those of announcements come first.
    public var kinds: NotificationKinds
    public var openTopics: NamePatterns
    public var deviceTags: NamePatterns
    public var caps: CapSettings

    public init(_ reader: inout SettingsReader) {
        let kind = "a kind such as orders"
        let names = reader.read(
            "push.kinds", .words(kind), default: [],
            "The kinds of notifications that publishers may send in addition to announcements, such as orders; at most 64."
        )
        let off = reader.read(
            "push.kindsOffAtFirst", .words(kind), default: [],
            "The kinds of push.kinds that are off until a user switches them on.")
        let mandatory = reader.read(
            "push.mandatoryKinds", .words(kind), default: [],
            "The kinds of push.kinds that users cannot switch off.")
        let restricted = reader.read(
            "push.restrictedKinds", .words(kind), default: [],
            "The kinds of push.kinds that only API keys with that kind may send.")
        let digested = reader.read(
            "push.digestKinds", .words(kind), default: [],
            "The kinds of push.kinds, and of OFFER, EVENT and PROFESSIONAL, that are combined into one push after quiet hours held them back."
        )
        openTopics = NamePatterns(
            reader.read(
                "push.openTopics", .words("a topic such as news"), default: [],
                "The topics that users may subscribe to; news-* means all names that begin with news-. Only publishers add users to other topics."
            ))
        deviceTags = NamePatterns(
            reader.read(
                "push.deviceTags", .words("a tag such as beta"), default: [],
                "The tags that apps may give their devices; beta-* means all names that begin with beta-."))
        let caps = CapSettings(&reader)
        self.caps = caps
        kinds = NotificationKinds(
            naming: names.map { name in
                NotificationKind(
                    name, isOnAtFirst: !off.contains(name), isMandatory: mandatory.contains(name),
                    isRestricted: restricted.contains(name), cap: caps.kinds[name],
                    isDigested: digested.contains(name))
            }, caps: caps.kinds, digested: Set(digested))
        if names.count > 64 || Set(kinds.all.map(\.name)).count < kinds.all.count
            || !names.allSatisfy(AudienceExpression.isName)
        {
            reader.report(
                "push.kinds needs at most 64 words out of A-Z a-z 0-9 . _ : -, each once, and none of OFFER, EVENT, PROFESSIONAL."
            )
        }
        for (setting, words) in [
            ("push.kindsOffAtFirst", off), ("push.mandatoryKinds", mandatory), ("push.restrictedKinds", restricted),
        ] {
            if let word = words.first(where: { !names.contains($0) }) {
                reader.report("\(setting) names \(word), which is none of push.kinds.")
            }
        }
        if let word = caps.kinds.keys.sorted().first(where: { kinds[$0] == nil }) {
            reader.report("push.kindCaps names \(word), which is none of push.kinds nor OFFER, EVENT or PROFESSIONAL.")
        }
        if let word = digested.first(where: { kinds[$0] == nil }) {
            reader.report(
                "push.digestKinds names \(word), which is none of push.kinds nor OFFER, EVENT or PROFESSIONAL.")
        }
        if let word = off.first(where: mandatory.contains) {
            reader.report(
                "push.kindsOffAtFirst names \(word), which users could never switch on; remove it from one of the two settings."
            )
        }
        for (setting, patterns) in [("push.openTopics", openTopics), ("push.deviceTags", deviceTags)]
        where !patterns.areValid {
            reader.report(
                "\(setting) needs names of 1 to 64 characters out of A-Z a-z 0-9 . _ : -, or such with * at the end.")
        }
    }
}

extension SectionNames { public var notifications: NotificationSettings.Type { NotificationSettings.self } }

/// The most pushes of a kind that a user gets within a time.
public struct CapSettings: Sendable, Equatable {
    /// The cap of kinds that users can switch off and that have no cap of their own; nil for no limit.
    public var general: Int?
    public var window: Duration
    public var kinds: [String: Int]

    struct KindCap: Sendable {
        var kind: String
        var cap: Int
    }

    init(_ reader: inout SettingsReader) {
        let general = reader.read(
            "push.cap", .whole(0...1000), default: 0,
            "The most pushes of each kind that a user gets in push.capWindow, except those of push.mandatoryKinds; 0 for any number."
        )
        window = reader.read(
            "push.capWindow", .span(.seconds(60)...(.seconds(720 * 3600))), default: .seconds(24 * 3600),
            "The period of push.cap and push.kindCaps: they count the pushes within it.")
        let caps = reader.read(
            "push.kindCaps", .kindCaps, default: [],
            "The most pushes of single kinds that a user gets in push.capWindow. They also limit OFFER, EVENT, PROFESSIONAL and push.mandatoryKinds."
        )
        self.general = general == 0 ? nil : general
        kinds = Dictionary(caps.map { ($0.kind, $0.cap) }) { first, _ in first }
        if kinds.count < caps.count { reader.report("push.kindCaps names a kind twice; name each once.") }
    }
}

extension ValueForm where Value == [CapSettings.KindCap] {
    /// The caps of kinds. The last colon separates a kind from its cap.
    static let kindCaps = ValueForm.list("kind caps", of: "a kind and a number from 1 to 1000 such as news:3") {
        (text: String) -> CapSettings.KindCap? in
        guard let colon = text.lastIndex(of: ":"), let cap = Int(text[text.index(after: colon)...]),
            (1...1000).contains(cap), colon > text.startIndex
        else { return nil }
        return CapSettings.KindCap(kind: String(text[..<colon]), cap: cap)
    } write: {
        "\($0.kind):\($0.cap)"
    }
}
