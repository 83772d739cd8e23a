import ArgumentParser
import Balise
import Foundation

struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The server's address, https://balise.example.", valueName: "address"),
        transform: ServerAddress.read)
    var server: ServerAddress?

    @Flag(help: "Print JSON, for scripts: one value, or one per line for a stream.")
    var json = false
}

protocol ClientCommand: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// Throws a `ValidationError` for options that exclude each other. The parser calls `validate` before it finds unknown
    /// options, and so would hide a misspelled one.
    func check() throws

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
    func advice(calling server: URL?) -> String {
        // A server without TLS fails the handshake with various system errors.
        guard case .unreachable = self, server?.scheme?.lowercased() == "https" else { return advice }
        return advice + " If it speaks plain HTTP, its address begins with http://."
    }

    var advice: String {
        switch self {
        case .signedOut: return "You are not signed in. To sign in: balise-cli sign-in."
        case .unreachable: return "\(self). Is it running? To use another server, give --server."
        case .refused(var refusal) where [.deviceKeyUnknown, .deviceKeyWrong].contains(refusal.code):
            // The SDK names its own calls.
            refusal.message.replace("keys.", with: "balise-cli key ")
            return "\(BaliseError.refused(refusal))"
        // The SDK renews or ends an invalid session, so this is the publisher's key.
        case .refused(let refusal) where refusal.code == .invalidToken:
            return "\(self). The key in BALISE_API_KEY is not valid here: ask the server's operator for one."
        default: return "\(self)"
        }
    }

    /// The exit status tells scripts the kind of failure, with the numbers of sysexits.h.
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
