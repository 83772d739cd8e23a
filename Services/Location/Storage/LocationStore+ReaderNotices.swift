import Models
import Storage

extension LocationStore {
    func setReaderNotices(_ request: SetReaderNotices) async throws(LocationStoreError) -> AccessResult<Done> {
        try await write(on: .device(request.device)) { connection -> AccessResult<Done> in
            let device = try find(request.device, of: .account(request.account), connection).number
            let table = ReaderNoticeTable(connection: connection)
            if request.isOn { try table.begin(device, of: request.account) } else { try table.end(device) }
            return AccessResult(value: Done())
        }
    }

    /// Returns the notices that the push service has not taken yet.
    /// - Parameter random: Fresh bytes for the ids of notices.
    func settleReaders(
        at now: UnixTime, limit: Int, random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws(LocationStoreError) -> [TellOfReaders] {
        let isWaiting = try await read { try ReaderNoticeTable(connection: $0).isWaiting() }
        if isWaiting {
            try await write { connection in
                try ReaderNoticeTable(connection: connection).settle(at: now, limit: limit) {
                    try NotificationID(random: random(16))
                }
            }
        }
        return try await read { try ReaderNoticeTable(connection: $0).messages(limit: limit) }
    }

    func forgetReaders(_ id: NotificationID) async throws(LocationStoreError) {
        try await write { try ReaderNoticeTable(connection: $0).deleteMessage(id) }
    }
}
