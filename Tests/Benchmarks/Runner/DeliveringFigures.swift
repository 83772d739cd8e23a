// How fast an announcement is queued for many people and brought to a stand-in for APNs, and in how much memory.

import Crypto
import Fakes
import Foundation
import Isolation
import MessageBus
import Models

/// The program `push` alone, with its peers and APNs played by this one: client, stand-in and service share the machine.
struct DeliveringFigures {
    let plan: Plan

    private static let people = 100_000
    /// Writes under way while people are made known.
    private static let atOnce = 256

    func measure() async throws -> Table {
        let folder = FileManager.default.temporaryDirectory.appending(path: "push-\(UInt32.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "run"), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let peers = try Peers(in: folder)
        var fake = FakeAPNs.Plan()
        fake.keepsNotifications = false
        let apns = try await FakeAPNs(fake)
        let table = try await measure(folder, peers, apns)
        try await apns.stop()
        await peers.end()
        return table
    }

    private func measure(_ folder: URL, _ peers: Peers, _ apns: FakeAPNs) async throws -> Table {
        let process = try start(folder, apns)
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        let client = try MessageBus(BusConfiguration(name: .edge))
        let edge = client.client(as: .edge, endpoints: [.push: try Peers.endpoint(.push, folder)])
        try await makeKnown(edge, peers)
        let before = try resident(process)

        let announced = ContinuousClock.now
        let reply = try await edge.send(
            Announce(
                announcement: Announcement(
                    type: .event, subject: .number(1), title: "Fête", body: "Ce soir", coordinate: try Self.place(0)),
                publisher: try Self.named(APIKeyID("benchmark")), isDryRun: false), Self.context)
        let answered = milliseconds(since: announced)
        guard let id = reply.record?.id else { throw CommandError(description: "nothing was announced") }
        var (queued, most) = (0.0, before)
        while true {
            let record = try await edge.send(GetAnnouncement(id: id.text), Self.context)
            if queued == 0, record.state != .deciding { queued = milliseconds(since: announced) }
            most = max(most, try resident(process))
            if record.state == .done { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        let done = milliseconds(since: announced)
        await client.shutDown(drain: .zero)

        var table = Table("One announcement for \(whole(Double(Self.people))) people", ["what", "figure"])
        table.add(["answered, ms", decimal(answered, 1)])
        table.add(["queued durably, ms", whole(queued)])
        table.add(["all sent, ms", whole(done)])
        table.add(["sent a second, queueing included", whole(Double(apns.count) / done * 1000)])
        table.add(["resident before, MiB", whole(before)])
        table.add(["resident at most, MiB", whole(most)])
        return table
    }

    /// Starts the program; what it sends goes to the stand-in.
    private func start(_ folder: URL, _ apns: FakeAPNs) throws -> Process {
        let certificate = folder.appending(path: "apns.pem")
        try Data(apns.certificatePEM.utf8).write(to: certificate)
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("BALISE_") }
        environment["BALISE_DATA_DIR"] = folder.path
        environment["BALISE_OPERATIONS_PORT"] = "0"
        environment["BALISE_PUSH_APNS_TEAM_ID"] = "TEAM123456"
        environment["BALISE_PUSH_APNS_KEY_ID"] = "KEY1234567"
        environment["BALISE_PUSH_APNS_KEY"] = P256.Signing.PrivateKey().pemRepresentation
        environment["BALISE_PUSH_APNS_TOPIC"] = "com.example.app"
        environment["BALISE_PUSH_APNS_PRODUCTION_URL"] = apns.url.absoluteString
        environment["BALISE_PUSH_APNS_SANDBOX_URL"] = apns.url.absoluteString
        environment["BALISE_PUSH_APNS_TRUSTED_CERTIFICATES"] = certificate.path
        let process = Process()
        process.executableURL = plan.program("push")
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func makeKnown(_ edge: BusClient, _ peers: Peers) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.people {
                if number >= Self.atOnce { try await group.next() }
                group.addTask {
                    let account = try Self.named(AccountID("person\(number)"))
                    let hex = String(number, radix: 16)
                    let token = String(repeating: "0", count: 64 - hex.count) + hex
                    _ = try await edge.send(
                        RegisterPushToken(
                            account: account, session: try Self.named(SessionID("session\(number)")),
                            token: SecretText(token), environment: .production, purpose: .alert, platform: "ios"),
                        Self.context)
                    let kilometres = 9 * Double(number) / Double(Self.people)
                    try await peers.positions.tell(
                        account.text, Position(coordinate: try Self.place(kilometres), at: SystemClock().now()))
                }
            }
            try await group.waitForAll()
        }
    }

    /// So many kilometres north of where it is announced.
    private static func place(_ kilometres: Double) throws -> Coordinate {
        try named(Coordinate(latitude: 48.8566 + kilometres / 111.2, longitude: 2.3522))
    }

    private static func named<Name>(_ name: Name?) throws -> Name {
        guard let name else { throw CommandError(description: "a name of the benchmark is none") }
        return name
    }

    private static var context: MessageContext { MessageContext(requestID: "benchmark", timeout: .seconds(30)) }

    private func resident(_ process: Process) throws -> Double {
        try numbers(in: output(of: "ps", ["-o", "rss=", "-p", String(process.processIdentifier)])).reduce(0, +) / 1024
    }
}

/// The services that push follows.
private struct Peers {
    let positions: ScriptedFeed
    private let others: [ScriptedFeed]

    init(in folder: URL) throws {
        func feed(_ name: FeedName, of service: ServiceName) throws -> ScriptedFeed {
            try ScriptedFeed(
                name, of: service, at: try Peers.endpoint(service, folder), in: folder, "\(service)-feed", for: .push)
        }
        positions = try feed(Position.feed, of: .location)
        others = [
            try feed(AccountChange.feed, of: .identity), try feed(CredentialChange.feed, of: .authSession),
            try feed(NotificationPreferences.feed, of: .preferences),
        ]
    }

    static func endpoint(_ service: ServiceName, _ folder: URL) throws -> Endpoint {
        try Endpoint("ipc://" + folder.appending(path: "run/\(service).sock").path)
    }

    func end() async {
        for feed in others + [positions] { await feed.end() }
    }
}
