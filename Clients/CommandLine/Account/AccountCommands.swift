import ArgumentParser
import Balise

struct Register: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Create an account and sign in to it.",
        discussion: "Type the password (it is not shown), or pipe it in.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The name to sign in with.")
    var username: String
    @Option(help: "For a forgotten password.")
    var email: String?
    @Option(help: "The given name.")
    var firstName: String?
    @Option(help: "The family name.")
    var lastName: String?

    func run(_ context: CommandContext) async throws {
        // Otherwise the former session could no longer be ended from this computer.
        if case .signedIn = try await context.client.sessions.state {
            throw BaliseError.invalid("you are signed in on this computer; sign out first: balise-cli sign-out")
        }
        let password = try context.terminal.readSecret("New password")
        let user = try await context.client.sessions.register(
            RegisterRequest(
                username: username, email: email, password: password, firstName: firstName, lastName: lastName)
        )
        context.show(user) { "You are signed in as \(user.username.printable)." }
    }
}

struct SignOut: ClientCommand {
    static let configuration = CommandConfiguration(abstract: "Sign out on this computer.")

    @OptionGroup var common: CommonOptions

    func run(_ context: CommandContext) async throws {
        if try await context.client.sessions.signOut() {
            context.say("You are signed out.")
        } else {
            context.terminal.writeError(
                "balise-cli: you are signed out here, but the server does not know it yet: end the session from another device\n"
            )
        }
    }
}

struct WhoAmI: ClientCommand {
    static let configuration = CommandConfiguration(commandName: "whoami", abstract: "Show who is signed in.")

    @OptionGroup var common: CommonOptions

    func run(_ context: CommandContext) async throws {
        let user = try await context.client.accounts.profile()
        context.show(user) {
            let name = [user.firstName, user.lastName].compactMap { $0 }.joined(separator: " ")
            return [user.username, name, user.email ?? "", user.id].filter { !$0.isEmpty }.map(\.printable)
                .joined(separator: "  ")
        }
    }
}
