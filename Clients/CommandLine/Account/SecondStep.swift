// balise-cli second-step: the second step of signing in.

import ArgumentParser
import Balise

/// The second step of the person's sign-ins.
struct SecondStep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set up, show and remove the second step of signing in.",
        discussion: "Codes and passwords are typed unseen, or piped in.",
        subcommands: [Status.self, SetUp.self, Confirm.self, RecoveryCodes.self, Remove.self],
        defaultSubcommand: Status.self)

    struct Status: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show whether signing in takes a second step.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let state = try await context.client.secondStep.state()
            context.show(state) {
                guard state.isActive else { return "Signing in takes one step: balise-cli second-step set-up." }
                let used = state.lastUsedAt.map { ", last used \(elapsed(since: $0, at: context.time.now))" } ?? ""
                return "Signing in takes a code of the app\(used). Recovery codes left: \(state.recoveryCodesLeft)."
            }
        }
    }

    struct SetUp: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make the key for an authenticator app; it needs a sign-in of the last five minutes.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let enrolment = try await context.client.secondStep.begin()
            context.show(enrolment) {
                """
                Key:  \(enrolment.secret.value.printable)
                Link: \(enrolment.uri.value.printable)
                Type the key into your authenticator app, or open the link there. It counts for nothing yet: show a code of the \
                app within an hour, by balise-cli second-step confirm.
                """
            }
        }
    }

    struct Confirm: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a code of the app: from now on it is asked for. Prints the recovery codes.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let code = try context.terminal.readSecret("Code of the app")
            context.show(recoveryCodes: try await context.client.secondStep.confirm(code))
        }
    }

    struct RecoveryCodes: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make other recovery codes; those from before count no more.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var proof: ProofOptions

        func check() throws { try proof.check() }

        func run(_ context: CommandContext) async throws {
            let proof = try await proof.shown(in: context)
            context.show(recoveryCodes: try await context.client.secondStep.renewRecoveryCodes(proof: proof))
        }
    }

    struct Remove: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the second step, with its recovery codes.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var proof: ProofOptions

        func check() throws { try proof.check() }

        func run(_ context: CommandContext) async throws {
            try await context.client.secondStep.remove(proof: try await proof.shown(in: context))
            context.say("Signing in takes one step from now on.")
        }
    }
}

/// By what a person shows that it is they who ask; the password where nothing else is said.
struct ProofOptions: ParsableArguments {
    @Flag(help: "Show a code that is sent to the account's confirmed e-mail address, in place of the password.")
    var byMail = false
    @Flag(help: "Show nothing: you have signed in within the last five minutes.")
    var justSignedIn = false

    func check() throws {
        guard !(byMail && justSignedIn) else { throw ValidationError("Say either --by-mail or --just-signed-in.") }
    }

    /// Has the person show it.
    fileprivate func shown(in context: CommandContext) async throws -> ErasureProof {
        if justSignedIn { return .recentSignIn }
        guard byMail else { return .password(try context.terminal.readSecret("Password")) }
        try await context.client.accounts.requestProofCode()
        return .emailCode(try context.terminal.readSecret("Code from the mail"))
    }
}

extension CommandContext {
    /// Prints recovery codes, which the server shows this once.
    fileprivate func show(recoveryCodes codes: [SecretString]) {
        show(RecoveryCodeList(recoveryCodes: codes)) {
            codes.map { $0.value.printable }.joined(separator: "\n")
                + "\nEach opens your account once when you do not have the app. They are not shown again."
        }
    }
}
