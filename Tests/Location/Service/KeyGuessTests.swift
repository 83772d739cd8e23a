// Guesses of device keys: what they are answered, and whom they do not shut out.

import Isolation
import Models
import Testing

@testable import Location

@Suite("The location service", .timeLimit(.minutes(10)))
struct KeyGuessTests {
    @Test("tells who guesses keys to wait, and takes the right key whatever wrong ones were shown")
    func guessing() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            let guess = UpdateLocation.of(.owner, key: .wrong)
            for _ in 0..<20 { #expect(try await location.refusal(guess)?.message == "DeviceKey does not match") }
            let answer = try #require(try await location.refusal(guess))
            #expect(answer.code == .forbidden && answer.message == "DeviceKey does not match")
            let wait = Int64(try #require(answer.retryAfter))
            let elsewhere = try #require(try await location.refusal(guess, from: "192.0.2.2"))
            #expect(elsewhere.code == .forbidden && elsewhere.retryAfter == nil)
            // The owner is not shut out, from this address nor from another.
            let update = UpdateLocation.of(.owner, key: .right)
            let reading = GetLocation(reader: Reader(device: .owner, key: .right), devices: [.owner])
            #expect(try await location.outcome(update, from: "192.0.2.3") == nil)
            #expect(try await location.outcome(reading) == nil)
            #expect(try await location.outcome(update) == nil)
            #expect(location.denials("UpdateLocation", .forbidden) == 21)
            #expect(location.denials("UpdateLocation", .rateLimited) == 1)
            for _ in 0..<20 { _ = try await location.outcome(guess) }
            #expect(try await location.refusal(guess)?.retryAfter != nil)
            location.clock.advance(seconds: wait)
            #expect(try await location.refusal(guess)?.retryAfter == nil)
        }
    }

    @Test("counts new keys as guesses of the stored one, shown with a current key or without")
    func guessingByNewKeys() async throws {
        try await LocationHarness.run { location in
            let repeated = SetDeviceKey(device: .owner, newKey: .right)
            _ = try await location.send(repeated)
            for current in [nil, DeviceKey.wrong] {
                let guess = SetDeviceKey(device: .owner, currentKey: current, newKey: .of("a guess"))
                for _ in 0..<20 { #expect(try await location.refusal(guess)?.retryAfter == nil) }
                let answer = try #require(try await location.refusal(guess))
                #expect(answer.code == .forbidden && answer.retryAfter != nil)
                // The phone that does not know whether its key was stored is told so, and earlier mistakes are forgotten.
                #expect(try await location.outcome(repeated) == nil)
            }
        }
    }

    @Test("counts keys before it judges them: of many at once all beyond the budget are told to wait")
    func guessingAtOnce() async throws {
        try await LocationHarness.run { location in
            _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
            let answers = try await withThrowingTaskGroup(of: ServiceError?.self) { group in
                for _ in 0..<60 {
                    group.addTask { try await location.refusal(UpdateLocation.of(.owner, key: .wrong)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0?.code == .forbidden })
            #expect(answers.count { $0?.retryAfter == nil } == 20)
        }
    }
}
