@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct PreferencesTests {
    private static let path = "/api/v1/notification-preferences"

    static let body = """
        {"notifyNewOffers":true,"notifyNewProNearby":false,"notifyLocalEvents":true,"notificationRadius":15,
         "preferredCategories":["SANTE_BIEN_ETRE","FOOD_PLAISIRS"]}
        """

    static let stored =
        #"{"notifyNewOffers":true,"notifyNewProNearby":true,"notifyLocalEvents":true,"notificationRadius":10,"#
        + #""preferredCategories":["FOOD_PLAISIRS","ENTRE_PROS"]}"#

    /// The bare object: the app expects no envelope here.
    @Test func areRead() async throws {
        let services = ScriptedServices.ofAda()
        let response = try await services.ask("GET", Self.path)
        #expect(response.status == 200 && response.body == Self.stored)
        #expect(services.received(GetPreferences.self).map(\.account) == [People.ada])
    }

    /// The Android app requires the whole object in the answer.
    @Test func areWritten() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "PUT", Self.path, body: Self.body, for: SetPreferences.self)
        response.expect(
            body: #"{"notifyNewOffers":true,"notifyNewProNearby":false,"notifyLocalEvents":true,"#
                + #""notificationRadius":15,"preferredCategories":["SANTE_BIEN_ETRE","FOOD_PLAISIRS"]}"#)
        #expect(message.account == People.ada && message.choices.notificationRadius == 15)
        #expect(message.choices.notifyNewProNearby == false)
    }

    /// Truth values arrive as 0 and 1, and whole numbers in any notation.
    @Test(arguments: [
        (#""notifyNewOffers":true"#, #""notifyNewOffers":1"#),
        (#""notifyNewProNearby":false"#, #""notifyNewProNearby":0"#),
        (#""notificationRadius":15"#, #""notificationRadius":15.0"#),
    ])
    func areWrittenAsTheAppsWriteThem(_ usual: String, _ other: String) async throws {
        let body = Self.body.replacing(usual, with: other)
        #expect(body != Self.body)
        let response = try await ScriptedServices.ofAda().ask("PUT", Self.path, body: body)
        #expect(response.status == 200 && response.body.contains(usual))
    }

    @Test(arguments: [
        (#""notificationRadius":15"#, #""notificationRadius":15.5"#, "notificationRadius"),
        (#""notificationRadius":15"#, #""notificationRadius":1e300"#, "notificationRadius"),
        (#""notifyNewOffers":true"#, #""notifyNewOffers":2"#, "notifyNewOffers"),
        (#""notifyLocalEvents":true,"#, "", "notifyLocalEvents"),
        (#"["SANTE_BIEN_ETRE","FOOD_PLAISIRS"]"#, "[5]", "preferredCategories"),
    ])
    func areRefusedWhenMalformed(_ usual: String, _ other: String, _ name: String) async throws {
        let body = Self.body.replacing(usual, with: other)
        #expect(body != Self.body)
        let error = try await ScriptedServices.ofAda().expectMalformed("PUT", Self.path, body: body)
        #expect(error.message.contains(name))
    }

    /// The app's first page shows them too, and omits them while the service is unreachable.
    @Test(arguments: [true, false])
    func areToldBesideTheProfile(_ isThere: Bool) async throws {
        let services = ScriptedServices.ofAda()
        if !isThere { services.on(GetPreferences.self) { _ throws(BusError) in throw .unavailable(.preferences) } }
        let response = try await services.ask("GET", "/api/v1/users/me/light").expect(200)
        let rest = isThere ? #","notificationPreference":\#(Self.stored)"# : ""
        #expect(response.body == #"{"firstName":"Ada","lastName":"Lovelace"\#(rest)}"#)
        #expect(services.received(GetPreferences.self).map(\.account) == [People.ada])
    }
}

@Suite(.timeLimit(.minutes(10))) struct QuietHoursTests {
    private static let path = "/api/v1/notification-preferences/quiet-hours"
    private static let night = #"{"start":"22:00","end":"07:05","timeZone":"Europe/Paris"}"#
    private static let none = #"{"start":null,"end":null,"timeZone":null}"#

    /// Interruptions are allowed only if the body says so.
    @Test(arguments: [(nil, false), (false, false), (true, true)] as [(Bool?, Bool)])
    func areWrittenAndRead(said: Bool?, kept: Bool) async throws {
        let services = ScriptedServices.ofAda()
        let hours = QuietHours(start: 1320, end: 425, timeZone: "Europe/Paris", allowsInterruptions: kept ? true : nil)
        let body = said.map { Self.night.dropLast() + #","allowsInterruptions":\#($0)}"# } ?? Self.night
        let answer = Self.night.dropLast() + #","allowsInterruptions":\#(kept)}"#
        try await withEdge(services) { edge in
            let response = try await edge.request("PUT", Self.path, body: body)
            #expect(response.status == 200 && response.body == answer)
            #expect(services.received(SetQuietHours.self).first?.quietHours == hours)
            services.on(GetPreferences.self) { _ in
                NotificationPreferences(choices: People.choices, quietHours: hours)
            }
            let read = try await edge.request("GET", Self.path)
            #expect(read.body == answer)
        }
    }

    @Test func areTakenAway() async throws {
        let services = ScriptedServices.ofAda()
        try await withEdge(services) { edge in
            for method in ["GET", "DELETE"] {
                let response = try await edge.request(method, Self.path)
                #expect(response.status == 200 && response.body == Self.none)
            }
        }
        let message = try #require(services.received(SetQuietHours.self).first)
        #expect(message.account == People.ada && message.quietHours == nil)
    }

    /// An app that sends its time zone with every request need not repeat it.
    @Test func areInTheTimeZoneOfTheApp() async throws {
        let response = try await ScriptedServices.ofAda().ask(
            "PUT", Self.path, headers: [("X-Meeshy-Timezone", "Europe/Paris")],
            body: #"{"start":"22:00","end":"07:05"}"#)
        #expect(response.body == Self.night.dropLast() + #","allowsInterruptions":false}"#)
    }

    @Test(arguments: [
        #"{"start":"22:00","end":"07:00"}"#, #"{"start":"24:00","end":"07:00","timeZone":"UTC"}"#,
        #"{"start":"22:60","end":"07:00","timeZone":"UTC"}"#, #"{"start":"22:00","end":"7:00","timeZone":"UTC"}"#,
        #"{"start":"+2:00","end":"07:00","timeZone":"UTC"}"#, #"{"start":1320,"end":420,"timeZone":"UTC"}"#,
        #"{"end":"07:00","timeZone":"UTC"}"#, #"{"start":"22:00","timeZone":"UTC"}"#, "{}",
    ])
    func areRefusedWhenMalformed(_ body: String) async throws {
        try await ScriptedServices.ofAda().expectMalformed("PUT", Self.path, body: body)
    }
}
