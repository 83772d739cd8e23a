// The commands that every program has.

import Models
import OperatorCommands
import Storage

/// What a command line asks for.
enum ProgramCommand: Hashable {
    case serve(options: [String])
    case health(options: [String])
    case keys(options: [String])
    case backUp(folder: String, options: [String])
    case restore(folder: String, options: [String])
    /// Lets the next start of a service make a new database.
    case newDatabase(service: String, options: [String])
    /// Moves the data between files and a PostgreSQL; of all services without a name.
    case moveStorage(StorageMove.Direction, service: String?, options: [String])
    /// For containers: what each service alone has to know, in a folder of its own.
    case prepare(options: [String])
    case settings(options: [String], asMarkdown: Bool = false, asJSON: Bool = false)
    /// To be carried out by the running edge.
    case operate(words: [String])
    case help
    /// Help with one command.
    case helpWith(String)
    case version

    /// The words make no command.
    enum Misuse: Error, Hashable, CustomStringConvertible {
        case unknown(word: String)
        case operate(String)
        case expected(what: String, command: String)

        var description: String {
            switch self {
            case .unknown(let word): "there is no command \"\(word)\"; `help` lists what there is"
            case .operate(let misuse): "\(misuse); `help` lists what there is"
            case .expected(let what, let command): "expected \(what) behind `\(command)`; `help` lists what there is"
            }
        }
    }

    /// Reads the arguments behind the program's name. Without a command it is `serve`.
    ///
    /// - Parameter operates: whether the program takes the commands of operators.
    init(_ arguments: [String], operates: Bool = true) throws(Misuse) {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) || arguments.first == "help" {
            let words = arguments.prefix { !$0.hasPrefix("-") }
            let word = words.first == "help" ? words.dropFirst().first : words.first
            self = try ProgramCommand.help(with: word, operates: operates)
            return
        }
        guard let first = arguments.first else {
            self = .serve(options: [])
            return
        }
        let rest = Array(arguments.dropFirst())
        switch first {
        case "serve": self = .serve(options: rest)
        case "health": self = .health(options: rest)
        case "keys": self = .keys(options: rest)
        case "prepare": self = .prepare(options: rest)
        case "settings":
            let flags = ["--markdown", "--json"]
            self = .settings(
                options: rest.filter { !flags.contains($0) }, asMarkdown: rest.contains("--markdown"),
                asJSON: rest.contains("--json"))
        case "backup": self = .backUp(folder: try Self.word(rest, "a folder", first), options: Array(rest.dropFirst()))
        case "restore":
            self = .restore(folder: try Self.word(rest, "a folder", first), options: Array(rest.dropFirst()))
        case "new-database":
            self = .newDatabase(
                service: try Self.word(rest, "the name of a service", first), options: Array(rest.dropFirst()))
        case "move-storage": self = try Self.moveStorage(rest)
        case "version", "--version": self = .version
        case _ where first.hasPrefix("-"): self = .serve(options: arguments)
        case _ where operates && OperatorCommandLine.topics.contains(first):
            self = .operate(words: arguments)
        default: throw .unknown(word: first)
        }
    }

    private static func moveStorage(_ words: [String]) throws(Misuse) -> ProgramCommand {
        let directions = words.compactMap { word in
            word.hasPrefix("--") ? StorageMove.Direction(rawValue: String(word.dropFirst(2))) : nil
        }
        guard let direction = directions.first, directions.count == 1 else {
            throw .expected(what: "either --to-postgresql or --to-files", command: "move-storage")
        }
        let rest = words.filter { $0 != "--\(direction.rawValue)" }
        guard let service = rest.first, !service.hasPrefix("-") else {
            return .moveStorage(direction, service: nil, options: rest)
        }
        return .moveStorage(direction, service: service, options: Array(rest.dropFirst()))
    }

    /// The first of `words`, which must not be an option.
    private static func word(_ words: [String], _ what: String, _ command: String) throws(Misuse) -> String {
        guard let word = words.first, !word.isEmpty, !word.hasPrefix("-") else {
            throw .expected(what: what, command: command)
        }
        return word
    }
}

extension ServiceProgram {
    /// Whether it has an operations port, and so takes the commands of operators.
    var hostsEdge: Bool { services.contains { $0.name == .edge } }

    /// What `help` prints.
    var help: String {
        """
        \(name) \(ServiceProgram.version): hosts \(services.map { $0.name.description }.joined(separator: " and "))

        Usage: \(name) [command] [options]

        \(ProgramCommand.usages.map { $0.text }.joined(separator: "\n"))
        \(hostsEdge ? "\nCommands to a running \(name), which works on the same data folder:\n\n\(OperatorCommandLine.usage)\n" : "")
        \(ServiceProgram.aboutSettings)
        """
    }

    /// What `help` prints about one command.
    func help(with word: String) -> String {
        let own = ProgramCommand.usages.first { $0.word == word }?.text
        let operators = OperatorCommandLine.help(with: word, program: name).map {
            """
            \($0)
              It speaks to the running \(name) on its operations port (--operations-port), with the token of the data
              folder (--data-dir). With --json it prints what that port answers, for scripts.
            """
        }
        return """
            Usage: \(name) \(word) [options]

            \(own ?? operators ?? "")

            \(ServiceProgram.aboutSettings)
            """
    }

    private static let aboutSettings = """
        Each setting is an option, an environment variable, or a line of the YAML file that --config names, for
        example --http-port 9000, BALISE_HTTP_PORT=9000, or http: {port: 9000}. `settings` lists them all.
        """
}

extension ProgramCommand {
    /// What `help` lists under each command that every program has.
    static let usages = [
        (word: "serve", text: "  serve      run until SIGTERM or SIGINT (this is the default)"),
        (
            word: "health",
            text: "  health     ask the running program whether it is ready; status 0 when it is, 1 when not"
        ),
        (word: "keys", text: "  keys       make the key pairs of all services for the bus over tcp"),
        (
            word: "prepare",
            text: """
              prepare    for containers: make a folder for each service in the folder of the keys, with its own secret
                         key, the public keys of all, and its own part of the file that --config names
            """
        ),
        (
            word: "settings",
            text: """
              settings   list all settings, their values and where they come from (--json for scripts,
                         --markdown: the reference)
            """
        ),
        (
            word: "backup",
            text: """
              backup FOLDER
                         copy the databases and secrets of this program into a new folder, also while it runs
            """
        ),
        (
            word: "restore",
            text: """
              restore FOLDER
                         put such a backup in their place, while the program does not run
            """
        ),
        (
            word: "new-database",
            text: """
              new-database SERVICE
                         let the next start make a new database where one has been lost for good
            """
        ),
        (
            word: "move-storage",
            text: """
              move-storage --to-postgresql [SERVICE]
              move-storage --to-files [SERVICE]
                         move the data between the files of the data folder and the PostgreSQL that the setting storage
                         names, while the program does not run
            """
        ),
        (word: "help", text: "  help       print this; help COMMAND prints more about one"),
        (word: "version", text: "  --version  print the version"),
    ]

    private static func help(with word: String?, operates: Bool) throws(Misuse) -> ProgramCommand {
        guard let word, word != "help" else { return .help }
        let isKnown = usages.contains { $0.word == word } || operates && OperatorCommandLine.topics.contains(word)
        guard isKnown else { throw .unknown(word: word) }
        return .helpWith(word)
    }
}
