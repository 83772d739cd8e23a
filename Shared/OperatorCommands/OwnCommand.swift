import ArgumentParser
import Models

/// A command that a program carries out itself, with its help and the words that shells complete. ServiceRuntime parses
/// its words.
public struct OwnCommand {
    /// The command's name.
    public let word: String
    /// The words after the name, in each allowed form; an empty text for none.
    public let forms: [String]
    /// The purpose of the command, in one sentence.
    public let abstract: String
    /// More sentences and examples; empty for none. The examples call the program `balise`.
    public let discussion: String

    private init(_ command: any ParsableCommand.Type) {
        let configuration = command.configuration
        word = command.word
        forms = (command as? any CommandWithWords.Type)?.forms ?? [""]
        (abstract, discussion) = (configuration.abstract, configuration.discussion)
    }

    /// All such commands, in the order of the help.
    public static var all: [OwnCommand] { DescribedCommands.all.map { OwnCommand($0) } }
}

/// Completions for the command line of `balise`.
public enum ShellCompletion {
    /// The supported shells.
    public static var shells: [String] { CompletionShell.allCases.map(\.rawValue) }

    /// Returns a script for the shell, which completes all commands and their own options; nil for an unknown shell.
    public static func script(for shell: String) -> String? {
        CompletionShell(rawValue: shell).map { CompletionTree.completionScript(for: $0) }
    }
}

/// A tree of every command, only for the completions: nothing parses by it.
private struct CompletionTree: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: OperatorCommandTree.word,
        subcommands: DescribedCommands.all + OperatorCommandTree.configuration.subcommands)
}

private protocol CommandWithWords {
    static var forms: [String] { get }
}

private let serviceNames = ServiceName.allCases.map { "\($0)" }

private enum DescribedCommands {
    static var all: [any ParsableCommand.Type] {
        [
            Serve.self, Health.self, Doctor.self, Keys.self, Prepare.self, Settings.self, Backup.self, Restore.self,
            NewDatabase.self, MoveStorage.self, Completion.self,
        ]
    }

    struct Serve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Run until SIGTERM or SIGINT. This is the default.")
    }

    struct Health: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check whether the running program is ready.",
            discussion: "With --wait 30s it gives the program so much time to become ready.")

        @Option(help: ArgumentHelp("How long the program may take to become ready.", valueName: "time"))
        var wait: String?
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

    struct Settings: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List all settings, their values and their sources.",
            discussion: "With --json it prints them for scripts, and with --markdown the reference.")

        @Flag(help: "Print the settings for scripts.")
        var json = false
        @Flag(help: "Print the reference of the settings.")
        var markdown = false
    }

    struct Backup: ParsableCommand, CommandWithWords {
        static var forms: [String] { ["FOLDER"] }
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

        @Argument(help: "A new folder.", completion: .directory)
        var folder: String
    }

    struct Restore: ParsableCommand, CommandWithWords {
        static var forms: [String] { ["FOLDER", "s3://BUCKET/PREFIX/NAME"] }
        static let configuration = CommandConfiguration(
            abstract: "Replace the data with a backup, while the program does not run.",
            discussion: """
                It checks the whole backup first, and asks before it replaces anything (--yes: does not ask). The old
                files stay beside the new ones, with .before- in their names. An encrypted backup needs the setting
                backups.identityFile. With that or backups.recipients another backup is refused (--allow-unencrypted:
                is not): someone may have replaced an encrypted one.

                Examples:
                  balise restore /backups/monday
                  balise restore --data-dir /var/lib/balise --yes /backups/monday
                  balise restore --backups-identity-file key.txt s3://bucket/balise/NAME
                """)

        @Flag(help: "Do not ask first.")
        var yes = false
        @Flag(help: "Accept a backup that is not encrypted, although the settings have recipients or an identity.")
        var allowUnencrypted = false
        @Argument(help: "The folder or address of the backup.", completion: .directory)
        var backup: String
    }

    struct NewDatabase: ParsableCommand, CommandWithWords {
        static var forms: [String] { ["SERVICE"] }
        static let configuration = CommandConfiguration(
            commandName: "new-database",
            abstract: "Let the next start make a new database in place of one that is lost for good.")

        @Argument(help: "The name of the service.", completion: .list(serviceNames))
        var service: String
    }

    struct MoveStorage: ParsableCommand, CommandWithWords {
        static var forms: [String] { ["--to-postgresql [SERVICE]", "--to-files [SERVICE]"] }
        static let configuration = CommandConfiguration(
            commandName: "move-storage",
            abstract: "Move the data between the data folder and a PostgreSQL, while the program does not run.",
            discussion: "The setting storage names the PostgreSQL. The old data stays where it is.")

        @Flag(help: "From the files to the PostgreSQL.")
        var toPostgresql = false
        @Flag(help: "From the PostgreSQL to files.")
        var toFiles = false
        @Argument(help: "Only this service.", completion: .list(serviceNames))
        var service: String?
    }

    struct Completion: ParsableCommand, CommandWithWords {
        static var forms: [String] { ["SHELL"] }
        static let configuration = CommandConfiguration(
            abstract: "Print a script that completes the commands of balise: for bash, zsh or fish.",
            discussion: """
                Examples:
                  source <(balise completion bash)
                  balise completion zsh > ~/.zsh/completions/_balise
                  balise completion fish > ~/.config/fish/completions/balise.fish
                """)

        @Argument(help: "The shell.", completion: .list(ShellCompletion.shells))
        var shell: String
    }
}
