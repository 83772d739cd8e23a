// Telling auth-session which sessions are in use.

import MessageBus
import Models

/// Tells auth-session once a minute which sessions were active. What cannot be delivered goes with the next report.
struct ActivityReports: Sendable {
    private static let pause = Duration.seconds(60)

    private let services: any Services
    private let clock: any FeedClock
    private let dequeue: @Sendable () -> [RecordActivity.Activity]
    private let restore: @Sendable ([RecordActivity.Activity]) -> Void

    /// - Parameters:
    ///   - dequeue: Gives what there is to report, once.
    ///   - restore: Takes what could not be reported.
    init(
        _ services: any Services, clock: any FeedClock, dequeue: @escaping @Sendable () -> [RecordActivity.Activity],
        restore: @escaping @Sendable ([RecordActivity.Activity]) -> Void
    ) {
        self.services = services
        self.clock = clock
        self.dequeue = dequeue
        self.restore = restore
    }

    /// Reports until the task is cancelled, and then a last time.
    func run() async {
        while (try? await clock.sleep(for: ActivityReports.pause)) != nil { await report(within: .seconds(5)) }
        // A request of a cancelled task is cancelled too.
        await Task { await report(within: .seconds(1)) }.value
    }

    private func report(within timeout: Duration) async {
        var rest = dequeue()[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(AuthenticationCache.reportedAtOnce))
            do throws(BusError) {
                _ = try await services.send(
                    RecordActivity(activities: part), MessageContext(requestID: "activity", timeout: timeout))
            } catch {
                return restore(Array(rest))
            }
            rest = rest.dropFirst(part.count)
        }
    }
}
