/// The settings of the oracle's Balise, and the choices of its people and publishers.
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
    /// The limit of the capped kind for each user.
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

/// A user of whom the oracle knows everything.
struct OraclePerson: Sendable {
    var number: Int
    /// Their account id; empty before the registration.
    var account = ""
    var isClosed = false
    /// The push devices with pushes, without `twins`.
    var pushDevices: [OraclePushDevice] = []
    /// The switched kinds, and whether they are on.
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
    /// `ios`, `android` or `web`.
    var platform: String
    var isSandbox = false
    /// The app's name for the device.
    var name = Fresh.device()
    /// The id of its token in results and explanations; empty before the registration.
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

/// A user's last position: kilometres north of a circle's centre.
struct OracleWhereabouts: Sendable {
    var circle: Int
    var kilometres: Double
    /// Whether it is more than 30 days old.
    var isTooOld: Bool
}

extension SeededNumbers {
    /// A random decision with this probability, in percent.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// A random element; `some` must not be empty.
    mutating func one<Element>(of some: [Element]) -> Element { some[Int.random(in: 0..<some.count, using: &self)] }

    /// This number of different elements, or all.
    mutating func several<Element>(_ count: Int, of some: [Element]) -> [Element] {
        Array(some.shuffled(using: &self).prefix(count))
    }
}
