import Models
import Storage

extension PushStore {
    enum PushDeviceSearch: Sendable {
        case prefix(SecretText)
        case session(SessionID)
    }

    /// Last registered first, with the last delivery and the last failure.
    func pushDevices(
        by search: PushDeviceSearch, limit: Int
    ) async throws(PushStoreError) -> [FoundPushDevice] {
        try await read { connection in
            let tokens = TokenTable(connection: connection)
            let rows: [TokenRow]
            switch search {
            case .prefix(let prefix): rows = try tokens.all(beginningWith: prefix, limit: limit)
            case .session(let session):
                let all = try tokens.all(ofSession: session.text)
                rows = Array(all.sorted { $0.shown.updatedAt > $1.shown.updatedAt }.prefix(limit))
            }
            let deliveries = DeliveryTable(connection: connection)
            return try rows.compactMap { row in
                guard let session = SessionID(row.session) else { return nil }
                var shown = row.shown
                shown.lastUsedAt = try deliveries.lastSent(to: row.recipient)[row.number]
                shown.lastFailure = try deliveries.lastFailures(to: row.recipient)[row.number]
                return FoundPushDevice(token: shown, session: session)
            }
        }
    }
}
