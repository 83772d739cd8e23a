// What an operator can tell a running Balise on the command line.

import Models

/// What an operator tells a running Balise, read from a command line.
enum OperatorCommand: Hashable {
    case createAPIKey(name: String, scopes: [String], expiresInDays: Int?, publisher: String? = nil)
    case listAPIKeys
    case revokeAPIKey(id: String)
    case showAccount(login: String)
    case disableAccount(login: String)
    case enableAccount(login: String)
    case eraseAccount(login: String)
    case resetDeviceKey(device: String)
    case removeDeviceKey(device: String)
    case rotateSigningKey
    case listMissingAccounts
    case eraseMissingAccounts
    case keepMissingAccounts

    /// The words do not make a command; says what would.
    struct Misuse: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// How a command is carried out.
    struct Manner: Hashable {
        /// Whether the answer is printed as JSON, for scripts.
        var asJSON = false
        /// Whether what cannot be undone is done without a question.
        var isConfirmed = false
    }

    /// The first words of these commands, and what `help` lists under each.
    static let usages = [
        (
            "api-keys",
            """
              api-keys create --name NAME --scopes SCOPE,SCOPE [--expires DAYS] [--publisher NAME]
                         make an API key and print its secret, for the only time; keys of one publisher share what
                         they announce;
                         scopes: \(APIKeyScope.allCases.map(\.rawValue).joined(separator: ", "))
              api-keys list
              api-keys revoke ID
            """
        ),
        (
            "accounts",
            """
              accounts show|disable|enable ACCOUNT
                         ACCOUNT is an id, or a name that the person signs in with
              accounts erase ACCOUNT [--yes]
                         erase everything that there is of it; asks first, unless --yes is said
            """
        ),
        (
            "devices",
            """
              devices reset-key|remove-key DEVICE
                         for who has lost the key of a device: print another one, or take the key away
            """
        ),
        (
            "signing-keys",
            """
              signing-keys rotate
                         sign access tokens with a new key from now on
            """
        ),
        (
            "missing-accounts",
            """
              missing-accounts list
                         which services keep something of accounts that identity no longer has
              missing-accounts erase [--yes]|keep
                         erase what they keep of them, since they are gone for good, or keep it; what is kept can
                         be erased later
            """
        ),
    ]

    static let topics = Set(usages.map { $0.0 })

    /// What `help` lists.
    static var usage: String {
        (usages.map { $0.1 } + ["  With --json each prints what the operations port answers, for scripts."])
            .joined(separator: "\n")
    }

    /// Reads the words behind the program's name, and gives back those that are settings.
    static func read(
        _ words: [String]
    ) throws(Misuse) -> (command: OperatorCommand, manner: Manner, settings: [String]) {
        var words = OperatorWords(words)
        let manner = Manner(asJSON: words.flag("--json"), isConfirmed: words.flag("--yes"))
        let topic = try words.next("a command")
        let verb = try words.next(verbs(of: topic))
        let command = try read(topic, verb, &words)
        if manner.isConfirmed, !command.erases { throw Misuse(description: "--yes is for what erases") }
        return (command, manner, try words.settings())
    }

    /// Whether the command cannot be taken back.
    private var erases: Bool {
        switch self {
        case .eraseAccount, .eraseMissingAccounts: true
        default: false
        }
    }

    private static func verbs(of topic: String) -> String {
        switch topic {
        case "api-keys": "create, list or revoke"
        case "accounts": "show, disable, enable or erase"
        case "devices": "reset-key or remove-key"
        case "missing-accounts": "list, erase or keep"
        default: "rotate"
        }
    }

    private static func read(
        _ topic: String, _ verb: String, _ words: inout OperatorWords
    ) throws(Misuse) -> OperatorCommand {
        switch (topic, verb) {
        case ("api-keys", "create"):
            .createAPIKey(
                name: try words.option("--name"),
                scopes: try words.option("--scopes").split(separator: ",").map(String.init),
                expiresInDays: try words.wholeOption("--expires"),
                publisher: try words.optionalOption("--publisher"))
        case ("api-keys", "list"): .listAPIKeys
        case ("api-keys", "revoke"): .revokeAPIKey(id: try words.next("the id of the key"))
        case ("accounts", "show"): .showAccount(login: try words.next("an account"))
        case ("accounts", "disable"): .disableAccount(login: try words.next("an account"))
        case ("accounts", "enable"): .enableAccount(login: try words.next("an account"))
        case ("accounts", "erase"): .eraseAccount(login: try words.next("an account"))
        case ("devices", "reset-key"): .resetDeviceKey(device: try words.next("a device"))
        case ("devices", "remove-key"): .removeDeviceKey(device: try words.next("a device"))
        case ("signing-keys", "rotate"): .rotateSigningKey
        case ("missing-accounts", "list"): .listMissingAccounts
        case ("missing-accounts", "erase"): .eraseMissingAccounts
        case ("missing-accounts", "keep"): .keepMissingAccounts
        default: throw Misuse(description: "\(topic) does not know \"\(verb)\" but \(verbs(of: topic))")
        }
    }
}

/// The words of a command, taken one after the other.
private struct OperatorWords {
    private var plain: [String] = []
    private var options: [(name: String, value: String?)] = []
    private var flags: Set<String> = []

    /// An option is `--name value` or `--name=value`.
    init(_ words: [String]) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                plain.append(word)
                continue
            }
            if ["--json", "--yes"].contains(word) {
                flags.insert(word)
            } else if let sign = word.firstIndex(of: "=") {
                options.append((String(word[..<sign]), String(word[word.index(after: sign)...])))
            } else {
                options.append((word, rest.popFirst()))
            }
        }
    }

    mutating func flag(_ name: String) -> Bool { flags.remove(name) != nil }

    mutating func next(_ what: String) throws(OperatorCommand.Misuse) -> String {
        guard !plain.isEmpty else { throw OperatorCommand.Misuse(description: "expected \(what)") }
        return plain.removeFirst()
    }

    mutating func option(_ name: String) throws(OperatorCommand.Misuse) -> String {
        guard let value = try take(name) else { throw OperatorCommand.Misuse(description: "expected \(name)") }
        return value
    }

    mutating func optionalOption(_ name: String) throws(OperatorCommand.Misuse) -> String? { try take(name) }

    mutating func wholeOption(_ name: String) throws(OperatorCommand.Misuse) -> Int? {
        guard let value = try take(name) else { return nil }
        guard let number = Int(value), number > 0 else {
            throw OperatorCommand.Misuse(description: "\(name) has to be a whole number of at least 1")
        }
        return number
    }

    /// Nil when there is no such option.
    private mutating func take(_ name: String) throws(OperatorCommand.Misuse) -> String? {
        guard let place = options.firstIndex(where: { $0.name == name }) else { return nil }
        guard let value = options.remove(at: place).value, !value.isEmpty else {
            throw OperatorCommand.Misuse(description: "expected a value behind \(name)")
        }
        return value
    }

    /// What is left, which has to be settings.
    func settings() throws(OperatorCommand.Misuse) -> [String] {
        if let word = plain.first { throw OperatorCommand.Misuse(description: "\"\(word)\" is one word too many") }
        return options.flatMap { [$0.name] + ($0.value.map { [$0] } ?? []) }
    }
}
