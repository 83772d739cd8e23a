// Which provider is reached how, by the settings.

import Foundation
import Logging
import Models
import ServiceRuntime
import ServiceSettings

/// The gateways of both providers; one that is not configured lets everything wait.
struct PushGateways: PushGateway {
    private let apns: any PushGateway
    private let fcm: any PushGateway

    init(apns: any PushGateway, fcm: any PushGateway) {
        self.apns = apns
        self.fcm = fcm
    }

    /// Throws a sentence for the operator when a credential cannot be read.
    ///
    /// - Parameter folder: where the service keeps its secrets.
    init(_ settings: PushSettings, secretsIn folder: URL, clock: any WallClock, logger: Logger) throws {
        if settings.apns.credential != nil || settings.apns.sandboxCredential != nil {
            apns = try APNsGateway(
                settings.apns, credential: settings.apns.credential,
                keepingTokenIn: ProviderTokenFile(url: folder.appendingPathComponent("apns.token")),
                sandboxTokenIn: ProviderTokenFile(url: folder.appendingPathComponent("apns-sandbox.token")),
                clock: clock, logger: logger)
        } else {
            apns = UnconfiguredGateway(reason: APNsClient.missing)
        }
        if let account = settings.fcm.serviceAccount {
            fcm = try FCMGateway(settings.fcm, account: account, clock: clock, logger: logger)
        } else {
            fcm = UnconfiguredGateway(reason: "\(DeliveryOutcome.notConfigured): push.fcm.serviceAccount")
        }
    }

    func send(_ push: OutgoingPush) async -> DeliveryOutcome {
        switch push.provider {
        case .apns: await apns.send(push)
        case .fcm: await fcm.send(push)
        }
    }

    func places(in channel: DeliveryChannel) -> Int {
        channel == .fcm ? fcm.places(in: channel) : apns.places(in: channel)
    }

    func close() async {
        await apns.close()
        await fcm.close()
    }
}
