// What the publishers of the oracle send.

import Foundation

/// A notification or an announcement.
struct OracleNotification: Sendable, CustomStringConvertible {
    var number: Int
    /// Its kind; of an announcement its type.
    var kind: String
    var audience: OracleAudience
    /// Whether it is an announcement, and then for whom it is by its category, which events do not have.
    var isAnnouncement = false
    var category: String?
    /// Whether people see nothing of it.
    var isUnseen = false
    var interruptionLevel: String?
    var priority: String?
    /// Whether it counts for an hour, so that it is over before any quiet hours end. Else it counts for as long as usual.
    var isShort = false
    /// Whether a key sends it that has no more than the scope `publish`.
    var isByPublisherAlone = false

    /// What stands in each push of it, and in no other.
    var mark: String { OracleNotification.markBeginning + String(format: "%04d", number) }
    static let markBeginning = "oracle-"

    /// The path of its kind of notifications.
    var path: String { isAnnouncement ? "announcements" : "notifications" }

    var description: String {
        "\(mark) \(kind)\(isAnnouncement ? " announcement \(category ?? "")" : "") \(audience)"
            + (isShort ? " for an hour" : "") + (isUnseen ? " unseen" : "")
    }

    /// As a publisher writes it.
    func body(_ people: [OraclePerson], _ circles: [Place]) -> JSON {
        let end: JSON? = isShort ? .string(Moment.text(3600)) : nil
        if isAnnouncement, let circle = audience.circle {
            let id = JSON.number("\(1000 + number)")
            return Sample.announcement(kind, id, at: circles[circle], title: mark, category: category)
                .replacing(["expiresAt"], with: end)
        }
        // The time to live and the end come to the same.
        let life: JSON? = isShort && number.isMultiple(of: 2) ? 3600 : nil
        let content: JSON =
            isUnseen
            ? ["pushType": "background", "data": ["mark": .string(mark)]]
            : ["texts": [["language": "en", "title": .string(mark), "body": "To whom it may concern"]]]
        let body: JSON = [
            "kind": .string(kind), "audience": audience.body(people, circles),
            "content": content.replacing(["timeToLive"], with: life)
                .replacing(["interruptionLevel"], with: interruptionLevel.map(JSON.string))
                .replacing(["priority"], with: priority.map(JSON.string)),
        ]
        return body.replacing(["expiresAt"], with: life == nil ? end : nil)
    }
}

extension OracleNotification {
    /// So many, of all kinds and for audiences of all forms: each eighth is an announcement.
    static func notifications(
        _ count: Int, among people: Int, using random: inout SeededNumbers
    ) -> [OracleNotification] {
        var form = 0
        return (0..<count).map { number in
            if number % 8 == 7 { return announcement(number, using: &random) }
            defer { form += 1 }
            let audience = OracleAudience.form(form, among: people, using: &random)
            return OracleNotification(number, to: audience, using: &random)
        }
    }

    private static func announcement(_ number: Int, using random: inout SeededNumbers) -> OracleNotification {
        let kind = ["OFFER", "EVENT", "PROFESSIONAL"][number / 8 % 3]
        return OracleNotification(
            number: number, kind: kind, audience: .near(Int.random(in: 0...1, using: &random)), isAnnouncement: true,
            category: kind == "EVENT" ? nil : random.one(of: Choices.all), isShort: random.happens(30))
    }

    private init(_ number: Int, to audience: OracleAudience, using random: inout SeededNumbers) {
        self.init(number: number, kind: OracleTerms.kinds[number % OracleTerms.kinds.count], audience: audience)
        isByPublisherAlone = random.happens(30)
        isShort = random.happens(30)
        // Those of the capped kind are all counted.
        isUnseen = number % 8 == 3 && kind != OracleTerms.capped
        guard !isUnseen else { return }
        // The others need a key that may interrupt.
        let levels = ["passive", "active", "time-sensitive", "critical"].prefix(isByPublisherAlone ? 2 : 4)
        interruptionLevel = random.one(of: [nil] + levels.map { Optional($0) })
        priority = random.one(of: [nil, nil, "immediate", "considerate", "low"])
    }
}
