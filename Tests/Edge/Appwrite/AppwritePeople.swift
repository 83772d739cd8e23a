@testable import Edge

extension AppwriteAPI {
    static func overScripted(
        _ services: ScriptedServices, _ settings: AppwriteSettings = Settings().appwrite
    ) -> AppwriteAPI {
        let attempts = AttemptLimiter(failuresPerMinute: 30, registrationsPerMinute: 60, refusalTime: .zero)
        return AppwriteAPI(AppwriteContext(.overScripted(services, attempts), settings: settings))
    }
}

enum Appwrite {
    static let derived = AccountID("apple_0123456789abcdef0123456789abcd")!
    static let email = "apple_0123456789abcdef0123456789abcd@familysync.anonymous"

    static func session(_ secret: String, of account: AccountID = People.ada) -> String {
        ShownSession(account: account, secret: SecretText(secret)).percentEncoded.value
    }

    static func cookie(_ secret: String, of account: AccountID = People.ada) -> (String, String) {
        ("Cookie", "a_session_familysync=\(session(secret, of: account))")
    }

    static let adas = [cookie("ada")]

    static func user(_ profile: AccountProfile) -> AccountProfile {
        var profile = profile
        profile.names = AccountNames(email: Personal(email))
        profile.details = ProfileDetails(displayName: Personal("Utilisateur"))
        profile.passwordChangedAt = People.earlier
        profile.lastLogin = LoginRecord(at: People.now)
        return profile
    }

    static func session(_ id: SessionID, of account: AccountID = People.ada, _ signInMethod: SignInMethod = .appwrite)
        -> SessionSummary
    {
        SessionSummary(
            session: id, account: account, signInMethod: signInMethod, kind: .opaque, createdAt: People.earlier,
            lastActivityAt: People.now, expiresAt: People.now.adding(seconds: 31_536_000), isRemembered: true,
            client: SessionClient())
    }
}

extension ScriptedServices {
    static func appwrite() -> ScriptedServices {
        let services = people()
        services.recognisePeople(by: .appwrite)
        services.on(EraseOwnAccount.self) { _ in EraseAccount.Reply(askedAt: People.now) }
        services.on(CountMissingAccounts.self) { _ in CountMissingAccounts.Reply() }
        services.on(CreateAccount.self) { message in
            var profile = People.profile(message.id ?? People.ada, names: message.names, details: message.details)
            profile.passwordChangedAt = People.now
            return VerifiedAccount(profile: profile, verifiedAt: People.now)
        }
        services.on(SignIn.self) { _ in
            SignedIn(
                profile: Appwrite.user(People.profile()), session: Appwrite.session(People.desktop),
                tokens: People.opaque)
        }
        services.on(SignInAnonymously.self) { _ in
            SignedIn(
                profile: People.profile(), session: Appwrite.session(People.desktop, of: People.ada, .anonymous),
                tokens: People.opaque)
        }
        services.on(GetProfile.self) { Appwrite.user(People.profile($0.account)) }
        services.on(ListSessions.self) { message in
            message.account == People.ada
                ? [Appwrite.session(People.phone), Appwrite.session(People.desktop)]
                : [Appwrite.session(People.strangersPhone, of: message.account)]
        }
        services.on(ExtendSession.self) { message throws(BusError) in
            guard (message.account == People.ada) == (message.session != People.strangersPhone) else {
                throw .refused(ServiceError(.notFound, "There is no such session."))
            }
            return Appwrite.session(message.session, of: message.account)
        }
        services.on(IssueSessionToken.self) { message in
            IssueSessionToken.Reply(token: SecretText("a.b.c"), expiresAt: People.now.adding(seconds: message.lifetime))
        }
        services.keepDocuments()
        return services
    }

    private func keepDocuments() {
        let box = DocumentBox()
        on(ReadDocument.self) { message throws(BusError) in
            guard let found = box.read(message.account, message.name) else {
                throw .refused(ServiceError(.notFound, ""))
            }
            return found
        }
        on(WriteDocument.self) { message throws(BusError) in
            guard message.json.value.utf8.count <= 16 << 10 else {
                throw .refused(ServiceError(.payloadTooLarge, "The document may have at most 16 KiB."))
            }
            let there = box.read(message.account, message.name)
            if message.mode == .create, there != nil { throw .refused(ServiceError(.conflict, "It is there.")) }
            if message.mode == .merge, there == nil { throw .refused(ServiceError(.notFound, "")) }
            return box.write(message)
        }
    }
}

private final class DocumentBox: Sendable {
    private let documents = Mutex<[String: AccountDocument]>([:])

    func read(_ account: AccountID, _ name: DocumentName) -> AccountDocument? {
        documents.withLock { $0["\(account)/\(name)"] }
    }

    func write(_ message: WriteDocument) -> AccountDocument {
        documents.withLock { documents in
            let key = "\(message.account)/\(message.name)"
            var members = message.mode == .merge ? object(documents[key]?.json.value ?? "{}") : [:]
            members.merge(object(message.json.value)) { _, new in new }
            let json = try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
            let document = AccountDocument(
                json: Personal(String(decoding: json ?? Data(), as: UTF8.self)),
                createdAt: People.earlier, updatedAt: People.now)
            documents[key] = document
            return document
        }
    }

    private func object(_ json: String) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
    }
}

extension TestResponse {
    var object: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:] }

    func text(_ name: String) -> String? { object[name] as? String }

    var errorType: String? {
        let object = object
        guard Set(object.keys) == ["message", "code", "type", "version"], object["code"] as? Int == status,
            let message = object["message"] as? String, !message.isEmpty, object["version"] is String,
            header("Cache-Control") == "no-store"
        else { return nil }
        return object["type"] as? String
    }

    var setCookies: [String] { headers.filter { $0.name == "set-cookie" }.map(\.value) }
}
