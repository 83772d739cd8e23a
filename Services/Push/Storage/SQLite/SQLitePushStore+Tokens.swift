// How handsets are reached.

import Models
import Storage

extension SQLitePushStore {
    func register(
        _ registration: Registration, as id: PushTokenID, at now: UnixTime
    ) async throws(PushStoreError) -> RegisteredToken {
        let outcome: Result<RegisteredToken, PushStoreError> = try await write { connection in
            if try PushSchema.holdings.isErased(registration.account, in: connection) {
                return .failure(.accountErased)
            }
            if try EndedSessionTable(connection: connection).contains(registration.session) {
                return .failure(.sessionEnded)
            }
            return try keep(registration, as: id, at: now, connection)
        }
        return try outcome.get()
    }

    private func keep(
        _ registration: Registration, as id: PushTokenID, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) -> Result<RegisteredToken, PushStoreError> {
        let tokens = TokenTable(connection: connection)
        let recipient = try RecipientTable(connection: connection)
            .makeNumber(of: registration.account.text)
        let kept = try tokens.find(registration.provider, registration.token, registration.purpose)
        let isNew = kept?.recipient != recipient
        var concerned: Set<Int64> = [recipient]
        if let kept, !isNew {
            try tokens.update(kept.number, registration, at: now)
        } else {
            if let kept {
                try drop(kept, "the handset went to another account", at: now, connection)
                concerned.insert(kept.recipient)
            }
            let others = try tokens.all(of: recipient)
            let handset = HandsetKey(handset: registration.handset, session: registration.session.text)
            let former = others.first { $0.isReplaced(by: registration) }
            guard former != nil || others.count < TokenRules.maximum else { return .failure(.tooManyTokens) }
            let isMuted = others.contains { $0.handset == handset && $0.shown.isMuted }
            try tokens.insert(registration, as: id, of: recipient, isMuted: isMuted, at: now)
            if let former {
                try DeliveryTable(connection: connection)
                    .hand(former.number, of: recipient, to: connection.lastInsertedRowID)
                try tokens.delete(former.number)
            }
        }
        guard let token = try tokens.find(registration.provider, registration.token, registration.purpose) else {
            throw StorageError.sqlite(code: 1, message: "a token is not there that has just been written")
        }
        return .success(
            RegisteredToken(
                token: token.shown, isNew: isNew, handsets: try handsets(of: concerned, connection)))
    }

    func tokens(of account: AccountID) throws(PushStoreError) -> [PushToken] {
        try read { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else {
                return []
            }
            let used = try DeliveryTable(connection: connection).lastSent(to: recipient)
            return try TokenTable(connection: connection).all(of: recipient)
                .map { token in
                    var shown = token.shown
                    shown.lastUsedAt = used[token.number]
                    return shown
                }
        }
    }

    func mute(
        _ token: PushTokenID, of account: AccountID, _ isMuted: Bool
    ) async throws(PushStoreError) -> PushToken? {
        try await write { connection in
            let table = TokenTable(connection: connection)
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else {
                return nil
            }
            let all = try table.all(of: recipient)
            guard var meant = all.first(where: { $0.shown.id == token }) else { return nil }
            for one in all where one.handset == meant.handset { try table.setMuted(one.number, isMuted) }
            meant.shown.isMuted = isMuted
            return meant.shown
        }
    }

    func remove(
        _ which: PushTokenChoice, of account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> (removed: Int, handsets: HandsetCounts) {
        try await write { connection in
            guard let recipient = try RecipientTable(connection: connection).number(of: account.text) else {
                return (0, [:])
            }
            let table = TokenTable(connection: connection)
            let all = try table.all(of: recipient)
            let meant: [TokenRow]
            switch which {
            case .id(let id): meant = all.filter { $0.shown.id == id }
            case .token(let token):
                let numbers = try table.numbers(of: recipient, token: token)
                meant = all.filter { numbers.contains($0.number) }
            case .handset(let handset): meant = all.filter { $0.shown.handset == handset }
            case .all: meant = all
            }
            for token in meant { try drop(token, "the handset was removed", at: now, connection) }
            return (meant.count, try handsets(of: [recipient], connection))
        }
    }

    func removeTokens(
        silentSince moment: UnixTime, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> HandsetCounts {
        try await write { connection in
            let silent = try TokenTable(connection: connection).all(silentSince: moment, limit: limit)
            for token in silent {
                try drop(token, "the handset has not been heard of for long", at: now, connection)
            }
            return try handsets(of: Set(silent.map(\.recipient)), connection)
        }
    }

    // MARK: -

    /// Deletes a token and suppresses what waits for it.
    func drop(
        _ token: TokenRow, _ reason: String, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        let deliveries = DeliveryTable(connection: connection)
        var books = BooksChanges()
        try deliveries.end(
            try deliveries.open(of: token.recipient, for: token.number), as: .suppressed, reason: reason, at: now,
            in: &books)
        try BooksTable(connection: connection).enter(books)
        try TokenTable(connection: connection).delete(token.number)
    }

    /// To how many handsets the notifications of these accounts go.
    func handsets(
        of recipients: Set<Int64>, _ connection: Connection
    ) throws(StorageError) -> HandsetCounts {
        var counts: HandsetCounts = [:]
        for recipient in recipients {
            guard let account = try RecipientTable(connection: connection).account(recipient) else { continue }
            let tokens = try TokenTable(connection: connection).all(of: recipient)
            counts[account] = Set(tokens.filter { $0.shown.purpose == .alert }.map(\.handset)).count
        }
        return counts
    }
}

extension TokenRow {
    /// Whether a registration is the next token of the same app on the same handset.
    fileprivate func isReplaced(by registration: Registration) -> Bool {
        guard let handset = registration.handset else { return false }
        return shown.handset == handset && shown.provider == registration.provider
            && shown.purpose == registration.purpose && shown.topic == registration.topic
            && shown.environment == registration.environment ?? .production
    }
}
