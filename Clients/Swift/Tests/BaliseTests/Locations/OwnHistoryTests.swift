@testable import Balise

@Suite("The history of a claimed device")
struct OwnHistoryTests {
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
