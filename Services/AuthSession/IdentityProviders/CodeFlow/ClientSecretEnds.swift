import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// The expiry of client secrets that contain it: those of Apple are JSON Web Tokens, valid for six months at most.
struct ClientSecretEnds {
    let ends: [(name: String, end: UnixTime)]

    init(_ issuers: [IssuerSettings]) {
        ends = issuers.compactMap { issuer in
            guard let secret = issuer.signIn?.clientSecret,
                let token = SignedToken(SecretText(secret.value), maximumLength: 1024),
                let claims = try? JSONDecoder().decode(Claims.self, from: token.claims), let end = claims.exp,
                // Beyond any clock.
                (0..<1e11).contains(end)
            else { return nil }
            return ("issuers.\(issuer.name).clientSecret", UnixTime(milliseconds: Int64(end * 1000)))
        }
    }

    private struct Claims: Decodable { let exp: Double? }

    var samples: [MetricSample] { ends.map { CredentialEnds.sample($0.name, end: $0.end) } }
}
