// When the certificates for APNs end.

import Fakes
import Foundation
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Push

@Suite("The ends of certificates for APNs")
struct APNsCertificateEndsTests {
    @Test("are told by the names of their settings; keys have none")
    func ends() throws {
        let certificate = try SelfSignedCertificate(name: "apns")
        var settings = Settings().push.apns
        #expect(APNsCertificateEnds(settings).ends.isEmpty)
        settings.credential = .certificate(Secret(certificate.certificatePEM))
        settings.sandboxCredential = .key(teamID: "T", keyID: "K", key: Secret("k"))
        let ends = APNsCertificateEnds(settings)
        #expect(ends.ends.map(\.name) == ["push.apns.certificate"])
        // It was made now, and counts for a while.
        let now = SystemClock().now()
        #expect(try #require(ends.ends.first).end > now.adding(seconds: -86_400))
        #expect(ends.samples.map(\.name) == [CredentialEnds.name])
        settings.credential = .certificate(Secret("no certificate"))
        #expect(APNsCertificateEnds(settings).ends.isEmpty)
    }
}
