@testable import Location

@Suite("Share links", .timeLimit(.minutes(10))) struct ShareLinkServiceTests {
    private struct Shared {
        let token: SecretText
        let end: UnixTime
    }

    private func protect(_ device: DeviceID, _ location: LocationHarness) async throws {
        _ = try await location.send(SetDeviceKey(device: device, newKey: .right))
    }

    private func share(
        _ device: DeviceID = .owner, until end: UnixTime, password: SecretText? = nil, viewers: Int? = nil,
        _ location: LocationHarness
    ) async throws -> Shared {
        let message = CreateShareLink(
            owner: ShareLinkOwner(device: device, key: .right), endsAt: end, password: password,
            maximumViewers: viewers)
        return Shared(token: try await location.send(message).token, end: end)
    }

    /// How the link answers just before its end and at its end.
    private func checkEnd(of link: Shared, _ location: LocationHarness) async throws {
        location.clock.set(link.end.adding(milliseconds: -1))
        #expect(try await location.outcome(FindShareLink(token: link.token)) == nil)
        location.clock.set(link.end)
        #expect(try await location.outcome(FindShareLink(token: link.token)) == .tokenExpired)
    }

    @Test("A hundred links end to the second, also while the server is down")
    func hundred() async throws {
        let folder = try TemporaryFolder()
        var links: [Shared] = []
        try await LocationHarness.run(in: folder) { location in
            for number in 0..<100 {
                let device = DeviceID.named("device \(number / 25)")
                if number % 25 == 0 { try await protect(device, location) }
                let end = UnixTime.start.adding(seconds: 100 + Int64(number))
                links.append(try await share(device, until: end, location))
            }
            for link in links[..<50] { try await checkEnd(of: link, location) }
        }
        try await LocationHarness.run(in: folder) { location in
            location.clock.set(links[74].end)
            for link in links[50...74] {
                #expect(try await location.outcome(FindShareLink(token: link.token)) == .tokenExpired)
            }
            for link in links[75...] { try await checkEnd(of: link, location) }
        }
    }

    @Test("A password opens a link for a browser for twelve hours")
    func password() async throws {
        try await LocationHarness.run { location in
            try await protect(.owner, location)
            let end = UnixTime.start.adding(seconds: 20 * 3600)
            let link = try await share(until: end, password: SecretText("rue de siam"), location)
            let bare = OpenShareLink(token: link.token)
            #expect(try await location.outcome(bare) == .authenticationRequired)
            let wrong = OpenShareLink(token: link.token, password: SecretText("rue de brest"))
            #expect(try await location.outcome(wrong) == .wrongCredentials)
            let opened = try await location.send(
                OpenShareLink(token: link.token, password: SecretText("rue de siam")))
            #expect(opened.view.viewer == 1)
            let known = FindShareLink(token: link.token, viewer: opened.viewer)
            #expect(try await location.send(known) == FindShareLink.Reply(needsPassword: false, isViewer: true))
            let again = try await location.send(OpenShareLink(token: link.token, viewer: opened.viewer))
            #expect(again.view.viewer == 1 && again.viewer == opened.viewer)
            location.clock.advance(seconds: ShareLinkRules.unlocked)
            #expect(try await location.send(known) == FindShareLink.Reply(needsPassword: true, isViewer: true))
            for _ in 0..<10 { _ = try await location.outcome(wrong) }
            #expect(try await location.outcome(wrong) == .rateLimited)
        }
    }

    @Test("A network has ten new viewers of a link an hour, and a full link refuses all passwords alike")
    func full() async throws {
        try await LocationHarness.run { location in
            try await protect(.owner, location)
            let right = SecretText("rue de siam")
            let link = try await share(until: .start.adding(seconds: 60), password: right, viewers: 11, location)
            let open = OpenShareLink(token: link.token, password: right)
            for _ in 0..<10 { #expect(try await location.outcome(open) == nil) }
            let refusal = try #require(try await location.refusal(open))
            #expect(refusal.code == .rateLimited && refusal.retryAfter == 360)
            #expect(try await location.outcome(open, from: "192.0.2.2") == nil)
            let full = try await location.refusal(open, from: "192.0.2.3")
            let wrong = OpenShareLink(token: link.token, password: SecretText("rue de brest"))
            #expect(try await location.refusal(wrong, from: "192.0.2.3") == full && full?.code == .forbidden)
        }
    }

    @Test("Tokens and cookies are random, and only their hashes are in the database")
    func secrets() async throws {
        try await LocationHarness.run { location in
            try await protect(.owner, location)
            let link = try await share(until: .start.adding(seconds: 60), location)
            let opened = try await location.send(OpenShareLink(token: link.token))
            #expect(link.token.value.utf8.count == 22 && opened.viewer.value.utf8.count == 22)
            for name in try FileManager.default.contentsOfDirectory(atPath: location.folder.path)
            where name.hasPrefix("location.sqlite") {
                let bytes = try Data(contentsOf: location.folder.appending(path: name))
                for secret in [link.token, opened.viewer] {
                    #expect(bytes.range(of: Data(secret.value.utf8)) == nil, "\(name)")
                }
            }
        }
    }

    @Test("A wrong key makes no link, and unknown tokens all get the same answer")
    func refuses() async throws {
        try await LocationHarness.run { location in
            try await protect(.owner, location)
            let owner = ShareLinkOwner(device: .owner, key: .wrong)
            let link = CreateShareLink(
                owner: owner, endsAt: .start.adding(seconds: 60), password: SecretText("rue de siam"))
            #expect(try await location.outcome(link) == .forbidden)
            let keyless = CreateShareLink(
                owner: ShareLinkOwner(device: .friend, key: .right), endsAt: .start.adding(seconds: 60))
            #expect(try await location.outcome(keyless) == .forbidden)
            let unknown = try await location.refusal(FindShareLink(token: SecretText("AAAAAAAAAAAAAAAAAAAAAA")))
            let malformed = try await location.refusal(FindShareLink(token: SecretText("' OR 1=1")))
            #expect(unknown?.code == .notFound && unknown == malformed)
        }
    }
}
