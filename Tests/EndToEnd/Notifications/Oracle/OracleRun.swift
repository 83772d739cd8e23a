struct OracleRun {
    let notified: Notified
    let people: [OraclePerson]
    let circles: [Place]
    /// A key that sees all counts and may interrupt, and an ordinary publisher's key.
    let office: String
    let shop: String
    var random: SeededNumbers
    var findings: OracleFindings
    private(set) var sent: [Sent] = []
    /// The daily limit of a publisher's dry runs.
    private static let probes = 20
    private var probes = 0

    struct Sent {
        var notification: OracleNotification
        var expectation: OracleExpectation
        var id: String
    }

    init(
        _ people: [OraclePerson], around circles: [Place], on notified: Notified, seed: UInt64, _ random: SeededNumbers
    ) async throws {
        (self.notified, self.people, self.circles, self.random) = (notified, people, circles, random)
        office = try await notified.balise.apiKey("publish", "support", "interrupt")
        shop = try await notified.balise.apiKey("publish")
        findings = OracleFindings(seed: seed)
    }

    mutating func send(_ notifications: [OracleNotification]) async throws {
        var oracle = AudienceOracle(people)
        for notification in notifications {
            let expectation = oracle.judge(notification)
            let body = notification.body(people, circles)
            try await count(notification, body, expectation)
            let key = notification.isByPublisherAlone ? shop : office
            let headers: HTTPHeaders = ["idempotency-key": UUID().uuidString]
            let answer = try await notified.publish(.POST, notification.path, body, key: key, headers)
            try #require(answer.status == 201, "\(notification): \(answer)")
            let one = Sent(
                notification: notification, expectation: expectation, id: try #require(answer.data?["id"]?.text))
            sent.append(one)
            // A cap applies in the order of the decisions.
            if notification.kind == OracleTerms.capped { _ = try await untilDecided(one) }
        }
    }

    private mutating func count(
        _ notification: OracleNotification, _ body: JSON, _ expectation: OracleExpectation
    ) async throws {
        let path = notification.path + "?dryRun=true"
        let answer = try await notified.publish(.POST, path, body, key: office)
        try #require(answer.status == 200, "\(notification): \(answer)")
        let found = OracleCount(
            recipients: try #require(answer.data?["recipients"]?.integer),
            deliveries: try #require(answer.data?["deliveries"]?.integer))
        findings.compare("the dry run", notification, expected: expectation.counted, found: found)
        guard notification.isByPublisherAlone, probes < OracleRun.probes else { return }
        probes += 1
        let told = try await notified.publish(.POST, path, body, key: shop)
        try #require(told.status == 200, "\(notification): \(told)")
        // It has a random error, so only its form is known: tens from 20 on, and no count of push devices.
        let recipients = told.data?["recipients"]?.integer
        let isBlurred =
            notification.audience.isPicked
            ? recipients == nil && told.data?["fewerThan"] == nil
            : recipients.map { $0 >= 20 && $0 % 10 == 0 } ?? (told.data?["fewerThan"] == 20)
        findings.compare(
            "whether a publisher is told about how many alone", notification, expected: true,
            found: isBlurred && told.data?["deliveries"] == nil)
    }

    func untilDecided(_ one: Sent) async throws -> Announced {
        var record: Announced?
        try await eventually("\(one.notification) is delivered", within: .seconds(300)) {
            let answer = try await notified.publish(.GET, "\(one.notification.path)/\(one.id)", key: office)
            try #require(answer.status == 200, "\(answer)")
            let read = try Announced(try #require(answer.data))
            record = read
            return !["scheduled", "deciding"].contains(read.state) && read["pending"] == 0
        }
        return try #require(record)
    }
}

struct OracleFindings: Sendable {
    let seed: UInt64
    private(set) var lines: [String] = []

    init(seed: UInt64) { self.seed = seed }

    mutating func compare<Value: Equatable>(
        _ what: String, _ notification: OracleNotification, _ person: OraclePerson? = nil, expected: Value, found: Value
    ) {
        guard found != expected else { return }
        let who = person.map { "\n    person \($0.number): \($0)" } ?? ""
        lines.append("\(what) is \(found) and not \(expected)\n    of \(notification)\(who)")
    }

    /// Only the first differences; all would be thousands of lines.
    func report(sourceLocation: SourceLocation = #_sourceLocation) {
        guard !lines.isEmpty else { return }
        let first = lines.prefix(20).joined(separator: "\n")
        Issue.record(
            "\(lines.count) differences with BALISE_ORACLE_SEED=\(seed):\n\(first)", sourceLocation: sourceLocation)
    }
}

struct OracleArrivals {
    /// The pushes to each token; a token of Apple's sandbox differs from one of its production.
    private var counts: [String: [String: Int]] = [:]

    init(at notified: Notified) throws {
        for push in notified.apns.notifications { add(push.payload, to: OracleArrivals.name(push.token)) }
        for push in notified.sandbox.notifications {
            add(push.payload, to: OracleArrivals.name(push.token, isSandbox: true))
        }
        for message in notified.fcm.messages {
            let body = try JSONSerialization.jsonObject(with: message.body) as? [String: Any]
            let token = (body?["message"] as? [String: Any])?["token"] as? String
            add(message.body, to: OracleArrivals.name(token ?? "no token"))
        }
    }

    subscript(mark: String) -> [String: Int] { counts[mark] ?? [:] }

    static func name(_ token: String, isSandbox: Bool = false) -> String { isSandbox ? "sandbox \(token)" : token }

    private mutating func add(_ payload: Data, to token: String) {
        let text = String(decoding: payload, as: UTF8.self)
        guard let start = text.range(of: OracleNotification.markBeginning)?.lowerBound else { return }
        let mark = String(text[start...].prefix(OracleNotification.markBeginning.count + 4))
        counts[mark, default: [:]][token, default: 0] += 1
    }
}
