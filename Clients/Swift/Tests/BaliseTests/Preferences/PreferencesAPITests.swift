// The calls about preferences and quiet hours.

import Balise
import Foundation
import Testing

@Suite("The calls about preferences")
struct PreferencesAPITests {
    private static let quiet = #"{"start":"22:00","end":"07:30","timeZone":"Europe/Paris"}"#

    @Test("read and write all five members at once")
    func preferences() async throws {
        let transport = ScriptedTransport(.json(BalisePreferences.all.text), .json(BalisePreferences.all.text))
        let preferences = try await BaliseClient.scripted(transport).preferences
        let current = try await preferences.current()
        #expect(current == .all)
        try await preferences.set(current)
        #expect(transport.calls.map(\.line) == Array(["GET", "PUT"].map { $0 + " /api/v1/notification-preferences" }))
        #expect(transport.calls.last?.text == BalisePreferences.all.text)
    }

    @Test("read, write and remove quiet hours")
    func quietHours() async throws {
        let transport = ScriptedTransport(
            .json(Self.quiet), .json(Self.quiet), .json(#"{"start":null,"end":null,"timeZone":null}"#))
        let preferences = try await BaliseClient.scripted(transport).preferences
        let hours = try await preferences.quietHours()
        #expect(hours.start == BaliseTimeOfDay("22:00") && hours.end == BaliseTimeOfDay("07:30"))
        let (start, end) = (try #require(hours.start), try #require(hours.end))
        try await preferences.setQuietHours(
            SetQuietHoursRequest(start: start, end: end, timeZone: "Europe/Paris"))
        try await preferences.removeQuietHours()
        let path = " /api/v1/notification-preferences/quiet-hours"
        #expect(transport.calls.map(\.line) == ["GET" + path, "PUT" + path, "DELETE" + path])
        #expect(transport.calls[1].text == Self.quiet)
        #expect(transport.calls[2].body == nil)
    }
}
