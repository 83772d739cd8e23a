@testable import Location

@Suite("Stored families", .timeLimit(.minutes(10))) struct FamilyTests {
    private let stores = ScratchStores()

    private func family(_ store: LocationStore, _ circle: String = "f1", code: [UInt8] = [7]) async throws
        -> CircleDocument
    {
        let request = CreateCircleDocument(
            account: .ada, name: Personal("Home"), memberName: Personal("Ada"), code: SecretText("ABCDEFGH12"),
            json: Personal(#"{"a":1}"#))
        let invitation = CircleInvitation(
            id: CircleInvitationID(circle)!, createdAt: .start, endsAt: .start.adding(seconds: 60), maximumUses: 2,
            uses: 0)
        let sealed = try store.hasher.sealed(request.code, nonce: [UInt8](repeating: 5, count: 12))
        return try await store.createCircleDocument(
            request, CircleID(circle)!, invitation, hash: code, code: sealed, at: .start
        ).value
    }

    private func found(
        _ store: LocationStore, by account: AccountID, code: [UInt8] = [7], at now: UnixTime = .start
    ) async throws -> CircleDocument? {
        try await store.family(of: SecretText("ABCDEFGH12"), hash: code, for: account, at: now).value
    }

    @Test(
        "An account that shows the code of a family may join it, and sees only its name before",
        arguments: StoreKind.allCases)
    func families(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let made = try await family(store)
        #expect(made.members == [.ada] && made.code?.value == "ABCDEFGH12" && made.json.value == #"{"a":1}"#)
        let joining = ChangeCircleDocument(account: .ben, circle: made.circle, joinsAs: Personal("ada"))
        #expect(await refusal { _ = try await store.changeCircleDocument(joining, at: .start) } == .circle(.unknown))
        #expect(try await found(store, by: .ben, code: [8]) == nil)
        let seen = try #require(try await found(store, by: .ben))
        #expect(seen.name.value == "Home" && seen.members.isEmpty && seen.json.value == "{}")
        #expect(try await store.families(of: .ben, nil, at: .start).value.isEmpty)
        let joined = try await store.changeCircleDocument(joining, at: .start).value
        #expect(joined.members == [.ada, .ben] && joined.code?.value == "ABCDEFGH12")
        let names = try await store.listCircles(of: .ben).value.flatMap(\.members).map(\.name.value)
        #expect(names == ["Ada", "ada (2)"], "equal names are numbered")
        #expect(try await store.families(of: .ben, made.circle, at: .start).value.count == 1)
        #expect(await refusal { _ = try await self.family(store, "f2") } == .circle(.codeTaken))
        let renaming = ChangeCircleDocument(account: .ben, circle: made.circle, name: Personal("Mine"))
        #expect(
            await refusal { _ = try await store.changeCircleDocument(renaming, at: .start) } == .circle(.notCreator))
        let change = ChangeCircleDocument(account: .ben, circle: made.circle, json: Personal(#"{"a":2,"b":[1.50]}"#))
        #expect(try await store.changeCircleDocument(change, at: .start).value.json.value == #"{"a":2,"b":[1.50]}"#)
        let other = ChangeCircleDocument(account: .ada, circle: made.circle, json: Personal(#"{"c":3}"#))
        #expect(
            try await store.changeCircleDocument(other, at: .start).value.json.value == #"{"a":2,"b":[1.50],"c":3}"#,
            "each change keeps the members of the others")
    }

    @Test("A shown code expires with its invitation, and after an hour", arguments: StoreKind.allCases)
    func passes(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let made = try await family(store)
        _ = try await found(store, by: .ben)
        let joining = ChangeCircleDocument(account: .ben, circle: made.circle, joinsAs: Personal("Ben"))
        let end = UnixTime.start.adding(seconds: 60)
        #expect(await refusal { _ = try await store.changeCircleDocument(joining, at: end) } == .circle(.unknown))
        #expect(try await found(store, by: .ben, at: end) == nil)
        #expect(try await store.families(of: .ada, nil, at: end).value.map { $0.code?.value } == [nil])
        _ = try await store.leaveCircle(made.circle, nil, of: .ada)
        #expect(await refusal { _ = try await store.changeCircleDocument(joining, at: .start) } == .circle(.unknown))
    }
}
