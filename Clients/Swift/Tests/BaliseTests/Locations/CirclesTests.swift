@testable import Balise

@Suite("A circle")
struct CirclesTests {
    private static let circle =
        #"{"id":"c1","name":"Us","createdAt":"2027-01-15T08:00:00Z","creator":"a1","members":"#
        + #"[{"account":"a1","name":"Ada","joinedAt":"2027-01-15T08:00:00Z"}],"#
        + #""consent":{"place":"town","battery":true,"pausedUntil":"2027-01-15T10:00:00Z","questions":false}}"#
    private static let invitation =
        #"{"id":"i1","createdAt":"2027-01-15T08:00:00Z","endsAt":"2027-01-16T08:00:00Z","maximumUses":2,"uses":0}"#

    private func enveloped(_ data: String, status: Int = 200) -> Result<BaliseHTTPResponse, BaliseTransportError> {
        .json(#"{"success":true,"data":\#(data)}"#, status: status)
    }

    @Test("is made, joined, changed and left")
    func membership() async throws {
        let done = #"{"success":true,"message":"Done.","data":{}}"#
        let transport = ScriptedTransport(
            enveloped(Self.circle, status: 201), enveloped(#"{"circles":[\#(Self.circle)],"totalCount":1}"#),
            enveloped(Self.circle), enveloped(Self.circle), enveloped(Self.circle), .json(done), .json(done))
        let circles = try await BaliseClient.scripted(transport).locations.circles
        let made = try await circles.create("Us", as: "Ada")
        #expect(made.consent.place == .town && made.consent.battery && made.consent.history == nil)
        #expect(try await circles.list().first?.members.first?.name == "Ada")
        _ = try await circles.join(SecretText("ABCDE-FGHJK"))
        _ = try await circles.change("c1", ChangeCircleRequest(memberName: "A"))
        _ = try await circles.setConsent(SetCircleConsentRequest(place: .town, battery: true), in: "c1")
        try await circles.remove("a2", from: "c1")
        try await circles.leave("c1")
        let path = "/api/v1/users/me/circles"
        #expect(
            transport.calls.map(\.line) == [
                "POST \(path)", "GET \(path)", "POST \(path)/join", "PATCH \(path)/c1", "PUT \(path)/c1/consent",
                "DELETE \(path)/c1/members/a2", "DELETE \(path)/c1",
            ])
        #expect(transport.calls[2].text == #"{"code":"ABCDE-FGHJK"}"#)
        #expect(transport.calls[4].text == #"{"place":"town","battery":true}"#)
    }

    @Test("has invitations, and shows places and visits")
    func invitations() async throws {
        let created =
            #"{"invitation":\#(Self.invitation),"code":"ABCDE-FGHJK","url":"https://b.example/j#ABCDE-FGHJK"}"#
        let transport = ScriptedTransport(
            enveloped(created, status: 201), enveloped(#"{"invitations":[\#(Self.invitation)],"totalCount":1}"#),
            .json(#"{"success":true,"message":"Done.","data":{}}"#),
            enveloped(
                #"{"devices":[{"device":"d","isOwn":false,"account":"a2","precision":"town","#
                    + #""place":{"at":"2027-01-15T08:00:00.000Z","latitude":48.4,"longitude":-4.5}}],"totalCount":1}"#),
            enveloped(
                #"{"visits":[{"device":"d","account":"a2","name":"Ben","at":"2027-01-15T08:00:00Z"}],"totalCount":1}"#),
            enveloped(#"{"pushDevices":1}"#))
        let client = try await BaliseClient.scripted(transport)
        let circles = client.locations.circles
        #expect(try await circles.invite(to: "c1", uses: 2).code == SecretText("ABCDE-FGHJK"))
        #expect(try await circles.invitations(to: "c1").first?.maximumUses == 2)
        try await circles.endInvitation("i1", to: "c1")
        let places = try await client.places.list()
        #expect(places.first?.precision == .town && places.first?.place?.latitude == 48.4)
        #expect(try await circles.visits().first?.name == "Ben")
        #expect(try await client.places.ask(for: .named("d")) == 1)
        let path = "/api/v1/users/me/circles"
        #expect(
            transport.calls.map(\.line) == [
                "POST \(path)/c1/invitations", "GET \(path)/c1/invitations", "DELETE \(path)/c1/invitations/i1",
                "GET /api/v1/places", "GET \(path)/visits", "POST /api/v1/places/d/question",
            ])
    }

    @Test("has places of arrivals")
    func arrivals() async throws {
        let place =
            #"{"id":"p1","name":"Home","device":"d","latitude":48.5,"longitude":-4.5,"radius":200,"watchers":["a2"],"#
            + #""createdAt":"2027-01-15T08:00:00Z"}"#
        let transport = ScriptedTransport(
            enveloped(place, status: 201),
            enveloped(
                #"{"places":[\#(place)],"watched":[{"id":"p2","name":"School","account":"a2"}],"refused":["a3"]}"#),
            enveloped(place), .json(#"{"success":true,"message":"Done.","data":{}}"#),
            .json(#"{"success":true,"message":"Done.","data":{}}"#))
        let arrivals = try await BaliseClient.scripted(transport).locations.arrivals
        let made = try await arrivals.create(
            CreateArrivalPlaceRequest(
                name: "Home", device: "d", latitude: 48.5, longitude: -4.5, radius: 200, watchers: ["a2"]))
        #expect(made.radius == 200 && made.isInside == nil)
        let list = try await arrivals.list()
        #expect(list.watched.map(\.name) == ["School"] && list.refused == ["a3"])
        _ = try await arrivals.change("p1", ChangeArrivalPlaceRequest(watchers: ["a2"]))
        try await arrivals.remove("p1")
        try await arrivals.allow("a2")
        let path = "/api/v1/users/me/arrivals"
        #expect(
            transport.calls.map(\.line) == [
                "POST \(path)", "GET \(path)", "PATCH \(path)/p1", "DELETE \(path)/p1",
                "DELETE \(path)/refusals/a2",
            ])
        #expect(transport.calls[2].text == #"{"watchers":["a2"]}"#)
    }
}
