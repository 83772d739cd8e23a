import CBOR

@testable import AuthSession

extension ScratchStores {
    func sessions(_ kind: StoreKind, _ change: (inout SessionLimits) -> Void = { _ in }) throws -> SessionStore {
        var limits = SessionLimits()
        change(&limits)
        return SessionStore(database: try open(SessionStore.self, on: kind), limits: limits, tokens: .sample)
    }
}

extension SessionStore {
    @discardableResult
    func begin(
        _ id: String, of account: AccountID = .anna, client: SessionClient = SessionClient(),
        signedInAt: UnixTime = .start, at now: UnixTime = .start
    ) async throws -> BeginSessionResult {
        let record = SessionRecord.sample(id, of: account, signedInAt: signedInAt, createdAt: now)
        return try await begin(NewSession(record: record, secretHash: nil, client: client), at: now)
    }

    func ids(of account: AccountID = .anna, at now: UnixTime = .start) async throws -> [String] {
        try await listSessions(of: account, at: now).map(\.session.text)
    }

    /// Takes over changes as one page of a feed that ends with them.
    @discardableResult
    func apply(
        _ changes: [(AccountID, AccountChange?)], from sequence: UInt64 = 1, highWater: UInt64? = nil,
        startsOver: Bool = false, at now: UnixTime = .start
    ) async throws -> [EndedSession] {
        var page: [FeedChange] = []
        for (offset, change) in changes.enumerated() {
            page.append(
                FeedChange(
                    sequence: sequence + UInt64(offset), key: change.0.text,
                    value: try change.1.map { try CBOREncoder().encode($0) }))
        }
        return try await apply(
            FeedPage(
                epoch: FeedEpoch(rawValue: 1 << 20), changes: page,
                highWater: highWater ?? sequence + UInt64(changes.count) - 1, startsOver: startsOver), at: now)
    }

    func feedKeys() async throws -> [String] {
        try await credentials(epoch: nil, after: 0, limit: 1000).changes.map(\.key)
    }
}

extension NewSession {
    static func sample(_ id: String, spending token: SpentToken, at now: UnixTime) -> NewSession {
        NewSession(record: .sample(id, createdAt: now), secretHash: nil, client: SessionClient(), spends: token)
    }
}
