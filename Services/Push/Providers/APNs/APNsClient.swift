import Foundation
import Models
import NIOSSL
import ServiceRuntime
import ServiceSettings

struct APNsClient: Sendable {
    static let missing =
        "\(DeliveryOutcome.notConfigured): push.apns.teamId, push.apns.keyId and push.apns.key, or push.apns.certificate"

    let headers: APNsHeaders
    let connections: APNsConnections
    /// Nil with a certificate.
    let tokens: ProviderTokens?
    let answers = RecentAnswers()
    /// Topics with an accepted token since the start.
    let taken = RecentlyAccepted()

    struct Identity {
        let tls: NIOSSLContext
        let configuration: TLSConfiguration
        let tokens: ProviderTokens?

        /// Throws a text for the operator if a key or a certificate cannot be read. `file` keeps the provider token across
        /// restarts.
        init(
            _ credential: APNsSettings.Credential, _ settings: APNsSettings, keptIn file: ProviderTokenFile?,
            clock: any WallClock
        ) throws {
            switch credential {
            case .key(let teamID, let keyID, let key):
                tokens = try ProviderTokens(key: key.value, keyID: keyID, teamID: teamID, keptIn: file, clock: clock)
            case .certificate: tokens = nil
            }
            configuration = try APNsTLS.configuration(credential, trusting: settings.trustedCertificates)
            tls = try APNsTLS.context(credential, trusting: settings.trustedCertificates)
        }
    }
}
