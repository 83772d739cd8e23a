@testable import Edge

enum Trackers {
    static let token = "AAECAwQFBgcICQoLDA0ODw"
    static let settings = Tracker(
        id: TrackerID("t1")!, device: id("pho ne"), name: Personal("My phone"), createdAt: People.now)

    static func basic(_ user: String, _ password: String) -> (String, String) {
        ("Authorization", "Basic " + Data("\(user):\(password)".utf8).base64EncodedString())
    }

    static let place = GetLocation.LocationResult(
        device: id("pho ne"),
        location: Location(
            timestamp: LocationValue(json: #""1700000000""#), longitude: LocationValue(json: "-4.4861"),
            latitude: LocationValue(json: #""+48.390""#), horizontalAccuracy: LocationValue(json: "12.6"),
            speed: LocationValue(json: "10"), batteryLevel: LocationValue(json: #""87""#)), slogan: nil)
}

extension ScriptedServices {
    /// Ada's phone has a tracker with the token, which answers with `places`.
    static func tracking(_ places: [GetLocation.LocationResult] = []) -> ScriptedServices {
        let services = ScriptedServices.people()
        services.on(ReportByTracker.self) { message throws(BusError) in
            guard message.token.value == Trackers.token else {
                throw .refused(ServiceError(.invalidToken, "the token is not valid"))
            }
            return ReportByTracker.Reply(
                stored: message.reports.count, device: id("pho ne"), places: message.wantsFriends ? places : [])
        }
        return services
    }

    func keepTrackers() {
        on(ListTrackers.self) { $0.account == People.ada ? [Trackers.settings] : [] }
        onlyAda(CreateTracker.self, { $0.account }) { _ in
            CreateTracker.Reply(tracker: Trackers.settings, token: SecretText(Trackers.token))
        }
        onlyAda(ChangeTracker.self, { $0.account }) { _ in Trackers.settings }
        onlyAda(RevokeTracker.self, { $0.account }) { _ in Done() }
    }
}

extension TrackersAPI {
    static func overScripted(
        _ services: ScriptedServices, _ metrics: MetricsRegistry = MetricsRegistry()
    ) -> TrackersAPI {
        TrackersAPI(
            TrackerReporter(
                credentials: TrackerCredentials(services: services, attempts: .forTests()),
                counts: TrackerCounts(metrics), clock: SetClock(People.now)))
    }
}

extension TrackerRequest {
    var location: Location? { reports.first?.location }
    var seconds: [Int64] { reports.map { $0.fixedAt.rawValue / 1000 } }
}
