@testable import Push

@Suite("Access tokens", .timeLimit(.minutes(10)))
struct AccessTokensTests {
    @Test(
        "Access tokens last for a day at most, whatever the answer says",
        arguments: [Int64.min, -1, 0, 299, 3600, Int64.max])
    func lifetimes(_ lifetime: Int64) async throws {
        let clock = SetClock()
        let tokens = AccessTokens(clock: clock) { () throws(AccessTokens.Failure) in ("access", lifetime) }
        let token = try await tokens.token()
        #expect(token.text == "access")
        #expect((clock.now()...clock.now().adding(seconds: 86_400)).contains(token.freshUntil))
    }
}

@Suite("Retry-After")
struct RetryAfterTests {
    @Test(
        "Retry-After is read as seconds or a date, up to an hour",
        arguments: [
            ("0", 0), ("7", 7), (" 30 ", 30), ("3600", 3600), ("1000000000", 3600), ("99999999999999999999999", 3600),
            ("Fri, 15 Jan 2027 08:01:00 GMT", 60), ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
            ("Fri, 15 Jan 2100 08:00:00 GMT", 3600), ("-1", nil), ("soon", nil), ("", nil), ("1.5", nil), (nil, nil),
        ] as [(String?, Int?)])
    func pause(_ text: String?, _ seconds: Int?) {
        #expect(RetryAfter.pause(text, at: .start) == seconds.map { .seconds($0) })
    }
}

@Suite("The ends of certificates for APNs")
struct APNsCertificateEndsTests {
    @Test("The end of a certificate is named by its setting, and keys have no end")
    func ends() throws {
        let certificate = try SelfSignedCertificate(name: "apns")
        var settings = Settings().push.apns
        #expect(APNsCertificateEnds(settings).ends.isEmpty)
        settings.credential = .certificate(Secret(certificate.certificatePEM))
        settings.sandboxCredential = .key(teamID: "T", keyID: "K", key: Secret("k"))
        let ends = APNsCertificateEnds(settings)
        #expect(ends.ends.map(\.name) == ["push.apns.certificate"])
        let now = SystemClock().now()
        #expect(try #require(ends.ends.first).end > now.adding(seconds: -86_400))
        #expect(ends.samples.map(\.name) == [CredentialEnds.name])
        settings.credential = .certificate(Secret("no certificate"))
        #expect(APNsCertificateEnds(settings).ends.isEmpty)
    }
}
