import Logging
import MessageBus
import Models
import ServiceRuntime

/// Sends the notices of arrivals, departures and new readers to the push service, and those of new forwarders to the
/// identity service as well, which mails them. The notices stay in the database while a service is unreachable.
struct NoticeSender: Sendable {
    let store: LocationStore
    let clock: any WallClock
    let logger: Logger
    let random: @Sendable (Int) -> [UInt8]
    let tellOfForwarder: @Sendable (TellOfForwarder) async throws -> Void
    let reportForwarder: @Sendable (ReportForwarder) async throws -> Void
    let tellOfArrival: @Sendable (TellOfArrival) async throws -> Void
    let tellOfReaders: @Sendable (TellOfReaders) async throws -> Void
    /// The most changes that one transaction settles, and the most notices that one round sends.
    var portion = 100

    func sendDue() async {
        do {
            for notice in try await store.newForwarders(limit: portion) {
                // The push service knows a repeated notice after it was sent, the identity service does not.
                try await tellOfForwarder(notice)
                try await reportForwarder(
                    ReportForwarder(account: notice.account, id: notice.id, createdAt: notice.createdAt))
                try await store.forgetNewForwarder(notice.id)
            }
            for notice in try await store.settleArrivals(at: clock.now(), limit: portion, random: random) {
                if notice.at >= clock.now().adding(seconds: -ArrivalRules.noticeLife) {
                    try await tellOfArrival(notice)
                }
                try await store.forgetNotice(notice.id)
            }
            for notice in try await store.settleReaders(at: clock.now(), limit: portion, random: random) {
                try await tellOfReaders(notice)
                try await store.forgetReaders(notice.id)
            }
        } catch {
            // The notice is sent again later. The push service drops a repeated notice by its id.
            logger.warning("notices to users are late", metadata: ["cause": "\(error)"])
        }
    }
}

extension NoticeSender {
    init(_ store: LocationStore, _ environment: ServiceEnvironment) {
        let client = environment.client
        self.init(
            store: store, clock: environment.clock, logger: environment.logger, random: environment.random,
            tellOfForwarder: { try await NoticeSender.send($0, by: client) },
            reportForwarder: { try await NoticeSender.send($0, by: client) },
            tellOfArrival: { try await NoticeSender.send($0, by: client) },
            tellOfReaders: { try await NoticeSender.send($0, by: client) })
    }

    private static func send<R: ServiceRequest>(_ notice: R, by client: BusClient) async throws {
        do throws(BusError) {
            _ = try await client.send(notice, MessageContext(requestID: "notice", timeout: .seconds(5)))
        } catch {
            // The service will never accept this notice, so it is dropped and does not delay the others.
            guard case .refused(let refusal) = error,
                ![ErrorCode.unavailable, .overloaded, .internalFailure, .timedOut].contains(refusal.code)
            else { throw error }
        }
    }
}
