import ArgumentParser
import Models
import OperatorCommands
import Storage

/// The commands that a program carries out itself: how they are parsed, their help, and what shells complete.
enum OwnCommands {
    /// The commands, in the order of the help.
    static var all: [any ParsableCommand.Type] {
        [
            Serve.self, Health.self, Doctor.self, Keys.self, Prepare.self, ShowSettings.self, Backup.self, Restore.self,
            NewDatabase.self, MoveStorage.self, Completion.self,
        ]
    }

    /// All commands, for completion. A program parses only its own commands with it.
    struct Tree: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "balise", subcommands: OwnCommands.all + OperatorCommandLine.groups)
    }

    private static let serviceNames = ServiceName.allCases.map { "\($0)" }

    /// Parsed only from its name, so that a start need not wait for the parser.
    struct Serve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run until SIGTERM or SIGINT. This is the default.")
    }

    struct Health: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check whether the running program is ready.",
            discussion: "With --wait 30s it gives the program so much time to become ready.")

        @Option(
            help: ArgumentHelp("How long the program may take to become ready.", valueName: "time"),
            transform: OwnCommands.readTime)
        var wait = Duration.zero
    }

    struct Doctor: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the running server, or without one the data folder, and say what to do.",
            discussion: "With --json it prints all checks for scripts.")

        @Flag(help: "Print all checks for scripts.")
        var json = false
    }

    struct Keys: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the key pairs of all services for the bus over TCP.")
    }

    struct Prepare: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "For containers: make a folder with keys and settings for each service.",
            discussion: """
                Each folder is in the folder of the keys. It has the secret key of its service, the public keys of all,
                and the service's part of the file that --config names.
                """)
    }

    struct ShowSettings: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "settings",
            abstract: "List all settings, their values and their sources.",
            discussion: "With --json it prints them for scripts, and with --markdown the reference.")

        @Flag(help: "Print the settings for scripts.")
        var json = false
        @Flag(help: "Print the reference of the settings.")
        var markdown = false
    }

    struct Backup: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy the databases and secrets of this program into a new folder, even while it runs.",
            discussion: """
                The folder must not hold a backup yet, and the folder around it must exist. With the setting
                backups.recipients the files are encrypted. For S3 use `backups make` and the setting backups.to.

                Examples:
                  balise backup /backups/monday
                  balise backup --data-dir /var/lib/balise /backups/monday
                  balise backup --backups-recipients age1… /backups/monday
                """)

        @Argument(help: "A new folder.", completion: .directory, transform: OwnCommands.readPlace)
        var folder: String
    }

    struct Restore: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the data with a backup, while the program does not run.",
            discussion: """
                The backup is a folder, or s3://BUCKET/PREFIX/NAME. The command checks all of it first, and asks before
                it replaces anything (--yes: does not ask). The old files stay beside the new ones, with .before- in
                their names. An encrypted backup needs the setting backups.identityFile. With that or
                backups.recipients another backup is refused (--allow-unencrypted: is not): someone may have replaced
                an encrypted one.

                Examples:
                  balise restore /backups/monday
                  balise restore --data-dir /var/lib/balise --yes /backups/monday
                  balise restore --backups-identity-file key.txt s3://bucket/balise/NAME
                """)

        @Flag(help: "Do not ask first.")
        var yes = false
        @Flag(help: "Accept a backup that is not encrypted, although the settings have recipients or an identity.")
        var allowUnencrypted = false
        @Argument(
            help: "The folder or address of the backup.", completion: .directory, transform: OwnCommands.readPlace)
        var backup: String
    }

    struct NewDatabase: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "new-database",
            abstract: "Let the next start make a new database in place of one that is lost for good.")

        @Argument(help: "The name of the service.", completion: .list(OwnCommands.serviceNames))
        var service: String
    }

    struct MoveStorage: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move-storage",
            abstract: "Move the data between the data folder and a PostgreSQL, while the program does not run.",
            usage: "balise move-storage --to-postgresql [<service>]\nbalise move-storage --to-files [<service>]",
            discussion: "The setting storage names the PostgreSQL. The old data stays where it is.")

        @Flag(help: "From the files to the PostgreSQL.")
        var toPostgresql = false
        @Flag(help: "From the PostgreSQL to files.")
        var toFiles = false
        @Argument(help: "Only this service.", completion: .list(OwnCommands.serviceNames))
        var service: String?

        func validate() throws {
            guard toPostgresql != toFiles else {
                throw ValidationError("Expected either --to-postgresql or --to-files")
            }
        }
    }

    struct Completion: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a script that completes the commands of balise: for bash, zsh or fish.",
            discussion: """
                Examples:
                  source <(balise completion bash)
                  balise completion zsh > ~/.zsh/completions/_balise
                  balise completion fish > ~/.config/fish/completions/balise.fish
                """)

        @Argument(
            help: "The shell.", completion: .list(CompletionShell.allCases.map(\.rawValue)),
            transform: OwnCommands.readShell)
        var shell: CompletionShell
    }
}

extension OwnCommands {
    static func named(_ word: String) -> (any ParsableCommand.Type)? { all.first { $0.word == word } }

    /// Parses a command.
    /// - Parameter words: The words after the command, without settings.
    static func parse(_ command: String, _ words: [String]) throws(ProgramCommand.Misuse) -> any ParsableCommand {
        do { return try Tree.parseAsRoot([command] + words) } catch {
            throw .misuse(Tree.message(for: error), topic: command)
        }
    }

    /// Returns the command's own options, and whether they take a value, as in `balise restore [--yes] <backup>`.
    static func forms(of command: any ParsableCommand.Type) -> [String: OptionForm] {
        Tree.usageString(for: command).matches(of: /(--[a-z-]+)( <)?/).reduce(into: [:]) { forms, match in
            forms[String(match.output.1)] = match.output.2 == nil ? .flag : .value
        }
    }

    /// The options of all commands, for words before a command.
    static let allForms: [String: OptionForm] = all.reduce(
        into: ["--help": .flag, "-h": .flag, "--version": .flag]
    ) { known, command in known.merge(forms(of: command)) { one, _ in one } }

    @Sendable private static func readTime(_ text: String) throws -> Duration {
        let form = ValueForm<Duration>.span(.zero ... .seconds(3600))
        guard let time = try? form.read([text]) else { throw ValidationError("expected a time such as 30s") }
        return time
    }

    /// Refuses an empty text, because a script may pass an empty variable by mistake.
    @Sendable private static func readPlace(_ text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("it is empty") }
        return text
    }

    @Sendable private static func readShell(_ text: String) throws -> CompletionShell {
        let shells = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
        guard let shell = CompletionShell(rawValue: text) else { throw ValidationError("expected one of \(shells)") }
        return shell
    }
}

extension ServiceProgram {
    /// Carries out a command, and returns the exit status.
    func carryOut(
        _ command: any ParsableCommand, _ options: [String], _ environment: [String: String]
    ) async throws -> Int32 {
        func load() throws(SettingsError) -> Settings {
            try .load(settingsCatalogue, arguments: options, environment: environment)
        }
        switch command {
        case let health as OwnCommands.Health: try await checkHealth(load(), within: health.wait)
        case let doctor as OwnCommands.Doctor: return self.doctor(try load(), asJSON: doctor.json)
        case is OwnCommands.Keys: try makeKeys(load())
        case is OwnCommands.Prepare:
            let loaded = Settings.load(settingsCatalogue, options, environment)
            let problems = loaded.problemsOutsideContainers
            guard problems.isEmpty else { throw SettingsError(problems: problems) }
            try prepare(loaded.settings)
        case let shown as OwnCommands.ShowSettings:
            try showSettings(options, environment, asMarkdown: shown.markdown, asJSON: shown.json)
        case let backup as OwnCommands.Backup: try backUp(to: backup.folder, load())
        case let restore as OwnCommands.Restore:
            try await self.restore(
                fromPlace: restore.backup, isSure: restore.yes, allowsUnencrypted: restore.allowUnencrypted, load())
        case let new as OwnCommands.NewDatabase: try allowNewDatabase(of: new.service, load())
        case let move as OwnCommands.MoveStorage:
            guard let moveStorage else { throw ProgramCommand.Misuse.ofBalise(word: OwnCommands.MoveStorage.word) }
            try moveStorage(self)(move.toFiles ? .toFile : .toServer, move.service, load())
        case let completion as OwnCommands.Completion: say(OwnCommands.Tree.completionScript(for: completion.shell))
        default: throw ProgramCommand.Misuse.unknown(word: type(of: command).word)
        }
        return ExitStatus.done.rawValue
    }
}
