import ArgumentParser
import Balise

struct SecondStep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set up, show and remove the second step of signing in.",
        discussion: "Type codes and passwords (they are not shown), or pipe them in.",
        subcommands: [Status.self, SetUp.self, Confirm.self, RecoveryCodes.self, Remove.self],
        defaultSubcommand: Status.self)

    struct Status: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show whether signing in needs a second step.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let state = try await context.client.secondStep.state()
            context.show(state) {
                guard state.isActive else {
                    return "Signing in has no second step. To set one up: balise-cli second-step set-up."
                }
                let used = state.lastUsedAt.map { ", last used \(elapsed(since: $0, at: context.time.now))" } ?? ""
                return "Signing in needs a code of the app\(used). Recovery codes left: \(state.recoveryCodesLeft)."
            }
        }
    }

    struct SetUp: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create the key for an authenticator app. You must have signed in within the last five minutes.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let enrolment = try await context.client.secondStep.begin()
            context.show(enrolment) {
                """
                \(context.qrCode(of: enrolment.uri))Key:  \(enrolment.secret.value.printable)
                Link: \(enrolment.uri.value.printable)
                Scan or open the link with your authenticator app, or type the key there. Then turn the second step on within \
                an hour, with a code of the app: balise-cli second-step confirm.
                """
            }
        }
    }

    struct Confirm: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Turn the second step on with a code of the app. Prints the recovery codes.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            let code = try context.terminal.readSecret("Code of the app")
            context.show(recoveryCodes: try await context.client.secondStep.confirm(code))
        }
    }

    struct RecoveryCodes: ClientCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create new recovery codes. The old ones become invalid.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var proof: ProofOptions

        func check() throws { try proof.check() }

        func run(_ context: CommandContext) async throws {
            let proof = try await proof.shown(in: context)
            context.show(recoveryCodes: try await context.client.secondStep.renewRecoveryCodes(proof: proof))
        }
    }

    struct Remove: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Remove the second step, with its recovery codes.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var proof: ProofOptions

        func check() throws { try proof.check() }

        func run(_ context: CommandContext) async throws {
            try await context.client.secondStep.remove(proof: try await proof.shown(in: context))
            context.say("Signing in no longer has a second step.")
        }
    }
}

struct ProofOptions: ParsableArguments {
    @Flag(help: "Use a code sent to the account's confirmed e-mail address instead of the password.")
    var byMail = false
    @Flag(help: "Give no proof, because you signed in within the last five minutes.")
    var justSignedIn = false

    func check() throws {
        guard !(byMail && justSignedIn) else { throw ValidationError("Give either --by-mail or --just-signed-in.") }
    }

    fileprivate func shown(in context: CommandContext) async throws -> IdentityProof {
        if justSignedIn { return .recentSignIn }
        guard byMail else { return .password(try context.terminal.readSecret("Password")) }
        try await context.client.accounts.requestProofCode()
        return .emailCode(try context.terminal.readSecret("Code from the mail"))
    }
}

extension CommandContext {
    /// Prints recovery codes, which the server shows only once.
    fileprivate func show(recoveryCodes codes: [SecretText]) {
        show(RecoveryCodeList(recoveryCodes: codes)) {
            codes.map { $0.value.printable }.joined(separator: "\n")
                + "\nEach code opens your account once without the app. They are not shown again."
        }
    }
}
