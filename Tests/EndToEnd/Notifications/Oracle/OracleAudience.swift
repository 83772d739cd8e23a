indirect enum OracleAudience: Sendable {
    case everyone
    /// People by their numbers, and nonexistent accounts.
    case people([Int], strangers: [String])
    case topic(String)
    case tag(String)
    case deviceTag(String)
    case language(String)
    case platform(String)
    /// A comparison and a version.
    case version(String, String)
    case near(Int)
    case all([OracleAudience])
    case any([OracleAudience])
    case not(OracleAudience)

    /// Without a push device, its conditions are false. The place is checked separately.
    func holds(for person: OraclePerson, on device: OraclePushDevice?) -> Bool {
        switch self {
        case .everyone, .near: true
        case .people(let numbers, _): numbers.contains(person.number)
        case .topic(let name): person.topics.contains(name)
        case .tag(let name): person.tags.contains(name)
        case .deviceTag(let name): device?.tags.contains(name) ?? false
        case .language(let range): device?.language.map { Self.isOf(range, $0) } ?? false
        case .platform(let name): device?.platform == name
        case .version(let comparison, let version):
            device?.version.map { Self.holds(comparison, Self.numbers(of: $0), Self.numbers(of: version)) } ?? false
        case .all(let parts): parts.allSatisfy { $0.holds(for: person, on: device) }
        case .any(let parts): parts.contains { $0.holds(for: person, on: device) }
        case .not(let part): !part.holds(for: person, on: device)
        }
    }

    /// `fr` includes `fr-CA`.
    private static func isOf(_ range: String, _ language: String) -> Bool {
        let (range, language) = (range.lowercased(), language.lowercased())
        return language == range || language.hasPrefix(range + "-")
    }

    /// Four numbers; missing ones are 0, and text after a space or a hyphen is ignored.
    private static func numbers(of version: String) -> [Int] {
        let said = version.prefix { $0 != " " && $0 != "-" }.split(separator: ".").map { Int($0) ?? 0 }
        return Array((said + [0, 0, 0, 0]).prefix(4))
    }

    private static func holds(_ comparison: String, _ one: [Int], _ other: [Int]) -> Bool {
        let (isLess, isEqual) = (one.lexicographicallyPrecedes(other), one == other)
        return switch comparison {
        case "<": isLess
        case "<=": isLess || isEqual
        case "!=": !isEqual
        case ">=": !isLess
        case ">": !isLess && !isEqual
        default: isEqual
        }
    }

    // MARK: Questions

    private var parts: [OracleAudience] {
        switch self {
        case .all(let some), .any(let some): [self] + some.flatMap(\.parts)
        case .not(let part): [self] + part.parts
        default: [self]
        }
    }

    /// Whether it has conditions on push devices.
    var asksOfPushDevices: Bool {
        parts.contains { part in
            switch part {
            case .deviceTag, .language, .platform, .version: true
            default: false
            }
        }
    }

    /// Whether publishers select people for it, by an account, a tag or a closed topic: no publisher then gets a count.
    var isPicked: Bool {
        parts.contains { part in
            switch part {
            case .people, .tag: true
            case .topic(let name): !OracleTerms.openTopics.contains { $0.0 == name }
            default: false
            }
        }
    }

    var circle: Int? {
        for case .near(let circle) in parts { return circle }
        return nil
    }

    // MARK: JSON

    func body(_ people: [OraclePerson], _ circles: [Place]) -> JSON {
        func several(_ parts: [OracleAudience]) -> JSON { .array(parts.map { $0.body(people, circles) }) }
        switch self {
        case .everyone: return ["everyone": true]
        case .people(let numbers, let strangers):
            let accounts = numbers.map { people[$0].account } + strangers
            if accounts.count == 1 { return ["account": .string(accounts[0])] }
            return ["accounts": .array(accounts.map(JSON.string))]
        case .topic(let name): return ["topic": .string(name)]
        case .tag(let name): return ["tag": .string(name)]
        case .deviceTag(let name): return ["deviceTag": .string(name)]
        case .language(let range): return ["language": .string(range)]
        case .platform(let name): return ["platform": .string(name)]
        case .version(let comparison, let version): return ["appVersion": .string(comparison + version)]
        case .near(let circle): return ["near": circles[circle].json]
        case .all(let parts): return ["all": several(parts)]
        case .any(let parts): return ["any": several(parts)]
        case .not(let part): return ["not": part.body(people, circles)]
        }
    }
}
