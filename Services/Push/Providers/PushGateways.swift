import Foundation
import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Synchronization

/// The gateways of all providers. Pushes of a provider without credential wait. A replaced gateway finishes its pushes.
final class PushGateways: PushGateway {
    fileprivate struct Generation {
        let apns: any PushGateway
        let fcm: any PushGateway
        var underWay = 0

        func gateway(_ provider: PushProvider) -> any PushGateway { provider == .apns ? apns : fcm }

        func close() async {
            await apns.close()
            await fcm.close()
        }
    }

    private struct State {
        var number = 0
        var generations: [Int: Generation]
        var isClosed = false
    }

    private let state: Mutex<State>
    private let make: @Sendable (PushSettings) throws -> (apns: any PushGateway, fcm: any PushGateway)

    init(apns: any PushGateway, fcm: any PushGateway) {
        state = Mutex(State(generations: [0: Generation(apns: apns, fcm: fcm)]))
        make = { _ in (apns, fcm) }
    }

    /// Throws a text for the operator if a credential cannot be read. `folder` has the service's secrets.
    init(_ settings: PushSettings, secretsIn folder: URL, clock: any WallClock, logger: Logger) throws {
        let (apns, fcm) = try PushGateways.gateways(settings, folder, clock, logger)
        make = { try PushGateways.gateways($0, folder, clock, logger) }
        state = Mutex(State(generations: [0: Generation(apns: apns, fcm: fcm)]))
    }

    private static func gateways(
        _ settings: PushSettings, _ folder: URL, _ clock: any WallClock, _ logger: Logger
    ) throws -> (apns: any PushGateway, fcm: any PushGateway) {
        let apns: any PushGateway =
            settings.apns.isUnset
            ? UnconfiguredGateway(reason: APNsClient.missing)
            : try APNsGateway(
                settings.apns, credential: settings.apns.credential,
                keepingTokenIn: ProviderTokenFile(url: folder.appendingPathComponent("apns.token")),
                sandboxTokenIn: ProviderTokenFile(url: folder.appendingPathComponent("apns-sandbox.token")),
                clock: clock, logger: logger)
        guard let account = settings.fcm.serviceAccount else {
            return (apns, UnconfiguredGateway(reason: "\(DeliveryOutcome.notConfigured): push.fcm.serviceAccount"))
        }
        return (apns, try FCMGateway(settings.fcm, account: account, clock: clock, logger: logger))
    }

    /// Throws a text for the operator if a credential cannot be read; then nothing changes.
    func replace(by settings: PushSettings) async throws {
        let (apns, fcm) = try make(settings)
        let idle = state.withLock { state -> Generation? in
            guard !state.isClosed else { return Generation(apns: apns, fcm: fcm) }
            let former = state.number
            state.number += 1
            state.generations[state.number] = Generation(apns: apns, fcm: fcm)
            return PushGateways.takeIdle(former, &state)
        }
        await idle?.close()
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        let (number, gateway) = state.withLock { state in
            let number = state.number
            state.generations[number]?.underWay += 1
            return (number, state.generations[number]?.gateway(push.provider))
        }
        let outcome = await gateway?.send(push) ?? .unreachable(reason: "closed")
        let idle = state.withLock { state -> Generation? in
            state.generations[number]?.underWay -= 1
            return number == state.number ? nil : PushGateways.takeIdle(number, &state)
        }
        await idle?.close()
        return outcome
    }

    func places(in channel: DeliveryChannel) -> Int { present?.gateway(channel.provider).places(in: channel) ?? 1 }

    var note: String? { present?.apns.note }

    var broadcasts: any BroadcastGateway { present?.apns.broadcasts ?? UnconfiguredBroadcasts() }

    func close() async {
        let all = state.withLock { state in
            state.isClosed = true
            return Array(state.generations.values)
        }
        for generation in all { await generation.close() }
    }

    private var present: Generation? { state.withLock { $0.generations[$0.number] } }

    private static func takeIdle(_ number: Int, _ state: inout State) -> Generation? {
        guard let generation = state.generations[number], generation.underWay == 0 else { return nil }
        state.generations[number] = nil
        return generation
    }
}
