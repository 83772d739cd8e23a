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

    private static let answerLife: Int64 = 3600

    private static let cases: [(generation: Int64, hash: UInt8?, isUsed: Bool, after: Int64, step: Rotation.Step)] = [
        // The current one, by refresh token and by access token, however late.
        (3, 3, false, 0, .advance), (3, nil, true, 0, .advance), (3, 3, true, 400 * day * 1000, .advance),
        // The one before: for ten seconds. A clock that went back makes no thief.
        (2, 2, true, 0, .repeatAnswer), (2, nil, true, 0, .repeatAnswer), (2, 2, true, 10_000, .repeatAnswer),
        (2, 2, true, -5000, .repeatAnswer), (2, 2, true, 10_001, .reuse), (2, nil, true, 10_001, .reuse),
        // While nobody has used what it was answered with, for as long as that counts.
        (2, 2, false, 10_001, .repeatAnswer), (2, nil, false, 10_001, .repeatAnswer),
        (2, 2, false, 3_599_999, .repeatAnswer), (2, 2, false, 3_600_000, .reuse), (2, 9, false, 0, .reuse),
        // Older ones, at once.
        (1, 1, false, 0, .reuse), (1, nil, false, 0, .reuse), (1, 1, false, 400 * day * 1000, .reuse),
        // Genuine, but of no row that is known: the database has been taken back.
        (4, 4, false, 0, .unknown), (4, nil, false, 0, .unknown), (3, 9, false, 0, .unknown),
        (0, nil, false, 0, .unknown), (-1, 1, false, 0, .unknown), (2, 9, true, 0, .reuse),
    ]

    @Test("each token leads where it should", arguments: cases)
    func step(_ generation: Int64, _ hash: UInt8?, _ isUsed: Bool, _ after: Int64, _ step: Rotation.Step) {
        let shown = Rotation.Shown(
            session: .named("one"), generation: generation, hash: hash.map { .ofGeneration($0) })
        let now = UnixTime(milliseconds: UnixTime.start.rawValue + after)
        var rotation = rotation
        rotation.isUsed = isUsed
        #expect(rotation.step(for: shown, at: now, answerLife: Self.answerLife) == step)
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
