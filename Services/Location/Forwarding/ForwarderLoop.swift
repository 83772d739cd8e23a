import Foundation
import Logging
import Models
import ServiceRuntime

/// Posts a device's places to the addresses that its owner has chosen for forwarders.
struct PlacePoster: Sendable {
    var targets = UserTargets(allowsLocal: false)
    let clock: any WallClock

    /// Opens a client for a forwarder, whose address is resolved and checked now.
    func open(
        _ forwarder: ForwarderRow, of account: AccountID, timeout: Duration
    ) async throws(WebClient.Failure) -> WebClient {
        guard let url = URL(string: forwarder.url.value) else { throw PlacePoster.unreadable }
        let pinned = try await targets.pin(url, for: account, within: timeout)
        return WebClient(timeout: timeout, largestBody: nil, pinned: pinned, triesOnce: true)
    }

    /// - Returns: The status of the answer.
    func post(_ place: DuePlace, by web: WebClient) async throws(WebClient.Failure) -> Int {
        guard let url = URL(string: place.forwarder.url.value),
            let headers = place.forwarder.headers(of: place.event, place.body, at: clock.now())
        else { throw PlacePoster.unreadable }
        return try await web.post(Array(place.body.utf8), as: "application/json", to: url, headers: headers).status
    }

    private static let unreadable = WebClient.Failure(
        description: "the address or the secret cannot be read; remove the forwarder and create it again")
}

/// Sends waiting places. Each forwarder has its own task, of which an account has few at once, so silent targets do not
/// delay other accounts. It has one lease for all processes, so its places keep their order.
struct ForwarderLoop: Sendable {
    static let timeout = Duration.seconds(10)

    let store: LocationStore
    let clock: any WallClock
    let logger: Logger
    let poster: PlacePoster
    var timeout = ForwarderLoop.timeout
    /// An account's further forwarder waits for the next round.
    private let tasks = AccountTasks(maximum: 4)
    /// The most forwarders that begin in one round.
    var portion = 100
    var pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(2)) }

    func run() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                await beginDue(in: &group)
                do { try await pause() } catch { break }
            }
            group.cancelAll()
        }
    }

    /// Sends due places, and returns when each forwarder has sent its due places or has to wait.
    func sendDue() async { await withDiscardingTaskGroup { group in await beginDue(in: &group) } }

    private func beginDue(in group: inout DiscardingTaskGroup) async {
        do throws(LocationStoreError) {
            for forwarder in try await store.dueForwarders(at: clock.now(), limit: portion) {
                guard tasks.begin(forwarder.account) else { continue }
                group.addTask {
                    await forward(forwarder)
                    tasks.end(forwarder.account)
                }
            }
        } catch {
            report(error)
        }
    }

    /// Sends places in order, until no place waits or a place has to be tried again.
    private func forward(_ due: DueForwarder) async {
        var web: WebClient?
        do throws(LocationStoreError) {
            var next = try await store.firstPlace(of: due, at: clock.now())
            while let place = next, !Task.isCancelled {
                next = nil
                var problem: String?
                var isFinal = true
                do throws(WebClient.Failure) {
                    let client: WebClient
                    if let web {
                        client = web
                    } else {
                        client = try await poster.open(place.forwarder, of: due.account, timeout: timeout)
                    }
                    web = client
                    let status = try await poster.post(place, by: client)
                    let outcome = ForwarderRules.outcome(of: status)
                    if outcome != .accepted { problem = ForwarderRules.words(for: status) }
                    isFinal = outcome != .failed
                } catch {
                    problem = error.description
                    isFinal = false
                }
                // An attempt interrupted by the end of the program does not count; another process repeats it.
                if !isFinal, Task.isCancelled { break }
                if isFinal {
                    next = try await store.placeAfter(place, problem: problem, at: clock.now())
                } else {
                    let attempts = place.forwarder.attempts + 1
                    try await store.retryPlace(
                        place, because: problem ?? "", at: Webhook.next(after: attempts, at: clock.now()))
                }
            }
        } catch {
            report(error)
        }
        await web?.close()
    }

    private func report(_ error: LocationStoreError) {
        logger.warning("places cannot be forwarded now; check the database", metadata: ["cause": .failure(error)])
    }
}
