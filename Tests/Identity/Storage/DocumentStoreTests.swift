@testable import Identity

@Suite("A store keeps documents", .timeLimit(.minutes(10))) struct DocumentStoreTests {
    private let stores = ScratchStores()

    @Test("An account has one document of each name, with its times", arguments: StoreKind.allCases)
    func documents(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.create("bob", .username("bob"))
        func write(
            _ mode: WriteDocument.Mode, _ json: String, _ name: DocumentName = .user, of account: String = "ada",
            at now: UnixTime
        ) async throws -> AccountDocument {
            try await store.writeDocument(.named(account), name, mode, try DocumentContent(json), at: now)
        }
        #expect(await refusal { _ = try await store.readDocument(.named("ada"), .user) } == .unknownDocument)
        #expect(await refusal { _ = try await write(.merge, "{}", at: .start) } == .unknownDocument)
        let made = try await write(.create, #"{"a":1.0,"b":[]}"#, at: .start)
        #expect(made.json.value == #"{"a":1.0,"b":[]}"# && made.createdAt == .start && made.updatedAt == .start)
        #expect(await refusal { _ = try await write(.create, "{}", at: later()) } == .documentExists)
        _ = try await write(.merge, #"{"b":2}"#, at: later())
        // The clock has been set back.
        let merged = try await write(.merge, #"{"c":null}"#, at: later(30))
        for document in [merged, try await store.readDocument(.named("ada"), .user)] {
            #expect(document.json.value == #"{"a":1.0,"b":2,"c":null}"#)
            #expect(document.createdAt == .start && document.updatedAt == later())
        }
        // The other document and other accounts have their own.
        _ = try await write(.replace, #"{"x":"\u0000 é 👩"}"#, .preferences, at: later(90))
        _ = try await write(.replace, #"{"of":"bob"}"#, of: "bob", at: .start)
        _ = try await write(.replace, "{}", at: later(120))
        let replaced = try await store.readDocument(.named("ada"), .user)
        #expect(replaced.json.value == "{}" && replaced.createdAt == .start && replaced.updatedAt == later(120))
        #expect(try await store.readDocument(.named("ada"), .preferences).json.value == #"{"x":"\u0000 é 👩"}"#)
        #expect(try await store.readDocument(.named("bob"), .user).json.value == #"{"of":"bob"}"#)
        // Documents do not appear in the feed.
        #expect(try await store.feed().allSatisfy { $0.value?.status == .active })
    }

    @Test("A document is kept for as long as its account", arguments: StoreKind.allCases)
    func erasing(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let content = try DocumentContent(#"{"a":1}"#)
        #expect(
            await refusal {
                _ = try await store.writeDocument(.named("ada"), .user, .replace, content, at: .start)
            } == .unknownAccount)
        #expect(await refusal { _ = try await store.readDocument(.named("ada"), .user) } == .unknownAccount)
        try await store.create()
        for name in DocumentName.allCases {
            _ = try await store.writeDocument(.named("ada"), name, .create, content, at: .start)
        }
        _ = try await store.eraseAccount(.named("ada"), at: .start)
        try await store.create()
        for name in DocumentName.allCases {
            #expect(await refusal { _ = try await store.readDocument(.named("ada"), name) } == .unknownDocument)
        }
    }

    @Test("Changes that come at once are all merged", arguments: StoreKind.allCases)
    func race(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        _ = try await store.writeDocument(.named("ada"), .user, .create, try DocumentContent("{}"), at: .start)
        try await concurrently(50) { number in
            let change = try DocumentContent("{\"\(number)\":\(number)}")
            _ = try await store.writeDocument(.named("ada"), .user, .merge, change, at: .start)
        }
        let json = try await store.readDocument(.named("ada"), .user).json.value
        #expect((0..<50).allSatisfy { json.contains("\"\($0)\":\($0)") })
    }
}
