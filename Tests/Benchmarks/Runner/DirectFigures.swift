import AsyncHTTPClient
import Fakes
import NIOHTTP1

/// One person after the other over HTTP, at a steady rate. APNs is played by this program, so that all times are by one clock.
struct DirectFigures {
    let plan: Plan

    /// Notifications a second.
    private static let rate = 500
    private static let people = 200
    /// How many people are made known at a time: each takes a password to be hashed.
    private static let atOnce = 4
    private var seconds: Int { plan.long.runs > 1 ? 25 : 3 }

    func measure() async throws -> Table {
        var table = Table(
            "Notifications for one person each, \(Self.rate) a second for \(seconds) s; wire: the arrival at APNs",
            [
                "", "sent/s", "refused", "answered, p50 ms", "p99 ms", "accepted to wire, p50 ms", "p99 ms",
                "slowest ms", "asked to wire, p50 ms", "p99 ms",
            ])
        for (shape, programs) in Plan.shapes {
            let times = NotificationTimes()
            var fake = FakeAPNs.Plan()
            fake.keepsNotifications = false
            fake.arrival = { notification, refusal in
                if refusal == nil { times.recordArrival(of: notification.payload) }
            }
            let apns = try await FakeAPNs(fake)
            let run: DirectLoad.Run
            do { run = try await measure(programs, apns, times) } catch {
                throw CommandError(description: "\(shape): \(error)")
            }
            try await apns.stop()
            table.add([
                shape, whole(run.rate), whole(Double(run.refused)), decimal(run.answered.median, 1),
                decimal(run.answered.percentile(99), 1), decimal(run.accepted.median, 1),
                decimal(run.accepted.percentile(99), 1), decimal(run.accepted.max() ?? 0, 1),
                decimal(run.asked.median, 1), decimal(run.asked.percentile(99), 1),
            ])
        }
        return table
    }

    private func measure(
        _ programs: [String], _ apns: FakeAPNs, _ times: NotificationTimes
    ) async throws -> DirectLoad.Run {
        let folder = try PushPeers.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var settings = try apns.settings(in: folder)
        settings["BALISE_PUSH_KINDS"] = DirectLoad.kind
        settings["BALISE_HTTP_IN_FLIGHT_PER_ADDRESS"] = "2000"
        let server = try RunningServer(programs.map { ServerProgram(plan.program($0), settings) })
        defer { server.stop() }
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let outcome: Result<DirectLoad.Run, any Error>
        do {
            let app = AppClient(server.address, over: http)
            let load = DirectLoad(
                app: app, key: try await publisherKey(of: server), people: try await makePeople(app), times: times)
            try await untilItSucceeds { try await load.sendFirst() }
            // Connections, statements and caches are there before it counts.
            _ = try await load.run(rate: Self.rate, seconds: 3)
            outcome = .success(try await load.run(rate: Self.rate, seconds: seconds))
        } catch { outcome = .failure(error) }
        try await http.shutdown()
        return try outcome.get()
    }

    private func publisherKey(of server: RunningServer) async throws -> String {
        let operations = AppClient(try named(server.operations.last))
        let token = ("Authorization", "Bearer " + (try server.operatorToken()))
        var secret: String?
        try await untilItSucceeds {
            let made = try await operations.send(
                .POST, "/api-keys", headers: [token], fields: CreatedKey(name: "shop", scopes: ["publish"]))
            secret = made.text("secret")
            guard secret != nil else { throw CommandError(description: "no API key: \(made.status)") }
        }
        return try named(secret)
    }

    private func makePeople(_ app: AppClient) async throws -> [String] {
        // Services that have only just started may not have found each other.
        var people: [String] = []
        try await untilItSucceeds { people = [try await Self.makePerson(0, app)] }
        return try await withThrowingTaskGroup(of: String.self) { group in
            for number in 1..<Self.people {
                if number > Self.atOnce, let made = try await group.next() { people.append(made) }
                group.addTask { try await Self.makePerson(number, app) }
            }
            for try await made in group { people.append(made) }
            return people
        }
    }

    private static func makePerson(_ number: Int, _ app: AppClient) async throws -> String {
        // A name of its own for each try: the one before may have failed behind the registration.
        let name = "reader\(number)x\(UInt32.random(in: 0 ... .max))"
        let reply = try await app.send(
            .POST, "/api/v1/auth/register",
            fields: [
                "username": name, "password": "correct horse battery staple", "firstName": "A", "lastName": "B",
                "email": "\(name)@example.org",
            ])
        guard let token = reply.text("token"), let account = reply.text("id", in: "user") else {
            throw CommandError(description: "no account: \(reply.status)")
        }
        let registered = try await app.send(
            .POST, "/api/v1/push/register", headers: [("Authorization", "Bearer " + token)],
            fields: ["token": pushToken(number + 1), "platform": "IOS", "environment": "PRODUCTION"])
        guard registered.status < 300 else { throw CommandError(description: "no push device: \(registered.status)") }
        return account
    }
}
