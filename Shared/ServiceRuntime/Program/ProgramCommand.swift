import Models
import OperatorCommands
import Storage

enum ProgramCommand: Hashable {
    case serve(options: [String])
    /// Asks whether the program is ready. `wait` is how long it may take to become ready.
    case health(options: [String], wait: Duration = .zero)
    case doctor(options: [String], asJSON: Bool)
    case keys(options: [String])
    case backUp(folder: String, options: [String])
    case restore(folder: String, isSure: Bool, allowsUnencrypted: Bool = false, options: [String])
    /// Lets the next start of a service create a new database.
    case newDatabase(service: String, options: [String])
    /// Moves the data between files and a PostgreSQL; the data of all services if none is named.
    case moveStorage(MoveMark.Direction, service: String?, options: [String])
    /// Prepares each service's own files, in a folder of its own, for containers.
    case prepare(options: [String])
    case settings(options: [String], asMarkdown: Bool = false, asJSON: Bool = false)
    /// A command that the running edge carries out.
    case operate(words: [String])
    case completion(shell: String)
    case help
    case helpWith(String, verbs: [String] = [])
    case version

    enum Misuse: Error, Hashable, CustomStringConvertible {
        case unknown(word: String)
        case ofEdge(word: String)
        case ofBalise(word: String)
        /// An unknown word after options: it may have been meant as the value of one.
        case unknownBehindOption(word: String)
        case operate(String, topic: String)
        case expected(what: String, command: String)
        case tooMany(word: String, command: String)

        var description: String {
            switch self {
            case .unknown(let word): "there is no command \"\(word)\"; `help` lists the commands"
            case .ofEdge(let word):
                "there is no command \"\(word)\" here: `edge` and `balise` have it; `help` lists the commands"
            case .ofBalise(let word): "there is no command \"\(word)\" here: `balise` has it; `help` lists the commands"
            case .unknownBehindOption(let word):
                "there is no command \"\(word)\"; `help` lists the commands. An option takes one value, and a list is "
                    + "written with commas"
            case .operate(let misuse, let topic): "\(misuse); `help \(topic)` says more"
            case .expected(let what, let command): "expected \(what) behind `\(command)`; `help \(command)` says more"
            case .tooMany(let word, let command):
                "\"\(word)\" is one word too many behind `\(command)`; an option takes one value, and a list is written "
                    + "with commas"
            }
        }
    }

    /// The commands' own options, which are no settings and have no value.
    private static let flags: Set<String> = [
        "--help", "-h", "--version", "--markdown", "--json", "--yes", "--allow-unencrypted", "--to-postgresql",
        "--to-files",
    ]

    /// Parses the arguments after the program's name; without a command it is `serve`. Options may precede the command.
    /// - Parameter forms: How options of settings take values; only called if there is an option.
    init(_ arguments: [String], forms: @autoclosure () -> [String: OptionForm], operates: Bool = true) throws(Misuse) {
        lazy var known = forms()
        let words = CommandLineWords(arguments) { known[$0] ?? (ProgramCommand.flags.contains($0) ? .flag : .value) }
        if words.has(flag: "--help") || words.has(flag: "-h") || words.plain.first == "help" {
            let about = words.plain.first == "help" ? words.plain.dropFirst() : words.plain[...]
            self = try ProgramCommand.help(with: Array(about), operates: operates)
            return
        }
        guard let command = words.plain.first, let place = words.firstPlainPlace else {
            self = words.has(flag: "--version") ? .version : .serve(options: words.options(without: []))
            return
        }
        if operates, OperatorCommandLine.topics.contains(command) {
            var arguments = arguments
            arguments.insert(arguments.remove(at: place), at: 0)
            self = .operate(words: arguments)
            return
        }
        var rest = Words(command: command, words: words)
        self = try ProgramCommand.read(&rest, isBehindOption: place > 0)
        if let word = rest.plain.first { throw .tooMany(word: word, command: command) }
    }

    private struct Words {
        let command: String
        let words: CommandLineWords
        var plain: ArraySlice<String>

        init(command: String, words: CommandLineWords) {
            (self.command, self.words, plain) = (command, words, words.plain.dropFirst())
        }

        func options(without flags: Set<String> = []) -> [String] { words.options(without: flags) }

        mutating func take(_ what: String) throws(Misuse) -> String {
            guard let word = plain.popFirst(), !word.isEmpty else { throw .expected(what: what, command: command) }
            return word
        }
    }

    private static func read(_ rest: inout Words, isBehindOption: Bool) throws(Misuse) -> ProgramCommand {
        switch rest.command {
        case "serve": return .serve(options: rest.options())
        case "health": return try health(rest)
        case "doctor":
            return .doctor(options: rest.options(without: ["--json"]), asJSON: rest.words.has(flag: "--json"))
        case "keys": return .keys(options: rest.options())
        case "prepare": return .prepare(options: rest.options())
        case "settings":
            return .settings(
                options: rest.options(without: ["--markdown", "--json"]),
                asMarkdown: rest.words.has(flag: "--markdown"), asJSON: rest.words.has(flag: "--json"))
        case "backup": return .backUp(folder: try rest.take("a folder"), options: rest.options())
        case "restore":
            return .restore(
                folder: try rest.take("a folder"), isSure: rest.words.has(flag: "--yes"),
                allowsUnencrypted: rest.words.has(flag: "--allow-unencrypted"),
                options: rest.options(without: ["--yes", "--allow-unencrypted"]))
        case "new-database":
            return .newDatabase(service: try rest.take("the name of a service"), options: rest.options())
        case "move-storage": return try moveStorage(&rest)
        case "completion": return try completion(&rest)
        case "version": return .version
        case let word where OperatorCommandLine.topics.contains(word): throw .ofEdge(word: word)
        default: throw isBehindOption ? .unknownBehindOption(word: rest.command) : .unknown(word: rest.command)
        }
    }

    private static func health(_ rest: Words) throws(Misuse) -> ProgramCommand {
        let options = rest.options().filter { $0 != "--wait" && !$0.hasPrefix("--wait=") }
        guard let pieces = rest.words.values["--wait"] else { return .health(options: options) }
        let form = ValueForm<Duration>.span(.zero ... .seconds(3600))
        guard let wait = try? form.read(pieces) else {
            throw .expected(what: "a time such as 30s as --wait", command: rest.command)
        }
        return .health(options: options, wait: wait)
    }

    private static func moveStorage(_ rest: inout Words) throws(Misuse) -> ProgramCommand {
        let directions = [MoveMark.Direction.toServer, .toFile].filter { rest.words.has(flag: "--\($0.rawValue)") }
        guard let direction = directions.first, directions.count == 1 else {
            throw .expected(what: "either --to-postgresql or --to-files", command: rest.command)
        }
        return .moveStorage(
            direction, service: rest.plain.popFirst(), options: rest.options(without: ["--\(direction.rawValue)"]))
    }

    private static func completion(_ rest: inout Words) throws(Misuse) -> ProgramCommand {
        let shells = ShellCompletion.shells.joined(separator: ", ")
        let shell = try rest.take("one of \(shells)")
        guard ShellCompletion.shells.contains(shell) else {
            throw .expected(what: "one of \(shells)", command: rest.command)
        }
        return .completion(shell: shell)
    }

    private static func help(with words: [String], operates: Bool) throws(Misuse) -> ProgramCommand {
        guard let word = words.first, word != "help" else { return .help }
        if operates, OperatorCommandLine.topics.contains(word) {
            return .helpWith(word, verbs: OperatorCommandLine.verbs(of: word, in: words.dropFirst()))
        }
        guard OwnCommand.all.contains(where: { $0.word == word }) else { throw .unknown(word: word) }
        return .helpWith(word)
    }
}

extension CommandLineWords {
    /// Returns the options as arguments again, without a command's flags.
    fileprivate func options(without flags: Set<String>) -> [String] {
        all.compactMap { word in
            guard case .option(let name, let value) = word, value != nil || !flags.contains(name) else { return nil }
            return word.argument
        }
    }
}

extension ServiceProgram {
    var hostsEdge: Bool { services.contains { $0.name == .edge } }
}

extension OwnCommand {
    fileprivate var synopses: [String] { forms.map { $0.isEmpty ? word : "\(word) \($0)" } }

    fileprivate var overview: String {
        let indent = String(repeating: " ", count: 13)
        if forms == [""] { return "  \(word)".padding(to: indent.count) + abstract }
        return (synopses.map { "  \($0)" } + [indent + abstract]).joined(separator: "\n")
    }

    fileprivate func text(for program: String) -> String {
        let examples = discussion.replacing("  balise ", with: "  \(program) ")
        return discussion.isEmpty ? abstract : "\(abstract)\n\n\(examples)"
    }
}

extension ServiceProgram {
    var help: String {
        """
        \(name) \(ServiceProgram.version): hosts \(services.map { $0.name.description }.joined(separator: " and "))

        Usage: \(name) [command] [options]

        \(commands.map(\.overview).joined(separator: "\n"))
          help       Print this. `help COMMAND` prints more about one command.
          --version  Print the version.
        \(hostsEdge ? "\nCommands to a running \(name), which works on the same data folder:\n\n\(OperatorCommandLine.usage)\n" : "")
        \(ServiceProgram.aboutSettings)

        Exit statuses:

        \(ExitStatus.table)
        """
    }

    private var commands: [OwnCommand] { OwnCommand.all.filter { $0.word != "move-storage" || moveStorage != nil } }

    /// Asks for the help of an operator's command.
    /// - Parameter verbs: The further words of the command; empty for all commands that begin with `word`.
    func help(with word: String, verbs: [String]) -> String {
        let own = OwnCommand.all.first { $0.word == word }
        let operators = OperatorCommandLine.help(with: word, verbs: verbs, program: name).map {
            """
            \($0)
              It speaks to the running \(name) on its operations port (--operations-port), with the token of the data
              folder (--data-dir). With --json it prints what that port answers, for scripts.
            """
        }
        let synopses = own?.synopses ?? [([word] + verbs).joined(separator: " ")]
        let usage = synopses.map { "\(name) \($0) [options]" }.joined(separator: "\n       ")
        return """
            Usage: \(usage)

            \(own?.text(for: name) ?? operators ?? "")

            \(ServiceProgram.aboutSettings)
            """
    }

    private static let aboutSettings = """
        Each setting is an option, an environment variable, or a line of the YAML file that --config names, for
        example --http-port 9000, BALISE_HTTP_PORT=9000, or http: {port: 9000}. `settings` lists them all. A secret
        is no option: the file that holds it is.
        """
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
