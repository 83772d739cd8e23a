import Crypto
import Fakes
import Foundation
import Isolation
import MessageBus
import Models

/// Fills the program `push` with people, and announces something to all of them.
struct AnnouncementLoad {
    let edge: BusClient
    let peers: PushPeers

    private static let atOnce = 256
    /// How long all pushes of one announcement may take.
    private static let limit = Duration.seconds(120)

    struct Run {
        /// Milliseconds from the call until its answer, until all was queued, and until all was sent.
        var (answered, queued, done) = (0.0, 0.0, 0.0)
        var sent = 0.0
        /// Microseconds of the program's processor time for each push; nil where that is not known.
        var processor: Double?
        /// The memory of the program in MiB, before and at its peak.
        var (before, most) = (0.0, 0.0)

        /// Pushes a second, from the call to the last one.
        var rate: Double { done > 0 ? sent / done * 1000 : 0 }
    }

    /// Also makes one person known.
    func untilReady() async throws {
        try await untilItSucceeds {
            try await makeKnown(0..<1)
            // A dry run counts in what the peers have said.
            _ = try await announce(0, isDryRun: true)
        }
    }

    /// Makes people known, with a push device and a position within 9 km each.
    func makeKnown(_ people: Range<Int>) async throws {
        guard let positions = peers[Position.feed] else { return }
        let edge = edge
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in people {
                if number >= people.lowerBound + Self.atOnce { try await group.next() }
                group.addTask {
                    let account = try named(AccountID("person\(number)"))
                    _ = try await edge.send(
                        RegisterPushToken(
                            account: account, session: try named(SessionID("session\(number)")),
                            token: SecretText(pushToken(number)), environment: .production, purpose: .alert,
                            platform: "ios"),
                        .benchmark)
                    try await positions.publish(
                        account.text,
                        Position(coordinate: try Self.place(Double(number % 9000) / 1000), at: SystemClock().now()))
                }
            }
            try await group.waitForAll()
        }
    }

    /// Watches until all is sent. Throws if it reaches another number of people, or takes longer than two minutes.
    func announce(_ number: Int, to people: Int, through process: Process, at apns: FakeAPNs) async throws -> Run {
        var run = Run()
        let sentBefore = apns.count
        run.before = try mebibytes(of: [process.processIdentifier])
        run.most = run.before
        let usedBefore = processorSeconds(of: [process.processIdentifier])
        let announced = ContinuousClock.now
        let reply = try await announce(number, isDryRun: false)
        run.answered = milliseconds(since: announced)
        guard let id = reply.record?.id else { throw CommandError(description: "nothing was announced") }
        while true {
            let record = try await edge.send(GetNotification(id: id.text, of: nil), .benchmark)
            if run.queued == 0, record.state != .deciding {
                run.queued = milliseconds(since: announced)
                guard record.recipients == people else {
                    throw CommandError(description: "\(record.recipients) people hear of it, not \(people)")
                }
            }
            run.most = max(run.most, try mebibytes(of: [process.processIdentifier]))
            if record.state == .done { break }
            guard ContinuousClock.now - announced < Self.limit else {
                throw CommandError(
                    description: "after \(Self.limit) \(apns.count - sentBefore) of \(people) pushes were sent")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        run.done = milliseconds(since: announced)
        run.sent = Double(apns.count - sentBefore)
        let usedAfter = processorSeconds(of: [process.processIdentifier])
        run.processor = usedBefore.flatMap { before in usedAfter.map { ($0 - before) / max(run.sent, 1) * 1e6 } }
        return run
    }

    private func announce(_ number: Int, isDryRun: Bool) async throws -> SendNotification.Reply {
        try await edge.send(
            SendNotification(
                notification: OutgoingNotification(
                    announcing: Announcement(
                        type: .event, subject: .number(Int64(number)), title: "Fête", body: "Ce soir"),
                    at: try Self.place(0)),
                // For others so many around one place are bounded.
                publisher: try named(PublisherID("benchmark")), apiKey: try named(APIKeyID("benchmark")),
                isDryRun: isDryRun, isOperator: true), .benchmark)
    }

    /// So many kilometres north of where it is announced.
    private static func place(_ kilometres: Double) throws -> Coordinate {
        try named(Coordinate(latitude: 48.8566 + kilometres / 111.2, longitude: 2.3522))
    }
}

func pushToken(_ number: Int) -> String {
    let hex = String(number, radix: 16)
    return String(repeating: "0", count: 64 - hex.count) + hex
}

extension FakeAPNs {
    /// - Parameter port: Of a relay to it; nil for none.
    func settings(in folder: URL, behind port: Int? = nil) throws -> [String: String] {
        let certificate = folder.appending(path: "apns.pem")
        try Data(certificatePEM.utf8).write(to: certificate)
        let address = port.map { "https://127.0.0.1:\($0)" } ?? url.absoluteString
        return [
            "BALISE_PUSH_APNS_TEAM_ID": "TEAM123456", "BALISE_PUSH_APNS_KEY_ID": "KEY1234567",
            "BALISE_PUSH_APNS_KEY": P256.Signing.PrivateKey().pemRepresentation,
            "BALISE_PUSH_APNS_TOPIC": "com.example.app",
            "BALISE_PUSH_APNS_PRODUCTION_URL": address, "BALISE_PUSH_APNS_SANDBOX_URL": address,
            "BALISE_PUSH_APNS_TRUSTED_CERTIFICATES": certificate.path,
        ]
    }
}
