struct OracleNotification: Sendable, CustomStringConvertible {
    var number: Int
    var kind: String
    var audience: OracleAudience
    /// The recipients of an announcement depend on its category, which events do not have.
    var isAnnouncement = false
    var category: String?
    var isUnseen = false
    var interruptionLevel: String?
    var priority: String?
    /// Else it has the usual lifetime.
    var isShort = false
    /// Whether its key has only the scope `publish`.
    var isByPublisherAlone = false

    /// Text in each of its pushes, and in no other.
    var mark: String { OracleNotification.markBeginning + String(format: "%04d", number) }
    static let markBeginning = "oracle-"

    var path: String { isAnnouncement ? "announcements" : "notifications" }

    var description: String {
        "\(mark) \(kind)\(isAnnouncement ? " announcement \(category ?? "")" : "") \(audience)"
            + (isShort ? " for an hour" : "") + (isUnseen ? " unseen" : "")
    }

    func body(_ people: [OraclePerson], _ circles: [Place]) -> JSON {
        let end: JSON? = isShort ? .string(Moment.text(3600)) : nil
        if isAnnouncement, let circle = audience.circle {
            let id = JSON.number("\(1000 + number)")
            return Sample.announcement(kind, id, at: circles[circle], title: mark, category: category)
                .replacing(["expiresAt"], with: end)
        }
        // The time to live and the end are equivalent.
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
    /// This number of all kinds and for audiences of all forms: each eighth is an announcement.
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
        // The capped kind is always visible, so that all are counted.
        isUnseen = number % 8 == 3 && kind != OracleTerms.capped
        guard !isUnseen else { return }
        // The other levels need a key that may interrupt.
        let levels = ["passive", "active", "time-sensitive", "critical"].prefix(isByPublisherAlone ? 2 : 4)
        interruptionLevel = random.one(of: [nil] + levels.map { Optional($0) })
        priority = random.one(of: [nil, nil, "immediate", "considerate", "low"])
    }
}
