import BaliseJSON

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct SeriesTests {
    private static let path = "/api/v1/notifications/series"

    static let body = """
        {"kind":"news","audience":{"topic":"t"},"content":{"texts":[{"title":"T"}]},"rule":"FREQ=DAILY",\
        "startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris"}
        """

    @Test func areSet() async throws {
        let (response, sent) = try await ScriptedServices.ofAPublisher().ask(
            "PUT", Self.path + "/weekly%2Dtip", body: Self.body, for: SetSeries.self)
        response.expect(
            body: #"{"success":true,"data":{"name":"weekly-tip","kind":"news","audience":{"topic":"t"},"#
                + #""rule":"FREQ=DAILY","startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris","#
                + #""changedAt":"2026-01-31T12:00:00Z","nextAt":"2026-01-31T12:01:00Z"}}"#)
        #expect(sent.name == "weekly-tip" && sent.publisher == PublisherID("k1") && sent.apiKey == APIKeyID("k1"))
        #expect(sent.series.start == LocalMoment("2026-12-24T18:00") && sent.series.timeZone == "Europe/Paris")
        #expect(sent.series.audience == .topic("t") && sent.series.rule == "FREQ=DAILY")
    }

    @Test(arguments: [
        ("2026-12-24T18:00", "2026-12-24 18:00", "startsAtLocal"), (#""rule":"FREQ=DAILY","#, "", "rule"),
        ("timeZone", "timezone", "did you mean timeZone?"), (#""content":{"texts":[{"title":"T"}]},"#, "", "content"),
    ])
    func areRefused(_ part: String, _ other: String, _ text: String) async throws {
        let services = ScriptedServices.ofAPublisher()
        let response = try await services.ask("PUT", Self.path + "/s1", body: Self.body.replacing(part, with: other))
        #expect(response.status == 400 && response.body.contains(text), "\(response.body)")
        #expect(services.received(SetSeries.self).isEmpty)
    }

    @Test func areListedAndEnded() async throws {
        let services = ScriptedServices.ofAPublisher()
        try await withEdge(services) { edge in
            let list = try await edge.request("GET", Self.path + "?limit=5&after=a")
            #expect(list.status == 200 && list.body.contains(#""name":"s1""#) && list.body.contains(#""hasMore":true"#))
            try await edge.request("GET", Self.path + "?limit=21").expect(400)
            try await edge.request("DELETE", Self.path + "/s1").expect(200)
        }
        let listed = try #require(services.received(ListSeries.self).first)
        #expect(listed.after == "a" && listed.limit == 5 && listed.publisher == PublisherID("k1"))
        #expect(services.received(EndSeries.self).map(\.name) == ["s1"])
    }
}
