import Foundation
import Models
import ServiceSettings

/// Tries a provider's credential with a push to a token that no device has. The provider refuses the token if it
/// accepts the credential, and nothing reaches a person.
struct CredentialTrial: Sendable {
    /// The credential's name in the settings.
    let name: String
    let provider: PushProvider
    var environment = PushEnvironment.production
    var topic: String?

    static func all(of settings: PushSettings) -> [CredentialTrial] {
        var trials: [CredentialTrial] = []
        if settings.apns.topic != nil { trials.append(CredentialTrial(name: "push.apns", provider: .apns)) }
        for app in settings.apns.apps {
            let environment = app.environments.contains(.production) ? PushEnvironment.production : .sandbox
            trials.append(
                CredentialTrial(name: app.name, provider: .apns, environment: environment, topic: app.topics.first))
        }
        if settings.fcm.serviceAccount != nil { trials.append(CredentialTrial(name: "push.fcm", provider: .fcm)) }
        return trials
    }

    func run(over gateway: any PushGateway) async -> HealthFinding {
        let isAPNs = provider == .apns
        let token = isAPNs ? String(repeating: "0", count: 64) : "balise-doctor-tries-the-credential"
        let push = OutgoingPush(
            id: UUID(), provider: provider, token: SecretText(token), environment: environment, topic: topic,
            payload: Data((isAPNs ? #"{"aps":{}}"# : #"{"data":{}}"#).utf8), priority: .low)
        return finding(of: await gateway.send(push))
    }

    private func finding(of outcome: DeliveryOutcome) -> HealthFinding {
        switch outcome {
        case .sent, .removeToken, .tryOtherEnvironment: return .ok("\(provider.rawValue) accepts the credential")
        case .unanswered(let inner), .lost(let inner): return finding(of: inner)
        case .stopCredential(let reason), .waitForCredential(_, let reason):
            return .failure("\(provider.rawValue) refuses the credential: \(reason)", "correct \(name) in the settings")
        case .failed(let reason, _):
            return .warning("\(provider.rawValue) refuses pushes: \(reason)", "look at \(name) in the settings")
        case .unreachable(let reason), .outage(_, let reason), .retry(_, let reason):
            return .warning("\(provider.rawValue) cannot be asked: \(reason)", "check the network, and try again later")
        case .expired, .outdated: return .unknown("the trial was not sent")
        }
    }
}
