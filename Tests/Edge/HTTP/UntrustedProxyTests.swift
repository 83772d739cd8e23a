@testable import Edge

@Suite("A proxy that is not trusted") struct UntrustedProxyTests {
    private let kept = LoggedLines()
    private let clock = SetClock()
    private let log: UntrustedProxyLog

    init() {
        log = UntrustedProxyLog(clock: clock, logger: kept.logger)
    }

    private var networks: [String?] { kept.lines.map { $0.metadata["network"] } }

    private func record(_ peer: String, _ headers: RequestHeaders = .ofProxy) { log.record(headers, peer: peer) }

    @Test("The edge warns of an untrusted proxy on a private network, with the header and the setting")
    func told() throws {
        record("172.18.0.5")
        let line = try #require(kept.all.first)
        #expect(
            line.hasPrefix("warning requests come with X-Forwarded-For from an address that is not a trusted"))
        #expect(line.contains("BALISE_HTTP_TRUSTED_PROXIES") && networks == ["172.18.0.0/24"])
    }

    @Test("The check of proxies is a warning for an hour, with the network and the setting")
    func check() {
        #expect(log.finding.state == .ok)
        record("172.18.0.5")
        #expect(log.finding.state == .warning && log.finding.found.contains("172.18.0.0/24"))
        #expect(log.finding.remedy?.contains("BALISE_HTTP_TRUSTED_PROXIES") == true)
        clock.advance(seconds: 3600)
        #expect(log.finding.state == .ok)
    }

    @Test("The warning names the header of the proxy", arguments: ["Forwarded", "X-Real-IP"])
    func fields(_ name: String) throws {
        var headers = RequestHeaders()
        record("::1", headers)
        #expect(networks.isEmpty)
        if name == "Forwarded" { headers.forwarded = "for=192.0.2.1" } else { headers.realIP = "192.0.2.1" }
        record("::1", headers)
        #expect(kept.all.first?.contains("come with \(name) from") == true)
    }

    @Test(
        "The edge does not warn of a public client that sends such a header",
        arguments: ["192.0.2.7", "172.32.0.1", "2001:db8::1", "", "unknown"])
    func clients(_ peer: String) {
        record(peer)
        #expect(networks.isEmpty)
    }

    @Test("The edge warns of a network once an hour, and at most once a minute")
    func limits() {
        record("10.0.0.1")
        record("10.0.0.2")
        record("10.0.1.1")
        #expect(networks == ["10.0.0.0/24"])
        clock.advance(seconds: 60)
        // A client does not use up the one line per minute.
        record("192.0.2.7")
        record("10.0.0.2")
        record("10.0.1.1")
        #expect(networks == ["10.0.0.0/24", "10.0.1.0/24"])
        clock.advance(seconds: 3539)
        record("10.0.0.1")
        #expect(networks.count == 2)
        clock.advance(seconds: 1)
        record("10.0.0.1")
        #expect(networks == ["10.0.0.0/24", "10.0.1.0/24", "10.0.0.0/24"])
    }
}

extension RequestHeaders {
    fileprivate static var ofProxy: RequestHeaders {
        var headers = RequestHeaders()
        headers.forwardedFor = "192.0.2.1"
        return headers
    }
}
