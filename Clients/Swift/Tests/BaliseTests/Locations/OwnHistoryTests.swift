@testable import Balise

@Suite("The history of a claimed device")
struct OwnHistoryTests {
    private let path = "/api/v1/users/me/location-devices/pho%20ne/history"

    @Test("is read in pages, deleted, limited and imported")
    func calls() async throws {
        let retention = #"{"success":true,"data":{"days":null,"maximumPoints":9}}"#
        let transport = ScriptedTransport(
            .json(
                #"{"success":true,"data":{"points":[{"at":"2027-01-15T08:00:00.250Z","latitude":48.25,"longitude":2.5},"#
                    + #"{"latitude":1,"longitude":2,"accuracy":5}],"nextCursor":"5.-7"}}"#),
            .json(#"{"success":true,"data":{"deleted":3}}"#), .json(retention), .json(retention), .json(retention),
            .json(#"{"success":true,"data":{"stored":1,"known":2,"dropped":3,"untimed":4}}"#))
        let locations = try await BaliseClient.scripted(transport).locations
        let device = try LocationDeviceID.named("pho ne")
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let page = try await locations.ownHistory(of: device, from: time, after: "5.-8", limit: 2)
        #expect(page.points.map(\.latitude) == [48.25, 1] && page.nextCursor == "5.-7")
        #expect(page.points.map(\.at) == [time.addingTimeInterval(0.25), nil])
        #expect(try await locations.deleteHistory(of: device, to: time) == 3)
        #expect(try await locations.historyRetention(of: device).days == nil)
        #expect(try await locations.keepHistory(of: device, forDays: 30).maximumPoints == 9)
        #expect(try await locations.keepHistory(of: device, forDays: nil).days == nil)
        let imported = try await locations.importHistory(Data("<gpx/>".utf8), of: device)
        #expect(imported == ImportedHistory(stored: 1, known: 2, dropped: 3, untimed: 4))
        #expect(
            transport.calls.map(\.line) == [
                "GET \(path)?from=2027-01-15T08%3A00%3A00.000Z&cursor=5.-8&limit=2",
                "DELETE \(path)?to=2027-01-15T08%3A00%3A00.000Z", "GET \(path)/retention", "PUT \(path)/retention",
                "DELETE \(path)/retention", "POST \(path).gpx",
            ])
        #expect(transport.calls[3].text == #"{"days":30}"#)
        #expect(transport.calls[5].text == "<gpx/>")
        #expect(transport.calls[5].headers["Content-Type"] == "application/gpx+xml")
    }

    @Test("is not deleted without a range, and not written over a file")
    func mistakes() async throws {
        let locations = try await BaliseClient.scripted(ScriptedTransport()).locations
        let device = try LocationDeviceID.named("me")
        #expect(try await failure { try await locations.deleteHistory(of: device) }.invalidReason != nil)
        let file = URL(filePath: #filePath)
        let written = try await failure { try await locations.downloadHistory(of: device, as: .gpx, into: file) }
        #expect(written.invalidReason != nil)
    }
}
