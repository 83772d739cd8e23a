@testable import Balise

@Suite("A share link")
struct ShareLinksTests {
    private static let link =
        #"{"id":"l1","device":"me","name":"Ride","createdAt":"2027-01-15T08:00:00Z","#
        + #""endsAt":"2027-01-15T10:00:00Z","state":"open","precision":"town","hasPassword":false,"viewers":"#
        + #"[{"number":1,"firstAt":"2027-01-15T08:05:00Z","lastAt":"2027-01-15T08:06:00Z","views":2}]}"#
    private static let created = #"{"link":\#(link),"token":"secret","url":"https://balise.example/s/secret"}"#
    private static let end = Date(timeIntervalSince1970: 1_800_007_200)

    @Test("is made for a claimed device, listed with its viewers, changed and ended")
    func ofAccount() async throws {
        let transport = ScriptedTransport(
            .json(#"{"success":true,"data":\#(Self.created)}"#, status: 201),
            .json(#"{"success":true,"data":{"links":[\#(Self.link)],"totalCount":1}}"#),
            .json(#"{"success":true,"data":\#(Self.link)}"#),
            .json(#"{"success":true,"message":"The link has ended.","data":{}}"#))
        let links = try await BaliseClient.scripted(transport).locations.shareLinks
        let options = ShareLinkOptions(name: "Ride", endsAt: Self.end, precision: .town)
        let made = try await links.create(options, for: .named("me"))
        #expect(made.token == SecretText("secret") && made.link.precision == .town)
        #expect(try await links.list().first?.viewers.first?.views == 2)
        _ = try await links.change("l1", ChangeShareLinkRequest(precision: .town))
        try await links.end("l1")
        #expect(
            transport.calls.map(\.line) == [
                "POST /api/v1/users/me/share-links", "GET /api/v1/users/me/share-links",
                "PATCH /api/v1/users/me/share-links/l1", "DELETE /api/v1/users/me/share-links/l1",
            ])
        #expect(transport.calls[0].text.hasPrefix(#"{"device":"me","name":"Ride","endsAt":"2027-01-15T10:00:00Z"#))
    }

    @Test("is made by the holder of a device's key without an account")
    func ofKey() async throws {
        let transport = ScriptedTransport(
            .json(Self.created, status: 201), .json(#"{"links":[\#(Self.link)],"totalCount":1}"#), .json(Self.link),
            .success(.acknowledgement))
        let secrets = MemorySecretStore()
        let store = DeviceKeyStore(secrets: secrets, server: "https://balise.example")
        let me = try LocationDeviceID.named("me")
        try await store.keep(DeviceKeyRecord(certain: .of("k")), of: me)
        let locations = try await BaliseClient.scripted(transport, session: nil, secrets: secrets).locations
        let made = try await locations.createShareLink(ShareLinkOptions(endsAt: Self.end), for: me)
        #expect(made.url == SecretText("https://balise.example/s/secret"))
        #expect(try await locations.shareLinks(of: me).count == 1)
        _ = try await locations.changeShareLink("l1", of: me, ChangeShareLinkRequest(name: "Home"))
        try await locations.endShareLink("l1", of: me)
        #expect(
            transport.calls.map(\.line) == ["create", "list", "change", "end"].map { "POST /v1/share-links/\($0)" })
        #expect(transport.calls[3].text == #"{"Device":"me","DeviceKey":"k","ID":"l1"}"#)
    }
}
