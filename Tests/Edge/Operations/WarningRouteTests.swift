@testable import Edge

@Suite("The warnings of the operations port", .timeLimit(.minutes(10))) struct WarningRouteTests {
    @Test("are those of every replica that answers, the latest first")
    func shown() async throws {
        let (first, second) = (try Endpoint("tcp://a:7404"), try Endpoint("tcp://b:7404"))
        let services = ScriptedServices().answering(ReadWarnings.self) { _ in
            ReadWarnings.Reply(warnings: [
                LoggedWarning(at: .start, level: "error", text: "<b>late</b>"),
                LoggedWarning(at: UnixTime.start.adding(seconds: -1), level: "warning", text: "early"),
            ])
        }
        services.vanish(at: second)
        let peers: [ServiceName: [Endpoint]] = [.location: [first, second]]
        try await withOperations(services, peers: peers) { edge async throws in
            let list = try await edge.request("GET", "/warnings")
            #expect(list.status == 200 && list.body.hasPrefix(#"{"warnings":[{"service":"location","#))
            #expect(list.body.contains(#""replica":"tcp://a:7404""#) && !list.body.contains("tcp://b:7404"))
            let places = ["<b>late", "early"].compactMap { list.body.firstRange(of: $0)?.lowerBound }
            #expect(places.count == 2 && places[0] < places[1])
        }
    }
}
