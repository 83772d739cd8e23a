// The gateway to a provider: a push goes in, its outcome comes out.

import Foundation
import Models

/// One push to one push device.
struct OutgoingPush: Sendable {
    /// The delivery's own id, the same with each try: APNs shows a push once that comes twice with one id.
    var id: UUID
    var provider: PushProvider
    /// As the provider gave it to the app.
    var token: SecretText
    var environment: PushEnvironment
    /// Whether the app did not say which environment it is, so that the other one is worth a try.
    var isEnvironmentAssumed = false
    var purpose = PushPurpose.alert
    /// Nil for that of the purpose.
    var pushType: NotificationPushType?
    /// The bundle id of the app, where it is known; else the configured one counts.
    var topic: String?
    /// What `PayloadRules` or `NotificationRendering` made for the provider.
    var payload: Data
    /// The members of `android` for FCM, without `ttl`; nil where the gateway makes them.
    var android: Data?
    /// When neither we nor the provider may deliver it any more; nil for a push that is delivered at once or never.
    var expiresAt: UnixTime?
    var urgency = Urgency.immediate
    /// The push device shows only the last of several pushes with the same id; at most 64 bytes.
    var collapseID: String?
    /// Says, when there is a place at the provider, whether it may still leave; nil for one that always may.
    var check: (any SendCheck)?

    /// How soon a push device is woken.
    enum Urgency: Sendable {
        /// At once.
        case immediate
        /// When it suits the battery.
        case considerate
        /// When the push device is awake anyway; for FCM the same as considerate.
        case low
    }
}

/// Brings pushes to a provider, over as many connections as that takes. May be called from anywhere, with many pushes
/// at a time: it holds back what the provider would not take.
protocol PushGateway: Sendable {
    /// Tries to deliver a push. What the provider asks to be done at once (a new token, a new connection) is done; a
    /// later try is the caller's.
    func send(_ push: OutgoingPush) async -> DeliveryOutcome

    /// How many may be under way at a time in a channel; more would wait.
    func places(in channel: DeliveryChannel) -> Int

    /// What an operator has to know of its credentials; nil while they count.
    func note(at now: UnixTime) -> String?

    /// The way to the channels of its provider.
    var broadcasts: any BroadcastGateway { get }

    /// Ends the connections. What waits or comes later is answered `unreachable`.
    func close() async
}

extension PushGateway {
    func note(at now: UnixTime) -> String? { nil }
    var broadcasts: any BroadcastGateway { UnconfiguredBroadcasts() }
}

/// Stands where a provider is not configured: everything waits until it is.
struct UnconfiguredGateway: PushGateway {
    /// Which settings are missing.
    let reason: String

    func send(_ push: OutgoingPush) async -> DeliveryOutcome { .stopCredential(reason: reason) }
    func places(in channel: DeliveryChannel) -> Int { 1 }
    func close() async {}
}

extension OutgoingPush {
    /// What APNs does with it.
    var usedPushType: NotificationPushType { pushType ?? NotificationPushType(purpose) }

    /// What keeps it from leaving; nil when nothing does.
    func refusal(at now: UnixTime) -> DeliveryOutcome? {
        if let expiresAt, expiresAt <= now { return .expired }
        let (size, largest) = (payload.count + (android?.count ?? 0), usedPushType.largestPayload)
        if size > largest {
            return .failed(reason: "PayloadTooLarge: \(size) bytes, \(largest) are allowed", alarm: true)
        }
        if payload.isEmpty { return .failed(reason: "PayloadEmpty", alarm: true) }
        if let collapseID, !(1...PayloadRules.maximumCollapseIDLength).contains(collapseID.utf8.count) {
            return .failed(
                reason:
                    "BadCollapseId: \(collapseID.utf8.count) bytes, 1 to \(PayloadRules.maximumCollapseIDLength) are allowed",
                alarm: true)
        }
        guard TokenForm.isToken(token.value, of: provider) else {
            // It is part of an address or a document that we write, so nothing but a token may stand there.
            return .removeToken(reason: "not a token of \(provider.rawValue)", ifRegisteredBefore: nil)
        }
        return nil
    }
}
