import ServiceRuntime

/// The maximum number of pushes of a kind per user and time.
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
            "The period for which push.cap and push.kindCaps count pushes.")
        let caps = reader.read(
            "push.kindCaps", .kindCaps, default: [],
            "The same for single kinds, including those of push.mandatoryKinds and OFFER, EVENT and PROFESSIONAL.")
        self.general = general == 0 ? nil : general
        kinds = Dictionary(caps.map { ($0.kind, $0.cap) }) { first, _ in first }
        if kinds.count < caps.count { reader.report("push.kindCaps names a kind twice; name each once.") }
    }
}

extension ValueForm where Value == [CapSettings.KindCap] {
    /// Kinds with their caps, separated by the last colon.
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
