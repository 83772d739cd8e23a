// Whatever a body holds: no 5xx, errors in one form, and a server that is well afterwards.
// BALISE_PROPERTY_ROUNDS sets how many bodies each endpoint gets (150), BALISE_PROPERTY_SEED which.

import Testing

extension EndToEnd {
    @Suite("Random bodies") struct RandomBodies {
        @Test("No body makes a 5xx", arguments: Shape.allCases, Endpoint.allCases)
        func neverDefect(shape: Shape, endpoint: Endpoint) async throws {
            let balise = try await shape.balise
            let seed = UInt64(Kill.setting("BALISE_PROPERTY_SEED", 7))
            var random = RandomJSON(seed: seed &* 1_000 &+ UInt64(Endpoint.allCases.firstIndex(of: endpoint) ?? 0))
            for round in 0..<Kill.setting("BALISE_PROPERTY_ROUNDS", 150) {
                let body = random.body(for: endpoint)
                // The form of an error is judged for every answer there is; see AnswerRules.
                let answer = try await balise.post(path: "/v1/" + endpoint.rawValue, body)
                let sent = String(decoding: body.prefix(1_000), as: UTF8.self)
                #expect(answer.json != nil, "round \(round): \(sent)")
                #expect([200, 400, 401, 403].contains(answer.status), "round \(round): \(sent) → \(answer)")
            }
            #expect(try await balise.post(endpoint, endpoint.sample()).status == endpoint.statusOfSample)
        }
    }
}
