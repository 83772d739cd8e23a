import AppleAccounts
import Models

struct FamilyApp: Sendable {
    /// In Apple's form, with a mark that reveals a leak. It is never sent, only values derived from it.
    let appleUserID = "001234.\(Fresh.nameMark)\(Fresh.token(25)).0815"
    /// The client's address, as if from a trusted proxy.
    let address: String
    /// The app's cookie store: the raw `Set-Cookie` texts of the last answer that had any.
    private(set) var cookies: [String] = []

    static let database = "68b71f3800292dc2e621"

    init(address: String = Person().address) { self.address = address }

    private var account: AppleAccount {
        get throws { try #require(AppleAccount(appleUserID: appleUserID)) }
    }

    var id: String { get throws { try account.id.text } }
    var email: String { get throws { try account.email.value } }

    var password: String { AppleAccount.password(appleUserID: appleUserID).value }

    var credentials: JSON {
        get throws { ["email": .string(try email), "password": .string(password)] }
    }

    var registration: JSON {
        get throws {
            [
                "userId": .string(try id), "email": .string(try email),
                "password": .string(password), "name": .string(AppleAccount.displayName),
            ]
        }
    }

    static let documents = "databases/\(database)/collections/users/documents"
    var document: String { get throws { "\(Self.documents)/\(try id)" } }

    /// The place is another app's header, sent to reveal a leak.
    var headers: HTTPHeaders {
        var headers: HTTPHeaders = [
            "x-sdk-name": "Apple", "x-sdk-platform": "client", "x-sdk-language": "apple", "x-sdk-version": "11.0.0",
            "x-appwrite-response-format": "1.8.0", "x-appwrite-project": "familysync",
            "content-type": "application/json", "user-agent": "fr.example.family/1.0 iPhone16,1 iOS/17.5.1",
            "origin": "appwrite-ios://fr.example.family", "x-forwarded-for": address, "x-forwarded-proto": "https",
            "x-meeshy-city": "Lutèce-\(Fresh.cityMark)",
        ]
        for cookie in cookies { headers.add(name: "cookie", value: cookie) }
        return headers
    }

    mutating func call(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, on balise: RunningBalise
    ) async throws -> Answer {
        let answer = try await balise.appwrite(method, path, body, headers)
        let set = answer.headers[canonicalForm: "set-cookie"].map(String.init)
        if answer.status < 400, !set.isEmpty { cookies = set }
        return answer
    }

    /// The app's steps of a sign-in, up to the first failure in its view; returns the statuses.
    mutating func signIn(on balise: RunningBalise) async throws -> [Int] {
        try await balise.hashing.run { try await signInSteps(on: balise) }
    }

    private mutating func signInSteps(on balise: RunningBalise) async throws -> [Int] {
        var statuses: [Int] = []
        func isDone(_ answer: Answer) -> Bool {
            statuses.append(answer.status)
            return answer.status < 400
        }
        let credentials = try credentials
        // Any error makes the app try to create the account.
        if !isDone(try await call(.POST, "account/sessions/email", credentials, on: balise)) {
            guard isDone(try await call(.POST, "account", try registration, on: balise)) else { return statuses }
            let again = try await call(.POST, "account/sessions/email", credentials, on: balise)
            guard isDone(again) else { return statuses }
        }
        guard isDone(try await call(.GET, "account", on: balise)) else { return statuses }
        if !isDone(try await call(.GET, try document, on: balise)) {
            let id = JSON.string(try id)
            let new: JSON = ["documentId": id, "data": ["user_id": id]]
            _ = isDone(try await call(.POST, Self.documents, new, on: balise))
        }
        return statuses
    }
}

extension RunningBalise {
    func appwrite(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, _ headers: HTTPHeaders) async throws
        -> Answer
    {
        let answer = try await ask(method, "/v1/" + path, body.map { Array($0.encoded.utf8) }, headers)
        AppwriteAnswerRules.judge(answer, method, path)
        return answer
    }
}

enum AppwriteAnswerRules {
    static func judge(_ answer: Answer, _ method: HTTPMethod, _ path: String) {
        let what: Comment = "\(method.rawValue) \(path.prefix(80)) → \(answer.status)"
        #expect(answer.headers["cache-control"] == ["no-store"], what)
        // The SDK keeps the last cookies: any other cookie would discard the session.
        let names = answer.headers[canonicalForm: "set-cookie"].map { $0.prefix { $0 != "=" } }
        #expect(names.isEmpty || names == ["a_session_familysync_legacy", "a_session_familysync"], what)
        if answer.status == 204 { #expect(answer.contentType == "text/html; charset=utf-8", what) }
        guard answer.status >= 400 else { return }
        #expect(answer.contentType == "application/json; charset=utf-8", what)
        #expect(answer.json?.names == ["message", "code", "type", "version"], what)
        #expect(answer.json?["code"] == .number("\(answer.status)"), what)
        for mark in Fresh.marks { #expect(!answer.text.contains(mark), what) }
    }
}

extension Answer {
    var type: String? { json?["type"]?.text }
}
