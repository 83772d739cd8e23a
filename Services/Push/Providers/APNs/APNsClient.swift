// A host of APNs as its clients see it.

import Foundation
import Models
import NIOSSL
import ServiceRuntime
import ServiceSettings

/// Reaches the push devices of one environment: the connections to its host, and what was found out on them.
struct APNsClient: Sendable {
    /// What a delivery says that waits for a credential.
    static let missing =
        "\(DeliveryOutcome.notConfigured): push.apns.teamId, push.apns.keyId and push.apns.key, or push.apns.certificate"

    let headers: APNsHeaders
    let connections: APNsConnections
    /// Nil with a certificate.
    let tokens: ProviderTokens?
    let answers = RecentAnswers()
    /// The topics of which a token was taken since the start.
    let taken = RecentlyAccepted()

    /// As whom the host is reached.
    struct Identity {
        let tls: NIOSSLContext
        /// The same for a client of HTTP.
        let configuration: TLSConfiguration
        let tokens: ProviderTokens?

        /// Throws a sentence for the operator when a key or a certificate cannot be read.
        ///
        /// - Parameter file: where the provider token outlives the program; nil for nowhere.
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
