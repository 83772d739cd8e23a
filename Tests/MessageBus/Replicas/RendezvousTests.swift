// How keys are spread over replicas, without a socket.

@testable import MessageBus

@Suite struct RendezvousTests {
    private let keys = (0..<4000).map { RoutingKey("account-\($0)") }

    private func endpoints(_ count: Int) throws -> [Endpoint] {
        try (0..<count).map { try Endpoint("tcp://location-\($0):7404") }
    }

    private func owner(of key: RoutingKey, among endpoints: [Endpoint]) -> Endpoint? {
        endpoints.max { one, other in
            Rendezvous.score(of: key, for: Rendezvous.seed(of: one))
                < Rendezvous.score(of: key, for: Rendezvous.seed(of: other))
        }
    }

    @Test func theHashIsFNV1a() {
        // Appendix C of draft-eastlake-fnv.
        #expect(RoutingKey("").hash == 0xcbf2_9ce4_8422_2325)
        #expect(RoutingKey("a").hash == 0xaf63_dc4c_8601_ec8c)
        #expect(RoutingKey("foobar").hash == 0x8594_4171_f739_67e8)
    }

    @Test(arguments: 2...8) func everyReplicaOwnsAnEqualShareOfKeys(_ count: Int) throws {
        let endpoints = try endpoints(count)
        let counts = Dictionary(grouping: keys) { owner(of: $0, among: endpoints) }.mapValues(\.count)
        let share = keys.count / count
        for endpoint in endpoints {
            #expect((share * 3 / 4...share * 5 / 4).contains(counts[endpoint] ?? 0), "\(endpoint)")
        }
    }

    @Test func theKeysOfALostReplicaAreSpreadOverTheOthers() throws {
        let all = try endpoints(4)
        for gone in all {
            let left = all.filter { $0 != gone }
            var heirs: [Endpoint: Int] = [:]
            for key in keys {
                let (before, after) = (owner(of: key, among: all), owner(of: key, among: left))
                if before == gone { heirs[try #require(after), default: 0] += 1 } else { #expect(before == after) }
            }
            #expect(heirs.count == 3 && heirs.values.allSatisfy { $0 > keys.count / 4 / 5 }, "\(heirs)")
        }
    }

    @Test func theOrderOfTheAddressesDoesNotMatter() throws {
        let all = try endpoints(5)
        for key in keys { #expect(owner(of: key, among: all) == owner(of: key, among: all.reversed())) }
    }
}
