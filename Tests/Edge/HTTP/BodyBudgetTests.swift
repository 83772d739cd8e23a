@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct BodyBudgetTests {
    @Test func countsWhatIsBeyondTheFreePart() throws {
        let budget = BodyBudget(bound: 1000, freed: FreedMemory {})
        do {
            let share = BodyShare(of: budget)
            try share.add(BodyBudget.free)
            #expect(budget.inUse == 0)
            try share.add(600)
            try share.add(400)
            #expect(budget.inUse == 1000)
            let other = BodyShare(of: budget)
            try other.add(BodyBudget.free)
            let error = #expect(throws: EdgeError.self) { try other.add(1) }
            #expect(error?.code == .overloaded && error?.retryAfter == 1)
            #expect(budget.inUse == 1000)
            withExtendedLifetime((share, other)) {}
        }
        #expect(budget.inUse == 0)
    }

    /// The bytes that have arrived are useless.
    @Test func givesBackTheRoomOfABodyThatItRefuses() throws {
        let budget = BodyBudget(bound: 1000, freed: FreedMemory {})
        let (refused, other) = (BodyShare(of: budget), BodyShare(of: budget))
        try refused.add(BodyBudget.free + 600)
        try other.add(BodyBudget.free + 300)
        #expect(throws: EdgeError.self) { try refused.add(200) }
        #expect(budget.inUse == 300)
        withExtendedLifetime((refused, other)) {}
    }

    @Test func leavesRoomForTheAnswersOfOtherAddresses() throws {
        var limits = Settings().http.limits
        limits.answersWaitingBytes = 80_000
        let answers = BodyBudget(ofAnswers: limits, freed: FreedMemory {})
        do {
            let (one, other) = (answers.ofOneAddress(), answers.ofOneAddress())
            let first = BodyShare(of: one)
            try first.add(BodyBudget.freeOfAnswers)
            #expect(answers.inUse == 0, "small ones are not counted")
            try first.add(6000)
            let second = BodyShare(of: one)
            let error = #expect(throws: EdgeError.self) { try second.add(BodyBudget.freeOfAnswers + 6000) }
            #expect(error?.code == .overloaded && error?.retryAfter == 1)
            #expect(one.inUse == 6000 && answers.inUse == 6000)
            // A body larger than the budget takes the whole budget.
            let large = BodyShare(of: other)
            try large.add(1_000_000)
            #expect(other.inUse == 10_000 && answers.inUse == 16_000)
            withExtendedLifetime((first, second, large)) {}
        }
        #expect(answers.inUse == 0)
    }

    @Test func refusesMoreLargeBodiesThanFitAndTakesSmallOnes() async throws {
        let (length, sent) = (1 << 20, 900_000)
        try await withEdge(
            .empty(),
            configure: {
                $0.http.limits.maximumBodyBytes = length
                $0.http.limits.bodiesInFlightBytes = length
            }
        ) { edge in
            try await withConnection(to: edge.port) { slow in
                let large = paddedGetBody(length)
                let headers = [("Content-Type", "application/json"), ("Content-Length", "\(length)")]
                try await slow.send("POST", "/v1/GetLocation", headers: headers)
                try await slow.write(Array(large.prefix(sent)))
                #expect(await eventually { edge.bodies.inUse >= sent - BodyBudget.free })
                let refused = try await edge.getLocation(paddedGetBody(600_000))
                #expect(refused.status == 503 && refused.header("Retry-After") == "1")
                #expect(try await edge.getLocation(paddedGetBody(60_000)).status == 200)
                try await slow.write(Array(large.dropFirst(sent)))
                #expect(try await slow.readResponse().status == 200)
                #expect(await eventually { (try? await edge.getLocation(paddedGetBody(600_000)))?.status == 200 })
            }
        }
    }
}
