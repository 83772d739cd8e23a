@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PositionsTests {
    private static let path = "/api/v1/users/me/position"

    @Test(
        arguments: [
            (#"{"latitude":48.8566,"longitude":2.3522}"#, 48.8566, 2.3522, nil, nil),
            (
                #"{"latitude":48.8566,"longitude":2.3522,"accuracy":12.5,"timestamp":"2026-01-31T11:00:00Z"}"#, 48.8566,
                2.3522, 12.5, 1_769_857_200_000
            ),
            (#"{"latitude":-90,"longitude":180,"timestamp":1769857200}"#, -90, 180, nil, 1_769_857_200_000),
            (#"{"latitude":1.5,"longitude":2,"timestamp":1769857200123}"#, 1.5, 2, nil, 1_769_857_200_123),
            // A fast clock: the position is from now, so that an erasure that overtakes the report is later.
            (#"{"latitude":1.5,"longitude":2,"timestamp":"2026-01-31T12:05:00Z"}"#, 1.5, 2, nil, nil),
            (#"{"latitude":1.5,"longitude":2,"timestamp":"2026-01-31T12:05:01Z"}"#, 1.5, 2, nil, 1_769_861_101_000),
            // One of the apps turns 0 and 1 into truth values.
            (#"{"latitude":false,"longitude":true,"accuracy":true}"#, 0, 1, 1, nil),
            (#"{"latitude":48,"longitude":2,"accuracy":null,"timestamp":null}"#, 48, 2, nil, nil),
        ] as [(String, Double, Double, Double?, Int64?)])
    func areReported(
        _ body: String, _ latitude: Double, _ longitude: Double, _ accuracy: Double?, _ milliseconds: Int64?
    ) async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "PUT", Self.path, body: body, for: SetPosition.self)
        #expect(response.body == #"{"success":true,"data":{"kept":true}}"#)
        #expect(message.account == People.ada)
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let at = milliseconds.map { UnixTime(milliseconds: $0) } ?? People.now
        #expect(message.position == Position(coordinate: coordinate, accuracy: accuracy, at: at))
    }

    @Test(arguments: [
        "{}", #"{"latitude":48}"#, #"{"longitude":2}"#, #"{"latitude":"48","longitude":2}"#,
        #"{"latitude":90.5,"longitude":2}"#, #"{"latitude":48,"longitude":-180.5}"#,
        #"{"latitude":1e999,"longitude":2}"#, #"{"latitude":48,"longitude":2,"accuracy":"5"}"#,
        #"{"latitude":48,"longitude":2,"timestamp":"yesterday"}"#,
        #"{"latitude":48,"longitude":2,"timestamp":"2026-01-31T11:00:00"}"#,
        #"{"latitude":48,"longitude":2,"timestamp":1e18}"#, #"{"latitude":48,"longitude":2,"timestamp":{}}"#,
    ])
    func areRefusedWhenMalformed(_ body: String) async throws {
        try await ScriptedServices.ofAda().expectMalformed("PUT", Self.path, body: body)
    }

    @Test func areShownToTheirPerson() async throws {
        try await withEdge(.ofAda()) { edge in
            let mine = try await edge.request("GET", Self.path)
            mine.expect(
                body: #"{"success":true,"data":{"position":{"latitude":48.8566,"longitude":2.3522,"accuracy":12.5,"#
                    + #""timestamp":"2026-01-31T12:00:00Z"},"allowed":true}}"#)
            let others = try await edge.request("GET", Self.path, headers: [("Authorization", People.strangersToken)])
            #expect(others.body == #"{"success":true,"data":{"position":null,"allowed":true}}"#)
        }
    }

    @Test func areErasedAndForbidden() async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            let erased = try await edge.request("DELETE", Self.path)
            #expect(erased.body.hasSuffix(#""data":{}}"#))
            for (body, isAllowed) in [(#"{"allowed":false}"#, false), (#"{"allowed":1}"#, true)] {
                let response = try await edge.request("PUT", Self.path + "/consent", body: body)
                #expect(response.body == #"{"success":true,"data":{"position":null,"allowed":\#(isAllowed)}}"#)
            }
            try await edge.request("PUT", Self.path + "/consent", body: "{}").expect(400)
        }
        #expect(services.received(ErasePosition.self).map(\.account) == [People.ada])
        #expect(services.received(AllowPositions.self).map(\.isAllowed) == [false, true])
        #expect(services.received(AllowPositions.self).allSatisfy { $0.account == People.ada })
        // Each time, the copy in the profile is cleared; the consent clears nothing.
        let cleared = services.received(UpdateProfile.self)
        #expect(cleared.count == 2 && cleared.allSatisfy { $0.account == People.ada && $0.names == AccountNames() })
        let nowhere: [String: Personal<ProfileValue>] = ["latitude": Personal(.null), "longitude": Personal(.null)]
        for change in cleared { #expect(change.details == ProfileDetails(fields: nowhere)) }
    }
}

@Suite(.timeLimit(.minutes(10))) struct PositionReportsTests {
    private static let place = "lat=48.8566&lon=2.3522"

    /// A search is also the app's position report.
    @Test(arguments: [
        "offers?\(place)&radius=15000.0", "offers/active?\(place)",
        "users/professionals/search?latitude=48.8566&longitude=2.3522&radius=15000.0",
    ])
    func followFromSearches(_ search: String) async throws {
        let services = ScriptedServices.ofAda()
        let kept = AsyncStream<SetPosition>.makeStream()
        services.on(SetPosition.self) { message in
            kept.continuation.yield(message)
            return SetPosition.Reply(isKept: true)
        }
        try await services.ask("GET", "/api/v1/" + search).expect(200)
        var iterator = kept.stream.makeAsyncIterator()
        let message = try #require(await iterator.next())
        #expect(message.account == People.ada && message.position == Position(coordinate: People.paris, at: People.now))
    }

    /// The answer neither waits for the report nor fails with it.
    @Test(arguments: [People.expiredToken, People.unknownToken, People.token])
    func neitherDelayNorFailTheAnswer(_ token: String) async throws {
        let services = ScriptedServices.ofAda()
        let never = AsyncStream<Void>.makeStream()
        let tried = AsyncStream<Void>.makeStream()
        services.script(SetPosition.self) { _ in
            tried.continuation.yield()
            for await _ in never.stream {}
            return SetPosition.Reply(isKept: true)
        }
        let response = try await services.ask(
            "GET", "/api/v1/offers?\(Self.place)", headers: [("Authorization", token)])
        #expect(response.status == 200 && response.body.contains(#""distanceMeters":2500.5"#))
        if token == People.token {
            var iterator = tried.stream.makeAsyncIterator()
            _ = await iterator.next()
        } else {
            #expect(services.received(SetPosition.self).isEmpty)
        }
        never.continuation.finish()
    }

    /// Without a credential or without a place, the caller is not authenticated.
    @Test(arguments: [("offers?\(place)", nil), ("offers", People.token), ("offers?city=Paris", People.token)])
    func needACredentialAndAPlace(_ search: String, _ token: String?) async throws {
        let services = ScriptedServices.people()
        let response = try await services.ask(
            "GET", "/api/v1/" + search, headers: token.map { [("Authorization", $0)] } ?? [])
        #expect(response.status == 200)
        #expect(services.received(Authenticate.self).isEmpty && services.received(SetPosition.self).isEmpty)
    }

    /// Reports above the limit are dropped; room is free again after some have finished.
    @Test func areBounded() async throws {
        let services = ScriptedServices.ofAda()
        let gate = AsyncStream<Void>.makeStream()
        let began = AsyncStream<Void>.makeStream()
        let opened = Task { for await _ in gate.stream {} }
        services.script(SetPosition.self) { _ in
            began.continuation.yield()
            await opened.value
            return SetPosition.Reply(isKept: true)
        }
        let reports = PositionReports()
        let call = APICall.sample(services, authorization: People.token)
        for _ in 0..<PositionReports.maximumInFlight + 5 { reports.report(People.paris, by: call) }
        var iterator = began.stream.makeAsyncIterator()
        for _ in 0..<PositionReports.maximumInFlight { _ = await iterator.next() }
        #expect(services.received(SetPosition.self).count == PositionReports.maximumInFlight)
        gate.continuation.finish()
        let deadline = ContinuousClock.now + .seconds(30)
        var hasRoom = false
        while !hasRoom, ContinuousClock.now < deadline {
            reports.report(People.paris, by: call)
            await Task.yield()
            hasRoom = services.received(SetPosition.self).count > PositionReports.maximumInFlight
        }
        #expect(hasRoom)
    }
}
