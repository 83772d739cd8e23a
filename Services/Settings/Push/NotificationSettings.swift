// Settings of which kinds of notifications there are, and of what people and apps may say of themselves.

public import Models
public import ServiceRuntime

/// Which kinds of notifications there are beside those of announcements, which topics are open, and which tags an app may
/// give a push device.
public struct NotificationSettings: SettingsSection {
    /// The kinds that there are, those of announcements first.
    public var kinds: NotificationKinds
    /// The topics to which people may subscribe.
    public var openTopics: NamePatterns
    /// The tags that an app may give a push device.
    public var deviceTags: NamePatterns
    /// How many pushes a person gets at most.
    public var caps: CapSettings

    package init(_ reader: inout SettingsReader) {
        let names = reader.read(
            "push.kinds", .words, default: [],
            "The kinds of notifications that publishers may send beside announcements, such as orders; at most 64.")
        let off = reader.read(
            "push.kindsOffAtFirst", .words, default: [],
            "Those of push.kinds of which people hear only once they have switched them on.")
        let mandatory = reader.read(
            "push.mandatoryKinds", .words, default: [], "Those of push.kinds that nobody can switch off.")
        let restricted = reader.read(
            "push.restrictedKinds", .words, default: [],
            "Those of push.kinds that only API keys may send which name them.")
        let digested = reader.read(
            "push.digestKinds", .words, default: [],
            "Those of push.kinds, and of OFFER, EVENT and PROFESSIONAL, of which several that quiet hours held back come as one push when these end."
        )
        openTopics = NamePatterns(
            reader.read(
                "push.openTopics", .words, default: [],
                "The topics to which people may subscribe; news-* means all whose names begin so. Only publishers add people to others."
            ))
        deviceTags = NamePatterns(
            reader.read(
                "push.deviceTags", .words, default: [],
                "The tags that apps may give the devices on which they run; beta-* means all that begin so."))
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
                "push.kindsOffAtFirst names \(word), which nobody could switch on; take it out there or there.")
        }
        for (setting, patterns) in [("push.openTopics", openTopics), ("push.deviceTags", deviceTags)]
        where !patterns.areValid {
            reader.report(
                "\(setting) needs names of 1 to 64 characters out of A-Z a-z 0-9 . _ : -, or such with * at the end.")
        }
    }
}
