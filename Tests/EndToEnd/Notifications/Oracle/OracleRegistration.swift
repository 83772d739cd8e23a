extension Notified {
    private static let atOnce = 16
    private static let accountsAtOnce = 1000

    /// An identity provider vouches for them, because hashing each password would take longer than everything else.
    func register(_ people: [OraclePerson], around circles: [Place]) async throws -> [OraclePerson] {
        let now = Date()
        let registered = try await withThrowingTaskGroup(of: OraclePerson.self) { group in
            var registered: [OraclePerson] = []
            for (place, person) in people.enumerated() {
                if place >= Notified.atOnce, let one = try await group.next() { registered.append(one) }
                group.addTask { try await register(person, around: circles, at: now) }
            }
            for try await one in group { registered.append(one) }
            return registered.sorted { $0.number < $1.number }
        }
        for (topic, _) in OracleTerms.givenTopics {
            for members in Notified.portions(of: registered.filter { $0.topics.contains(topic) }) {
                try await change("notifications/topics/\(topic)/accounts", ["add": members])
            }
        }
        for (tag, _) in OracleTerms.tags {
            for people in Notified.portions(of: registered.filter { $0.tags.contains(tag) }) {
                try await change("notifications/tags", ["accounts": people, "add": [.string(tag)]])
            }
        }
        for person in registered where person.isClosed {
            let answer = try await balise.operate(.POST, "/accounts/\(person.account)/disable")
            try #require(answer.status == 204, "\(answer)")
        }
        return registered
    }

    private static func portions(of people: [OraclePerson]) -> [JSON] {
        stride(from: 0, to: people.count, by: accountsAtOnce).map { start in
            .array(people[start..<min(start + accountsAtOnce, people.count)].map { .string($0.account) })
        }
    }

    private func change(_ path: String, _ body: JSON) async throws {
        let answer = try await publish(.POST, path, body)
        try #require(answer.status == 200, "\(path): \(answer)")
    }

    private func register(_ person: OraclePerson, around circles: [Place], at now: Date) async throws -> OraclePerson {
        var person = person
        let rider = Rider()
        let app = OracleApp(balise: balise, token: try rider.token(of: issuer), address: rider.address)
        let me = try await app.call(.GET, "/ecovelo/users/me")
        person.account = try #require(me["id"]?.text)
        for place in person.pushDevices.indices { try await app.register(&person.pushDevices[place]) }
        if !person.switches.isEmpty {
            let kinds = person.switches.sorted { $0.key < $1.key }
                .map { kind, isOn in ["name": .string(kind), "enabled": .bool(isOn)] as JSON }
            try await app.call(.PUT, "/api/v1/notification-preferences/kinds", ["kinds": .array(kinds)])
        }
        if let choices = person.choices {
            try await app.call(
                .PUT, "/api/v1/notification-preferences",
                Choices.body(
                    offers: choices.offers, professionals: choices.professionals, events: choices.events,
                    radius: choices.radius, categories: choices.categories))
        }
        if let hours = person.quietHours {
            try await app.call(.PUT, "/api/v1/notification-preferences/quiet-hours", hours.body(at: now))
        }
        for (topic, _) in OracleTerms.openTopics where person.topics.contains(topic) {
            try await app.call(.PUT, "/api/v1/notifications/topics/\(topic)")
        }
        if let whereabouts = person.whereabouts {
            // A position is valid for 30 days.
            let at: JSON? = whereabouts.isTooOld ? .string(Moment.text(-31.2 * 86_400)) : nil
            let place = circles[whereabouts.circle].north(whereabouts.kilometres)
            try await app.call(.PUT, "/api/v1/users/me/position", place.json.replacing(["timestamp"], with: at))
        }
        return person
    }
}

/// Its calls must succeed.
private struct OracleApp: Sendable {
    let balise: RunningBalise
    /// Of the identity provider.
    let token: String
    let address: String

    @discardableResult
    func call(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, locale: String? = nil) async throws -> JSON {
        var headers: HTTPHeaders = ["x-forwarded-for": address, "authorization": "Bearer \(token)"]
        if body != nil { headers.add(name: "content-type", value: "application/json") }
        if let locale { headers.add(name: "x-meeshy-locale", value: locale) }
        let bytes = body.map { Array($0.encoded.utf8) }
        var answer = try await balise.call(method, balise.http + path, bytes, headers)
        // Apps retry, as the answer says.
        try await eventually("\(method) \(path) is answered", within: .seconds(30)) {
            if answer.status == 503 { answer = try await balise.call(method, balise.http + path, bytes, headers) }
            return answer.status != 503
        }
        try #require((200...201).contains(answer.status), "\(method) \(path): \(answer)")
        return answer.json ?? .null
    }

    func register(_ device: inout OraclePushDevice) async throws {
        let registration: JSON = [
            "token": .string(device.token), "platform": .string(device.platform.uppercased()),
            "environment": device.isSandbox ? "SANDBOX" : "PRODUCTION", "deviceId": .string(device.name),
        ]
        let body = registration.replacing(["appVersion"], with: device.version.map(JSON.string))
        let answer = try await call(.POST, "/api/v1/push/register", body, locale: device.language)
        device.id = try #require(answer["data"]?["id"]?.text)
        if let twin = device.twin {
            try await call(
                .POST, "/api/v1/push/register",
                body.replacing(["token"], with: .string(twin)), locale: device.language)
        }
        if !device.tags.isEmpty {
            let tags: JSON = ["tags": .array(device.tags.sorted().map(JSON.string))]
            try await call(.PUT, "/api/v1/push/tokens/\(device.id)/tags", tags)
        }
        if device.isMuted { try await call(.PATCH, "/api/v1/push/tokens/\(device.id)", ["muted": true]) }
    }
}
