import CBOR

@dynamicMemberLookup
final class ScriptedIdentity: Sendable {
    static let password = "the right password"
    static let address = "anna@example.org"

    private static let feed = FeedTable(AccountChange.feed)

    struct State {
        var status: [AccountID: AccountStatus] = [:]
        var seen: [ClientInfo?] = []
        var numbers: Int64 = 0
        var erased: [AccountID] = []
        var erasures: [EraseAccount] = []
        var exports: [BeginExport] = []
        var reports: [ReportSignIn] = []
        var reportRefusals: [ErrorCode] = []
        var erasure: Erasure?
        /// The accounts behind the subjects of issuers, by both.
        var links: [String: AccountID] = [:]
        var told: [RecogniseIssuedUser] = []
        var linked: [LinkIssuedUser] = []
        var phones: [AccountID: String] = [:]
        var pending: Set<AccountID> = []
        var anonymous: [AccountID] = []
        var profilesRead = 0
        var shown: [VerifyPassword] = []
        var assertions: [PasskeyAssertion] = []
        var passkeysTakingBack = 0
        /// The accounts whose sign-ins take a second step.
        var stepping: Set<AccountID> = []
        var steps: [VerifySecondStep] = []
        var provers: [ProvenPerson?] = []
        var emailCodes: [RequestEmailCode] = []
        var lossOfActs: LossOfAct?
    }

    /// The message about an operation that is lost because a process ends.
    enum LossOfAct: CaseIterable { case request, reply }

    func lose(_ part: LossOfAct?) { state.withLock { $0.lossOfActs = part } }

    func close(_ account: AccountID, by act: ActMark) async throws {
        struct Acting: RequestValidity {
            let act: ActMark?
            var deadline: UInt64 { .max }
            var isValid: Bool { true }
        }
        try await CurrentRequest.$validity.withValue(Acting(act: act)) { try await publish(account, .disabled) }
    }

    func status(of account: AccountID) -> AccountStatus? { state.withLock { $0.status[account] } }

    private let state = Mutex(State())
    private let database: ServiceDatabase
    private let clock: SetClock
    /// Runs after a person was recognised and before the answer goes out.
    private let interlude = Mutex(Interlude())

    /// Not the function by itself, which a generic type would wrap once more each time that it is taken out.
    private struct Interlude {
        var beforeAnswer: (@Sendable () async throws -> Void)?
    }

    init(in folder: URL, clock: SetClock) throws {
        database = try ServiceDatabase.open(
            at: folder.appendingPathComponent("identity.sqlite"),
            migrations: [
                Migration("feed") { try ScriptedIdentity.feed.create(in: $0) },
                Migration("acts", sql: PerformedActTable.table),
            ])
        self.clock = clock
    }

    func close() throws { try database.close() }

    subscript<Value: Sendable>(dynamicMember path: KeyPath<State, Value>) -> Value {
        state.withLock { $0[keyPath: path] }
    }

    var clients: [ClientInfo?] { state.withLock { $0.seen } }

    func refuseReports(_ codes: [ErrorCode]) { state.withLock { $0.reportRefusals = codes } }

    func tell(_ erasure: Erasure) { state.withLock { $0.erasure = erasure } }

    var issuedAccounts: Int { state.withLock { Set($0.links.values).count } }

    func wantSecondStep(of account: AccountID) { state.withLock { _ = $0.stepping.insert(account) } }

    static let code = SecretText("123456")

    func verifyPhone(of account: AccountID, _ number: String) { state.withLock { $0.phones[account] = number } }

    /// Holds every recognition until `body` returns.
    func holdAnswers(_ body: @escaping @Sendable () async throws -> Void) {
        interlude.withLock { $0.beforeAnswer = body }
    }

    func scheduleErasure(of account: AccountID) async throws {
        state.withLock { _ = $0.pending.insert(account) }
        try await publish(account, .disabled, sessionsEndBefore: clock.now())
    }

    func publish(
        _ account: AccountID, _ status: AccountStatus?, sessionsEndBefore: UnixTime? = nil,
        providerSessionsEndBefore: UnixTime? = nil
    ) async throws {
        state.withLock { $0.status[account] = status }
        let value = try status.map {
            try CBOREncoder().encode(
                AccountChange(
                    status: $0, sessionsEndBefore: sessionsEndBefore,
                    providerSessionsEndBefore: providerSessionsEndBefore))
        }
        let now = clock.now()
        try await database.write { connection in
            if let value {
                try ScriptedIdentity.feed.record(account.text, value, at: now, in: connection)
            } else {
                try ScriptedIdentity.feed.recordTombstone(account.text, at: now, in: connection)
            }
        }
    }

    var handlers: HandlerTable {
        var handlers = HandlerTable()
        handlers.on(VerifyPassword.self) { request, context in
            self.state.withLock { $0.shown.append(request) }
            guard request.password.value == ScriptedIdentity.password,
                let account = AccountID(request.login.value == ScriptedIdentity.address ? "anna" : request.login.value)
            else { throw ServiceError(.wrongCredentials, "the name or the password is wrong") }
            var verified = try await self.recognise(account, context)
            if self.state.withLock({ $0.stepping.contains(account) }) {
                verified.firstStep = FirstStep(passwordGeneration: 7)
            }
            return verified
        }
        handlers.on(VerifySecondStep.self) { request, context in
            self.state.withLock { $0.steps.append(request) }
            guard request.shownCode?.value == ScriptedIdentity.code.value else {
                throw ServiceError(.codeMismatch, "this code does not count")
            }
            return try await self.recognise(request.account, context)
        }
        handlers.on(SetAccountStatus.self) { request, _ in
            let loss = self.state.withLock { $0.lossOfActs }
            if loss == .request { throw BusError.unavailable(.identity) }
            try await self.publish(request.account, request.status)
            if loss == .reply { throw BusError.unavailable(.identity) }
            return Done()
        }
        handlers.on(SettleAct.self, from: [.authSession]) { [database] request, _ in
            SettleAct.Reply(isDone: try await database.write { try PerformedActTable.settle(request.act, in: $0) })
        }
        handlers.on(RemoveTOTP.self) { request, _ in
            self.state.withLock { $0.provers.append(request.person) }
            return Done()
        }
        handlers.on(RenewRecoveryCodes.self) { request, _ in
            self.state.withLock { $0.provers.append(request.person) }
            return RecoveryCodeList(recoveryCodes: [SecretText("ABCD-EFGH-IJKL-MNOP")])
        }
        // The passkey of an account has its id.
        handlers.on(VerifyPasskey.self) { request, context in
            self.state.withLock { state in
                state.assertions.append(request.assertion)
                if request.cancelsErasure == true { state.passkeysTakingBack += 1 }
            }
            guard let account = AccountID(String(decoding: request.assertion.credentialID, as: UTF8.self)),
                [AccountID.anna, .ben].contains(account)
            else { throw ServiceError(.invalidToken, "this passkey opens no account here") }
            return try await self.recognise(account, context)
        }
        // The code of an account is its id, which is its address.
        handlers.on(VerifyEmailCode.self) { request, context in
            guard request.email.value == request.emailCode.value, let account = AccountID(request.email.value),
                [AccountID.anna, .ben].contains(account)
            else { throw ServiceError(.codeMismatch, "this code does not count") }
            var verified = try await self.recognise(account, context)
            if self.state.withLock({ $0.stepping.contains(account) }) { verified.firstStep = FirstStep() }
            return verified
        }
        handlers.on(RequestEmailCode.self) { request, _ in
            self.state.withLock { $0.emailCodes.append(request) }
            return SentEmailCode(expiresAt: UnixTime.start.date, nextAt: UnixTime.start.date)
        }
        handlers.on(RecogniseAppleUser.self) { request, context in
            guard self.state.withLock({ $0.status[request.account] }) != .disabled else {
                throw ServiceError(.wrongCredentials, "the account is closed")
            }
            if self.state.withLock({ $0.status[request.account] }) == nil {
                try await self.publish(request.account, .active)
            }
            return try await self.recognise(request.account, context)
        }
        handlers.on(RecogniseIssuedUser.self) { request, context in
            let link = "\(request.issuer) \(request.subjectHash)"
            if request.verifiedAddress?.value == ScriptedIdentity.address,
                self.state.withLock({ $0.links[link] }) == nil
            {
                throw ServiceError(.duplicate, "this address belongs to an account")
            }
            let (account, isNew) = self.state.withLock { state in
                state.told.append(request)
                if let account = state.links[link], state.status[account] != nil { return (account, false) }
                let account = AccountID.named("issued-\(state.told.count)")
                state.links[link] = account
                state.status[account] = .active
                return (account, true)
            }
            if isNew { try await self.publish(account, .active) }
            if self.state.withLock({ $0.pending.contains(account) }) {
                guard request.cancelsErasure == true else { throw ServiceError(.erasurePending, "until Friday") }
                self.state.withLock { _ = $0.pending.remove(account) }
                try await self.publish(account, .active)
            }
            guard self.state.withLock({ $0.status[account] }) != .disabled else {
                throw ServiceError(.wrongCredentials, "the account is closed")
            }
            var verified = try await self.recognise(account, context)
            if request.skipsSecondStep != true, self.state.withLock({ $0.stepping.contains(account) }) {
                verified.firstStep = FirstStep(passwordGeneration: 7)
            }
            return verified
        }
        handlers.on(LinkIssuedUser.self) { request, context in
            self.state.withLock { state in
                state.linked.append(request)
                state.links["\(request.issuer) \(request.subjectHash)"] = request.account
                state.status[request.account] = .active
            }
            return try await self.recognise(request.account, context)
        }
        handlers.on(GetProfile.self) { request, context in
            self.state.withLock { $0.profilesRead += 1 }
            guard self.state.withLock({ $0.status[request.account] }) != nil else {
                throw ServiceError(.notFound, "this account does not exist")
            }
            return self.profile(of: request.account, number: 1)
        }
        handlers.on(ReportSignIn.self) { request, _ in
            let refusal: ErrorCode? = self.state.withLock { state in
                state.reports.append(request)
                return state.reportRefusals.isEmpty ? nil : state.reportRefusals.removeFirst()
            }
            if let refusal { throw ServiceError(refusal, "not now") }
            return ReportSignIn.Reply(locale: "fr-FR")
        }
        handlers.on(BeginExport.self) { request, _ in
            self.state.withLock { $0.exports.append(request) }
            return Done()
        }
        handlers.on(EraseAccount.self) { request, _ in
            self.state.withLock { $0.erased.append(request.account) }
            try await self.publish(request.account, nil)
            guard let erasure = request.erasure else { return EraseAccount.Reply() }
            self.state.withLock { state in
                state.erasures.append(request)
                state.erasure = Erasure(id: erasure.id, subject: "s", askedAt: .start, completedAt: nil, confirmed: [])
            }
            return EraseAccount.Reply(askedAt: .start)
        }
        handlers.on(ConfirmErasures.self) { _, _ in Done() }
        handlers.on(FindErasure.self) { request, _ in
            guard let erasure = self.state.withLock({ $0.erasure }), erasure.id == request.id else {
                throw ServiceError(.notFound, "this erasure does not exist")
            }
            return erasure
        }
        handlers.on(EraseUnreachableAccount.self) { request, _ in
            guard self.anonymous.contains(request.account) else {
                return EraseUnreachableAccount.Reply(isErased: false)
            }
            self.state.withLock { $0.erased.append(request.account) }
            try await self.publish(request.account, nil)
            return EraseUnreachableAccount.Reply(isErased: true)
        }
        handlers.on(CreateAccount.self) { request, context in
            if request.signInMethod == .anonymous {
                guard request.names == AccountNames(), request.password == nil else {
                    throw ServiceError(.invalidRequest, "an account of nobody has no name and no password")
                }
                let account = try request.id ?? AccountID(random: Array(request.signInMethod.rawValue.utf8))
                self.state.withLock { $0.anonymous.append(account) }
                return try await self.recognise(account, context)
            }
            guard let name = request.names.username, let account = AccountID(name),
                self.state.withLock({ $0.status[account] }) == nil
            else { throw ServiceError(.duplicate, "the name is taken") }
            try await self.publish(account, .active)
            return try await self.recognise(account, context)
        }
        let source = FeedSource(pollTimeout: .milliseconds(50)) { [database] _, epoch, after, limit in
            try await database.readSnapshot {
                try ScriptedIdentity.feed.readPage(epoch: epoch, after: after, limit: limit, in: $0)
            }
        }
        database.onCommit(changing: AccountChange.feed) { source.changed(AccountChange.feed) }
        source.serve(in: &handlers, to: [.authSession])
        return handlers
    }

    private func recognise(_ account: AccountID, _ context: MessageContext) async throws -> VerifiedAccount {
        let now = clock.now()
        let number = state.withLock { state in
            state.seen.append(context.client)
            state.numbers += 1
            return state.numbers
        }
        let profile = profile(of: account, number: number)
        try await interlude.withLock { $0.beforeAnswer }?()
        return VerifiedAccount(profile: profile, verifiedAt: now)
    }

    private func profile(of account: AccountID, number: Int64) -> AccountProfile {
        let now = clock.now()
        let phone = state.withLock { $0.phones[account] }
        return AccountProfile(
            account: account, number: number, status: .active, names: AccountNames(username: account.text),
            details: ProfileDetails(), createdAt: now, updatedAt: now, verifiedPhone: phone.map { Personal($0) })
    }
}
