// What clients are told when push has no space left.

import Isolation
import Logging
import Models
import ServiceRuntime
import ServiceSettings
import Storage
import Testing

@testable import Push

@Suite("A full disk under push", .timeLimit(.minutes(10)))
struct FullDiskTests {
    private func answer(to cause: StorageError) throws -> ServiceError {
        let folder = try TemporaryFolder()
        let (store, close) = try StoreKind.sqlite.open(in: folder)
        defer { try? close() }
        let mark = FeedCursor(epoch: FeedEpoch(rawValue: 1), sequence: 1)
        let marks = FeedMarks(accounts: mark, preferences: mark, positions: mark, credentials: mark)
        let service = PushContext(
            store: store, audience: try AudienceProjection(AudienceRules(categories: ["FOOD"], maximumAge: 3600)),
            announcements: AnnouncementRules(categories: ["FOOD"]), texts: StandardTexts(Settings().push),
            clock: SetClock(), logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() },
            random: { [UInt8](repeating: 0, count: $0) }, countError: { 0 },
            catchUp: { () async throws(ServiceError) in marks }, resolveAudience: { _, _ in }, deliver: {})
        let answer = service.answer(to: .unavailable(cause), MessageContext(requestID: "test"))
        return try #require(answer as? ServiceError)
    }

    @Test("is told as what it is, without a path, and apart from what is over in a moment")
    func isTold() throws {
        let full = try answer(to: .diskFull(path: "/secret/path"))
        #expect(full.code == .unavailable && full.retryAfter == 60)
        #expect(full.message.contains("no space left") && !full.message.contains("/secret"))
        #expect(try answer(to: .closed) == ServiceError(.unavailable, "the store is not available", retryAfter: 1))
    }
}
