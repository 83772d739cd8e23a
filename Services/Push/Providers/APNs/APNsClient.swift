import Foundation
import Models
import NIOSSL
import ServiceRuntime
import ServiceSettings

/// The connections to one environment's host, with the state learned from them.
struct APNsClient: Sendable {
    /// The reason of deliveries that wait for a missing credential.
    static let missing =
        "\(DeliveryOutcome.notConfigured): push.apns.teamId, push.apns.keyId and push.apns.key, or push.apns.certificate"

    let headers: APNsHeaders
    let connections: APNsConnections
    /// Nil with a certificate.
    let tokens: ProviderTokens?
    let answers = RecentAnswers()
    /// Topics with an accepted token since the start.
    let taken = RecentlyAccepted()

    /// The client identity for a host.
    struct Identity {
        let tls: NIOSSLContext
        /// The same for an HTTP client.
        let configuration: TLSConfiguration
        let tokens: ProviderTokens?

        /// Throws an error with a text for the operator if a key or a certificate cannot be read.
        ///
        /// - Parameter file: Keeps the provider token across restarts; nil for none.
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
