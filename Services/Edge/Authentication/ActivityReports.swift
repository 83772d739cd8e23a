import MessageBus
import Models

/// Once a minute. Reports that cannot be delivered are sent with the next one.
struct ActivityReports: Sendable {
    private static let pause = Duration.seconds(60)

    private let services: any Services
    private let clock: any FeedClock
    private let dequeue: @Sendable () -> [RecordActivity.Activity]
    private let restore: @Sendable ([RecordActivity.Activity]) -> Void

    /// - Parameter restore: Takes back activity that could not be reported.
    init(
        _ services: any Services, clock: any FeedClock, dequeue: @escaping @Sendable () -> [RecordActivity.Activity],
        restore: @escaping @Sendable ([RecordActivity.Activity]) -> Void
    ) {
        self.services = services
        self.clock = clock
        self.dequeue = dequeue
        self.restore = restore
    }

    /// Reports a last time after the task is cancelled.
    func run() async {
        while (try? await clock.sleep(for: ActivityReports.pause)) != nil { await report(within: .seconds(5)) }
        // A request in a cancelled task is cancelled too.
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
