import Crypto

struct Notified: Sendable {
    static let topic = "com.example.allin"
    static let otherTopic = "org.example.rides"

    let balise: RunningBalise
    let issuer: OpenIDIssuer
    let apns: FakeAPNs
    let sandbox: FakeAPNs
    let fcm: FakeFCM
    /// An API key with the scopes `publish` and `support`: it sees small counts, and may ask about users.
    let publisher: String
    /// The credentials of the providers and the publisher, which no log, metric or answer may contain.
    let secrets: [String]

    /// - Parameters:
    ///   - plan: The behaviour of Apple's production service.
    ///   - isShared: Whether other tests use it too; then `body` must end it.
    static func run(
        _ shape: Shape, plan: FakeAPNs.Plan = FakeAPNs.Plan(), _ settings: [String: String] = [:],
        isShared: Bool = false, _ body: (Notified) async throws -> Void
    ) async throws {
        let key = P256.Signing.PrivateKey()
        var plan = plan
        plan.team = (id: "TEAM123456", keys: ["KEY1234567": key.publicKey])
        plan.topics = [topic, otherTopic]
        try await FakeAPNs.run(plan) { apns in
            try await FakeAPNs.run(plan) { sandbox in
                try await FakeFCM.run { fcm in
                    let trusted = FileManager.default.temporaryDirectory.appending(path: "apns-\(Fresh.token(8)).pem")
                    defer { try? FileManager.default.removeItem(at: trusted) }
                    try (apns.certificatePEM + "\n" + sandbox.certificatePEM)
                        .write(to: trusted, atomically: true, encoding: .utf8)
                    let all =
                        Setting.apns(key, apns, sandbox, trusted) + Setting.fcm(fcm) + Setting.longKeptPositions
                        + settings
                    try await RunningBalise.trusting(shape, all, isShared: isShared) { balise, issuer in
                        let publisher = try await balise.apiKey("publish", "support")
                        let lines = (key.pemRepresentation + fcm.serviceAccount).split { $0.isNewline || $0 == "\\" }
                        try await body(
                            Notified(
                                balise: balise, issuer: issuer, apns: apns, sandbox: sandbox, fcm: fcm,
                                publisher: publisher,
                                secrets: [publisher] + lines.filter { $0.count > 60 }.map { String($0.suffix(40)) }))
                    }
                }
            }
        }
    }

    // MARK: Publishing

    /// Retries while push is catching up, as publishers do too.
    func publish(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, key: String? = nil, _ headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        headers.replaceOrAdd(name: "x-api-key", value: key ?? publisher)
        let deadline = ContinuousClock.now + .seconds(20)
        var answer = try await balise.api(method, path, body, from: "10.9.8.7", headers)
        while answer.status == 503, method == .POST, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(200))
            answer = try await balise.api(method, path, body, from: "10.9.8.7", headers)
        }
        return answer
    }

    func announce(_ announcement: JSON, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let key: HTTPHeaders = ["idempotency-key": UUID().uuidString]
        let answer = try await publish(.POST, "announcements", announcement, key)
        try #require(answer.status == 201, "\(answer)", sourceLocation: sourceLocation)
        return try #require(answer.data?["id"]?.text, sourceLocation: sourceLocation)
    }

    func announceToEnd(_ announcement: JSON, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> Announced
    {
        try await end(of: try await announce(announcement, sourceLocation: sourceLocation))
    }

    func counts(of id: String) async throws -> Announced {
        let answer = try await publish(.GET, "announcements/\(id)")
        try #require(answer.status == 200, "\(answer)")
        let announced = try Announced(try #require(answer.data))
        #expect(announced.addsUp, "the counts do not add up: \(announced)")
        return announced
    }

    func end(of id: String) async throws -> Announced {
        var announced = try await counts(of: id)
        try await eventually("announcement \(id) comes to its end") {
            announced = try await counts(of: id)
            return announced.state == "done"
        }
        return announced
    }

    func explain(_ id: String, _ account: String) async throws -> JSON {
        let answer = try await publish(.GET, "announcements/\(id)/recipients/\(account)")
        try #require(answer.status == 200, "\(answer)")
        return try #require(answer.data)
    }

    // MARK: What arrived

    func pushes(to token: String) -> [FakeAPNs.Notification] {
        apns.notifications.filter { $0.token == token } + sandbox.notifications.filter { $0.token == token }
    }

    func messages(to token: String) -> [JSON] {
        fcm.messages.compactMap { try? JSON(reading: Array($0.body)) }.filter { $0["message"]?["token"]?.text == token }
    }
}

struct Announced: Sendable, CustomStringConvertible {
    let state: String
    let recipients: Int
    let books: [String: Int]
    let json: JSON

    static let names = ["accepted", "sent", "suppressed", "deferred", "failed", "expired", "pending"]

    init(_ json: JSON) throws {
        self.json = json
        state = try #require(json["state"]?.text)
        recipients = try #require(json["recipients"]?.integer)
        books = try Dictionary(
            uniqueKeysWithValues: Announced.names.map { ($0, try #require(json["books"]?[$0]?.integer)) })
    }

    subscript(name: String) -> Int { books[name] ?? 0 }
    var addsUp: Bool { self["accepted"] == Announced.names.dropFirst().reduce(0) { $0 + self[$1] } }
    /// The counts that are not 0.
    var figures: [String: Int] { books.filter { $0.value != 0 } }

    var description: String { "\(state), \(recipients) recipients, \(figures)" }
}

extension RunningBalise {
    func apiKey(_ scopes: String...) async throws -> String {
        let body: JSON = ["name": "a test's", "scopes": .array(scopes.map(JSON.string))]
        let answer = try await operate(.POST, "/api-keys", body)
        try #require(answer.status == 201, "\(answer.status)")
        return try #require(answer.json?["secret"]?.text)
    }
}

extension Setting {
    static func apns(
        _ key: P256.Signing.PrivateKey, _ production: FakeAPNs, _ sandbox: FakeAPNs, _ trusted: URL
    ) -> [String: String] {
        [
            "BALISE_PUSH_APNS_TEAM_ID": "TEAM123456", "BALISE_PUSH_APNS_KEY_ID": "KEY1234567",
            "BALISE_PUSH_APNS_KEY": key.pemRepresentation, "BALISE_PUSH_APNS_TOPIC": Notified.topic,
            "BALISE_PUSH_APNS_OTHER_TOPICS": Notified.otherTopic,
            "BALISE_PUSH_APNS_PRODUCTION_URL": production.url.absoluteString,
            "BALISE_PUSH_APNS_SANDBOX_URL": sandbox.url.absoluteString,
            "BALISE_PUSH_APNS_PRODUCTION_CHANNELS_URL": production.url.absoluteString,
            "BALISE_PUSH_APNS_SANDBOX_CHANNELS_URL": sandbox.url.absoluteString,
            "BALISE_PUSH_APNS_TRUSTED_CERTIFICATES": trusted.path,
        ]
    }

    static func fcm(_ fcm: FakeFCM) -> [String: String] {
        ["BALISE_PUSH_FCM_SERVICE_ACCOUNT": fcm.serviceAccount, "BALISE_PUSH_FCM_URL": fcm.url.absoluteString]
    }
}
