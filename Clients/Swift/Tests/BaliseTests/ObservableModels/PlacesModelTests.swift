import BaliseTesting

@testable import Balise

@Suite("The models of places", .timeLimit(.minutes(10)))
@MainActor
struct PlacesModelTests {
    private nonisolated static func place(_ device: String) -> String {
        """
        event: place
        data: {"Device":"\(device)","Timestamp":"1700000000","Longitude":"2","Latitude":"1","HorizontalAccuracy":"3"}


        """
    }

    private nonisolated static func gone(_ device: String) -> String {
        "event: gone\ndata: {\"Device\":\"\(device)\"}\n\n"
    }

    private func model(_ answers: StreamingTransport.Answer...) throws -> BalisePlacesModel {
        let client = BaliseClient(try .scripted(StreamingTransport(answers)))
        return BalisePlacesModel(client.locations.stream(of: [try .named("a")], as: try .named("me")))
    }

    @Test("show the devices that are visible now")
    func follows() async throws {
        let model = try model(.text(Self.place("a") + Self.place("b") + Self.gone("a")))
        await model.run()
        #expect(model.places.keys.map(\.text) == ["b"] && model.problem == nil)
    }

    @Test("show no place to a viewer whom the server refuses")
    func refused() async throws {
        let model = try model(.text(Self.place("a")), .status(403))
        await model.run()
        #expect(model.places.isEmpty && model.problem?.status == 403)
    }

    @Test("show how a device shares, and change it")
    func sharing() async throws {
        let folder = TemporaryFolder()
        let client = BaliseClient(try .scripted(MiataruServer()))
        let sharing = try await client.locations.sharing(
            of: .named("a"), from: ScriptedLocationSource(), in: folder.url)
        let model = BaliseSharingModel(sharing)
        let running = Task { await model.run() }
        #expect(await model.setPower(.balanced))
        try await eventually("it is shown") { model.state?.power == .balanced }
        try FileManager.default.removeItem(at: folder.url)
        #expect(!(await model.setPower(.off)))
        #expect(model.problem?.storageReason != nil && model.state?.power == .balanced)
        running.cancel()
    }
}
