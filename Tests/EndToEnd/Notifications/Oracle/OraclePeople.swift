// The people of the oracle, from a seed: what they say, on which push devices they are reached, and where they are.

import Foundation

/// What a Balise of the oracle is set to, and what its people and publishers choose from.
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
    /// How many pushes of the capped kind a person gets.
    static let cap = 2
    /// How likely somebody is to belong to each, in percent.
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

/// Somebody of whom the oracle knows everything.
struct OraclePerson: Sendable {
    /// Their place among all of them.
    var number: Int
    /// The id of their account; empty before they are registered.
    var account = ""
    var isClosed = false
    /// Those to which pushes go, without `twins`.
    var pushDevices: [OraclePushDevice] = []
    /// Which kinds they have switched, and whether on.
    var switches: [String: Bool] = [:]
    /// Nil for one who has not said.
    var choices: OracleChoices?
    var quietHours: OracleQuietHours?
    var topics: Set<String> = []
    var tags: Set<String> = []
    /// Nil for one whose position is not known.
    var whereabouts: OracleWhereabouts?
}

/// A push device, with the token by which it is reached.
struct OraclePushDevice: Sendable {
    var token: String
    /// `ios`, `android` or `web`.
    var platform: String
    var isSandbox = false
    /// What the app calls the device.
    var name = Fresh.device()
    /// The id of its token, by which results and explanations name it; empty before it is registered.
    var id = ""
    var version: String?
    var language: String?
    var tags: Set<String> = []
    var isMuted = false
    /// A token of FCM for the same device, which is reached by APNs.
    var twin: String?
}

/// What somebody wants to hear of.
struct OracleChoices: Sendable {
    var offers = true
    var professionals = true
    var events = true
    /// In kilometres.
    var radius = 10
    var categories = Choices.all
}

/// Somebody's quiet hours, in hours from now; far enough from now that no test lasts until they begin or end.
struct OracleQuietHours: Sendable {
    var startsIn: Int
    var endsIn: Int
    var timeZone: String
    var allowsInterruptions: Bool

    var isNow: Bool { startsIn < 0 }

    /// As an app sends them.
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

/// Where somebody was last: so many kilometres north of the middle of a circle.
struct OracleWhereabouts: Sendable {
    var circle: Int
    var kilometres: Double
    /// Whether that is more than 30 days ago.
    var isTooOld: Bool
}

extension SeededNumbers {
    /// Whether something happens that is so likely, in percent.
    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// One of some, of which there is at least one.
    mutating func one<Element>(of some: [Element]) -> Element { some[Int.random(in: 0..<some.count, using: &self)] }

    /// So many different ones, or all.
    mutating func several<Element>(_ count: Int, of some: [Element]) -> [Element] {
        Array(some.shuffled(using: &self).prefix(count))
    }
}
