// What all commands have in common: their options, and what becomes of an error.

import ArgumentParser
import Balise
import Foundation

/// The options that every command takes.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The server's address, https://balise.example.", valueName: "address"),
        transform: ServerAddress.read)
    var server: ServerAddress?

    @Flag(help: "Print JSON, for scripts: one value, or one per line for a stream.")
    var json = false
}

/// A command that needs a client.
protocol ClientCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// Throws a `ValidationError` for options that do not go together.
    ///
    /// `validate` of the parser would do so before the parser looks for unknown options, and hide a misspelt one.
    func check() throws

    /// Does what the command says.
    func run(_ context: CommandContext) async throws
}

extension ClientCommand {
    func check() throws {}

    func run() async throws {
        try check()
        var server: URL?
        do {
            let context = try await CommandContext.ofThisProcess(common)
            server = context.client.configuration.server
            try await run(context)
        } catch let error as BaliseError {
            StandardTerminal().writeError("balise-cli: \(error.advice(calling: server))\n")
            throw ExitCode(error.exitStatus)
        }
    }
}

extension BaliseError {
    /// What happened, and what to type about it.
    ///
    /// - Parameter server: The server that was called.
    func advice(calling server: URL?) -> String {
        // Whatever the system calls it, an answer in plain HTTP is no handshake.
        guard case .unreachable = self, server?.scheme?.lowercased() == "https" else { return advice }
        return advice + " If it speaks plain HTTP, its address begins with http://."
    }

    /// What happened, and what to type about it, whatever server was called.
    var advice: String {
        switch self {
        case .signedOut: return "You are not signed in. To sign in: balise-cli sign-in."
        case .unreachable: return "\(self). Is it running? To use another server, give --server."
        case .refused(var refusal) where [.deviceKeyUnknown, .deviceKeyWrong].contains(refusal.code):
            // The SDK names its own calls.
            refusal.message.replace("keys.", with: "balise-cli key ")
            return "\(BaliseError.refused(refusal))"
        // The SDK continues or ends a session that does not count, and throws `signedOut` then. So this is the
        // publisher's key.
        case .refused(let refusal) where refusal.code == .invalidToken:
            return "\(self). The key in BALISE_API_KEY is not valid here: ask the server's operator for one."
        default: return "\(self)"
        }
    }

    /// The exit status that tells a script what kind of failure it was, in the numbers of sysexits.h.
    var exitStatus: Int32 {
        switch self {
        case .refused(let refusal): [401, 403].contains(refusal.status) ? 77 : 1
        case .unreachable, .timedOut: 69
        case .cancelled: 130
        case .unreadable: 76
        case .signedOut: 77
        case .invalid: 64
        case .storage: 74
        case .system: 71
        }
    }
}
