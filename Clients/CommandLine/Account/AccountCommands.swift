import ArgumentParser
import Balise
import BaliseJSON
import Foundation

struct SignIn: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in.",
        discussion: """
            Type the password (it is not shown), or pipe it in. If the account has a second step, the code of the \
            authenticator app follows in the same way, on a line of its own.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "The user name, e-mail address or phone number.")
    var login: String
    @Flag(help: "Sign in with a code sent to the confirmed e-mail address instead of the password.")
    var byMail = false
    @Flag(help: "Cancel the pending erasure of the account.")
    var keepAccount = false

    func run(_ context: CommandContext) async throws {
        let user = try await context.takingSecondStep { try await firstStep(context) }
        context.show(user) { "You are signed in as \(user.username.printable)." }
    }

    private func firstStep(_ context: CommandContext) async throws -> BaliseUser {
        guard byMail else {
            let password = try context.terminal.readSecret("Password")
            return try await context.client.sessions.signIn(login, password: password, cancelsErasure: keepAccount)
        }
        try await context.client.sessions.requestCode(email: login)
        // The server does not reveal whether an account has this address, so the prompt must not either.
        let code = try context.terminal.readSecret("Code from the mail, if you got one")
        return try await context.client.sessions.signIn(email: login, code: code, cancelsErasure: keepAccount)
    }
}

extension CommandContext {
    private static let tries = 3

    fileprivate func takingSecondStep(after firstStep: () async throws -> BaliseUser) async throws -> BaliseUser {
        do { return try await firstStep() } catch let error as BaliseError {
            guard case .refused(let refusal) = error, refusal.code == .secondStepNeeded, let ticket = refusal.ticket
            else { throw error }
            return try await takeSecondStep(ticket)
        }
    }

    private func takeSecondStep(_ ticket: SecretText) async throws -> BaliseUser {
        var left = terminal.isTypedOn ? CommandContext.tries : 1
        while true {
            let typed = try terminal.readSecret("Code of your authenticator app, or a recovery code")
            left -= 1
            do throws(BaliseError) {
                return try await client.sessions.takeSecondStep(ticket: ticket, SecondStepCode(typed))
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                // The ticket has expired, so no session began, and another code would not help.
                if refusal.code == .invalidToken { throw BaliseError.signedOut }
                guard [.codeMismatch, .invalidRequest].contains(refusal.code), left > 0 else { throw error }
                terminal.writeError("balise-cli: \(error.advice)\n")
            }
        }
    }
}

extension SecondStepCode {
    /// Distinguishes the codes: only recovery codes contain letters.
    fileprivate init(_ typed: SecretText) {
        self = typed.value.contains(where: \.isLetter) ? .recovery(typed) : .app(typed)
    }
}

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
        // A new sign-in would replace the session here, and the former session could not be ended from this computer.
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

struct Sessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and end your sessions on all devices.", subcommands: [List.self, End.self],
        defaultSubcommand: List.self)

    struct List: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show where you are signed in.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.sessions.list()) { sessions in
                TextTable(
                    ["", "ID", "DEVICE", "SYSTEM", "PLACE", "ACTIVE"],
                    sessions.map { session in
                        [
                            session.isCurrentSession ? "*" : "", session.id,
                            session.deviceName ?? session.deviceModel ?? "",
                            [session.osName, session.osVersion].compactMap { $0 }.joined(separator: " "),
                            session.location ?? "", elapsed(since: session.lastActivityAt, at: context.time.now),
                        ]
                    }, empty: "You have no sessions.")
            }
        }
    }

    struct End: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Sign out on other devices.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The sessions' ids.")
        var ids: [String] = []
        @Flag(help: "All sessions except the one on this computer.")
        var others = false

        func check() throws {
            guard others != !ids.isEmpty else { throw ValidationError("Give either session ids or --others.") }
        }

        func run(_ context: CommandContext) async throws {
            if others {
                let count = try await context.client.sessions.endOthers()
                context.say(count == 1 ? "1 session has ended." : "\(count) sessions have ended.")
            }
            for id in ids {
                try await context.client.sessions.end(id)
                context.say("Session \(id.printable) has ended.")
            }
        }
    }
}

struct Server: ClientCommand {
    static let configuration = CommandConfiguration(
        abstract: "Store the server's address for later calls, or show the one in use.")

    @OptionGroup var common: CommonOptions
    @Argument(help: "The address, https://balise.example.", transform: ServerAddress.read)
    var address: ServerAddress?

    func run(_ context: CommandContext) async throws {
        if let address {
            var settings = try await context.settings.load()
            settings.server = address.url.absoluteString
            try await context.settings.save(settings)
        }
        let server = address?.url ?? context.client.configuration.server
        context.show(JSONLine { $0.set("server", server.absoluteString) }) { server.absoluteString }
    }
}
