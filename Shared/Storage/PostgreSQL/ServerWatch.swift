import CPostgreSQL
import Foundation
import Synchronization

/// Notices a silent server. If a connection has waited for a while, the watch asks the server whether it accepts
/// connections, which no slow statement delays. If it does not answer, and no connection hears anything, the server
/// counts as silent: waits end, new requests are refused at once, and the watch asks again until the server answers.
final class ServerWatch: Sendable {
    /// How long a connection waits before the server is asked, and the time between two questions.
    static let checkInterval = Duration.seconds(1)
    private static let timeout = Duration.seconds(3)
    /// The pause between two questions to a silent server, in microseconds.
    private static let pause: UInt32 = 250_000

    private let address: PostgreSQLAddress
    private let options: PostgreSQLOptions
    private let silent = Atomic(false)
    private let asks = Atomic(false)
    private let isStopped = Atomic(false)
    private let heard = Atomic<UInt64>(0)

    init(_ address: PostgreSQLAddress, _ options: PostgreSQLOptions) {
        var options = options
        // This connection uses no data, so it takes no lock of the schema.
        options.occupation = .none
        options.connectTimeout = Self.timeout
        options.responseTimeout = Self.timeout
        (self.address, self.options) = (address, options)
    }

    var refusal: StorageError? {
        guard silent.load(ordering: .acquiring) else { return nil }
        return .serverUnavailable(server: address.description, reason: "it does not answer")
    }

    func recordAnswer() { heard.wrappingAdd(1, ordering: .relaxed) }

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

    func stop() { isStopped.store(true, ordering: .releasing) }

    private func ask(_ host: PostgreSQLAddress.Host) {
        let before = heard.load(ordering: .relaxed)
        guard !address.answers(at: host, within: Self.timeout), heard.load(ordering: .relaxed) == before else { return }
        silent.store(true, ordering: .releasing)
        // If the address has several hosts, another host may have taken over.
        while !isStopped.load(ordering: .acquiring), !address.answers(at: host, within: Self.timeout),
            (try? PostgreSQLLink(address, options)) == nil
        {
            usleep(Self.pause)
        }
        silent.store(false, ordering: .releasing)
    }
}
