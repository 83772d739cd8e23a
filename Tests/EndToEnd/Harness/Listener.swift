struct Place: Sendable {
    var latitude: Double
    var longitude: Double

    private static let given = Mutex(0)

    /// More than 150 km from all other tests' places, so that no test receives another's announcements.
    static func fresh() -> Place {
        let number = given.withLock { given in
            given += 1
            return given
        }
        // The random digits make it unique, so that a search finds leaks.
        return Place(
            latitude: Double(number % 80) * 1.5 - 60 + Double.random(in: 0.001...0.01),
            longitude: Double(number / 80 % 113) * 3 - 170 + Double.random(in: 0.001...0.01))
    }

    func north(_ kilometres: Double) -> Place { Place(latitude: latitude + kilometres / 111.195, longitude: longitude) }

    var json: JSON { ["latitude": .number("\(latitude)"), "longitude": .number("\(longitude)")] }
}

struct Listener: Sendable {
    let notified: Notified
    let rider: Rider
    let session: String
    let account: String
    let pushDevice: String

    func call(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, _ headers: HTTPHeaders = [:])
        async throws -> Answer
    {
        try await notified.balise.api(method, path, body, token: session, from: rider.address, headers)
    }

    @discardableResult
    func done(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let answer = try await call(method, path, body)
        try #require(
            (200...201).contains(answer.status), "\(method) \(path): \(answer)", sourceLocation: sourceLocation)
        return answer
    }

    var pushes: [FakeAPNs.Notification] { notified.pushes(to: pushDevice) }

    func stand(at place: Place) async throws { try await done(.PUT, "users/me/position", place.json) }
    func want(_ choices: JSON) async throws { try await done(.PUT, "notification-preferences", choices) }

    func tokens() async throws -> [JSON] { try await done(.GET, "push/tokens").data?.elements ?? [] }
}

enum Choices {
    static let all: [String] = [
        "SANTE_BIEN_ETRE", "BEAUTE_ESTHETIQUE", "FOOD_PLAISIRS", "LOISIRS_DIVERTISSEMENTS", "SERVICE_PRATIQUES",
        "ENTRE_PROS",
    ]

    static func body(
        offers: Bool = true, professionals: Bool = true, events: Bool = true, radius: Int = 10,
        categories: [String] = all
    ) -> JSON {
        [
            "notifyNewOffers": .bool(offers), "notifyNewProNearby": .bool(professionals),
            "notifyLocalEvents": .bool(events), "notificationRadius": .number("\(radius)"),
            "preferredCategories": .array(categories.map(JSON.string)),
        ]
    }
}

extension Notified {
    func newcomer(pushDevice: String = Fresh.iPhone()) async throws -> Listener {
        try await signedIn(Rider(), pushDevice: pushDevice)
    }

    func signedIn(_ rider: Rider, session: String = "sid-1", pushDevice: String) async throws -> Listener {
        let token = try rider.token(of: issuer, session: session)
        var me = try await balise.ecovelo(.GET, "users/me", token: token, from: rider.address)
        // On a busy machine, reading the issuer's keys may take a service too long. The app retries, as the answer says.
        try await eventually("the keys of the issuer are read", within: .seconds(30)) {
            if me.status == 503 { me = try await balise.ecovelo(.GET, "users/me", token: token, from: rider.address) }
            return me.status != 503
        }
        try #require(me.status == 200, "\(me.status)")
        return Listener(
            notified: self, rider: rider, session: token, account: try #require(me.json?["id"]?.text),
            pushDevice: pushDevice)
    }

    func listener(at place: Place, pushDevice: String = Fresh.iPhone()) async throws -> Listener {
        let person = try await newcomer(pushDevice: pushDevice)
        try await person.register()
        try await person.stand(at: place)
        return person
    }
}

extension Listener {
    /// Registers the push device like the app of the flat answers.
    func register(_ more: JSON = [:]) async throws {
        var body: JSON = ["token": .string(pushDevice), "platform": "IOS", "environment": "PRODUCTION", "deviceId": ""]
        if case .object(let members) = more {
            for (name, value) in members { body = body.replacing([.name(name)], with: value) }
        }
        try await done(.POST, "push/register", body)
    }
}

enum Sample {
    static func offer(_ id: JSON = 123, at place: Place, title: String = "Bread") -> JSON {
        announcement("OFFER", id, at: place, title: title, category: "FOOD_PLAISIRS")
    }

    static func event(_ id: JSON = 7, at place: Place) -> JSON { announcement("EVENT", id, at: place, title: "Fête") }

    static func announcement(
        _ type: String, _ id: JSON, at place: Place, title: String = "Bread", category: String? = nil
    ) -> JSON {
        let body: JSON = [
            "type": .string(type), "id": id, "title": .string(title), "body": "Half the price until noon",
            "latitude": .number("\(place.latitude)"), "longitude": .number("\(place.longitude)"),
        ]
        return category.map { body.replacing(["category"], with: .string($0)) } ?? body
    }
}

enum Moment {
    /// A time this number of seconds from now, in whole seconds.
    static func text(_ seconds: Double) -> String {
        let date = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + seconds).rounded(.down))
        return date.ISO8601Format()
    }
}
