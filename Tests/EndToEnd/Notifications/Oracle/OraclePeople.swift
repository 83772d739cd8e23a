enum OracleTerms {
    static let settings =
        Setting.logLevel("info") + [
            "BALISE_PUSH_KINDS": "orders,news,tips,alerts", "BALISE_PUSH_KINDS_OFF_AT_FIRST": offAtFirst,
            "BALISE_PUSH_MANDATORY_KINDS": mandatory, "BALISE_PUSH_KIND_CAPS": "\(capped):\(cap)",
            "BALISE_PUSH_OPEN_TOPICS": "news-*", "BALISE_PUSH_DEVICE_TAGS": deviceTags.joined(separator: ","),
        ]
    static let kinds = ["orders", "news", "tips", "alerts", "OFFER", "EVENT", "PROFESSIONAL"]
    static let offAtFirst = "news"
    static let mandatory = "alerts"
    static let capped = "tips"
    static let cap = 2
    /// The probability of each topic, in percent.
    static let openTopics = [("news-arts", 15), ("news-sport", 25)]
    static let givenTopics = [("crew", 10), ("members", 20)]
    static let tags = [("gold", 15), ("new", 10), ("plan:pro", 20)]
    static let deviceTags = ["beta", "tablet"]
    static let languages = ["de", "en", "en-GB", "fr", "fr-CA", "pt-BR"]
    static let versions = ["1.9.3", "2", "2.0.1", "2.1", "2.1.0.77", "2.10 (4)", "3.0.0-beta"]
    static let timeZones = [
        "UTC", "Europe/Paris", "America/New_York", "America/St_Johns", "Asia/Kolkata", "Asia/Tokyo", "Pacific/Auckland",
    ]
}

struct OraclePerson: Sendable {
    var number: Int
    var account = ""
    var isClosed = false
    var pushDevices: [OraclePushDevice] = []
    var switches: [String: Bool] = [:]
    /// Nil if the user has not chosen.
    var choices: OracleChoices?
    var quietHours: OracleQuietHours?
    var topics: Set<String> = []
    var tags: Set<String> = []
    /// Nil without a known position.
    var whereabouts: OracleWhereabouts?
}

struct OraclePushDevice: Sendable {
    var token: String
    var platform: String
    var isSandbox = false
    var name = Fresh.device()
    var id = ""
    var version: String?
    var language: String?
    var tags: Set<String> = []
    var isMuted = false
    /// An FCM token for the same device, which APNs reaches.
    var twin: String?
}

struct OracleChoices: Sendable {
    var offers = true
    var professionals = true
    var events = true
    /// In kilometres.
    var radius = 10
    var categories = Choices.all
}

/// A user's quiet hours, in hours from now; far enough from now that no test reaches their beginning or end.
struct OracleQuietHours: Sendable {
    var startsIn: Int
    var endsIn: Int
    var timeZone: String
    var allowsInterruptions: Bool

    var isNow: Bool { startsIn < 0 }

    func body(at now: Date) -> JSON {
        func clock(in hours: Int) -> JSON {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
            let moment = calendar.dateComponents([.hour, .minute], from: now.addingTimeInterval(Double(hours) * 3600))
            return .string(String(format: "%02d:%02d", moment.hour ?? 0, moment.minute ?? 0))
        }
        return [
            "start": clock(in: startsIn), "end": clock(in: endsIn), "timeZone": .string(timeZone),
            "allowsInterruptions": .bool(allowsInterruptions),
        ]
    }
}

struct OracleWhereabouts: Sendable {
    var circle: Int
    var kilometres: Double
    /// Whether it is more than 30 days old.
    var isTooOld: Bool
}

extension SeededNumbers {
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func one<Element>(of some: [Element]) -> Element { some[Int.random(in: 0..<some.count, using: &self)] }

    mutating func several<Element>(_ count: Int, of some: [Element]) -> [Element] {
        Array(some.shuffled(using: &self).prefix(count))
    }
}
