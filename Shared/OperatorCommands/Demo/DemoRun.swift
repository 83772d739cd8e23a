import BaliseAPI
import BaliseJSON
import Foundation
import Models
import OperatorAPI

/// Creates the people of a plan as an import does, and then calls the server as their apps and an operator do.
struct DemoRun {
    let client: OperatorClient
    let server: PublicServer
    let settings: DemoSettings
    let plan: DemoPlan
    let password: SecretText
    let registersPushDevices: Bool

    private static let portion = 100
    /// How long places are kept, in minutes: a week.
    private static let placesKeptFor = "10080"

    /// Reads the names of the server's categories. Throws if another server is at the address.
    func readCategories() throws -> [String] {
        let own = try client.ask(OperatorCalls.listSigningKeys).keys.map(\.id)
        let there = try call(OAuthCalls.getSigningKeys, sending: NoBody()).keys
        guard there.contains(where: { own.contains($0.id) }) else {
            throw NotDone(description: "another server answers there; name this one's public port with --server")
        }
        return try call(AppCalls.listCategories, sending: NoBody()).map(\.id)
    }

    func fill(categories: [String]) throws {
        try makeAccounts()
        var apps: [[String: String]] = []
        for (number, person) in plan.withApp.enumerated() {
            client.reportProgress("signing in and registering devices: \(number) of \(plan.withApp.count)")
            guard let app = person.app else { continue }
            apps.append(try use(app, by: person))
        }
        try refuseSomeSignIns()
        try notify(categories)
        // Every third person with the app has read everything.
        for (number, headers) in apps.enumerated() where number % 3 == 0 {
            try call(AppCalls.markAllRead, headers, sending: NoBody())
        }
    }

    private func makeAccounts() throws {
        let hash = try Demo.hash(password)
        let source = ImportSource.demo
        let begin = BeginAccountImportRequest(source: source)
        let token = try client.ask(OperatorCalls.beginAccountImport, sending: begin).token
        for start in stride(from: 0, to: plan.people.count, by: DemoRun.portion) {
            client.reportProgress("making accounts: \(start) of \(plan.people.count)")
            let users = plan.people[start...].prefix(DemoRun.portion).map { $0.imported(hash) }
            let request = ImportAccountsRequest(token: token, source: source, users: users)
            let results = try client.ask(OperatorCalls.importAccounts, sending: request).results
            for result in results where result.outcome != .made || result.passwordFlaw != nil {
                throw NotDone(
                    description: "an account is refused: \(result.reason ?? result.passwordFlaw ?? "it exists already")"
                )
            }
        }
        try client.ask(OperatorCalls.endAccountImport, sending: EndAccountImportRequest(token: token))
    }

    /// Signs in, registers for pushes, and reports the name and the place. Returns the headers for further calls.
    private func use(_ app: DemoApp, by person: DemoPerson) throws -> [String: String] {
        let facts = [
            "Version": app.version, "Platform": app.isIOS ? "ios" : "android", "OS": app.system, "Device": app.model,
            "Locale": person.country.language, "Timezone": person.country.timeZone, "Country": person.country.code,
        ]
        var headers: [String: String] = [:]
        for (name, value) in facts { headers[settings.headerPrefix + name] = value }
        let signIn = SignInRequest(username: person.username, password: password)
        let token = try call(AppCalls.signIn, headers, sending: signIn).token
        headers["Authorization"] = "Bearer \(token.value)"
        let profile = UpdateProfileRequest(
            firstName: person.firstName, lastName: person.lastName, locale: person.country.language)
        try call(AppCalls.updateProfileInEnvelope, headers, sending: profile)
        if registersPushDevices {
            let request = RegisterPushTokenRequest(
                token: app.token, platform: app.isIOS ? "IOS" : "ANDROID", type: app.isIOS ? .apns : .fcm,
                deviceId: person.device, deviceName: app.model, appVersion: app.version)
            try call(AppCalls.registerPushToken, headers, sending: request)
        }
        let place = person.track.last.map { (latitude: $0.latitude, longitude: $0.longitude) } ?? person.home
        let position = SetPositionRequest(latitude: place.latitude, longitude: place.longitude, accuracy: 12)
        try call(AppCalls.setPosition, headers, sending: position)
        if !person.track.isEmpty { try shareTrack(of: person, headers) }
        return headers
    }

    /// Shares a person's places. The password protects the device, and the person claims it. The operator may see it on
    /// the map. The first device has no key: everyone who knows its id sees it, as the demo's last words say.
    private func shareTrack(of person: DemoPerson, _ headers: [String: String]) throws {
        let (device, key) = (person.device, password.value)
        let isOpen = device == plan.people[0].device
        if !isOpen {
            try callMiataru(.setDeviceKey, ["MiataruSetDeviceKey": ["DeviceID": device, "NewDeviceKey": key]])
        }
        let places = person.track.map { fix in
            [
                "Device": device, "DeviceKey": key, "Timestamp": String(fix.time), "Latitude": String(fix.latitude),
                "Longitude": String(fix.longitude), "HorizontalAccuracy": "8",
            ]
        }
        let kept = ["EnableLocationHistory": "True", "LocationDataRetentionTime": DemoRun.placesKeptFor]
        try callMiataru(.updateLocation, ["MiataruConfig": kept, "MiataruLocation": places])
        guard !isOpen else { return }
        try call(AppCalls.claimDevice, headers, sending: ClaimDeviceRequest(device: device, deviceKey: password))
        guard let reader = settings.reader else { return }
        let allowed: [String: Any] = [
            "DeviceID": reader, "hasCurrentLocationAccess": true, "hasHistoryAccess": true,
        ]
        let list: [String: Any] = ["DeviceID": device, "DeviceKey": key, "allowedDevices": [allowed]]
        try callMiataru(.setAllowedDeviceList, ["MiataruSetAllowedDeviceList": list])
    }

    /// Makes some sign-ins fail, so that the security log has entries.
    private func refuseSomeSignIns() throws {
        for person in plan.people.suffix(4) {
            let wrong = SignInRequest(username: person.username, password: SecretText("123456"))
            _ = try? call(AppCalls.signIn, sending: wrong)
        }
    }

    // MARK: Notifications

    private func notify(_ categories: [String]) throws {
        let (day, now) = (86_400.0, Date())
        let towns = DemoCountry.all
        var sent: [String] = []
        for (number, notice) in DemoNotice.announcements.enumerated() {
            let town = towns[notice.town]
            let request = AnnounceRequest(
                type: notice.type, id: .number(Int64(number + 1)), title: notice.title, body: notice.body,
                category: notice.category.flatMap { categories.contains($0) ? $0 : categories.first },
                latitude: town.latitude, longitude: town.longitude,
                startsAt: notice.daysAhead.map { now.addingTimeInterval($0 * day) },
                expiresAt: now.addingTimeInterval(20 * day))
            sent.append(try client.ask(OperatorCalls.operatorAnnounce, sending: request).id)
        }
        let toEveryone = SendNotificationRequest(
            kind: AnnouncementType.event.rawValue, audience: .everyone, content: DemoNotice.release)
        sent.append(try client.ask(OperatorCalls.operatorSendNotification, sending: toEveryone).id)
        var later = toEveryone
        later.content = DemoNotice.maintenance
        later.startsAt = now.addingTimeInterval(3 * day)
        let cancelled = try client.ask(OperatorCalls.operatorSendNotification, sending: later).id
        try client.ask(OperatorCalls.operatorCancelNotification, cancelled)
        let first = String(RFC3339.text(of: now.addingTimeInterval(day), to: .seconds).prefix(11)) + "09:00"
        let market = SetSeriesRequest(
            kind: AnnouncementType.event.rawValue, audience: .language("fr"), content: DemoNotice.market,
            rule: "FREQ=WEEKLY;BYDAY=SA", startsAtLocal: first, timeZone: towns[0].timeZone)
        try client.ask(OperatorCalls.operatorSetSeries, "market", sending: market)
        // A notification is in the inboxes only when it is done.
        for id in sent {
            _ = try client.follow(forSeconds: 30) { () -> PublishedNotification in
                client.reportProgress("sending notifications")
                return try client.ask(OperatorCalls.operatorGetNotification, id)
            } until: {
                $0.state != .deciding
            }
        }
    }

    // MARK: Calls

    @discardableResult
    func call<Body, Reply>(
        _ call: APICallDefinition<Body, Reply>, _ headers: [String: String] = [:], sending body: Body
    ) throws -> Reply {
        let answer = try client.callPublicly(
            call.method, call.path, at: server, headers, call.method == .get ? nil : Data(body.json.bytes))
        do { return try Reply(jsonText: Array(answer.utf8)) } catch {
            throw NotDone(description: "the answer of \(call.path) is not understood; is it of another version?")
        }
    }

    private func callMiataru(_ endpoint: MiataruEndpoint, _ body: [String: Any]) throws {
        let bytes = try JSONSerialization.data(withJSONObject: body)
        _ = try client.callPublicly(.post, endpoint.path, at: server, [:], bytes)
    }
}

struct DemoNotice {
    let type: AnnouncementType
    let title: String
    let body: String
    var category: String?
    let town: Int
    /// The number of days until the notification begins; nil to send it at once.
    var daysAhead: Double?

    static let announcements = [
        DemoNotice(
            type: .event, title: "Concert at the harbour", body: "Tonight at eight, free for everyone.", town: 0),
        DemoNotice(
            type: .offer, title: "Two custard tarts for one", body: "Until noon, straight from the oven.",
            category: "FOOD_PLAISIRS", town: 1),
        DemoNotice(
            type: .professional, title: "A bicycle workshop has opened", body: "Repairs while you wait.",
            category: "SERVICE_PRATIQUES", town: 2),
        DemoNotice(
            type: .event, title: "Kite day on the beach", body: "Bring your own, or build one there.", town: 10,
            daysAhead: 2),
        DemoNotice(
            type: .offer, title: "Tea tasting", body: "Five kinds of green tea.", category: "FOOD_PLAISIRS", town: 6,
            daysAhead: 1),
    ]

    static let release = NotificationContent(
        texts: [
            NotificationText(
                language: "en", title: "Version 3.2 is here", body: "The map now shows your friends' trips."),
            NotificationText(
                language: "fr", title: "La version 3.2 est là", body: "La carte montre les trajets de vos amis."),
            NotificationText(
                language: "pt", title: "Chegou a versão 3.2", body: "O mapa mostra os trajetos dos seus amigos."),
            NotificationText(
                language: "de", title: "Version 3.2 ist da", body: "Die Karte zeigt die Wege deiner Freunde."),
        ], fallbackLanguage: "en")
    static let maintenance = NotificationContent(
        texts: [NotificationText(language: "en", title: "Maintenance on Thursday", body: "From two to three at night.")]
    )
    static let market = NotificationContent(
        texts: [
            NotificationText(language: "en", title: "Market day", body: "Fresh fish and cider in the old halls."),
            NotificationText(language: "fr", title: "Jour de marché", body: "Poisson frais et cidre aux halles."),
        ], fallbackLanguage: "en")
}
