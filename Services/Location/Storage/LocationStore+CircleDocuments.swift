import Models
import Storage

extension LocationStore {
    /// - Parameter code: The encrypted code.
    func createCircleDocument(
        _ request: CreateCircleDocument, _ id: CircleID, _ invitation: CircleInvitation, hash: [UInt8], code: [UInt8],
        at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<CircleDocument> {
        try await write { connection -> AccessResult<CircleDocument> in
            try checkMayJoin(request.account, connection)
            let (circles, invitations) = (
                CircleTable(connection: connection), CircleInvitationTable(connection: connection)
            )
            if let taken = try invitations.find(code: hash) {
                guard !taken.isOpen(at: now) else { throw Refusal.circle(.codeTaken) }
                try invitations.delete(taken.number)
            }
            let number = try circles.insert(id, name: request.name, document: request.json, at: now)
            try circles.insertMember(request.account, name: request.memberName, number, at: now)
            try invitations.insert(invitation, hash: hash, code: code, number)
            return AccessResult(value: try family(number, of: request.account, connection, at: now))
        }
    }

    func families(of account: AccountID, _ id: CircleID?, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<[CircleDocument]>
    {
        try await read { connection -> AccessResult<[CircleDocument]> in
            let rows = try CircleTable(connection: connection).list(of: account)
                .filter { $0.document != nil && (id == nil || $0.id == id) }
            return AccessResult(value: try rows.map { try family($0, connection, at: now) })
        }
    }

    /// Returns the family of an open invitation with this code, otherwise nil. A stranger may then join for an hour.
    func family(
        of code: SecretText, hash: [UInt8], for account: AccountID, at now: UnixTime
    ) async throws(LocationStoreError) -> AccessResult<CircleDocument?> {
        try await write { connection -> AccessResult<CircleDocument?> in
            let (circles, invitations) = (
                CircleTable(connection: connection), CircleInvitationTable(connection: connection)
            )
            guard let found = try invitations.find(code: hash), found.isOpen(at: now), found.code != nil else {
                return AccessResult(value: nil)
            }
            if let row = try circles.find(found.circle, of: account) {
                return AccessResult(value: try family(row, connection, at: now))
            }
            if try LocationSchema.accountRows.isErased(account, in: connection) { throw Refusal.accountErased }
            try invitations.pass(account, found.number, until: now.adding(seconds: FindCircleDocuments.mayJoinFor))
            return AccessResult(value: try circles.stranger(found.circle, code: code))
        }
    }

    func changeCircleDocument(_ request: ChangeCircleDocument, at now: UnixTime)
        async throws(LocationStoreError) -> AccessResult<CircleDocument>
    {
        try await write { connection -> AccessResult<CircleDocument> in
            let (circles, account) = (CircleTable(connection: connection), request.account)
            if let row = try circles.find(request.circle, of: account) {
                guard let document = row.document else { throw Refusal.circle(.unknown) }
                guard request.name == nil || row.isCreator else { throw Refusal.circle(.notCreator) }
                let merged = request.json.map { FamilyDocument.merged(document, with: $0) }
                if let merged, merged.value.utf8.count > CreateCircleDocument.maximumBytes {
                    throw Refusal.circle(.documentTooLarge)
                }
                if request.name != nil || (merged ?? document) != document {
                    try circles.change(row.number, name: request.name, document: merged, at: now)
                }
                return AccessResult(value: try family(row.number, of: account, connection, at: now))
            }
            let invitation = try CircleInvitationTable(connection: connection)
                .find(passedBy: account, to: request.circle, at: now)
            guard let name = request.joinsAs, let invitation, invitation.isOpen(at: now) else {
                throw Refusal.circle(.unknown)
            }
            // An app of families cannot let its user choose another name.
            var (ownName, number) = (name, 2)
            while try circles.isTaken(ownName, besides: account, invitation.circle) {
                ownName = Personal("\(name.value.prefix(120)) (\(number))")
                number += 1
            }
            try join(invitation, account, as: ownName, connection, at: now)
            try circles.change(invitation.circle, name: nil, at: now)
            return AccessResult(value: try family(invitation.circle, of: account, connection, at: now))
        }
    }

    private func family(
        _ number: Int64, of account: AccountID, _ connection: Connection, at now: UnixTime
    ) throws -> CircleDocument {
        guard let row = try CircleTable(connection: connection).find(number, of: account) else {
            throw Refusal.circle(.unknown)
        }
        return try family(row, connection, at: now)
    }

    private func family(_ row: CircleRow, _ connection: Connection, at now: UnixTime) throws -> CircleDocument {
        let open = try CircleInvitationTable(connection: connection).list(row.number)
            .filter { $0.isOpen(at: now) }
        return CircleDocument(
            circle: row.id, createdAt: row.createdAt, updatedAt: row.changedAt, name: row.name,
            json: row.document ?? Personal("{}"),
            members: try CircleTable(connection: connection).members(row.number).map(\.account),
            code: open.lazy.compactMap { $0.code.flatMap(hasher.opened) }.first)
    }
}

extension CircleTable {
    /// Returns the document for a person who only knows the code, so without members.
    fileprivate func stranger(_ circle: Int64, code: SecretText) throws(StorageError) -> CircleDocument? {
        try connection.first("SELECT id, name, created_at FROM circle WHERE number = \(circle)") {
            row throws(StorageError) -> CircleDocument? in
            let createdAt: UnixTime = try row["created_at"]
            return try CircleDocument(
                circle: row["id"], createdAt: createdAt, updatedAt: createdAt, name: row["name"], json: Personal("{}"),
                members: [], code: code)
        }
    }
}
