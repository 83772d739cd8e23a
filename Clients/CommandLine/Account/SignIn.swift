import ArgumentParser
import Balise

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
        // The server does not reveal whether an account has this address.
        let code = try context.terminal.readSecret("Code from the mail, if you got one")
        return try await context.client.sessions.signIn(email: login, code: code, cancelsErasure: keepAccount)
    }
}

extension CommandContext {
    private static let tries = 3

    fileprivate func takingSecondStep(
        after firstStep: () async throws -> BaliseUser
    ) async throws -> BaliseUser {
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
                // The ticket has expired, and no session began.
                if refusal.code == .invalidToken { throw BaliseError.signedOut }
                guard [.codeMismatch, .invalidRequest].contains(refusal.code), left > 0 else { throw error }
                terminal.writeError("balise-cli: \(error.advice)\n")
            }
        }
    }
}

extension SecondStepCode {
    /// Codes of an authenticator app contain no letters.
    fileprivate init(_ typed: SecretText) {
        self = typed.value.contains(where: \.isLetter) ? .recovery(typed) : .app(typed)
    }
}
