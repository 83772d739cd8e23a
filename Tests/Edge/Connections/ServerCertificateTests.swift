import Fakes
import NIOSSL

@testable import Edge

@Suite("The certificate of a port") struct ServerCertificateTests {
    private let certificate: SelfSignedCertificate
    private let files: CertificateFolder

    init() throws {
        certificate = try SelfSignedCertificate(name: "balise.example")
        files = try CertificateFolder(certificate)
    }

    private func now(plusDays days: Int64 = 0) -> SetClock {
        SetClock(UnixTime(milliseconds: (Int64(Date().timeIntervalSince1970) + days * 86_400) * 1000))
    }

    /// The description of the failure.
    private func refusal() throws -> String {
        do {
            _ = try files.load()
            throw DidNotHappen(description: "the files were accepted")
        } catch let error as StartError {
            #expect(error == .settings(error.description), "wrong settings have their own exit status")
            return error.description
        }
    }

    @Test("Files that cannot be used stop the start with the setting, the path and the reason")
    func unusable() throws {
        let (pem, key) = (files.settings.certificate, files.settings.key)
        let stranger = try SelfSignedCertificate(name: "stranger.example")
        try files.write(stranger.keyPEM, to: key)
        #expect(try refusal().hasPrefix("http.tls.key: the key in \(key.path) does not fit the first certificate in"))
        try files.write("no key", to: key)
        #expect(try refusal().hasPrefix("http.tls.key: \(key.path) has no private key in PEM form"))
        try files.write("", to: key)
        #expect(try refusal().hasPrefix("http.tls.key: \(key.path) is empty"))
        try FileManager.default.removeItem(at: key)
        #expect(try refusal().hasPrefix("http.tls.key: \(key.path) cannot be opened: No such file or directory"))
        try files.write("no certificate", to: pem)
        try files.write(certificate.keyPEM, to: key)
        #expect(try refusal() == "http.tls.certificate: \(pem.path) has no certificate in PEM form")
        try FileManager.default.removeItem(at: pem)
        try FileManager.default.createDirectory(at: pem, withIntermediateDirectories: false)
        #expect(try refusal().hasPrefix("http.tls.certificate: \(pem.path) is no regular file"))
    }

    @Test("An unchanged certificate stays; a new one is in use after the next look")
    func replaced() throws {
        let loaded = try files.load(clock: now())
        let first = loaded.context
        loaded.look()
        #expect(loaded.context === first)
        try files.write(try SelfSignedCertificate(name: "balise.example"))
        loaded.look()
        #expect(loaded.context !== first && loaded.finding.state == .ok)
    }

    @Test("A new file that cannot be used is reported once, at the second look, and the former certificate stays")
    func keptAfterFailure() throws {
        let lines = LoggedLines()
        let loaded = try files.load(clock: now(), lines)
        let first = loaded.context
        // The first of two files that are being replaced.
        let next = try SelfSignedCertificate(name: "balise.example")
        try files.write(next.certificatePEM, to: files.settings.certificate)
        loaded.look()
        #expect(lines.lines.isEmpty && loaded.finding.state == .ok)
        for _ in 0..<3 { loaded.look() }
        #expect(lines.lines.map(\.level) == [.error])
        #expect(lines.all.first?.contains("the certificate from before stays in use: http.tls.key: ") == true)
        #expect(loaded.finding.found.contains("does not fit the first certificate"))
        #expect(loaded.context === first)
        // Another problem is another report.
        try FileManager.default.removeItem(at: files.settings.key)
        for _ in 0..<3 { loaded.look() }
        #expect(lines.lines.map(\.level) == [.error, .error])
        try files.write(next.keyPEM, to: files.settings.key)
        loaded.look()
        #expect(loaded.context !== first && loaded.finding.state == .ok)
    }

    @Test("The former files end a failure, too")
    func restored() throws {
        let loaded = try files.load(clock: now())
        try files.write("nothing", to: files.settings.certificate)
        for _ in 0..<2 { loaded.look() }
        #expect(loaded.finding.state == .warning)
        try files.write(certificate)
        loaded.look()
        #expect(loaded.finding.state == .ok)
    }

    @Test("A certificate that has expired or soon will is loaded, with a warning and a note", arguments: [28, 31])
    func expiry(_ days: Int64) throws {
        let lines = LoggedLines()
        let loaded = try files.load(clock: now(plusDays: days), lines)
        let text = "\(files.settings.certificate.path) \(days < 30 ? "expires" : "expired") on 2"
        #expect(lines.lines.map(\.level) == [.warning] && lines.all.first?.contains(text) == true)
        #expect(loaded.finding.found.contains(text))
    }

    @Test("The metric of credentials has the moment at which the certificate expires")
    func metric() throws {
        let sample = try files.load().sample
        #expect(sample.name == CredentialEnds.name && sample.labels == [["credential", "http.tls.certificate"]])
        #expect(abs(sample.value - Date().addingTimeInterval(30 * 86_400).timeIntervalSince1970) < 600)
    }
}
