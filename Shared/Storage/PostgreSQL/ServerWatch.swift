// Finds out that a server which has taken a connection does not answer any more, so that nobody waits for it in vain.

import CPostgreSQL
import Foundation
import Synchronization

/// Whether the server of a database answers.
///
/// A connection that has waited for a while has the watch ask the server whether it takes connections, which no slow
/// statement delays. When that is not answered either, and no connection hears anything meanwhile, the server counts as
/// silent: what waits is given up, what comes is refused at once, and it is asked again until it answers.
final class ServerWatch: Sendable {
    /// After how long a connection that waits has the server asked, and asked again.
    static let checkInterval = Duration.seconds(1)
    /// How long the server may take to say that it is there.
    private static let timeout = Duration.seconds(3)
    /// Between two questions to a silent server, in microseconds.
    private static let pause: UInt32 = 250_000

    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let silent = Atomic(false)
    private let asks = Atomic(false)
    private let isStopped = Atomic(false)
    /// How often a connection has heard something.
    private let heard = Atomic<UInt64>(0)

    init(_ address: PostgreSQLAddress, _ options: PostgreSQLOptions) {
        var options = options
        // It asks for nothing of the data.
        options.occupation = .none
        options.connectTimeout = Self.timeout
        options.responseTimeout = Self.timeout
        (self.address, self.options) = (address, options)
    }

    /// What is said to whoever needs the server while it is silent; nil while it answers.
    var refusal: StorageError? {
        guard silent.load(ordering: .acquiring) else { return nil }
        return .serverUnavailable(server: address.description, reason: "it does not answer")
    }

    /// A connection has heard something.
    func recordAnswer() { heard.wrappingAdd(1, ordering: .relaxed) }

    /// A connection to a host has waited for so long that the server is to be asked.
    func look(at host: PostgreSQLAddress.Host) {
        guard asks.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged else {
            return
        }
        let thread = Thread { [self] in
            ask(host)
            asks.store(false, ordering: .releasing)
        }
        thread.name = "storage-watch"
        thread.start()
    }

    /// Ends what it does with a silent server.
    func stop() { isStopped.store(true, ordering: .releasing) }

    private func ask(_ host: PostgreSQLAddress.Host) {
        let before = heard.load(ordering: .relaxed)
        guard !address.answers(at: host, within: Self.timeout), heard.load(ordering: .relaxed) == before else { return }
        silent.store(true, ordering: .releasing)
        // Of several hosts another one may have taken over.
        while !isStopped.load(ordering: .acquiring), !address.answers(at: host, within: Self.timeout), !connects() {
            usleep(Self.pause)
        }
        silent.store(false, ordering: .releasing)
    }

    private func connects() -> Bool {
        guard let link = try? PostgreSQLLink(address, options) else { return false }
        link.close()
        return true
    }
}
