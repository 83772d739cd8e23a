@testable import Edge

@Suite("The checks of the operations port", .timeLimit(.minutes(10))) struct CheckRouteTests {
    private func answering(version: String = ServiceProgram.version) -> ScriptedServices {
        ScriptedServices().answering(ReadChecks.self) { _ in
            ReadChecks.Reply(
                version: version,
                checks: [
                    HealthCheck("schema", .ok("3 steps")), HealthCheck("mail-login", .failure("refused", "correct it")),
                ])
        }
    }

    @Test("The edge lists the checks of all replicas, the worst first, with its own and a silent replica")
    func listed() async throws {
        let (first, second) = (try Endpoint("tcp://a:7404"), try Endpoint("tcp://b:7404"))
        let (services, readiness) = (answering(), Readiness())
        services.vanish(at: second)
        readiness.add("proxy") { .warning("seen", "trust it") }
        readiness.markReady()
        try await withOperations(services, peers: [.location: [first, second]], readiness: readiness) {
            edge async throws in
            let list = try await edge.request("GET", "/checks")
            #expect(list.status == 200 && list.body.hasPrefix(#"{"state":"failure","checks":["#))
            let places = ["mail-login", #""name":"answer""#, #""name":"proxy""#, "3 steps", "versions"].map {
                list.body.firstRange(of: $0)?.lowerBound
            }
            #expect(places.allSatisfy { $0 != nil }, "\(list.body)")
            let known = places.compactMap(\.self)
            #expect(known[0] < known[2] && known[1] < known[2] && known[2] < known[3])
            #expect(list.body.contains(#""replica":"tcp://b:7404","name":"answer","state":"failure""#))
            // The note of the edge itself.
            services.on(CheckReadiness.self) { _ in CheckReadiness.Reply(isReady: true) }
            #expect(try await edge.request("GET", "/readyz").body.contains("\nedge: seen; trust it\n"))
        }
    }

    @Test("Processes of different versions are a warning that names them")
    func versions() async throws {
        try await withOperations(answering(version: "0.0.9")) { edge async throws in
            let list = try await edge.request("GET", "/checks")
            #expect(list.body.contains("location of 0.0.9"))
        }
        #expect(versionFinding(["location": "1.0.0"], own: "1.0.0").state == .ok)
    }

    @Test(
        "An operations port on an address of the Internet is a warning, one on this machine or a private network is not",
        arguments: [
            ("127.0.0.1", .ok), ("localhost", .ok), ("0.0.0.0", .warning), ("10.0.0.2", .ok), ("203.0.113.5", .warning),
            ("2001:db8::1", .warning), ("[::1]", .ok),
        ] as [(String, HealthCheck.State)])
    func exposed(_ host: String, _ state: HealthCheck.State) {
        let addresses = ["127.0.0.1", "10.0.0.2", "203.0.113.5"]
        #expect(OperationsExposure.finding(host: host, addresses: addresses).state == state)
    }

    @Test("On every address, those of this machine decide")
    func everyAddress() {
        #expect(OperationsExposure.finding(host: "0.0.0.0", addresses: ["127.0.0.1", "172.18.0.2"]).state == .ok)
        #expect(OperationsExposure.addresses().contains("127.0.0.1"))
    }
}
