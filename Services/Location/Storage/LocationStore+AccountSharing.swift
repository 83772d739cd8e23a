import Foundation
import Models
import Storage

extension LocationStore {
    func countSharing(
        of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<CountSharing.Reply> {
        try await read { connection -> AccessResult<CountSharing.Reply> in
            let forwarders = ForwarderTable(connection: connection)
            let hosts = try forwarders.origins(of: account).compactMap { URLComponents(string: $0)?.encodedHost }
            return AccessResult(
                value: CountSharing.Reply(
                    shareLinks: try openLinks(of: account, connection, at: now).count,
                    trackers: try TrackerTable(connection: connection).count(of: account),
                    forwarders: try forwarders.count(of: account),
                    hosts: Set(hosts).sorted().map { Personal($0) },
                    circles: try CircleTable(connection: connection).count(of: account),
                    failingForwarders: try forwarders.failingCount(of: account)))
        }
    }

    /// Ends everything of a kind. The followers then review what viewers of links may see.
    func endSharing(
        _ kind: SharingKind, of account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<DoneCount> {
        let devices = try await read { try ClaimTable(connection: $0).list(of: account).map(\.device) }
        return try await write(telling: devices) { connection -> AccessResult<DoneCount> in
            let count: Int
            switch kind {
            case .shareLinks:
                let links = try openLinks(of: account, connection, at: now)
                for link in links { try ShareLinkTable(connection: connection).withdraw(link.number, at: now) }
                count = links.count
            case .trackers: count = try TrackerTable(connection: connection).delete(of: account.text)
            case .forwarders: count = try ForwarderTable(connection: connection).removeAll(of: account)
            }
            return AccessResult(value: DoneCount(count: count))
        }
    }

    /// Returns the open links of the account's devices, also those that somebody made with a device's key.
    private func openLinks(
        of account: AccountID, _ connection: Connection, at now: UnixTime
    ) throws(StorageError) -> [ShareLinkRow] {
        let links = ShareLinkTable(connection: connection)
        var open: [ShareLinkRow] = []
        for device in try ClaimTable(connection: connection).devices(of: account.text) {
            for link in try links.list(device: device) where link.isOpen(at: now) { open.append(link) }
        }
        return open
    }
}
