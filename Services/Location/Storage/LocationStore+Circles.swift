import Models
import Storage

extension LocationStore {
    func createCircle(_ request: CreateCircle, _ id: CircleID, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Circle>
    {
        try await write { connection -> AccessResult<Circle> in
            let circles = CircleTable(connection: connection)
            try checkMayJoin(request.account, connection)
            let number = try circles.insert(id, name: request.name, at: now)
            try circles.insertMember(request.account, name: request.memberName, number, at: now)
            return AccessResult(value: try circle(number, of: request.account, circles))
        }
    }

    func listCircles(of account: AccountID) async throws(LocationStoreError) -> AccessResult<[Circle]> {
        try await read { connection -> AccessResult<[Circle]> in
            let circles = CircleTable(connection: connection)
            return AccessResult(value: try circles.list(of: account).map { try circle($0, circles) })
        }
    }

    func changeCircle(_ request: ChangeCircle, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Circle>
    {
        try await write { connection -> AccessResult<Circle> in
            let circles = CircleTable(connection: connection)
            let row = try member(request.account, of: request.circle, circles)
            guard request.name == nil || row.isCreator else { throw Refusal.circle(.notCreator) }
            if request.name != nil { try circles.change(row.number, name: request.name, at: now) }
            if let name = request.memberName {
                guard try !circles.isTaken(name, besides: request.account, row.number) else {
                    throw Refusal.circle(.nameTaken)
                }
                try circles.rename(request.account, name, row.number)
            }
            return AccessResult(value: try circle(row.number, of: request.account, circles))
        }
    }

    func setConsent(_ request: SetCircleConsent, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Circle>
    {
        try await write(telling: try await devices(around: request.account)) { connection -> AccessResult<Circle> in
            let circles = CircleTable(connection: connection)
            let row = try member(request.account, of: request.circle, circles)
            let since = CircleRules.historySince(
                row.historySince, changing: row.consent, to: request.consent, at: now)
            let placeSince = CircleRules.placeSince(
                row.placeSince, changing: row.consent, to: request.consent, at: now)
            try circles.setConsent(
                request.consent, historySince: since, placeSince: placeSince, of: request.account, row.number)
            return AccessResult(value: try circle(row.number, of: request.account, circles))
        }
    }

    /// Takes the account out of the circle. The creator can take out another member, `other`.
    func leaveCircle(_ id: CircleID, _ other: AccountID?, of account: AccountID)
        async throws(LocationStoreError) -> AccessResult<Done>
    {
        let leaver = other ?? account
        // This check comes first, so that a caller who is no member cannot make the server look for others' devices.
        let known = try await read { try CircleTable(connection: $0).find(id, of: account) }
        guard known != nil else { throw .refused(.circle(.unknown)) }
        return try await write(telling: try await devices(around: leaver)) { connection -> AccessResult<Done> in
            let circles = CircleTable(connection: connection)
            let row = try member(account, of: id, circles)
            if leaver != account {
                guard row.isCreator else { throw Refusal.circle(.notCreator) }
                guard try circles.find(row.number, of: leaver) != nil else { throw Refusal.circle(.unknownMember) }
            }
            try circles.deleteMember(leaver.text, row.number)
            return AccessResult(value: Done())
        }
    }

    func listCircleVisits(of account: AccountID) async throws(LocationStoreError) -> AccessResult<[CircleVisit]> {
        try await read { connection -> AccessResult<[CircleVisit]> in
            let visits = try CircleTable(connection: connection)
                .visits(of: account, atMost: ListCircleVisits.maximumCount)
            return AccessResult(value: visits)
        }
    }

    /// Records a question, before any app is woken. Returns the device and its owner.
    /// - Parameter handle: The device as the account knows it (`DeviceKeyHasher.handle`).
    func askForPlace(_ handle: DeviceID, by account: AccountID, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<AskForPlace.Reply>
    {
        try await write { connection -> AccessResult<AskForPlace.Reply> in
            let circles = CircleTable(connection: connection)
            let shares = CircleShare.shares(try circles.shares(to: account), to: account, at: now)
            guard let (device, share) = shared(handle, among: shares), share.answersQuestions,
                let row = try DeviceTable(connection: connection).findProtection(device)
            else { throw Refusal.circle(.answersNoQuestions) }
            let last = try circles.lastQuestion(to: share.owner, at: now)
            if let wait = CircleRules.wait(afterQuestion: last, at: now) {
                throw Refusal.circle(.askedAlready(retryAfter: wait))
            }
            let visit = CircleVisit(
                device: device, visitor: account, name: share.readerName, time: now, askedAt: now)
            try circles.record(visit, owner: share.owner, device: row.number)
            return AccessResult(value: AskForPlace.Reply(owner: share.owner, device: device))
        }
    }

    // MARK: Invitations

    func createInvitation(
        _ request: CreateCircleInvitation, _ id: CircleInvitationID, hash: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<CircleInvitation> {
        let invitation = CircleInvitation(
            id: id, createdAt: now, endsAt: request.endsAt ?? now.adding(seconds: CreateCircleInvitation.standard),
            maximumUses: request.maximumUses ?? 1, uses: 0)
        return try await write { connection -> AccessResult<CircleInvitation> in
            let row = try member(request.account, of: request.circle, CircleTable(connection: connection))
            let invitations = CircleInvitationTable(connection: connection)
            let open = try invitations.list(row.number).filter { $0.isOpen(at: now) }
            guard open.count < CreateCircleInvitation.maximumCount else {
                throw Refusal.circle(.tooManyInvitations)
            }
            try invitations.insert(invitation, hash: hash, row.number)
            return AccessResult(value: invitation)
        }
    }

    func listInvitations(_ request: ListCircleInvitations, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<[CircleInvitation]>
    {
        try await read { connection -> AccessResult<[CircleInvitation]> in
            let row = try member(request.account, of: request.circle, CircleTable(connection: connection))
            let all = try CircleInvitationTable(connection: connection).list(row.number)
            return AccessResult(value: all.filter { $0.isOpen(at: now) }.map(\.invitation))
        }
    }

    func endInvitation(_ request: EndCircleInvitation, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<Done>
    {
        try await write { connection -> AccessResult<Done> in
            let row = try member(request.account, of: request.circle, CircleTable(connection: connection))
            let invitations = CircleInvitationTable(connection: connection)
            let found = try invitations.list(row.number).first { $0.invitation.id == request.invitation }
            guard let found, found.isOpen(at: now) else { throw Refusal.circle(.unknownInvitation) }
            try invitations.delete(found.number)
            return AccessResult(value: Done())
        }
    }

    func joinCircle(
        _ account: AccountID, as name: Personal<String>, hash: [UInt8], at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<Circle> {
        try await write { connection -> AccessResult<Circle> in
            let invitations = CircleInvitationTable(connection: connection)
            guard let invitation = try invitations.find(code: hash), invitation.isOpen(at: now) else {
                throw Refusal.circle(.wrongCode)
            }
            try join(invitation, account, as: name, connection, at: now)
            return AccessResult(
                value: try circle(invitation.circle, of: account, CircleTable(connection: connection)))
        }
    }

    /// Adds a member and counts a use of the invitation. An account that is already a member changes nothing.
    func join(
        _ invitation: CircleInvitationRow, _ account: AccountID, as name: Personal<String>, _ connection: Connection,
        at now: UnixTime
    ) throws {
        let circles = CircleTable(connection: connection)
        guard try circles.find(invitation.circle, of: account) == nil else { return }
        try checkMayJoin(account, connection)
        guard try !circles.isTaken(name, besides: account, invitation.circle) else { throw Refusal.circle(.nameTaken) }
        guard try circles.countMembers(invitation.circle) < CreateCircle.maximumMembers else {
            throw Refusal.circle(.isFull)
        }
        try circles.insertMember(account, name: name, invitation.circle, at: now)
        try CircleInvitationTable(connection: connection).countUse(invitation.number)
    }

    func checkMayJoin(_ account: AccountID, _ connection: Connection) throws {
        if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
        guard try CircleTable(connection: connection).count(of: account) < CreateCircle.maximumCount else {
            throw Refusal.circle(.tooManyCircles)
        }
    }

    /// Deletes old notices of arrivals, and ended invitations and old visits, up to `limit` of each, and ended passes.
    func forgetCircles(at now: UnixTime, limit: Int) async throws(LocationStoreError) {
        try await write { connection in
            try CircleInvitationTable(connection: connection).forget(before: now, limit: limit, at: now)
            try ArrivalTable(connection: connection).forgetNotices(at: now)
            try CircleTable(connection: connection)
                .forgetVisits(before: now.adding(seconds: -CircleRules.visitsKept), limit: limit)
        }
    }

    // MARK: What members see

    /// Returns the account as a reader, with its claims and the shares of its circles.
    func person(_ account: AccountID, _ connection: Connection, at now: UnixTime) throws -> PlaceReader {
        let shares = try CircleTable(connection: connection).shares(to: account)
        return .account(
            try ClaimTable(connection: connection).counting(of: account),
            shares: shares.isEmpty ? [:] : CircleShare.shares(shares, to: account, at: now))
    }

    /// The shared device that the reader of `shares` knows by `handle`.
    func shared(
        _ handle: DeviceID, among shares: [DeviceID: CircleShare]
    ) -> (device: DeviceID, share: CircleShare)? {
        let found = shares.first { hasher.handle(of: $0.key, of: $0.value.owner, for: $0.value.reader) == handle }
        return found.map { (device: $0.key, share: $0.value) }
    }

    /// Records visits, and returns when they are on the disk.
    func recordVisits(_ visits: [CircleLook], at now: UnixTime) async throws(LocationStoreError) {
        guard !visits.isEmpty, policy.visitorCap > 0 else { return }
        try await write(on: .devices(visits.map(\.device))) { connection in
            let (circles, known) = (CircleTable(connection: connection), DeviceTable(connection: connection))
            for look in visits {
                guard let tells = try known.tellsReaders(look.number, of: look.device) else { continue }
                let visit = CircleVisit(
                    device: look.device, visitor: look.share.reader, name: look.share.readerName, time: now)
                try circles.record(visit, owner: look.share.owner, device: look.number)
                guard tells else { continue }
                try ReaderNoticeTable(connection: connection).observe(
                    "circle:" + look.share.reader.text, called: look.share.readerName.value, at: look.number, now)
            }
        }
    }

    private func devices(around account: AccountID) async throws(LocationStoreError) -> [DeviceID] {
        try await read { try CircleTable(connection: $0).devices(around: account.text) }
    }

    func member(_ account: AccountID, of circle: CircleID, _ circles: CircleTable) throws -> CircleRow {
        guard let row = try circles.find(circle, of: account) else { throw Refusal.circle(.unknown) }
        return row
    }

    private func circle(_ number: Int64, of account: AccountID, _ circles: CircleTable) throws -> Circle {
        guard let row = try circles.find(number, of: account) else { throw Refusal.circle(.unknown) }
        return try circle(row, circles)
    }

    private func circle(_ row: CircleRow, _ circles: CircleTable) throws -> Circle {
        Circle(
            id: row.id, name: row.name, createdAt: row.createdAt, members: try circles.members(row.number),
            consent: row.consent)
    }
}

/// A member of a circle has looked at a device.
struct CircleLook: Sendable {
    let number: Int64
    let device: DeviceID
    let share: CircleShare
}
