// Over the bus, as two services have it.

import Foundation
import Isolation
import MessageBus
import Models
import Storage
import Testing

/// The modules for messages and for storage together must ensure that both files end with the same state.
@Suite("A feed between two services", .timeLimit(.minutes(10)))
struct FeedAcrossServicesTests {
    @Test(
        "A follower killed at random moments while the source changes misses nothing", arguments: [1, 2, 3] as [UInt64])
    func kills(_ seed: UInt64) async throws {
        try await FeedPair.run { pair in
            var random = SeededNumbers(seed: seed)
            var time: Int64 = 0
            for _ in 0..<12 {
                let (follower, running) = try await pair.follow()
                for _ in 0..<Int.random(in: 0..<60, using: &random) {
                    time += 1
                    let key = "key \(Int.random(in: 0..<80, using: &random))"
                    let value = UInt8.random(in: 0...255, using: &random)
                    try await pair.change(key, to: value < 80 ? nil : [value], at: time)
                }
                if Bool.random(using: &random) { try await pair.prune(olderThan: time - 20) }
                if Bool.random(using: &random) { _ = try? await follower.catchUp(within: .milliseconds(20)) }
                await running.end()
            }
            try await pair.expectSameState()
        }
    }
}
