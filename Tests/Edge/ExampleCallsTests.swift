@testable import Edge

@Suite("Calls to try") struct ExampleCallsTests {
    private static let http = "http://127.0.0.1:8080"
    private static let operations = "http://127.0.0.1:8081"

    @Test("The example shows a push only if a stand-in for Apple runs", arguments: [true, false])
    func push(isStoodIn: Bool) {
        let listening = ListeningAddresses()
        listening.record(.http, Self.http)
        listening.record(.operations, Self.operations)
        var settings = Settings()
        settings.push.apns.credential = .key(teamID: "T", keyID: "K", key: Secret("a key"))
        if isStoodIn, let url = URL(string: "https://127.0.0.1:4711") { settings.push.apns.productionURL = url }
        #expect(ExampleCalls.all(listening, settings).count == (isStoodIn ? 2 : 1))
    }
}
