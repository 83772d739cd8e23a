// How fast an announcement is queued for many people and brought to a stand-in for APNs, and in how much memory.

import Crypto
import Fakes
import Foundation
import Isolation
import MessageBus
import Models

/// The program `push` alone, with its peers and APNs played by this one: client, stand-in and service share the
/// machine.
struct DeliveringFigures {
    let plan: Plan

    /// How many people there are, one announcement after the other, in one life of the program: with more people its
    /// memory may be larger before, but what sending adds to it may not.
    private var sizes: [Int] { plan.short.runs > 1 ? [50_000, 100_000, 100_000, 100_000, 200_000] : [100_000] }
    /// Writes under way while people are made known.
    private static let atOnce = 256

    func measure() async throws -> Table {
        let folder = try PushPeers.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let peers = try PushPeers(in: folder, playing: PushPeers.all)
        var fake = FakeAPNs.Plan()
        fake.keepsNotifications = false
        let apns = try await FakeAPNs(fake)
        let process = try start(folder, apns)
        let client = try MessageBus(BusConfiguration(name: .edge))
        let edge = client.client(as: .edge, endpoints: [.push: try PushPeers.endpoint(.push, folder)])
        var table = Table(
            "One announcement for many people",
            [
                "people", "answered ms", "queued ms", "all sent ms", "sent/s", "processor µs each", "before MiB",
                "at most MiB",
            ])
        do {
            try await untilItSucceeds { try await makeKnown(0..<1, edge, peers) }
            var known = 1
            for (number, people) in sizes.enumerated() {
                try await makeKnown(known..<people, edge, peers)
                known = people
                table.add(try await announce(number, to: people, edge, process, apns))
            }
        } catch {
            process.terminate()
            throw error
        }
        await client.shutDown(drain: .zero)
        process.terminate()
        process.waitUntilExit()
        try await apns.stop()
        await peers.end()
        return table
    }

    /// Announces something to all, and watches until all is sent.
    private func announce(
        _ number: Int, to people: Int, _ edge: BusClient, _ process: Process, _ apns: FakeAPNs
    ) async throws -> [String] {
        let (before, sentBefore) = (try residentMiB(process), apns.count)
        let usedBefore = processorSeconds(of: [process.processIdentifier])
        let announced = ContinuousClock.now
        let reply = try await edge.send(
            Announce(
                announcement: Announcement(
                    type: .event, subject: .number(Int64(number)), title: "Fête", body: "Ce soir",
                    coordinate: try Self.place(0)),
                publisher: try named(PublisherID("benchmark")), isDryRun: false), .benchmark)
        let answered = milliseconds(since: announced)
        guard let id = reply.record?.id else { throw CommandError(description: "nothing was announced") }
        var (queued, most) = (0.0, before)
        while true {
            let record = try await edge.send(GetAnnouncement(id: id.text, of: nil), .benchmark)
            if queued == 0, record.state != .deciding {
                queued = milliseconds(since: announced)
                guard record.recipients == people else {
                    throw CommandError(description: "\(record.recipients) people hear of it, not \(people)")
                }
            }
            most = max(most, try residentMiB(process))
            if record.state == .done { break }
            try await Task.sleep(for: .milliseconds(50))
        }
        let done = milliseconds(since: announced)
        let (sent, usedAfter) = (Double(apns.count - sentBefore), processorSeconds(of: [process.processIdentifier]))
        let used = usedBefore.flatMap { before in usedAfter.map { ($0 - before) / max(sent, 1) * 1e6 } }
        return [
            whole(Double(people)), decimal(answered, 1), whole(queued), whole(done), whole(sent / done * 1000),
            used.map { decimal($0, 1) } ?? "-", whole(before), whole(most),
        ]
    }

    /// Starts the program; what it sends goes to the stand-in.
    private func start(_ folder: URL, _ apns: FakeAPNs) throws -> Process {
        let certificate = folder.appending(path: "apns.pem")
        try Data(apns.certificatePEM.utf8).write(to: certificate)
        return try PushPeers.start(
            plan.program("push"), in: folder,
            [
                "BALISE_PUSH_APNS_TEAM_ID": "TEAM123456", "BALISE_PUSH_APNS_KEY_ID": "KEY1234567",
                "BALISE_PUSH_APNS_KEY": P256.Signing.PrivateKey().pemRepresentation,
                "BALISE_PUSH_APNS_TOPIC": "com.example.app",
                "BALISE_PUSH_APNS_PRODUCTION_URL": apns.url.absoluteString,
                "BALISE_PUSH_APNS_SANDBOX_URL": apns.url.absoluteString,
                "BALISE_PUSH_APNS_TRUSTED_CERTIFICATES": certificate.path,
            ])
    }

    /// Makes people known, with a push device and a position within 9 km each.
    private func makeKnown(_ people: Range<Int>, _ edge: BusClient, _ peers: PushPeers) async throws {
        guard let positions = peers[Position.feed] else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in people {
                if number >= people.lowerBound + Self.atOnce { try await group.next() }
                group.addTask {
                    let account = try named(AccountID("person\(number)"))
                    let hex = String(number, radix: 16)
                    let token = String(repeating: "0", count: 64 - hex.count) + hex
                    _ = try await edge.send(
                        RegisterPushToken(
                            account: account, session: try named(SessionID("session\(number)")),
                            token: SecretText(token), environment: .production, purpose: .alert, platform: "ios"),
                        .benchmark)
                    try await positions.publish(
                        account.text,
                        Position(coordinate: try Self.place(Double(number % 9000) / 1000), at: SystemClock().now()))
                }
            }
            try await group.waitForAll()
        }
    }

    /// So many kilometres north of where it is announced.
    private static func place(_ kilometres: Double) throws -> Coordinate {
        try named(Coordinate(latitude: 48.8566 + kilometres / 111.2, longitude: 2.3522))
    }
}
