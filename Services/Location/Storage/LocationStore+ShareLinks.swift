import Models
import Storage

struct FoundShareLink: Sendable {
    let link: ShareLinkRow
    /// The viewer in this browser; nil for a browser that has not opened the link.
    var viewer: KnownViewer?
    /// Whether no further browser may open the link.
    var isFull = false
}

/// A viewer of a link, as its cookie proves it.
struct KnownViewer: Hashable {
    let number: Int
    let unlockedAt: UnixTime?
    let lastAt: UnixTime

    /// Whether the next look of the viewer is a new view, and does not continue the last view.
    func hasPaused(at now: UnixTime) -> Bool { lastAt.adding(seconds: ShareLinkRules.pause) < now }

    /// Whether this browser has shown the password a short time ago.
    func isUnlocked(at now: UnixTime) -> Bool {
        unlockedAt.map { now < $0.adding(seconds: ShareLinkRules.unlocked) } ?? false
    }
}

extension LocationStore {
    // MARK: Owners

    /// Creates a share link of a device that its owner names. `token` is the hash of the token.
    func createShareLink(
        _ link: CreateShareLink, _ id: ShareLinkID, device: DeviceID, token: [UInt8], password: StoredDeviceKey?,
        at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ShareLink> {
        try await write(on: .device(device)) { connection -> AccessResult<ShareLink> in
            let number = try owned(device, by: link.owner, connection)
            let links = ShareLinkTable(connection: connection)
            guard try links.list(device: number).filter({ $0.isOpen(at: now) }).count < CreateShareLink.maximumCount
            else { throw Refusal.shareLink(.tooManyLinks) }
            if let arrival = link.arrival,
                arrival.isReached(try DeviceTable(connection: connection).find(device, at: now)?.location, at: now)
            {
                throw Refusal.shareLink(.alreadyThere)
            }
            try links.prune(device: number, keeping: LocationStore.keptLinks, at: now)
            try links.insert(
                link, id, name: link.name ?? "Link \(id.text.prefix(4))", token: token, password: password,
                device: number, at: now)
            guard let made = try links.find(id) else { throw Refusal.shareLink(.unknown) }
            return AccessResult(value: made.link([], at: now), proven: proven(by: link.owner))
        }
    }

    /// How many links of a device are kept, including ended links.
    private static let keptLinks = 200

    func listShareLinks(
        of owner: ShareLinkOwner, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<[ShareLink]> {
        try await read { connection -> AccessResult<[ShareLink]> in
            let links = ShareLinkTable(connection: connection)
            let oldest = now.adding(seconds: -ShareLinkRules.kept)
            var found: [ShareLink] = []
            for device in try numbers(of: owner, connection) {
                for link in try links.list(device: device) where link.endsAt >= oldest {
                    found.append(link.link(try links.viewers(link.number), at: now))
                }
            }
            found.sort { $0.createdAt > $1.createdAt }
            return AccessResult(
                value: Array(found.prefix(ListShareLinks.maximumCount)), proven: proven(by: owner))
        }
    }

    func changeShareLink(
        _ change: ChangeShareLink, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<ShareLink> {
        try await changed(change.id, of: change.owner) { link, links -> ShareLink in
            guard link.isOpen(at: now) else { throw Refusal.shareLink(.alreadyEnded) }
            do throws(ServiceError) { try ShareLinkRules.check(change, of: link, at: now) } catch {
                throw Refusal.shareLink(.wrong(error))
            }
            try links.change(change, link.number)
            guard let changed = try links.find(change.id) else { throw Refusal.shareLink(.unknown) }
            return changed.link(try links.viewers(link.number), at: now)
        }
    }

    func endShareLink(_ id: ShareLinkID, of owner: ShareLinkOwner, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Done>
    {
        try await changed(id, of: owner) { link, links -> Done in
            if link.isOpen(at: now) { try links.withdraw(link.number, at: now) }
            return Done()
        }
    }

    /// Changes a link. Then the followers review what the viewers of the link may see.
    private func changed<Value: Sendable>(
        _ id: ShareLinkID, of owner: ShareLinkOwner,
        _ change: @escaping @Sendable (ShareLinkRow, ShareLinkTable) throws -> Value
    ) async throws(LocationStoreError) -> AccessResult<Value> {
        let known = try await read { try ShareLinkTable(connection: $0).find(id)?.device }
        return try await write(telling: [known].compactMap(\.self), on: known.map(WritePartition.device) ?? .common) {
            connection -> AccessResult<Value> in
            let devices = try numbers(of: owner, connection)
            let links = ShareLinkTable(connection: connection)
            guard let link = try links.find(id), link.hasRight, devices.contains(link.deviceNumber) else {
                throw Refusal.shareLink(.unknown)
            }
            return AccessResult(value: try change(link, links), proven: proven(by: owner))
        }
    }

    /// Returns the numbers of the owner's devices. Refused if the owner may not act for the named device.
    private func numbers(of owner: ShareLinkOwner, _ connection: Connection) throws -> [Int64] {
        if let device = owner.device { return [try owned(device, by: owner, connection)] }
        guard let account = owner.account else { return [] }
        return try ClaimTable(connection: connection).devices(of: account.text)
    }

    private func owned(_ device: DeviceID, by owner: ShareLinkOwner, _ connection: Connection) throws -> Int64 {
        if let account = owner.account { return try find(device, of: .account(account), connection).number }
        let row = try DeviceTable(connection: connection).findProtection(device)
        _ = try check(owner.key, of: device, row, rules.refusalOfClaimant)
        guard let row else { throw Refusal.keyUnproven(device) }
        return row.number
    }

    private func proven(by owner: ShareLinkOwner) -> [DeviceID] {
        owner.account == nil ? [owner.device].compactMap(\.self) : []
    }

    // MARK: Viewers

    /// Finds the link of a token, and its viewer with this cookie. Refused if viewers may not open the link.
    func findShareLink(
        token: [UInt8], viewer cookie: [UInt8]?, at now: UnixTime
    ) async throws(LocationStoreError) -> FoundShareLink {
        try await read { connection -> FoundShareLink in
            let links = ShareLinkTable(connection: connection)
            guard let link = try links.find(token: token) else { throw Refusal.shareLink(.unknown) }
            guard link.isShown(at: now) else { throw Refusal.shareLink(.over) }
            var found = FoundShareLink(link: link)
            if let cookie { found.viewer = try links.findViewer(cookie, link.number) }
            if let most = link.maximumViewers, found.viewer == nil {
                found.isFull = try links.countViewers(link.number) >= most
            }
            return found
        }
    }

    /// Records a view before it returns the place.
    /// - Parameters:
    ///   - cookie: The hash of the viewer's cookie; a browser with an unknown cookie becomes a viewer.
    ///   - unlockedAt: When the browser has shown the password; nil if it did so before, or need not.
    func openShareLink(
        _ found: ShareLinkRow, viewer cookie: [UInt8], unlockedAt: UnixTime?, isNew: Bool, at now: UnixTime
    ) async throws(LocationStoreError) -> SharedView {
        try await write(on: .device(found.device)) { connection -> SharedView in
            let (links, link) = try open(found.id, connection, at: now)
            let row = try DeviceTable(connection: connection).find(link.device, at: now)
            let number: Int
            if let known = try links.findViewer(cookie, link.number) {
                number = known.number
            } else {
                let count = try links.countViewers(link.number)
                if let most = link.maximumViewers, count >= most { throw Refusal.shareLink(.tooManyViewers(most)) }
                number = try links.nextViewer(link.number)
                if count >= ShareLinkRules.keptViewers { try links.forgetLongestSilentViewer(link.number) }
                try links.insertViewer(number, cookie, link.number, unlockedAt: unlockedAt, at: now)
            }
            try links.recordView(number, link.number, isNew: isNew, unlockedAt: unlockedAt, at: now)
            return SharedView(
                link: link.id, viewer: number, device: link.device, name: link.name, endsAt: link.endsAt,
                precision: link.precision, endsOnArrival: link.arrival != nil,
                found: shared(link, row, at: now))
        }
    }

    /// Renews the view of an open page. Refused with `unknown` for a viewer that had to give way to another: its page
    /// then opens the link again.
    func renewSharedView(
        _ id: ShareLinkID, viewer: Int, at now: UnixTime
    ) async throws(LocationStoreError) -> GetLocation.LocationResult? {
        let device = try await read { connection in try open(id, connection, at: now).link.device }
        return try await write(on: .device(device)) { connection -> GetLocation.LocationResult? in
            let (links, link) = try open(id, connection, at: now)
            guard try links.hasViewer(viewer, link.number) else { throw Refusal.shareLink(.unknown) }
            let row = try DeviceTable(connection: connection).find(device, at: now)
            try links.recordView(viewer, link.number, isNew: false, at: now)
            return shared(link, row, at: now)
        }
    }

    private func open(
        _ id: ShareLinkID, _ connection: Connection, at now: UnixTime
    ) throws -> (links: ShareLinkTable, link: ShareLinkRow) {
        let links = ShareLinkTable(connection: connection)
        guard let link = try links.find(id) else { throw Refusal.shareLink(.unknown) }
        guard link.isShown(at: now) else { throw Refusal.shareLink(.over) }
        return (links, link)
    }

    private func shared(_ link: ShareLinkRow, _ row: DeviceRow?, at now: UnixTime) -> GetLocation.LocationResult? {
        guard let row, let location = row.location,
            access.right(of: .link(link, now), to: .current, at: row.target(link.device), entry: { _ in nil }).isSeen,
            let shown = link.shown(location)
        else { return nil }
        return GetLocation.LocationResult(device: link.device, location: shown, slogan: nil)
    }

    /// Returns the place that a live viewer of a link sees. A viewer with another end of the link must ask again.
    func review(
        _ view: ReviewViews.View, of id: ShareLinkID, _ rows: [DeviceRow?], _ connection: Connection,
        at now: UnixTime
    ) throws(StorageError) -> ReviewViews.Result {
        guard let link = try ShareLinkTable(connection: connection).find(id), link.isShown(at: now),
            link.endsAt == view.linkEndsAt
        else { return ReviewViews.Result(mayRead: false, seen: []) }
        let row = view.devices.lazy.compactMap { rows[$0] }.first { $0.number == link.deviceNumber }
        return ReviewViews.Result(mayRead: true, seen: [], shared: shared(link, row, at: now))
    }

    func forgetShareLinks(before oldest: UnixTime, limit: Int) async throws(LocationStoreError) {
        try await write { try ShareLinkTable(connection: $0).forget(before: oldest, limit: limit) }
    }
}
