import ArgumentParser

@main
struct BaliseCommand: AsyncParsableCommand {
    /// The version of this program, which must be the version of the server programs.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "balise-cli",
        abstract: "Talks to a Balise server.",
        discussion: """
            Places need no account. They belong to devices. This computer is one, and makes its own id when it needs one.

            The server is --server (after the command, as in `balise-cli locate --server URL ID`), else BALISE_SERVER, \
            else the one that `balise-cli server` stored, else http://127.0.0.1:8080. The session, device keys and \
            waiting places are stored in $XDG_CONFIG_HOME/balise, or ~/.config/balise. Only you can read them.

            Exit status: 0 done, 1 the server refused, 64 wrong usage, 69 the server cannot be reached, \
            74 files cannot be read or written, 76 the answer cannot be read, 77 sign in first, or not allowed, \
            130 cancelled.
            """,
        version: BaliseCommand.version,
        groupedSubcommands: [
            CommandGroup(
                name: "Places",
                subcommands: [
                    Share.self, Locate.self, Follow.self, History.self, Visitors.self, Key.self, Allow.self,
                    ShareLinks.self, CircleCommand.self, TrackerApp.self, ForwarderCommand.self, Delete.self,
                ]),
            CommandGroup(
                name: "Account",
                subcommands: [Register.self, SignIn.self, SignOut.self, WhoAmI.self, Sessions.self, SecondStep.self]),
            CommandGroup(
                name: "Notifications",
                subcommands: [Preferences.self, Inbox.self, Push.self, Announce.self, Announcement.self]),
            CommandGroup(name: "This program", subcommands: [Server.self]),
        ])

    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do { try checkHelp(words) } catch { exit(withError: error) }
        await main(words)
    }

    /// Throws if `help` names a command that does not exist. ArgumentParser would show the help of the program.
    static func checkHelp(_ words: [String]) throws {
        guard words.first == "help" else { return }
        var command: any ParsableCommand.Type = BaliseCommand.self
        for word in words.dropFirst() where !word.hasPrefix("-") && word != "help" {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                throw ValidationError("There is no command \"\(word)\". The list is in: \(command._commandName) --help")
            }
            command = next
        }
    }
}
