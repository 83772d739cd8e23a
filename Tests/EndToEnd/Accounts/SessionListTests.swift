// A person sees where they are signed in, and ends any of it.

import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Sessions") struct Sessions {
        @Test(
            "They are listed with the current one marked; one ends, then all others",
            arguments: Shape.all(because: "a feed goes through memory, between two processes, or to two of them"))
        func listAndEnd(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = Person(.meeshy)
            let phone = try await person.signUp(on: balise)
            let tablet = try await person.signIn(on: balise, from: "192.0.2.10")
            let laptop = try await person.signIn(on: balise, from: "192.0.2.11")
            let list = try await tablet.call(.GET, "auth/sessions")
            #expect(list.status == 200 && list.data?["totalCount"] == .number("3"))
            let sessions = try #require(list.data?["sessions"]?.elements)
            #expect(Set(sessions.compactMap { $0["id"]?.text }) == [phone.session, tablet.session, laptop.session])
            let current = sessions.filter { $0["isCurrentSession"] == true }
            #expect(current.map { $0["id"]?.text } == [tablet.session])
            let shown = try #require(current.first)
            #expect(shown["osName"] == "iOS" && shown["osVersion"] == "17.5.1")
            #expect(shown["deviceVendor"] == "Apple" && shown["deviceModel"] == "iPhone16,1")
            #expect(shown["isMobile"] == true && shown["country"] == "FR" && shown["timezone"] == "Europe/Paris")
            #expect(shown["city"]?.text?.contains(Fresh.cityMark) == true)
            #expect(shown["location"]?.text?.hasSuffix(", FR") == true)
            #expect(shown["ipAddress"] == "192.0.2.10")
            #expect(shown["lastActivityAt"]?.text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)

            // Nobody ends another person's session.
            let stranger = try await shape.bystander
            for id in [phone.session, "0123456789abcdef01234567", "no/such", "%20"] {
                #expect(try await stranger.call(.DELETE, "auth/sessions/\(id)").status == 404)
            }
            #expect(try await phone.status() == 200)

            let ended = try await tablet.call(.DELETE, "auth/sessions/\(phone.session)")
            #expect(ended.status == 200 && ended.data == [:])
            try await phone.untilRefused()
            #expect(
                try await tablet.call(.DELETE, "auth/sessions/\(phone.session)").status == 200, "it is over already")
            let others = try await tablet.call(.DELETE, "auth/sessions")
            #expect(others.json?["revokedCount"] == .number("1") && others.data == [:])
            try await laptop.untilRefused()
            #expect(try await tablet.status() == 200)
            #expect(try await tablet.call(.GET, "auth/sessions").data?["totalCount"] == .number("1"))
        }
    }
}
