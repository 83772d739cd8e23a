@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct SessionsTests {
    /// The current session follows from the access token alone.
    @Test func showsWhereAPersonIsSignedIn() async throws {
        let response = try await ScriptedServices.ofAda().ask("GET", "/api/v1/auth/sessions")
        let times =
            #""createdAt":"2026-01-01T00:00:00Z","lastActivityAt":"2026-01-31T12:00:00Z","#
            + #""expiresAt":"2027-01-31T12:00:00Z""#
        response.expect(
            body: #"{"success":true,"data":{"sessions":[{"id":"c4f6a8e0b1d5f0c3a9e7b1d2","deviceName":"iPhone16,1","#
                + #""deviceType":"mobile","deviceVendor":"Apple","deviceModel":"iPhone16,1","osName":"iOS","#
                + #""osVersion":"17.5.1","browserName":null,"browserVersion":null,"appVersion":"1.0.0","userAgent":"Meeshy/1","isMobile":true,"#
                + #""ipAddress":"192.0.2.1","country":"FR","city":"Paris","timezone":"Europe/Paris","#
                + #""location":"Paris, FR",\#(times),"isCurrentSession":true,"isTrusted":true},"#
                + #"{"id":"b1d5f0c3a9e7b1d2c4f6a8e0","deviceName":null,"deviceType":null,"deviceVendor":null,"#
                + #""deviceModel":null,"osName":null,"osVersion":null,"browserName":null,"browserVersion":null,"appVersion":null,"userAgent":null,"#
                + #""isMobile":false,"ipAddress":null,"country":null,"city":null,"timezone":null,"location":null,"#
                + #"\#(times),"isCurrentSession":false,"isTrusted":true}],"totalCount":2}}"#)
    }

    @Test func endsTheCurrentSession() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", "/api/v1/auth/logout", for: EndSession.self)
        #expect(response.body == #"{"success":true,"message":"You are signed out.","data":{}}"#)
        #expect(message.account == People.ada && message.session == People.phone)
    }

    @Test func endsAnotherSession() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "DELETE", "/api/v1/auth/sessions/\(People.desktop.text)", for: EndSession.self)
        // One app decodes it as a map of truth values, and the other as one of texts: only an empty object is both.
        #expect(response.body.hasPrefix(#"{"success":true,"message":""#) && response.body.hasSuffix(#""data":{}}"#))
        #expect(message.account == People.ada && message.session == People.desktop)
    }

    @Test(arguments: [People.strangersPhone.text, "a%20b", String(repeating: "a", count: 37)])
    func doesNotEndWhatIsNotTheirs(_ id: String) async throws {
        let response = try await ScriptedServices.ofAda().ask("DELETE", "/api/v1/auth/sessions/\(id)").expect(404)
        #expect(try APIErrorBody(response.body).code == "NOT_FOUND")
    }

    @Test func endsAllOthers() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "DELETE", "/api/v1/auth/sessions", for: EndOtherSessions.self)
        response.expect(
            body: #"{"success":true,"message":"The other sessions have ended.","revokedCount":2,"data":{}}"#)
        #expect(message.account == People.ada && message.kept == People.phone)
    }

    /// A web page has no device name; its browser is shown instead.
    @Test func showsABrowserWithItsVersion() async throws {
        let services = ScriptedServices.ofAda().answering(ListSessions.self) { _ in
            var session = People.session(People.desktop)
            session.client.userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
            return [session]
        }
        let response = try await services.ask("GET", "/api/v1/auth/sessions")
        #expect(response.body.contains(#""deviceName":"Firefox 143.0""#))
        #expect(response.body.contains(#""browserName":"Firefox","browserVersion":"143.0""#))
    }
}
