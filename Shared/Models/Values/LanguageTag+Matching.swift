extension LanguageTag {
    /// The tag and its more general forms: `zh-TW`, `zh-Hant-TW`, `zh-Hant`, `zh`. An audience may name any of them.
    public var ranges: [String] {
        var ranges: [String] = []
        func add(_ language: String, _ script: String?, _ region: String?) {
            let range = [language, script, region].compactMap(\.self).joined(separator: "-")
            if !ranges.contains(range) { ranges.append(range) }
        }
        // A single letter is removed with the subtag after it, which it introduces (RFC 4647, section 3.4).
        var parts = text.split(separator: "-")
        let shortest = language.split(separator: "-").count + (script == nil ? 0 : 1) + (region == nil ? 0 : 1)
        while parts.count > shortest {
            ranges.append(parts.joined(separator: "-"))
            parts.removeLast()
            if parts.last?.utf8.count == 1 { parts.removeLast() }
        }
        let script = likelyScript
        add(language, self.script, region)
        for region in [region, parentRegion].compactMap(\.self) {
            add(language, script, region)
            if usualScript(in: region) == script { add(language, nil, region) }
        }
        add(language, script, nil)
        add(language, nil, nil)
        for language in kin {
            if let region { add(language, nil, region) }
            add(language, nil, nil)
        }
        return ranges
    }

    /// Returns the index of the tag that suits the reader best; nil if the reader can read none of them. `preferred`
    /// begins with the preferred tag. The same rule applies to pushes, the inbox, mails and pages. The script is more
    /// important than the region: a reader of `zh-HK` gets `zh-TW` and not `zh`, which is in the other script.
    public static func best(of offered: [LanguageTag], for preferred: [LanguageTag]) -> Int? {
        for tag in preferred {
            let ranges = tag.ranges
            let ranked = offered.indices.compactMap { index in
                tag.distance(to: offered[index], ranges).map { (distance: $0, index: index) }
            }
            if let best = ranked.min(by: { ($0.distance, $0.index) < ($1.distance, $1.index) }) { return best.index }
        }
        return nil
    }

    /// How far an offered language is from this language (lower is closer); nil if its readers cannot read it.
    private func distance(to offered: LanguageTag, _ ranges: [String]) -> Int? {
        guard language == offered.language || kin.contains(offered.language) || offered.kin.contains(language) else {
            return nil
        }
        let others =
            likelyScript == offered.likelyScript || likelyScript == nil || offered.likelyScript == nil ? 0 : 1000
        if let place = ranges.firstIndex(of: offered.text) { return others + place }
        return others + 100 + (offered.region == likelyRegion ? 0 : 1)
    }
}
