import Models
import OperatorCommands

struct CommandUsage {
    let word: String
    var forms = [""]
    let lines: [String]

    var synopses: [String] { forms.map { $0.isEmpty ? word : "\(word) \($0)" } }

    fileprivate var text: String {
        let indent = String(repeating: " ", count: 13)
        if forms == [""] {
            let first = "  \(word)".padding(to: indent.count) + (lines.first ?? "")
            return ([first] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
        }
        return (synopses.map { "  \($0)" } + lines.map { indent + $0 }).joined(separator: "\n")
    }

    static let all = [
        CommandUsage(word: "serve", lines: ["run until SIGTERM or SIGINT (this is the default)"]),
        CommandUsage(
            word: "health", lines: ["check whether the running program is ready; status 0 if it is, 1 if not"]),
        CommandUsage(word: "keys", lines: ["make the key pairs of all services for the bus over tcp"]),
        CommandUsage(
            word: "prepare",
            lines: [
                "for containers: make a folder for each service in the folder of the keys, with its own secret",
                "key, the public keys of all, and its own part of the file that --config names",
            ]),
        CommandUsage(
            word: "settings",
            lines: [
                "list all settings, their values and their sources (--json for scripts,",
                "--markdown: the reference)",
            ]),
        CommandUsage(
            word: "backup", forms: ["FOLDER"],
            lines: ["copy the databases and secrets of this program into a new folder, even while it runs"]),
        CommandUsage(
            word: "restore", forms: ["FOLDER"],
            lines: [
                "replace them with such a backup, while the program does not run; the old files are kept",
                "under another name (--yes: do not ask first)",
            ]),
        CommandUsage(
            word: "new-database", forms: ["SERVICE"],
            lines: ["let the next start make a new database in place of one that is lost for good"]),
        CommandUsage(
            word: "move-storage", forms: ["--to-postgresql [SERVICE]", "--to-files [SERVICE]"],
            lines: [
                "move the data between the files of the data folder and the PostgreSQL that the setting storage",
                "names, while the program does not run",
            ]),
        CommandUsage(word: "help", lines: ["print this; help COMMAND prints more about one"]),
        CommandUsage(word: "--version", lines: ["print the version"]),
    ]
}

extension ServiceProgram {
    var help: String {
        """
        \(name) \(ServiceProgram.version): hosts \(services.map { $0.name.description }.joined(separator: " and "))

        Usage: \(name) [command] [options]

        \(commands.map(\.text).joined(separator: "\n"))
        \(hostsEdge ? "\nCommands to a running \(name), which works on the same data folder:\n\n\(OperatorCommandLine.usage)\n" : "")
        \(ServiceProgram.aboutSettings)
        """
    }

    private var commands: [CommandUsage] {
        CommandUsage.all.filter { $0.word != "move-storage" || moveStorage != nil }
    }

    /// - Parameter verb: The second word of an operator's command; nil for all that begin with `word`.
    func help(with word: String, verb: String?) -> String {
        let own = CommandUsage.all.first { $0.word == word }
        let operators = OperatorCommandLine.help(with: word, verb: verb, program: name).map {
            """
            \($0)
              It speaks to the running \(name) on its operations port (--operations-port), with the token of the data
              folder (--data-dir). With --json it prints what that port answers, for scripts.
            """
        }
        let synopses = own?.synopses ?? [[word, verb].compactMap(\.self).joined(separator: " ")]
        let usage = synopses.map { "\(name) \($0) [options]" }.joined(separator: "\n       ")
        return """
            Usage: \(usage)

            \(own?.text ?? operators ?? "")

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
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
