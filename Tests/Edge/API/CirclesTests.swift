@testable import Edge

extension Circle {
    static let sample = Circle(
        id: CircleID("c1")!, name: Personal("Us"), createdAt: People.now,
        members: [CircleMember(account: People.ada, name: Personal("Ada"), joinedAt: People.now)],
        consent: CircleConsent(place: .town, showsBattery: true))
}

extension ArrivalPlace {
    static let sample = ArrivalPlace(
        id: ArrivalPlaceID("p1")!, name: Personal("Home"), device: DeviceID("phone")!,
        centre: Coordinate(latitude: 48.5, longitude: -4.5)!, radius: 200, watchers: [People.stranger],
        createdAt: People.now, isInside: false)
}

extension ScriptedServices {
    /// One circle, which Ada is in.
    func circles() {
        on(CreateCircle.self) { _ in .sample }
        on(ListCircles.self) { message in message.account == People.ada ? [.sample] : [] }
        on(JoinCircle.self) { message throws(BusError) in
            guard message.code.value == "ABCDE-FGHJK" else {
                throw .refused(ServiceError(.codeMismatch, "no open invitation has this code", field: "code"))
            }
            return .sample
        }
        on(ListCircleVisits.self) { message in
            let visit = CircleVisit(
                device: id("phone"), visitor: People.stranger, name: Personal("Ben"), time: People.now)
            return message.account == People.ada ? [visit] : []
        }
        onlyAda(ChangeCircle.self, { $0.account }) { _ in .sample }
        onlyAda(SetCircleConsent.self, { $0.account }) { message in
            var circle = Circle.sample
            circle.consent = message.consent
            return circle
        }
        onlyAda(LeaveCircle.self, { $0.account }) { _ in Done() }
        let invitation = CircleInvitation(
            id: CircleInvitationID("i1")!, createdAt: People.now, endsAt: People.now.adding(seconds: 60),
            maximumUses: 2, uses: 1)
        onlyAda(CreateCircleInvitation.self, { $0.account }) { _ in
            CreateCircleInvitation.Reply(invitation: invitation, code: SecretText("ABCDE-FGHJK"))
        }
        onlyAda(ListCircleInvitations.self, { $0.account }) { _ in [invitation] }
        onlyAda(EndCircleInvitation.self, { $0.account }) { _ in Done() }
        on(FindCircleDocuments.self) { _ in [] }
        onlyAda(AskForPlace.self, { $0.account }) { _ in
            AskForPlace.Reply(owner: People.stranger, device: id("the real id"))
        }
        on(WakeForPlace.self) { _ in DoneCount(count: 2) }
        onlyAda(CreateArrivalPlace.self, { $0.account }, else: .forbidden) { _ in .sample }
        on(ListArrivalPlaces.self) { message in
            let school = WatchedPlace(id: ArrivalPlaceID("p2")!, name: Personal("School"), owner: People.stranger)
            let isAda = message.account == People.ada
            return ListArrivalPlaces.Reply(places: isAda ? [.sample] : [], watched: isAda ? [school] : [])
        }
        onlyAda(ChangeArrivalPlace.self, { $0.account }) { _ in .sample }
        onlyAda(ReportArrival.self, { $0.account }) { _ in .sample }
        onlyAda(RemoveArrivalPlace.self, { $0.account }) { _ in Done() }
        onlyAda(AllowArrivals.self, { $0.account }) { _ in Done() }
    }
}

extension SampleCall {
    static let circles: [SampleCall] = [
        SampleCall("GET", "places"),
        SampleCall("POST", "places/{device}/question", with: "bens", stranger: 404),
        SampleCall("POST", "users/me/circles", #"{"name":"Us","memberName":"Ada"}"#, owner: 201),
        SampleCall("GET", "users/me/circles"),
        SampleCall("POST", "users/me/circles/join", #"{"code":"ABCDE-FGHJK","memberName":"Ben"}"#),
        SampleCall("GET", "users/me/circles/visits"),
        SampleCall("PATCH", "users/me/circles/{id}", "{}", with: "c1", stranger: 404),
        SampleCall("DELETE", "users/me/circles/{id}", with: "c1", stranger: 404),
        SampleCall("PUT", "users/me/circles/{id}/consent", "{}", with: "c1", stranger: 404),
        SampleCall("DELETE", "users/me/circles/{id}/members/{account}", with: "c1", stranger: 404),
        SampleCall("POST", "users/me/circles/{id}/invitations", "{}", with: "c1", owner: 201, stranger: 404),
        SampleCall("GET", "users/me/circles/{id}/invitations", with: "c1", stranger: 404),
        SampleCall("DELETE", "users/me/circles/{id}/invitations/{invitation}", with: "c1", stranger: 404),
        SampleCall(
            "POST", "users/me/arrivals",
            #"{"name":"Home","device":"phone","latitude":48.5,"longitude":-4.5,"radius":200,"watchers":["b"]}"#,
            owner: 201, stranger: 403),
        SampleCall("GET", "users/me/arrivals"),
        SampleCall("PATCH", "users/me/arrivals/{id}", "{}", with: "p1", stranger: 404),
        SampleCall("DELETE", "users/me/arrivals/{id}", with: "p1", stranger: 404),
        SampleCall(
            "POST", "users/me/arrivals/{id}/events", #"{"isInside":true,"at":"2026-01-31T12:00:00Z"}"#, with: "p1",
            stranger: 404),
        SampleCall("DELETE", "users/me/arrivals/refusals/{account}", with: "b", stranger: 404),
    ]
}

@Suite("Circles at the edge", .timeLimit(.minutes(10))) struct CirclesTests {
    private static let path = "/api/v1/users/me/circles"
    private static let circle =
        #"{"id":"c1","name":"Us","createdAt":"2026-01-31T12:00:00Z","creator":"\#(People.ada.text)","#
        + #""members":[{"account":"\#(People.ada.text)","name":"Ada","joinedAt":"2026-01-31T12:00:00Z"}],"#
        + #""consent":{"place":"town","battery":true,"questions":false}}"#

    @Test("A member's name is that of the body, or else of the profile")
    func names() async throws {
        let services = ScriptedServices.ofAda()
        services.on(GetProfile.self) { _ in
            People.profile(details: ProfileDetails(displayName: Personal("Ada Lovelace")))
        }
        let made = try await services.ask("POST", Self.path, body: #"{"name":"Us"}"#)
        made.expect(201).expect(body: #"{"success":true,"data":\#(Self.circle)}"#)
        try await services.ask("POST", Self.path + "/join", body: #"{"code":"ABCDE-FGHJK","memberName":"A"}"#)
            .expect(200)
        #expect(services.received(CreateCircle.self).map(\.memberName.value) == ["Ada Lovelace"])
        #expect(services.received(JoinCircle.self).map(\.memberName.value) == ["A"])
        services.on(GetProfile.self) { _ in People.profile(details: ProfileDetails()) }
        let nameless = try await services.ask("POST", Self.path, body: #"{"name":"Us"}"#).expect(400)
        #expect(try APIErrorBody(nameless.body).field == "memberName")
    }

    @Test("A consent is replaced as a whole")
    func consents() async throws {
        let services = ScriptedServices.ofAda()
        try await services.ask(
            "PUT", Self.path + "/c1/consent",
            body: #"{"history":"exact","pausedUntil":"2026-02-01T12:00:00.500Z"}"#
        ).expect(200)
        let end = UnixTime(milliseconds: 1_769_947_200_500)
        #expect(
            services.received(SetCircleConsent.self).map(\.consent) == [
                CircleConsent(history: .exact, pausedUntil: end)
            ])
        let body = try await ScriptedServices.ofAda().expectMalformed(
            "PUT", Self.path + "/c1/consent", body: #"{"place":"street"}"#)
        #expect(body.field == "place")
    }

    @Test("An invitation's address has the code behind #, and the page shows it by a script")
    func invites() async throws {
        let services = ScriptedServices.ofAda()
        let made = try await services.ask("POST", Self.path + "/c1/invitations", body: #"{"maximumUses":2}"#)
        made.expect(201)
        #expect(made.body.contains(#""code":"ABCDE-FGHJK","url":""#))
        #expect(made.body.contains(#"/account/join#ABCDE-FGHJK","qrCode":"<svg "#))
        let page = try await services.ask("GET", "/account/join")
        #expect(page.status == 200 && page.body.contains("/account/files/join.js"))
    }

    @Test("A question wakes the owner's apps only if the owner answers it")
    func asks() async throws {
        let services = ScriptedServices.ofAda()
        try await services.ask("POST", "/api/v1/places/bens%20phone/question")
            .expect(body: #"{"success":true,"data":{"pushDevices":2}}"#)
        let woken = try #require(services.received(WakeForPlace.self).first)
        #expect(woken.account == People.stranger && woken.device == id("the real id"))
        services.on(AskForPlace.self) { _ throws(BusError) in
            throw .refused(ServiceError(.notFound, "no member answers"))
        }
        try await services.ask("POST", "/api/v1/places/bens%20phone/question").expect(404)
        #expect(services.received(WakeForPlace.self).count == 1)
    }

    @Test("Places of arrivals have their watchers, and wrong ids are named")
    func arrivals() async throws {
        let services = ScriptedServices.ofAda()
        let path = "/api/v1/users/me/arrivals"
        let ben = People.stranger.text
        let place =
            #"{"id":"p1","name":"Home","device":"phone","latitude":48.5,"longitude":-4.5,"radius":200,"#
            + #""watchers":["\#(ben)"],"createdAt":"2026-01-31T12:00:00Z","isInside":false}"#
        try await services.ask("GET", path).expect(
            body: #"{"success":true,"data":{"places":[\#(place)],"#
                + #""watched":[{"id":"p2","name":"School","account":"\#(ben)"}]}}"#)
        let body = { (device: String, latitude: String, watcher: String) in
            #"{"name":"Home","device":"\#(device)","latitude":\#(latitude),"longitude":-4.5,"radius":200,"#
                + #""watchers":["\#(watcher)"]}"#
        }
        try await services.ask("POST", path, body: body("phone", "48.5", ben)).expect(201)
            .expect(body: #"{"success":true,"data":\#(place)}"#)
        let sent = try #require(services.received(CreateArrivalPlace.self).first)
        #expect(sent.device == id("phone") && sent.centre.latitude == 48.5 && sent.watchers == [People.stranger])
        for (wrong, field) in [
            (body("", "48.5", ben), "device"), (body("phone", "91", ben), "latitude"),
            (body("phone", "48.5", ""), "watchers"),
        ] {
            #expect(try await ScriptedServices.ofAda().expectMalformed("POST", path, body: wrong).field == field)
        }
        try await services.ask("PATCH", path + "/p1", body: #"{"watchers":["\#(ben)"]}"#).expect(200)
        let change = try #require(services.received(ChangeArrivalPlace.self).first)
        #expect(change.watchers == [People.stranger] && change.name == nil)
        try await services.ask(
            "POST", path + "/p1/events", body: #"{"isInside":false,"at":"2026-01-31T12:00:00Z"}"#
        ).expect(200)
        let event = try #require(services.received(ReportArrival.self).first)
        #expect(!event.isInside && event.at == UnixTime(milliseconds: 1_769_860_800_000))
    }

    @Test("A wrong code is a 400 that names it")
    func wrongCode() async throws {
        let services = ScriptedServices.ofAda()
        let answer = try await services.ask("POST", Self.path + "/join", body: #"{"code":"x","memberName":"A"}"#)
        #expect(answer.status == 400 && answer.body.contains("CODE_MISMATCH"))
    }

    @Test("The devices of members come with the member and the precision")
    func places() async throws {
        let services = ScriptedServices.ofAda()
        let location = Location(
            timestamp: LocationValue(json: "\"1700000000\""), longitude: LocationValue(json: "-2.5"),
            latitude: LocationValue(json: "\"+48,25\""), horizontalAccuracy: LocationValue(json: "5"),
            batteryLevel: LocationValue(json: "80"))
        services.on(GetPlaces.self) { _ in
            GetPlaces.Reply(places: [
                GetPlaces.Place(device: id("mine"), isOwn: true, found: nil),
                GetPlaces.Place(
                    device: id("the real id"), isOwn: false,
                    found: GetLocation.LocationResult(device: id("bens"), location: location, slogan: nil),
                    member: People.stranger, precision: .town, handle: id("bens")),
            ])
        }
        try await services.ask("GET", "/api/v1/places").expect(
            body: #"{"success":true,"data":{"devices":[{"device":"mine","isOwn":true},{"device":"bens","isOwn":false,"#
                + #""account":"\#(People.stranger.text)","precision":"town","place":{"at":"2023-11-14T22:13:20.000Z","#
                + #""latitude":48.25,"longitude":-2.5,"accuracy":5,"batteryLevel":80}}],"totalCount":2}}"#)
    }

    @Test("The visits of members have their names, also in the list of the Miataru API")
    func visits() async throws {
        let services = ScriptedServices.ofAda()
        try await services.ask("GET", Self.path + "/visits").expect(
            body: #"{"success":true,"data":{"visits":[{"device":"phone","account":"\#(People.stranger.text)","#
                + #""name":"Ben","at":"2026-01-31T12:00:00Z"}],"totalCount":1}}"#)
        services.on(GetVisitorHistory.self) { _ in
            GetVisitorHistory.Reply(
                maximum: 10, visits: [],
                members: [
                    CircleVisit(device: id("phone"), visitor: People.stranger, name: Personal("Ben"), time: People.now)
                ])
        }
        let list = try await services.ask(
            "POST", "/v1/GetVisitorHistory", body: #"{"MiataruGetVisitorHistory":{"Device":"phone","Amount":"10"}}"#)
        #expect(list.body.contains(#""MiataruVisitors":[{"DeviceID":"circle:Ben","TimeStamp":"#))
    }

    @Test("A short list of visitors has at most the wanted entries, and strangers never push a member out")
    func shortLists() async throws {
        let services = ScriptedServices.ofAda()
        services.on(GetVisitorHistory.self) { message in
            GetVisitorHistory.Reply(
                maximum: 2,
                visits: (0..<min(message.amount, 2)).map {
                    GetVisitorHistory.Visit(visitor: id("v\($0)"), time: People.now)
                },
                members: [
                    CircleVisit(
                        device: id("phone"), visitor: People.stranger, name: Personal("Ben"), time: People.earlier)
                ])
        }
        for (amount, shown, maximum) in [(1, 1, 2), (2, 2, 2), (10, 3, 3)] {
            let list = try await services.ask(
                "POST", "/v1/GetVisitorHistory",
                body: #"{"MiataruGetVisitorHistory":{"Device":"phone","Amount":"\#(amount)"}}"#)
            #expect(
                list.body.contains("circle:Ben") && list.body.components(separatedBy: "DeviceID").count - 1 == shown)
            #expect(
                list.body.contains(
                    #""MaximumNumberOfVisitorHistory":\#(maximum),"AvailableVisitorHistory":\#(shown)}"#))
        }
    }
}
