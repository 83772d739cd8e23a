import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Routes with the same key share its provider tokens, because Apple limits tokens per key.
struct APNsIdentities {
    private(set) var all: [APNsRoutes.Route: APNsClient.Identity] = [:]

    /// Throws a text for the operator if a key or a certificate cannot be read. `credential` is for apps without one of
    /// their own. The files keep provider tokens across restarts; the apps' are in the same folder.
    init(
        _ settings: APNsSettings, _ credential: APNsSettings.Credential?, keptIn file: ProviderTokenFile?,
        sandboxKeptIn sandboxFile: ProviderTokenFile?, clock: any WallClock
    ) throws {
        var made: [(credential: APNsSettings.Credential, identity: APNsClient.Identity)] = []
        func shared(
            _ credential: APNsSettings.Credential, keptIn file: ProviderTokenFile?
        ) throws -> APNsClient.Identity {
            if let known = made.first(where: { $0.credential == credential }) { return known.identity }
            let identity = try APNsClient.Identity(credential, settings, keptIn: file, clock: clock)
            made.append((credential, identity))
            return identity
        }
        if let credential {
            let common = try shared(credential, keptIn: file)
            for environment in PushEnvironment.allCases {
                all[APNsRoutes.Route(app: nil, environment: environment)] = common
            }
        }
        if let credential = settings.sandboxCredential {
            all[APNsRoutes.Route(app: nil, environment: .sandbox)] = try shared(credential, keptIn: sandboxFile)
        }
        for app in settings.apps {
            let own = file.map {
                ProviderTokenFile(
                    url: $0.url.deletingLastPathComponent().appendingPathComponent("apns-\(app.name).token"))
            }
            let identity = try shared(app.credential, keptIn: own)
            for environment in app.environments {
                all[APNsRoutes.Route(app: app.name, environment: environment)] = identity
            }
        }
    }
}
