@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PublisherLimitsTests {
    private static let limits = PublishingLimits(kinds: ["orders"], topics: ["t"], perMinute: 60)
    private static let headers = [("X-API-Key", "bk_limited"), ("Content-Type", "application/json")]

    private static let calls = [
        ("POST", "notifications", NotificationsTests.body), ("PUT", "notifications/a1", NotificationsTests.body),
        ("PUT", "notifications/series/s1", SeriesTests.body), ("POST", "announcements", AnnouncementsTests.body),
        ("POST", "notifications/topics/t/accounts", #"{"add":["p1"]}"#),
        ("POST", "notifications/tags", #"{"accounts":["p1"],"add":["vip"]}"#), ("POST", "push/channels", "{}"),
        ("DELETE", "push/channels", #"{"channel":"Y2hhbm5lbA=="}"#),
        (
            "POST", "push/channels/broadcasts",
            #"{"channel":"Y2hhbm5lbA==","content":{"pushType":"liveactivity","liveActivity":{"event":"update","#
                + #""activity":"m","state":{}}}}"#
        ),
    ]

    /// Its plans end with its key, even for a key without limits.
    @Test(arguments: [limits, nil])
    func travelWithEachCall(_ limits: PublishingLimits?) async throws {
        let services = ScriptedServices.people()
        services.recognise(Principal(apiKey: APIKeyID("k5")!, scopes: [.publish], expiresAt: nil, limits: limits))
        try await withEdge(services) { edge in
            for (method, path, body) in Self.calls {
                let response = try await edge.request(method, "/api/v1/\(path)", headers: Self.headers, body: body)
                #expect(response.status / 100 == 2, "\(method) \(path): \(response.body)")
            }
        }
        var judged: [PublishingLimits?] = []
        judged += services.received(SendNotification.self).map(\.limits)
        judged += services.received(ChangeNotification.self).map(\.limits)
        judged += services.received(SetSeries.self).map(\.limits)
        judged += services.received(ChangeTopicMembers.self).map(\.limits)
        judged += services.received(ChangeTags.self).map(\.limits)
        judged += services.received(CreateBroadcastChannel.self).map(\.limits)
        judged += services.received(DeleteBroadcastChannel.self).map(\.limits)
        judged += services.received(SendBroadcast.self).map(\.limits)
        #expect(judged == Self.calls.map { _ in limits })
        // The key for the limit per minute, and for ending its plans.
        #expect(Set(services.received(SendNotification.self).map(\.apiKey)) == [APIKeyID("k5")!])
    }

    @Test("A key with limited topics asks only about its own notifications", arguments: [true, false])
    func explanations(_ isLimited: Bool) async throws {
        let services = ScriptedServices.people().refusing(GetNotification.self, .notFound, "it is another publisher's")
        let limits = isLimited ? Self.limits : nil
        services.recognise(
            Principal(apiKey: APIKeyID("k5")!, scopes: [.publish, .support], expiresAt: nil, limits: limits))
        try await withEdge(services) { edge in
            let path = "/api/v1/announcements/42/recipients/\(People.ada)"
            try await edge.request("GET", path, headers: Self.headers).expect(isLimited ? 404 : 200)
        }
        #expect(services.received(ExplainRecipient.self).isEmpty == isLimited)
        #expect(services.received(GetNotification.self).map(\.publisher?.text) == (isLimited ? ["k5"] : []))
    }
}
