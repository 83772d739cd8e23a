import ArgumentParser
import Models
import OperatorCommands

/// The command that results from the words after the program's name.
enum ProgramCommand: Hashable {
    case serve(options: [String])
    /// One of `OwnCommands`, with its words, and separately the options of settings.
    case own(String, words: [String], options: [String])
    /// A command that the running edge carries out.
    case operate(words: [String])
    case help
    case helpWith(String, verbs: [String] = [])
    case version

    enum Misuse: Error, Hashable, CustomStringConvertible {
        case unknown(word: String)
        case ofEdge(word: String)
        case ofBalise(word: String)
        /// An unknown word after options. It may have been meant as the value of an option.
        case unknownBehindOption(word: String)
        /// A misuse, described in the words of ArgumentParser.
        case misuse(String, topic: String)
        case tooMany(word: String, command: String)

        private static let listHint = "an option takes one value, and a list is written with commas"

        var description: String {
            switch self {
            case .unknown(let word): "there is no command \"\(word)\"; `help` lists the commands"
            case .ofEdge(let word):
                "there is no command \"\(word)\" here: `edge` and `balise` have it; `help` lists the commands"
            case .ofBalise(let word): "there is no command \"\(word)\" here: `balise` has it; `help` lists the commands"
            case .unknownBehindOption(let word):
                "there is no command \"\(word)\"; `help` lists the commands; \(Misuse.listHint)"
            case .misuse(let misuse, let topic):
                misuse + (misuse.contains("nexpected argument") ? "; \(Misuse.listHint)" : "")
                    + "; `help \(topic)` says more"
            case .tooMany(let word, let command):
                "\"\(word)\" is one word too many behind `\(command)`; \(Misuse.listHint)"
            }
        }
    }

    /// Parses the arguments after the program's name. Without a command, it is `serve`. Options may precede the
    /// command.
    /// - Parameter forms: How options of settings take values. Called only if there is an option.
    init(_ arguments: [String], forms: @autoclosure () -> [String: OptionForm], operates: Bool = true) throws(Misuse) {
        lazy var known = forms()
        let words = CommandLineWords(arguments) { known[$0] ?? OwnCommands.allForms[$0] ?? .value }
        if words.has(flag: "--help") || words.has(flag: "-h") || words.plain.first == "help" {
            let about = words.plain.first == "help" ? words.plain.dropFirst() : words.plain[...]
            self = try ProgramCommand.help(with: Array(about), operates: operates)
            return
        }
        guard let command = words.plain.first, let place = words.firstPlainPlace else {
            self = words.has(flag: "--version") ? .version : .serve(options: words.all.map(\.argument))
            return
        }
        if operates, OperatorCommandLine.topics.contains(command) {
            var arguments = arguments
            arguments.insert(arguments.remove(at: place), at: 0)
            self = .operate(words: arguments)
            return
        }
        self = try ProgramCommand.readOwn(command, words, isBehindOption: place > 0)
    }

    private static func readOwn(
        _ command: String, _ words: CommandLineWords, isBehindOption: Bool
    ) throws(Misuse) -> ProgramCommand {
        var rest = words.plain.dropFirst()
        if command == "version" || command == "serve" {
            if let word = rest.first { throw .tooMany(word: word, command: command) }
            return command == "version" ? .version : .serve(options: words.all.compactMap(\.asOption))
        }
        guard let own = OwnCommands.named(command) else {
            if OperatorCommandLine.topics.contains(command) { throw .ofEdge(word: command) }
            throw isBehindOption ? .unknownBehindOption(word: command) : .unknown(word: command)
        }
        // Any other option is a setting. If it is misspelt, the settings report the error.
        let names = OwnCommands.forms(of: own)
        var options: [String] = []
        for word in words.all {
            guard case .option(let name, _) = word else { continue }
            if names[name] == nil { options.append(word.argument) } else { rest.append(word.argument) }
        }
        return .own(command, words: Array(rest), options: options)
    }

    private static func help(with words: [String], operates: Bool) throws(Misuse) -> ProgramCommand {
        guard let word = words.first, word != "help" else { return .help }
        if operates, OperatorCommandLine.topics.contains(word) {
            return .helpWith(word, verbs: OperatorCommandLine.verbs(of: word, in: words.dropFirst()))
        }
        guard OwnCommands.named(word) != nil else { throw .unknown(word: word) }
        return .helpWith(word)
    }
}

extension CommandLineWords.Word {
    /// The argument; nil for a word that belongs to no option.
    fileprivate var asOption: String? { if case .option = self { argument } else { nil } }
}

extension ServiceProgram {
    var hostsEdge: Bool { services.contains { $0.name == .edge } }
}

extension OwnCommands {
    /// Returns each allowed form of a command, as in `restore [--yes] <backup>`.
    fileprivate static func synopses(of command: any ParsableCommand.Type) -> [String] {
        Tree.usageString(for: command).split(separator: "\n").map { String($0.trimmingPrefix("balise ")) }
    }

    fileprivate static func overview(of command: any ParsableCommand.Type) -> String {
        let indent = String(repeating: " ", count: 13)
        let (forms, abstract) = (synopses(of: command), command.configuration.abstract)
        if forms == [command.word] { return "  \(command.word)".padding(to: indent.count) + abstract }
        return (forms.map { "  \($0)" } + [indent + abstract]).joined(separator: "\n")
    }

    fileprivate static func text(of command: any ParsableCommand.Type, for program: String) -> String {
        let (abstract, discussion) = (command.configuration.abstract, command.configuration.discussion)
        let examples = discussion.replacing("  balise ", with: "  \(program) ")
        return discussion.isEmpty ? abstract : "\(abstract)\n\n\(examples)"
    }
}

extension ServiceProgram {
    var help: String {
        """
        \(name) \(ServiceProgram.version): hosts \(services.map { $0.name.description }.joined(separator: " and "))

        Usage: \(name) [command] [options]

        \(commands.map { OwnCommands.overview(of: $0) }.joined(separator: "\n"))
          help       Print this. `help COMMAND` prints more about one command.
          --version  Print the version.
        \(hostsEdge ? "\nCommands to a running \(name), which works on the same data folder:\n\n\(OperatorCommandLine.usage)\n" : "")
        \(ServiceProgram.aboutSettings)

        Exit statuses:

        \(ExitStatus.table)
        """
    }

    private var commands: [any ParsableCommand.Type] {
        OwnCommands.all.filter { $0.word != OwnCommands.MoveStorage.word || moveStorage != nil }
    }

    /// Asks for the help of an operator's command.
    /// - Parameter verbs: The further words of the command; empty for all commands that begin with `word`.
    func help(with word: String, verbs: [String]) -> String {
        let own = OwnCommands.named(word)
        let operators = OperatorCommandLine.help(with: word, verbs: verbs, program: name).map {
            """
            \($0)
              It speaks to the running \(name) on its operations port (--operations-port), with the token of the data
              folder (--data-dir). With --json it prints what that port answers, for scripts.
            """
        }
        let synopses = own.map { OwnCommands.synopses(of: $0) } ?? [([word] + verbs).joined(separator: " ")]
        let usage = synopses.map { "\(name) \($0) [options]" }.joined(separator: "\n       ")
        return """
            Usage: \(usage)

            \(own.map { OwnCommands.text(of: $0, for: name) } ?? operators ?? "")

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
