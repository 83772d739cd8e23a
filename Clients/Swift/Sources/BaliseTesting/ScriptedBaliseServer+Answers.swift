import Balise
import BaliseJSON
import Foundation

extension ScriptedBaliseServer {
    /// Returns the server's own answer; nil for a call that it does not know.
    func answer(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse? {
        if call.parameters(of: AppCalls.signIn) != nil { return signIn(call) }
        if call.parameters(of: AppCalls.refreshSession) != nil { return refresh(call) }
        return knowsForPeople(call) ? answerSomebody(call) : nil
    }

    // MARK: Sessions

    private func signIn(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse {
        guard let body: SignInRequest = call.read() else { return .refusal(400, .invalidRequest) }
        let position = people.firstIndex { person in
            guard person.password == body.password.value else { return false }
            if let username = body.username { return person.user.username == username }
            return body.email != nil && person.user.email == body.email
        }
        guard let position else { return .refusal(401, .wrongCredentials) }
        let session = Person.Session(token: next("token"), refreshToken: next("refresh"))
        people[position].sessions.append(session)
        return .body(
            SignedInResponse(
                token: SecretText(session.token), refreshToken: SecretText(session.refreshToken),
                user: people[position].user))
    }

    private func refresh(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse {
        guard let body: RefreshSessionRequest = call.read() else { return .refusal(400, .invalidRequest) }
        for person in people.indices {
            let session = people[person].sessions.firstIndex { $0.refreshToken == body.refreshToken?.value }
            guard let session else { continue }
            let following = Person.Session(token: next("token"), refreshToken: next("refresh"))
            people[person].sessions[session] = following
            return .body(
                SignedInResponse(
                    token: SecretText(following.token), refreshToken: SecretText(following.refreshToken),
                    user: people[person].user))
        }
        return .refusal(401, .invalidToken)
    }

    // MARK: Calls of a signed-in user

    private func knowsForPeople(_ call: BaliseHTTPRequest) -> Bool {
        let known = [
            call.parameters(of: AppCalls.signOut), call.parameters(of: AppCalls.getProfileInEnvelope),
            call.parameters(of: AppCalls.listInbox), call.parameters(of: AppCalls.countUnread),
            call.parameters(of: AppCalls.markAllRead), call.parameters(of: AppCalls.markRead),
            call.parameters(of: AppCalls.getPreferences), call.parameters(of: AppCalls.setPreferences),
            call.parameters(of: AppCalls.registerPushToken),
        ]
        return known.contains { $0 != nil }
    }

    private func answerSomebody(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse {
        guard let token = call.headers["Authorization"]?.split(separator: " ").last.map(String.init) else {
            return .refusal(401, .authenticationRequired)
        }
        for person in people.indices {
            guard let session = people[person].sessions.firstIndex(where: { $0.token == token }) else { continue }
            if people[person].sessions[session].isExpired { return .refusal(401, .tokenExpired) }
            if call.parameters(of: AppCalls.signOut) != nil {
                people[person].sessions.remove(at: session)
                return .body(DoneResponse(message: "You are signed out."))
            }
            return answer(call, &people[person])
        }
        return .refusal(401, .invalidToken)
    }

    private func answer(_ call: BaliseHTTPRequest, _ person: inout Person) -> BaliseHTTPResponse {
        if call.parameters(of: AppCalls.getProfileInEnvelope) != nil {
            return .body(ResponseEnvelope(CurrentUserResponse(user: person.user)))
        }
        if call.parameters(of: AppCalls.listInbox) != nil { return person.page(call) }
        if call.parameters(of: AppCalls.countUnread) != nil {
            return .body(UnreadCountResponse(count: person.unreadCount))
        }
        if call.parameters(of: AppCalls.markAllRead) != nil { return person.read(at: now) { _ in true } }
        if let id = call.parameters(of: AppCalls.markRead)?.first { return person.read(at: now) { $0.id == id } }
        if call.parameters(of: AppCalls.getPreferences) != nil { return .body(person.preferences) }
        if call.parameters(of: AppCalls.setPreferences) != nil {
            guard let preferences: NotificationChoices = call.read() else { return .refusal(400, .invalidRequest) }
            person.preferences = preferences
            return .body(preferences)
        }
        guard let token: RegisterPushTokenRequest = call.read() else { return .refusal(400, .invalidRequest) }
        let isNew = !person.tokens.contains { $0.token == token.token }
        person.tokens.removeAll { $0.token == token.token }
        person.tokens.append(token)
        let registered = RegisteredPushToken(
            id: "push-\(person.tokens.count)", type: token.type ?? .apns, platform: token.platform ?? "ios",
            environment: token.environment ?? .production, deviceId: token.deviceId, muted: false, createdAt: now,
            updatedAt: now)
        return .body(
            ResponseEnvelope(
                RegisterPushTokenResponse(pushToken: registered, isNew: isNew, message: "It is registered.")),
            status: isNew ? 201 : 200)
    }
}

extension Person {
    var unreadCount: Int { entries.count { !$0.isRead } }

    /// Returns a page of the inbox. The cursor is the number of entries before it.
    func page(_ call: BaliseHTTPRequest) -> BaliseHTTPResponse {
        let shown = call.query["unreadOnly"] == "true" ? entries.filter { !$0.isRead } : entries
        let limit = call.query["limit"].flatMap { Int($0) } ?? 20
        let offset = call.query["cursor"].flatMap { Int($0) } ?? 0
        guard (1...100).contains(limit), offset >= 0 else { return .refusal(400, .invalidRequest) }
        let page = shown.dropFirst(offset).prefix(limit)
        let end = offset + page.count
        let hasMore = end < shown.count
        return .body(
            BaliseInboxPage(
                entries: Array(page),
                pagination: BaliseInboxPagination(
                    total: shown.count, offset: offset, limit: limit, hasMore: hasMore,
                    nextCursor: hasMore ? String(end) : nil), unreadCount: unreadCount))
    }

    mutating func read(at now: Date, _ isMeant: (BaliseInboxEntry) -> Bool) -> BaliseHTTPResponse {
        for index in entries.indices where isMeant(entries[index]) && !entries[index].isRead {
            entries[index].readAt = now
        }
        return .body(MarkReadResponse(message: "It is marked as read.", unreadCount: unreadCount))
    }
}
