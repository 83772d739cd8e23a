import OperatorAPI

@testable import OperatorCommands
@testable import ServiceRuntime

@Suite("The demo", .timeLimit(.minutes(10))) struct DemoTests {
    private static let now = UnixTime.start.date

    @Test("The same seed makes the same people with the same tracks, and another seed other people")
    func seeds() {
        let plans = [1, 1, 2].map { DemoPlan(seed: $0, size: 100, now: Self.now).people }
        let names = plans.map { $0.map(\.displayName) }
        #expect(names[0] == names[1] && names[0] != names[2])
        #expect(plans[0].map(\.track) == plans[1].map(\.track))
        #expect(plans[0].map(\.createdAt) == plans[1].map(\.createdAt))
    }

    @Test("Sign-in names are unique ASCII, and display names are written in the script of their country")
    func names() {
        let people = DemoPlan(seed: 1, size: DemoPlan.sizes.upperBound, now: Self.now).people
        #expect(Set(people.map(\.username)).count == people.count)
        #expect(people.allSatisfy { $0.username.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == ".") } })
        let greek = people.filter { $0.country.code == "GR" }
        #expect(greek.allSatisfy { $0.displayName.unicodeScalars.contains { (0x370...0x3FF).contains($0.value) } })
        #expect(people.allSatisfy { $0.createdAt < Self.now })
        #expect(people.contains { $0.isDisabled } && people.contains { !$0.hasConfirmedAddress })
    }

    @Test("Every plan has people with the app and its first person shares a track", arguments: [20, 300])
    func first(_ size: Int) {
        let plan = DemoPlan(seed: 7, size: size, now: Self.now)
        #expect(plan.people.count == size && plan.withApp.count == size * 2 / 5)
        #expect(plan.people[0].app != nil && !plan.people[0].track.isEmpty)
        #expect(plan.people.allSatisfy { $0.app != nil || $0.track.isEmpty })
    }

    @Test("A track has a place a minute up to the present, each near the one before and near home")
    func tracks() {
        let moving = DemoPlan(seed: 1, size: 300, now: Self.now).people.filter { !$0.track.isEmpty }
        #expect(moving.count == 24)
        for person in moving {
            #expect(zip(person.track, person.track.dropFirst()).allSatisfy { $1.time - $0.time == 60 })
            let last = person.track.last?.time ?? 0
            #expect((1...60).contains(Int(Self.now.timeIntervalSince1970) - last))
            for fix in person.track {
                let north = (fix.latitude - person.home.latitude) * 111_320
                let east = (fix.longitude - person.home.longitude) * 111_320 * cos(person.home.latitude * .pi / 180)
                #expect((north * north + east * east).squareRoot() < 800)
            }
        }
    }

    private static func settings(_ values: [String: String]) -> DemoSettings {
        DemoSettings(
            values.map { name, value in
                SettingDescription(
                    name: name, variable: "", value: value, source: "", default: "", allowed: "", meaning: "")
            })
    }

    @Test(
        "The public port is found in the server's settings",
        arguments: [
            (["http.port": "8080", "http.host": "127.0.0.1"], "http://127.0.0.1:8080"),
            (["http.port": "80", "http.host": "0.0.0.0", "http.tls.certificate": "none"], "http://127.0.0.1:80"),
            (["http.port": "80", "http.host": "fd00::1"], "http://[fd00::1]:80"),
        ])
    func publicAddress(_ values: [String: String], _ expected: String) throws {
        let found = try Self.settings(values).publicAddress
        #expect(found == expected)
    }

    @Test(
        "A public port that cannot be found or called is refused",
        arguments: [
            (["http.port": "0", "http.host": "127.0.0.1"], "name the public port with --server"),
            (["http.port": "80", "http.tls.certificate": "/etc/balise.pem"], "start the server without http.tls"),
        ])
    func noPublicAddress(_ values: [String: String], _ remedy: String) throws {
        let error = #expect(throws: NotDone.self) { try Self.settings(values).publicAddress }
        #expect(error?.description.contains(remedy) == true)
    }

    @Test(
        "An address names a port without TLS",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1", 8080), ("http://balise.example/", "balise.example", 80),
            ("http://[::1]:9000", "::1", 9000), ("https://balise.example", nil, 0), ("127.0.0.1:80", nil, 0),
        ] as [(String, String?, Int)])
    func addresses(_ text: String, _ host: String?, _ port: Int) {
        let server = PublicServer(text)
        #expect(server?.host == host && server?.port ?? 0 == port)
        #expect(server?.isLocal ?? false == (port == 8080 || port == 9000))
    }
}

extension OperatorCommandTests {
    @Test("`demo` sends its passwords only to this machine", arguments: ["http://balise.example", "https://127.0.0.1"])
    func demoElsewhere(_ address: String) {
        let words = ["demo", "--server", address]
        #expect(throws: OperatorCommandLine.Misuse.self) { try OperatorCommandLine.read(words) }
    }

    @Test(
        "`demo` leaves a server alone that has notifications, or devices without accounts",
        arguments: [
            (
                #"{"notifications":[{"id":"n1","kind":"EVENT","createdAt":"2026-01-31T12:00:00Z","state":"done"}],"hasMore":true}"#,
                "notifications"
            ), (#"{"notifications":[],"hasMore":false}"#, "devices with places"),
        ])
    func demoOnData(_ notifications: String, _ found: String) async throws {
        let metric =
            #"balise_http_requests_total{api="miataru",call="UpdateLocation",status="200",service="edge"} 1"#
        let answers = [#"{"accounts":[]}"#, notifications, metric].map { ok($0) }
        let needed = Array(answers.prefix(found == "notifications" ? 2 : 3))
        let (status, test, requests) = try await run(["demo"], needed)
        #expect(status == 1 && requests.count == needed.count)
        #expect(test.complaint.hasPrefix("edge: this server has \(found), and `demo` only fills an empty one"))
    }
}

@Suite("Long tasks") struct ProgressPaceTests {
    @Test("Progress is reported after two seconds, and then every two seconds at most")
    func pace() {
        let start = ContinuousClock.now
        let clock = Mutex(start)
        var pace = ProgressPace { clock.withLock { $0 } }
        var reports: [Int] = []
        for second in 0..<8 {
            clock.withLock { $0 = start + .seconds(second) }
            if pace.isDue() { reports.append(second) }
            if pace.isDue() { reports.append(-second) }
        }
        #expect(reports == [2, 4, 6])
    }
}
