import Models

extension SessionContext {
    func refreshSession(_ request: RefreshSession, _ context: MessageContext) async throws -> RefreshSession.Reply {
        let start = ContinuousClock.now
        do {
            let reply = try await refresh(request.token, context)
            metrics.countRefresh(nil, took: .now - start)
            return reply
        } catch {
            metrics.countRefresh(ErrorCode(of: error), took: .now - start)
            throw error
        }
    }

    private func refresh(_ token: SecretText, _ context: MessageContext) async throws -> RefreshSession.Reply {
        // Tokens that were not made here are refused without a database read.
        let now = clock.now()
        guard let shown = try await readRefresh(token, at: now) else { throw ServiceError.invalidToken }
        let key = try signingKey(at: now)
        let refreshed = try await store.refreshSession(shown, signingKey: key.id, at: now)
        switch refreshed {
        case .tokens(let session):
            var tokens = try await self.tokens(of: session)
            // An access token must not give a refresh token, which is valid as long as the session.
            if shown.hash == nil { tokens.refreshToken = nil }
            return RefreshSession.Reply(account: session.account, session: session.id, tokens: tokens)
        // This call ended an expired session, or a session whose token was reused, so it logs and counts the end.
        case .ended(let session):
            notify([session], context)
            throw ServiceError.over(session.reason)
        // The session had ended before this call.
        case .over(let reason): throw ServiceError.over(reason)
        case .unknown: throw ServiceError.invalidToken
        }
    }

    private func readRefresh(_ token: SecretText, at now: UnixTime) async throws(ServiceError) -> Rotation.Shown? {
        if RefreshTokens.resembles(token) { return refreshTokens.read(token) }
        guard let claims = await accessTokens.readFromAnyProcess(token), let generation = claims.generation
        else { return nil }
        guard claims.end > now else {
            throw ServiceError(.tokenExpired, "the access token has expired; send the refresh token, or sign in again")
        }
        return Rotation.Shown(session: claims.session, generation: generation, hash: nil)
    }

    func checkSession(_ request: CheckSession, _ context: MessageContext) async throws -> CheckSession.Reply {
        // The account may have been disabled or signed out everywhere a moment ago.
        try await accounts.catchUp()
        let isLiving = try await store.isLiving(request.session, of: request.account, at: clock.now())
        return CheckSession.Reply(isLiving: isLiving)
    }

    func listSessions(_ request: ListSessions, _ context: MessageContext) async throws -> [SessionSummary] {
        try await store.listSessions(of: request.account, at: clock.now())
    }

    func extendSession(_ request: ExtendSession, _ context: MessageContext) async throws -> SessionSummary {
        let session = try await store.extendSession(request.session, of: request.account, at: clock.now())
        guard let session else { throw ServiceError.noSuchSession }
        return session
    }

    func endSession(_ request: EndSession, _ context: MessageContext) async throws -> Done {
        let ending = try await store.endSession(request.session, of: request.account, at: clock.now())
        switch ending {
        case .ended(let session): notify([session], context)
        case .endedBefore: break
        case .unknown: throw ServiceError(.notFound, "the account has no such session")
        }
        return Done()
    }

    func endOtherSessions(
        _ request: EndOtherSessions, _ context: MessageContext
    ) async throws -> EndOtherSessions.Reply {
        let ended = try await store.endOtherSessions(of: request.account, but: request.kept, at: clock.now())
        notify(ended, context)
        // Expired sessions do not count, so that the count equals the number in the list of sessions.
        return EndOtherSessions.Reply(count: ended.count { $0.reason != .expired })
    }

    private static let maximumActivities = 10_000
    /// The most activities in one transaction. More activities would delay other writes.
    private static let activitiesPerWrite = 1000

    func recordActivity(_ request: RecordActivity, _ context: MessageContext) async throws -> Done {
        let activities = request.activities
        guard activities.count <= SessionContext.maximumActivities else {
            throw ServiceError(
                .invalidRequest, "more than \(SessionContext.maximumActivities) activities in one request")
        }
        let now = clock.now()
        let size = SessionContext.activitiesPerWrite
        for start in stride(from: 0, to: activities.count, by: size) {
            try await store.recordActivity(Array(activities[start..<min(start + size, activities.count)]), at: now)
        }
        return Done()
    }

    func countInstallations(
        _ request: CountInstallations, _ context: MessageContext
    ) async throws -> CountInstallations.Reply {
        let now = clock.now()
        if let kept = installationCounts.kept(at: now) { return kept }
        let counts = try await store.countInstallations(activeSince: request.activeSince)
        installationCounts.record(counts, at: now)
        return counts
    }

    func listInstalledAccounts(
        _ request: ListInstalledAccounts, _ context: MessageContext
    ) async throws -> ListInstalledAccounts.Reply {
        guard ListInstalledAccounts.limits.contains(request.limit) else {
            throw ServiceError(.invalidRequest, "the limit is from 1 to \(ListInstalledAccounts.limits.upperBound)")
        }
        let group: InstallationGroup
        switch (request.appVersion, request.system) {
        case (let version?, nil): group = .appVersion(version)
        case (nil, let system?): group = .system(system)
        default: throw ServiceError(.invalidRequest, "give either an app version or a system")
        }
        let found = try await store.installedAccounts(
            in: group, activeSince: request.activeSince, after: request.after, limit: request.limit)
        guard let found else {
            throw ServiceError(
                .notFound,
                "no such group, or it has fewer than \(FoldedCounts.minimum) people, who are not listed")
        }
        return found
    }

    func awaitAccountChanges(_ request: AwaitAccountChanges, _ context: MessageContext) async throws -> Done {
        try await accounts.catchUp()
        return Done()
    }
}
