@testable import Identity

@Suite("A store keeps second steps", .timeLimit(.minutes(10))) struct SecondStepStoreTests {
    private let stores = ScratchStores()

    private static let ada = AccountID.named("ada")

    @Test("that count by no session that has ended since the try of the first code", arguments: StoreKind.allCases)
    func ended(kind: StoreKind) async throws {
        let store = try await stores.identityWithAda(kind)
        try await store.confirmAddress(of: Self.ada)
        _ = try await store.beginTOTP(Self.ada, [1, 2, 3], signedInAt: .start, at: .start)
        let tried = try await store.tryConfirmation(of: Self.ada, signedInAt: .start, at: .start)
        let token = [UInt8](repeating: 5, count: 32)
        _ = try await store.requestPasswordReset(
            of: .of("ada@example.org"), token: token, until: .start.adding(seconds: 60))
        _ = try await store.resetPassword(token, new: .sample(2), at: .start)
        func confirm(signedInAt moment: UnixTime) async throws {
            try await store.confirmTOTP(
                tried, step: 1, recoveryCodes: [[1]], signedInAt: moment, at: .start.adding(seconds: 1))
        }
        #expect(await refusal { try await confirm(signedInAt: .start) } == .sessionOutdated)
        #expect(try await store.getSecondStep(Self.ada).confirmedAt == nil)
        try await confirm(signedInAt: .start.adding(seconds: 1))
        #expect(try await store.getSecondStep(Self.ada).confirmedAt != nil)
    }
}
