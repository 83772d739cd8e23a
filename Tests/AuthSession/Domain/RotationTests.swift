// What the next use of a token leads to.

import Isolation
import Models
import Testing

@testable import AuthSession

@Suite("Rotation")
struct RotationTests {
    /// The third generation, made from the second at the start.
    private let rotation = Rotation(
        generation: 3, hash: .ofGeneration(3), previousHash: .ofGeneration(2), rotatedAt: .start, signingKey: "key-1")

    private static let cases: [(generation: Int64, hash: UInt8?, after: Int64, step: Rotation.Step)] = [
        // The current one, by refresh token and by access token, however late.
        (3, 3, 0, .advance), (3, nil, 0, .advance), (3, 3, 400 * day * 1000, .advance),
        // The one before: for ten seconds. A clock that went back makes no thief.
        (2, 2, 0, .repeatAnswer), (2, nil, 0, .repeatAnswer), (2, 2, 10_000, .repeatAnswer),
        (2, 2, -5000, .repeatAnswer), (2, 2, 10_001, .reuse), (2, nil, 10_001, .reuse),
        // Older ones, at once.
        (1, 1, 0, .reuse), (1, nil, 0, .reuse), (1, 1, 400 * day * 1000, .reuse),
        // Genuine, but of no row that is known: the database has been taken back.
        (4, 4, 0, .unknown), (4, nil, 0, .unknown), (3, 9, 0, .unknown), (0, nil, 0, .unknown), (-1, 1, 0, .unknown),
        (2, 9, 0, .reuse),
    ]

    @Test("each token leads where it should", arguments: cases)
    func step(_ generation: Int64, _ hash: UInt8?, _ after: Int64, _ step: Rotation.Step) {
        let shown = Rotation.Shown(
            session: .named("one"), generation: generation, hash: hash.map { .ofGeneration($0) })
        let now = UnixTime(milliseconds: UnixTime.start.rawValue + after)
        #expect(rotation.step(for: shown, at: now) == step)
    }

    @Test("the successor takes the place of the current one, which becomes the one before")
    func advance() {
        let now = UnixTime.start.adding(seconds: 60)
        let next = rotation.advanced(to: .ofGeneration(4), signingKey: "key-2", at: now)
        #expect(
            next
                == Rotation(
                    generation: 4, hash: .ofGeneration(4), previousHash: .ofGeneration(3), rotatedAt: now,
                    signingKey: "key-2"))
    }
}
