// Does what an operator says by asking the running edge, and prints what came of it.

import Foundation

/// The running edge did not do what the operator said.
struct NotDone: Error, CustomStringConvertible {
    let description: String
}

/// Asks the operations port of a running edge, and prints plainly what it answers.
struct OperatorClient {
    let settings: Settings
    let manner: OperatorCommand.Manner
    let say: (String) -> Void
    /// Asks whoever sits at the terminal; nil where nobody does.
    let confirm: (_ question: String) -> Bool?
    /// What the port answered last.
    private var lastAnswer = ""

    /// How long the edge may take to answer.
    private static let timeout = Duration.seconds(15)

    init(
        settings: Settings, manner: OperatorCommand.Manner = .init(), say: @escaping (String) -> Void,
        confirm: @escaping (_ question: String) -> Bool? = { _ in nil }
    ) {
        self.settings = settings
        self.manner = manner
        self.say = say
        self.confirm = confirm
    }

    mutating func carryOut(_ command: OperatorCommand) throws {
        try perform(command)
        if manner.asJSON { say(lastAnswer.isEmpty ? "{}" : lastAnswer) }
    }

    private mutating func perform(_ command: OperatorCommand) throws {
        switch command {
        case .createAPIKey(let name, let scopes, let days, let publisher):
            let body = NewKey(name: name, scopes: scopes, expiresInDays: days, publisher: publisher)
            let key: Key = try answer("POST", ["api-keys"], try JSONEncoder().encode(body))
            show(key)
            report("\nThe secret is stored nowhere and not shown again. Clients send it in X-API-Key.")
        case .listAPIKeys:
            let list: Keys = try answer("GET", ["api-keys"])
            if list.keys.isEmpty { report("there are no API keys") }
            for (place, key) in list.keys.enumerated() {
                if place > 0 { report("") }
                show(key)
            }
        case .revokeAPIKey(let id):
            try ask("DELETE", ["api-keys", id])
            report("revoked \(id)")
        case .showAccount(let login):
            show(try account(login))
        case .disableAccount(let login):
            let id = try account(login).id
            try ask("POST", ["accounts", id, "disable"])
            report("disabled account \(id); its sessions end")
        case .enableAccount(let login):
            let id = try account(login).id
            try ask("POST", ["accounts", id, "enable"])
            report("enabled account \(id)")
        case .eraseAccount(let login):
            let account = try account(login)
            let id = account.id
            try confirmErasing(account)
            try ask("DELETE", ["accounts", id])
            report("erased account \(id); its sessions end")
        case .resetDeviceKey(let device):
            let made: DeviceKeyMade = try answer("POST", ["devices", "reset-key"], try body(of: device))
            report("key  \(made.deviceKey)\n\nIt is stored nowhere and not shown again.")
        case .removeDeviceKey(let device):
            try ask("POST", ["devices", "remove-key"], try body(of: device))
            report("the device has no key any more")
        case .rotateSigningKey:
            let key: SigningKey = try answer("POST", ["signing-keys", "rotate"])
            report("access tokens are signed by \(key.id) from now on")
        case .listMissingAccounts:
            let list: MissingList = try answer("GET", ["missing-accounts"])
            if list.services.isEmpty {
                report("no accounts are missing that nobody has decided about; of those that are kept /readyz tells")
            }
            for one in list.services {
                report("\(one.service): \(one.missing) of \(one.accounts) accounts are missing")
            }
        case .eraseMissingAccounts:
            try confirmErasingMissing()
            show(try answer("POST", ["missing-accounts", "erase"]), "erases what it keeps of them")
        case .keepMissingAccounts:
            show(try answer("POST", ["missing-accounts", "keep"]), "keeps them")
        }
    }

    private func show(_ decided: MissingDecided, _ what: String) {
        if decided.services.isEmpty { report("no accounts are missing") }
        for service in decided.services { report("\(service): \(what)") }
    }

    private mutating func account(_ login: String) throws -> Account { try answer("GET", ["accounts", login]) }

    private func body(of device: String) throws -> Data { try JSONEncoder().encode(["device": device]) }

    // MARK: Asking

    private mutating func answer<Value: Decodable>(_ method: String, _ path: [String], _ body: Data? = nil) throws
        -> Value
    {
        let text = try ask(method, path, body)
        do { return try JSONDecoder().decode(Value.self, from: Data(text.utf8)) } catch {
            throw NotDone(description: "the answer of the operations port is not understood; is it of another version?")
        }
    }

    /// The answer's body. Throws what the edge says is wrong.
    @discardableResult
    private mutating func ask(_ method: String, _ path: [String], _ body: Data? = nil) throws -> String {
        let operations = settings.operations
        guard operations.port != 0 else {
            throw NotDone(description: "operations.port is 0: give the port that the program picked")
        }
        let probe = OperationsProbe(
            host: operations.host, port: operations.port, timeout: OperatorClient.timeout, key: try credential())
        let target = path.map { "/" + encoded($0) }.joined()
        let answer = try probe.send(method, target, method == "GET" ? nil : body ?? Data("{}".utf8))
        guard answer.status != 401 else { throw NotDone(description: settings.strangerOnOperationsPort) }
        guard (200..<300).contains(answer.status) else {
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(answer.body.utf8))
            throw NotDone(description: problem?.detail ?? problem?.title ?? "the answer was status \(answer.status)")
        }
        lastAnswer = answer.body
        return answer.body
    }

    /// The key that the settings name, or else the token of the data folder.
    private func credential() throws -> Secret {
        if let key = settings.operations.key { return key }
        if let token = try OperatorToken.load(in: settings.dataDirectory) { return token }
        throw NotDone(
            description:
                "there is no \(OperatorToken.fileName) in \(settings.dataDirectory.path), which a first start makes; "
                + "name the data folder of the running program with --data-dir or BALISE_DATA_DIR")
    }

    private func encoded(_ part: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? part
    }

    private func confirmErasing(_ account: Account) throws {
        let names = [account.username, account.email].compactMap { $0 }.joined(separator: ", ")
        try confirmErasing("account \(account.id) (\(printable(names))) and everything that there is of it")
    }

    private func confirmErasingMissing() throws {
        try confirmErasing("what the services keep of accounts that identity no longer has")
    }

    private func confirmErasing(_ what: String) throws {
        guard !manner.isConfirmed else { return }
        guard let isWanted = confirm("Erase \(what)?") else {
            throw NotDone(description: "erasing cannot be undone: say --yes, since nobody can be asked here")
        }
        guard isWanted else { throw NotDone(description: "nothing was erased") }
    }

    // MARK: Printing

    /// Says it to a person; a script reads the answer itself.
    private func report(_ text: String) {
        if !manner.asJSON { say(text) }
    }

    private func show(_ key: Key) {
        show([
            ("id", key.id), ("name", key.name), ("scopes", key.scopes.joined(separator: ", ")),
            ("publisher", key.publisher), ("created", key.createdAt), ("expires", key.expiresAt ?? "never"),
            ("revoked", key.revokedAt),
            ("secret", key.secret),
        ])
    }

    private func show(_ account: Account) {
        show([
            ("id", account.id), ("number", String(account.number)), ("status", account.status),
            ("username", account.username), ("email", account.email), ("phone", account.phoneNumber),
            ("first name", account.firstName), ("last name", account.lastName), ("locale", account.locale),
            ("created", account.createdAt), ("last login", account.lastLoginAt ?? "never"),
        ])
    }

    /// A line for each that has a value.
    private func show(_ lines: [(name: String, value: String?)]) {
        for (name, value) in lines {
            guard let value else { continue }
            report(name.padding(toLength: 12, withPad: " ", startingAt: 0) + printable(value))
        }
    }

    /// People chose these texts, and a terminal obeys what it is shown.
    private func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "?" : $0 })
        )
    }
}

extension Settings {
    /// What is said when the program on the operations port does not take the token.
    var strangerOnOperationsPort: String {
        let shown =
            operations.key == nil ? "the token of the data folder \(dataDirectory.path)" : "the key of operations.key"
        return "what answers on the operations port, \(operations.host):\(operations.port), does not know \(shown): "
            + "it is another instance; name its port (--operations-port) or its data folder (--data-dir)"
    }
}

/// What the operations port takes and answers.
extension OperatorClient {
    private struct NewKey: Encodable {
        let name: String
        let scopes: [String]
        let expiresInDays: Int?
        let publisher: String?
    }

    private struct Key: Decodable {
        let id, name, createdAt: String
        let scopes: [String]
        let expiresAt, revokedAt, secret, publisher: String?
    }

    private struct Keys: Decodable {
        let keys: [Key]
    }

    private struct Account: Decodable {
        let id, status, createdAt: String
        let number: Int64
        let username, email, phoneNumber, firstName, lastName, locale, lastLoginAt: String?
    }

    private struct DeviceKeyMade: Decodable {
        let deviceKey: String
    }

    private struct SigningKey: Decodable {
        let id: String
    }

    private struct MissingList: Decodable {
        struct One: Decodable {
            let service: String
            let missing, accounts: Int
        }

        let services: [One]
    }

    private struct MissingDecided: Decodable {
        let services: [String]
    }

    private struct Problem: Decodable {
        let title, detail: String?
    }
}
