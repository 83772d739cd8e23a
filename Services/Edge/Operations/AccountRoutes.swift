import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

func listAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let message = ListAccounts(
        query: query.text("query").map(Personal.init), status: query.word("status"), method: query.word("method"),
        since: query.moment("since"), limit: query.integer("limit", in: ListAccounts.limits) ?? 50,
        cursor: query.text("cursor"), counted: query.flag("count"))
    try query.finish()
    return .body(try await call.send(message))
}

/// Finds an account. The path has the account's id or a sign-in name, depending on `by` in the query.
func findAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let by = query.word("by", as: AccountLookup.self)
    try query.finish()
    let profile = try await call.send(FindAccount(login: Personal(try call.name()), by: by))
    call.audit.concerns(profile.account)
    return .body(AccountDescription(profile))
}

extension AccountDescription {
    init(_ profile: AccountProfile) {
        self.init(
            id: profile.account.text, number: profile.number, status: profile.status, username: profile.names.username,
            email: profile.names.email?.value, emailVerifiedAt: profile.emailVerifiedAt?.date,
            phoneNumber: profile.names.phone?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, displayName: profile.details.calledName?.value,
            locale: profile.details.locale, methods: profile.methods,
            createdAt: profile.createdAt.date, updatedAt: profile.updatedAt.date,
            lastLoginAt: profile.lastLogin.at?.date, erasesAt: profile.erasesAt?.date)
    }
}

/// Creates an account for a user. Only the user gets the link of an invitation.
func inviteAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: InviteAccountRequest.self)
    let details = ProfileDetails(
        firstName: body.firstName.map(Personal.init), lastName: body.lastName.map(Personal.init), locale: body.locale)
    let reply = try await call.send(
        InviteAccount(
            email: body.email.map(Personal.init), username: body.username, password: body.password, details: details))
    return .body(
        InvitedAccountDescription(
            account: AccountDescription(reply.profile), invitationExpiresAt: reply.expiresAt?.date,
            messageFile: reply.messageFile))
}

func editAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: EditAccountRequest.self)
    let details = ProfileDetails(
        firstName: body.firstName.map(Personal.init), lastName: body.lastName.map(Personal.init), locale: body.locale,
        displayName: body.displayName.map(Personal.init))
    return .body(AccountDescription(try await call.send(EditAccount(account: try call.account(), details: details))))
}

func operatorChangeTags(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeAccountTagsRequest.self)
    return try await call.perform(
        ChangeTags(
            accounts: [try await call.presentAccount()], added: body.add ?? [], removed: body.remove ?? [],
            isOperator: true))
}

func sendPasswordLink(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    .body(try await call.send(SendPasswordLink(account: try call.account())))
}

/// Removes the second step of a user who has lost the app and the recovery codes. The user must have requested it.
func removeSecondStep(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try await call.perform(RemoveTOTP(account: try call.account()))
}

func operatorExportAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let archive = ExportArchive(
        account: account, services: call.health.services, context: call.request.context, now: call.clock.now())
    // The subjects are read first, so that the user is not notified of an export that could not begin.
    let subjects = try await archive.subjects()
    _ = try await call.send(BeginExport(account: account))
    return Answer(archive: archive.stream(subjects))
}

func eraseAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    // The erasure has no secret, because only this port shows an operator's erasure.
    let erasure = try ErasureRequest.made(of: call.random, hasSecret: false)
    let reply = try await call.send(EraseAccount(account: account, erasure: erasure))
    return .body(BegunErasure(erasure: reply.askedAt == nil ? nil : erasure.id.text))
}

func operatorGetErasure(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    guard let id = ErasureID(try call.name()) else { throw EdgeError(.notFound, "this erasure does not exist") }
    return .body(ErasureStatus(try await call.send(GetErasure(id: id, secret: nil))))
}

let disableAccount = setAccountStatus(.disabled)
let enableAccount = setAccountStatus(.active)

/// Sets the status. The answer about a closed account waits until the account's sessions have ended.
private func setAccountStatus(_ status: AccountStatus) -> OperationsHandler.Answering {
    { call throws(EdgeError) in
        try await call.perform(SetAccountStatus(account: try call.account(), status: status))
    }
}

func listMissingAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reports = await call.health.ask(CountMissingAccounts(), call.request.context)
    let services = reports.compactMap { report -> MissingAccountList.Count? in
        guard let count = report.value, count.missing > 0 else { return nil }
        return .init(service: report.service.description, missing: count.missing, accounts: count.total)
    }
    return .body(MissingAccountList(services: services))
}

let eraseMissingAccounts = decideMissingAccounts(.erase)
let keepMissingAccounts = decideMissingAccounts(.keep)

/// Decides about missing accounts, and answers the services that had something to decide. The operator must repeat the
/// call for a service that did not answer.
private func decideMissingAccounts(_ decision: DecideMissingAccounts.Decision) -> OperationsHandler.Answering {
    { call throws(EdgeError) in
        var decided: [ServiceName] = []
        var failures: [EdgeError] = []
        let services = call.health.peers.keys.sorted { $0.rawValue < $1.rawValue }
        for service in services {
            do throws(EdgeError) {
                if try await call.send(DecideMissingAccounts(decision), to: service).isDecided {
                    decided.append(service)
                }
            } catch {
                failures.append(error)
            }
        }
        if let failure = failures.first, failures.count == services.count { throw failure }
        return .body(DecidedServices(services: decided.map(\.description)))
    }
}

/// Lists the sessions of an account. A key that only views gets no places.
func listAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: try await call.presentAccount()))
    return .body(AccountSessionList(sessions: sessions.map { AccountSession($0, withPlace: call.asPublisher != true) }))
}

/// Ends a user's sessions. This does not need the identity service, so it works while that service is unreachable.
func endAccountSessions(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let reply = try await call.send(EndOtherSessions(account: try call.account()))
    return .body(EndedSessions(ended: reply.count))
}

/// Ends a session. It takes effect at once on this edge (`EndingServices`), and on other edges through the feed.
func endAccountSession(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    guard let session = SessionID(try call.name(at: 1)) else {
        throw EdgeError(.notFound, "this session does not exist")
    }
    return try await call.perform(EndSession(account: account, session: session))
}

extension AccountSession {
    fileprivate init(_ session: SessionSummary, withPlace: Bool) {
        let client = session.client
        let place = [client.city, client.country].compactMap { $0?.value }.joined(separator: ", ")
        let network = client.ipAddress.map { ClientNetwork($0).redacted }
        self.init(
            id: session.session.text, method: session.signInMethod.rawValue, appVersion: client.appVersion,
            deviceType: client.deviceType, deviceVendor: client.deviceVendor, deviceModel: client.deviceModel,
            osName: client.osName, osVersion: client.osVersion, userAgent: withPlace ? client.userAgent : nil,
            place: withPlace && !place.isEmpty ? place : nil, network: withPlace ? network : nil,
            isRemembered: session.isRemembered, createdAt: session.createdAt.date,
            lastActivityAt: session.lastActivityAt.date, expiresAt: session.expiresAt.date)
    }
}

func getAccountPreferences(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try await call.presentAccount()
    let preferences = try await call.send(GetPreferences(account: account))
    let kinds = try await call.send(GetKinds(account: account)).kinds
    // An answer of the preferences service always contains choices. An entry of its feed may have none.
    guard let choices = preferences.choices else { throw EdgeError(.internalFailure, "") }
    return .body(
        AccountPreferences(
            choices: choices, quietHours: preferences.quietHours.map { .init($0) }, kinds: kinds,
            topics: preferences.topics ?? [], givenTopics: preferences.givenTopics ?? [],
            tags: preferences.tags ?? []))
}

/// Lists a user's inbox. This changes neither the user's badge nor the unread state.
func listAccountInbox(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    var query = call.query
    let before: InboxEntryID? = query.cursor { InboxEntryID($0) }
    let limit = query.integer("limit", in: ListInbox.limits) ?? 20
    try query.finish()
    let account = try await call.presentAccount()
    let reply = try await call.send(
        ListInbox(
            account: account, before: before, limit: limit, unreadOnly: false, withNotifications: true, isLook: true))
    return .body(
        AccountInbox(
            entries: reply.entries.map { .init($0) }, unread: reply.unread, total: reply.total,
            nextCursor: reply.hasMore ? reply.entries.last?.id.text : nil))
}

extension AccountPreferences.QuietTimes {
    fileprivate init(_ hours: QuietHours) {
        func text(_ minutes: Int) -> String { BaliseTimeOfDay(minutes: minutes)?.description ?? "" }
        self.init(
            start: text(hours.start), end: text(hours.end), timeZone: hours.timeZone,
            allowsInterruptions: hours.allowsInterruptions ?? false)
    }
}

extension AccountInbox.Entry {
    fileprivate init(_ entry: InboxEntry) {
        self.init(
            id: entry.id.text, type: entry.type?.rawValue, kind: entry.kind, title: entry.title, body: entry.body,
            at: entry.at.date, readAt: entry.readAt?.date)
    }
}
