import Models
import Storage

extension AudienceStore {
    /// Returns the account's recipient number, which is never reused; nil for an unknown account.
    func recipient(of account: AccountID) async throws(PushStoreError) -> Int64? {
        try await read { try $0.recipients.number(of: account.text) }
    }

    func latestWithdrawal() async throws(PushStoreError) -> Int64 {
        try await read { try $0.recipients.latestWithdrawal() }
    }

    /// Reads a portion of the audience, with the number for the next portion; nil after the last.
    func audience(after number: Int64, limit: Int) async throws(PushStoreError) -> (rows: [AudienceRow], next: Int64?) {
        try await read { try AudienceRow.all(after: number, limit: limit, in: $0) }
    }

    func numbers(of accounts: [AccountID]) async throws(PushStoreError) -> [AccountID: Int64] {
        guard !accounts.isEmpty else { return [:] }
        return try await read { try $0.recipients.numbers(of: accounts) }
    }

    func audienceRow(of recipient: Int64) async throws(PushStoreError) -> AudienceRow? {
        try await read { connection in
            try AudienceRow.all(after: recipient - 1, limit: 1, in: connection).rows.first
                .flatMap { $0.recipient == recipient ? $0 : nil }
        }
    }

    func inquire(
        about account: AccountID, _ notification: NotificationID, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError) {
        try await write { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return }
            if let asked = try connection.inquiries.count(of: recipient, since: now.adding(seconds: -CountRules.day)),
                asked.count >= CountRules.inquiries
            {
                let end = asked.first.adding(seconds: CountRules.day)
                throw Refusal.tooManyInquiries(retryAfter: now.seconds(until: end))
            }
            try connection.inquiries.insert(recipient, notification, askedBy: askedBy, at: now)
        }
    }

    func inquiries(about account: AccountID, limit: Int) async throws(PushStoreError) -> [Inquiry] {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return [] }
            return try connection.inquiries.all(of: recipient, limit: limit)
        }
    }

    /// Registers a token. If the token belongs to another account, it moves to this account under another id, and its
    /// waiting deliveries are suppressed. A new token replaces the token of the same app and purpose on the same push
    /// device (`isReplaced`), and takes over its deliveries. `id` is for a new token.
    func register(
        _ registration: Registration, as id: PushTokenID, at now: UnixTime
    ) async throws(PushStoreError) -> RegisterPushToken.Reply {
        try await change { connection, changes in
            if try PushSchema.accountRows.isErased(registration.account, in: connection) { throw Refusal.accountErased }
            if try connection.tokens.hasEnded(registration.session) { throw Refusal.sessionEnded }
            return try keep(registration, as: id, at: now, connection, &changes)
        }
    }

    private func keep(
        _ registration: Registration, as id: PushTokenID, at now: UnixTime, _ connection: Connection,
        _ changes: inout [AudienceChange]
    ) throws -> RegisterPushToken.Reply {
        let tokens = connection.tokens
        let recipient = try connection.recipients.makeNumber(of: registration.account.text)
        let kept = try tokens.find(registration.provider, registration.token, registration.purpose)
        let isNew = kept?.recipient != recipient
        if let kept, !isNew {
            try tokens.update(kept.number, registration, at: now)
        } else {
            let others = try tokens.all(of: recipient)
            let pushDevice = PushDeviceKey(pushDevice: registration.pushDevice, session: registration.session.text)
            let former = others.first { $0.isReplaced(by: registration) }
            // This comes before the token changes its owner: if there is no room, the former owner keeps it.
            if former == nil { try makeRoom(for: registration, among: others, at: now, connection) }
            if let kept {
                try drop(kept, .moved, at: now, connection)
                try recordPushDevices(of: kept.recipient, connection, in: &changes)
            }
            let isMuted = others.contains { $0.pushDevice == pushDevice && $0.shown.isMuted }
            let number = try tokens.insert(registration, as: id, of: recipient, isMuted: isMuted, at: now)
            // Tags and mutes belong to the push device, so a new token takes them over.
            let same = others.filter { $0.pushDevice == pushDevice }
            if let one = former ?? same.first(where: { $0.shown.purpose == .alert }) ?? same.first {
                try tokens.copyTags(of: one.number, to: number)
            }
            if let former {
                try connection.deliveries.hand(former.number, of: recipient, to: number)
                try tokens.delete(former, at: now)
            }
        }
        guard let token = try tokens.find(registration.provider, registration.token, registration.purpose) else {
            throw StorageError.unreadable(column: "number", source: "token")
        }
        try recordPushDevices(of: recipient, connection, in: &changes)
        return RegisterPushToken.Reply(token: token.shown, isNew: isNew)
    }

    /// Makes room for a new token. Live Activities end silently, so the oldest token of a Live Activity gives way.
    /// Other tokens are refused at the limit.
    private func makeRoom(
        for registration: Registration, among others: [TokenRow], at now: UnixTime, _ connection: Connection
    ) throws {
        let isActivity = registration.purpose == .activity
        let alike = others.filter { ($0.shown.purpose == .activity) == isActivity }
        guard alike.count >= TokenRules.maximum else { return }
        guard isActivity, let oldest = alike.last else { throw Refusal.tooManyTokens }
        try drop(oldest, .removed, at: now, connection)
    }

    /// Returns an account's tokens, the last registered first.
    func tokens(of account: AccountID, withFailures: Bool = false) async throws(PushStoreError) -> [PushToken] {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return [] }
            let used = try connection.deliveries.lastSent(to: recipient)
            let failures = withFailures ? try connection.deliveries.lastFailures(to: recipient) : [:]
            return try connection.tokens.all(of: recipient)
                .map { token in
                    var shown = token.shown
                    shown.lastUsedAt = used[token.number]
                    shown.lastFailure = failures[token.number]
                    shown.session = withFailures ? SessionID(token.session) : nil
                    return shown
                }
        }
    }

    func endedTokens(of account: AccountID) async throws(PushStoreError) -> [EndedPushToken] {
        try await read { connection in
            guard let recipient = try connection.recipients.number(of: account.text) else { return [] }
            return try connection.tokens.ended(of: recipient, limit: 10)
        }
    }

    /// Mutes or unmutes all tokens of the same push device; nil if the account has no such token.
    func mute(_ token: PushTokenID, of account: AccountID, _ isMuted: Bool) async throws(PushStoreError) -> PushToken? {
        try await write { connection in
            let table = connection.tokens
            guard let recipient = try connection.recipients.number(of: account.text) else { return nil }
            let all = try table.all(of: recipient)
            guard var meant = all.first(where: { $0.shown.id == token }) else { return nil }
            inFlight.change(recipient: recipient)
            for one in all where one.pushDevice == meant.pushDevice { try table.setMuted(one.number, isMuted) }
            meant.shown.isMuted = isMuted
            return meant.shown
        }
    }

    /// Removes tokens and suppresses their waiting deliveries. Returns the number of tokens.
    func remove(_ which: PushTokenChoice, of account: AccountID, at now: UnixTime) async throws(PushStoreError) -> Int {
        try await change { connection, changes in
            guard let recipient = try connection.recipients.number(of: account.text) else { return 0 }
            let all = try connection.tokens.all(of: recipient)
            let meant: [TokenRow]
            switch which {
            case .id(let id): meant = all.filter { $0.shown.id == id }
            case .token(let token):
                let numbers = try connection.tokens.numbers(of: recipient, token: token)
                meant = all.filter { numbers.contains($0.number) }
            case .pushDevice(let pushDevice): meant = all.filter { $0.shown.pushDevice == pushDevice }
            case .activity(let activity): meant = all.filter { $0.shown.activity == activity }
            case .all: meant = all
            }
            for token in meant { try drop(token, .removed, at: now, connection) }
            try recordPushDevices(of: recipient, connection, in: &changes)
            return meant.count
        }
    }

    func setTags(_ tags: [String], of token: PushTokenID, of account: AccountID) async throws(PushStoreError) -> Bool {
        try await change { connection, changes in
            guard let recipient = try connection.recipients.number(of: account.text) else { return false }
            let all = try connection.tokens.all(of: recipient)
            guard let meant = all.first(where: { $0.shown.id == token }) else { return false }
            for one in all where one.pushDevice == meant.pushDevice { try connection.tokens.setTags(one.number, tags) }
            try recordPushDevices(of: recipient, connection, in: &changes)
            return true
        }
    }

    /// Returns push devices, the last registered first, with the last delivery and the last failure.
    func pushDevices(by search: PushDeviceSearch, limit: Int) async throws(PushStoreError) -> [FoundPushDevice] {
        try await read { connection in
            let rows: [TokenRow]
            switch search {
            case .prefix(let prefix): rows = try connection.tokens.all(beginningWith: prefix, limit: limit)
            case .session(let session):
                let all = try connection.tokens.all(ofSession: session.text)
                rows = Array(all.sorted { $0.shown.updatedAt > $1.shown.updatedAt }.prefix(limit))
            }
            return try rows.compactMap { row in
                guard let session = SessionID(row.session) else { return nil }
                var shown = row.shown
                shown.lastUsedAt = try connection.deliveries.lastSent(to: row.recipient)[row.number]
                shown.lastFailure = try connection.deliveries.lastFailures(to: row.recipient)[row.number]
                return FoundPushDevice(token: shown, session: session)
            }
        }
    }

    /// Counts the languages, by one chosen token of each push device. A language of few people counts among the others,
    /// however many devices they have.
    func countLanguages() async throws(PushStoreError) -> FoldedCounts {
        try await read { connection in
            let tokens = connection.tokens
            let languages = try tokens.countsByLanguage(limit: TokenTable.maximumLanguages)
            let isPart = languages.count == TokenTable.maximumLanguages
            let total = try isPart ? tokens.countOfChosen() : languages.reduce(0) { $0 + $1.count }
            var shown: [FoldedCounts.Group] = []
            for language in languages where language.count >= FoldedCounts.minimum {
                if try tokens.hasManyPeople(language.name) { shown.append(language) }
            }
            var counts = FoldedCounts(folding: shown, total: total)
            // A large group that is not listed is among the others.
            if counts.others != nil, shown.count <= FoldedCounts.maximumGroups,
                try !tokens.hasManyPeople(outside: shown)
            {
                counts.others = nil
            }
            return counts
        }
    }

    func removeTokens(silentSince moment: UnixTime, limit: Int, at now: UnixTime) async throws(PushStoreError) {
        try await change { connection, changes in
            let silent = try connection.tokens.all(silentSince: moment, limit: limit)
            for token in silent { try drop(token, .silent, at: now, connection) }
            for recipient in Set(silent.map(\.recipient)) {
                try recordPushDevices(of: recipient, connection, in: &changes)
            }
        }
    }
}

extension AudienceRow {
    static func all(after number: Int64, limit: Int, in connection: Connection) throws(StorageError) -> (
        rows: [AudienceRow], next: Int64?
    ) {
        let (rows, next) = try connection.recipients.all(after: number, limit: limit)
        let tokens = try connection.tokens.pushDevices(after: number, through: next ?? .max)
        return (
            rows.map { row in
                var row = row
                row.devices = tokens[row.recipient] ?? []
                row.member.pushDevices = row.devices.count
                return row
            }, next
        )
    }
}

extension DeviceSteps {
    func drop(
        _ token: TokenRow, _ reason: SuppressionReason, at now: UnixTime, _ connection: Connection
    ) throws(StorageError) {
        inFlight.change(recipient: token.recipient)
        try end(try connection.deliveries.open(of: token.recipient, for: token.number), reason, at: now, connection)
        try connection.tokens.delete(token, reason, at: now)
    }

    /// Records which push devices an account has. Call it after each change of the account's tokens.
    func recordPushDevices(
        of recipient: Int64, _ connection: Connection, in changes: inout [AudienceChange]
    ) throws(StorageError) {
        inFlight.change(recipient: recipient)
        let pushDevices = try connection.tokens.choose(of: recipient)
        changes.append(AudienceChange(recipient: recipient, change: .devices(pushDevices)))
    }
}

extension TokenRow {
    fileprivate func isReplaced(by registration: Registration) -> Bool {
        guard let pushDevice = registration.pushDevice else { return false }
        return shown.pushDevice == pushDevice && shown.provider == registration.provider
            && shown.purpose == registration.purpose && shown.topic == registration.topic
            && shown.activity == registration.activity && shown.activityType == registration.activityType
            // FCM uses the same address for both environments, so a token of either environment is replaced.
            && (shown.provider == .fcm || shown.environment == registration.environment ?? .production)
    }
}

enum PushDeviceSearch: Sendable {
    case prefix(SecretText)
    case session(SessionID)
}
