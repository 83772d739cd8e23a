import Foundation
import NIOHTTP1

struct DirectLoad: Sendable {
    static let kind = "orders"

    let app: AppClient
    let key: String
    let people: [String]
    let times: NotificationTimes

    /// How long the last notification may take to arrive.
    private static let limit = Duration.seconds(20)

    struct Run {
        var rate = 0.0
        /// Notifications that were answered otherwise than with 201.
        var refused = 0
        /// From the call to its answer.
        var answered: [Double] = []
        /// From the answer to the arrival at APNs; 0 for one that arrived sooner.
        var accepted: [Double] = []
        /// From the call to the arrival at APNs.
        var asked: [Double] = []
    }

    /// Throws after 5 s without an arrival: push may not yet have found all other services.
    func sendFirst() async throws {
        times.begin(1)
        let status = try await send(0)
        guard status == 201 else { throw CommandError(description: "a notification was answered \(status)") }
        guard try await areAllThere(1, within: .seconds(5)) else {
            throw CommandError(description: "the first notification did not arrive at APNs within 5 s")
        }
    }

    /// Waits until all that was taken has arrived. Throws when that takes longer than 20 s.
    func run(rate: Int, seconds: Int) async throws -> Run {
        let count = rate * seconds
        times.begin(count)
        let began = ContinuousClock.now
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                let due = began + .microseconds(number * 1_000_000 / rate)
                if ContinuousClock.now < due { try await Task.sleep(until: due, clock: .continuous) }
                group.addTask { try await send(number) != 201 }
            }
            return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        var run = Run()
        run.rate = Double(count) / milliseconds(since: began) * 1000
        run.refused = refused
        guard try await areAllThere(count - refused, within: Self.limit) else {
            throw CommandError(
                description:
                    "\(times.arrived) of \(count - refused) notifications arrived at APNs within \(Self.limit)")
        }
        for one in times.all {
            guard let asked = one.asked, let accepted = one.accepted, let arrived = one.arrived else { continue }
            run.answered.append((accepted - asked).milliseconds)
            run.accepted.append(max(0, (arrived - accepted).milliseconds))
            run.asked.append((arrived - asked).milliseconds)
        }
        return run
    }

    private func areAllThere(_ count: Int, within limit: Duration) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while times.arrived < count {
            guard ContinuousClock.now < end else { return false }
            try await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    private func send(_ number: Int) async throws -> UInt {
        let message = Message(
            audience: ["account": people[number % people.count]],
            content: Message.Content(texts: [
                ["language": "en", "title": times.title(of: number), "body": "It is on its way"]
            ]))
        let asked = ContinuousClock.now
        let reply = try await app.send(.POST, "/api/v1/notifications", headers: [("X-API-Key", key)], fields: message)
        times.record(number, asked: asked, accepted: reply.status == 201 ? .now : nil)
        return reply.status
    }

    private struct Message: Encodable {
        struct Content: Encodable {
            let texts: [[String: String]]
        }
        var kind = DirectLoad.kind
        let audience: [String: String]
        let content: Content
    }
}
