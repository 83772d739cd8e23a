extension OracleAudience {
    static let forms = 22
    private static let topics = (OracleTerms.openTopics + OracleTerms.givenTopics).map(\.0)
    private static let openTopics = OracleTerms.openTopics.map(\.0)

    static func form(_ number: Int, among people: Int, using random: inout SeededNumbers) -> OracleAudience {
        switch number % forms {
        case 0: named(1, among: people, using: &random)
        case 1: named(Int.random(in: 3...9, using: &random), among: people, using: &random)
        case 2: named(Int.random(in: 30...60, using: &random), strangers: 3, among: people, using: &random)
        case 3: .topic(random.one(of: openTopics))
        case 4: .topic(random.one(of: OracleTerms.givenTopics).0)
        case 5: .tag(random.one(of: OracleTerms.tags).0)
        case 6: .deviceTag(random.one(of: OracleTerms.deviceTags))
        case 7: language(using: &random)
        case 8: platform(using: &random)
        case 9: version(using: &random)
        case 10: .all([.not(.tag(random.one(of: OracleTerms.tags).0)), platform(using: &random)])
        case 11: .all([.topic(random.one(of: topics)), language(using: &random)])
        case 12: .any([.tag("gold"), .topic(random.one(of: topics)), .deviceTag("beta")])
        case 13: .all([.not(.topic(random.one(of: topics))), .not(platform(using: &random)), version(using: &random)])
        case 14, 15: near(using: &random)
        case 16: .all([near(using: &random), platform(using: &random)])
        case 17:
            .all([version(using: &random), .topic(random.one(of: openTopics)), near(using: &random)])
        case 18: .all([named(60, among: people, using: &random), .topic(random.one(of: topics))])
        case 19: .any([.tag(random.one(of: OracleTerms.tags).0), named(12, among: people, using: &random)])
        case 20: .everyone
        default: nested(3, using: &random)
        }
    }

    private static func named(
        _ count: Int, strangers: Int = 0, among people: Int, using random: inout SeededNumbers
    ) -> OracleAudience {
        .people(
            random.several(count, of: Array(0..<people)),
            strangers: (0..<strangers).map { _ in OracleAudience.stranger(using: &random) })
    }

    static func stranger(using random: inout SeededNumbers) -> String {
        String((0..<24).map { _ in random.one(of: Array("0123456789abcdef")) })
    }

    private static func near(using random: inout SeededNumbers) -> OracleAudience {
        .near(Int.random(in: 0...1, using: &random))
    }

    private static func language(using random: inout SeededNumbers) -> OracleAudience {
        .language(random.one(of: ["fr", "FR", "fr-CA", "en", "pt", "de"]))
    }

    private static func platform(using random: inout SeededNumbers) -> OracleAudience {
        .platform(random.one(of: ["ios", "android", "web"]))
    }

    private static func version(using random: inout SeededNumbers) -> OracleAudience {
        .version(random.one(of: ["<", "<=", "=", "!=", ">=", ">"]), random.one(of: ["2", "2.0.1", "2.1", "2.2", "3"]))
    }

    /// Nested parts, with a maximum depth.
    private static func nested(_ depth: Int, using random: inout SeededNumbers) -> OracleAudience {
        func parts(_ random: inout SeededNumbers) -> [OracleAudience] {
            (0..<Int.random(in: 2...3, using: &random)).map { _ in nested(depth - 1, using: &random) }
        }
        // The outermost part contains others.
        let choices = depth == 3 ? 6...7 : depth > 0 ? 0...8 : 0...5
        return switch Int.random(in: choices, using: &random) {
        case 0: .topic(random.one(of: topics))
        case 1: .tag(random.one(of: OracleTerms.tags).0)
        case 2: .deviceTag(random.one(of: OracleTerms.deviceTags))
        case 3: language(using: &random)
        case 4: platform(using: &random)
        case 5: version(using: &random)
        case 6: .all(parts(&random))
        case 7: .any(parts(&random))
        default: .not(nested(depth - 1, using: &random))
        }
    }
}
