import ArgumentParser
import BaliseAPI
import BaliseJSON
import Foundation
import Models
import OperatorAPI
import RedisData

struct Places: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Import.self])

    struct Import: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import the devices of a Miataru server from its Redis. Try it first with --dry-run.")

        @Option(
            help: ArgumentHelp(
                "The running Redis: redis://[user:password@]host[:port][/database] or unix:///socket[?db=database].",
                discussion: "The password may also be in the variable REDISCLI_AUTH.", valueName: "address"))
        var from: String?
        @Option(help: ArgumentHelp("An RDB file, such as dump.rdb.", valueName: "file"))
        var rdb: String?
        @Option(help: ArgumentHelp("The number of the database in the RDB file.", valueName: "number"))
        var database: Int?
        @Option(help: ArgumentHelp("The server's setting redisMiataruNamespace.", valueName: "name"))
        var namespace = "miad"
        @Flag(help: "Replace what is stored here of devices that the import has too. Without it they stay as they are.")
        var replace = false
        @Flag(help: "Report what the import would do, and write nothing.")
        var dryRun = false
        @OptionGroup var erasing: ErasingOptions
        @OptionGroup var output: OutputOptions

        func check() throws {
            guard (from == nil) != (rdb == nil) else { throw ValidationError("Give either --from or --rdb.") }
            guard database == nil || rdb != nil else {
                throw ValidationError("--database belongs to --rdb; --from has the number in its address")
            }
            guard database ?? 0 >= 0 else { throw ValidationError("--database has to be 0 or more") }
        }

        func carryOut(_ client: OperatorClient) throws {
            if replace, !dryRun {
                try client.confirmErasing("what is stored here of devices that the import has too", erasing)
            }
            let source: any MiataruSource
            do { source = try openSource() } catch {
                throw NotDone(description: "nothing was written: \(printable("\(error)"))")
            }
            var token: SecretText?
            if !dryRun {
                let begin = BeginPlaceImportRequest(replace: replace)
                token = try client.ask(OperatorCalls.beginPlaceImport, sending: begin).token
            }
            var run = PlaceImportRun(client, token: token, replaces: replace)
            do {
                while let record = try source.next() { try run.take(record) }
                try run.send()
            } catch {
                run.end()
                client.printAnswer()
                // Ending the import writes its counts to the audit log. A failure is ignored: the server may be gone.
                if let token {
                    _ = try? client.ask(OperatorCalls.endPlaceImport, sending: EndPlaceImportRequest(token: token))
                }
                let next = dryRun ? "" : "; to continue, run the command again: it stores nothing twice"
                throw NotDone(description: "\(error)\(next)")
            }
            if let token {
                try client.ask(OperatorCalls.endPlaceImport, sending: EndPlaceImportRequest(token: token))
            }
            run.end()
            guard let failure = run.failure else { return }
            client.printAnswer()
            throw NotDone(description: failure)
        }

        private func openSource() throws -> any MiataruSource {
            let namespace = MiataruNamespace(self.namespace)
            if let rdb { return try FiledMiataru(rdb, database: database ?? 0, namespace) }
            let password = ProcessInfo.processInfo.environment["REDISCLI_AUTH"]
            return try LiveMiataru(RedisAddress(from ?? "", password: password), namespace)
        }
    }
}

/// The counts of an import: the output of `balise places import --json`.
struct PlaceImportReport: JSONConvertible, Hashable {
    /// The number of devices that were created, or would be in a dry run.
    var new = 0
    var replaced = 0
    /// The number of devices that Balise already had with the same data.
    var known = 0
    /// The number of devices that Balise already had with other data. They stay as they are.
    var skipped = 0
    var refused = 0
    /// The number of places that were stored, or would be in a dry run.
    var places = 0
    /// The number of places, visitors and slogans that break the rules.
    var refusedValues = 0
    /// The number of older places that exceed the limit of a history.
    var dropped = 0
}

private struct PlaceImportRun {
    private static let devicesPerPortion = 100
    private static let placesPerPortion = 2000
    private static let bytesPerPortion = 1 << 20

    private let client: OperatorClient
    private let token: SecretText?
    private let replaces: Bool
    private var report = PlaceImportReport()
    private var waiting: [MiataruRecord.Readable] = []

    init(_ client: OperatorClient, token: SecretText?, replaces: Bool) {
        (self.client, self.token, self.replaces) = (client, token, replaces)
    }

    private var count: Int { report.new + report.replaced + report.known + report.skipped + report.refused }

    /// Why the import counts as failed; nil if it succeeded.
    var failure: String? {
        if count == 0 {
            return "there is no device of a Miataru server; is the number of the database, or --namespace, another one?"
        }
        return count == report.refused ? "every device was refused" : nil
    }

    mutating func take(_ record: MiataruRecord) throws {
        let readable: MiataruRecord.Readable
        do throws(NotDone) { readable = try record.readable() } catch {
            refuse(record.id.text, error.description)
            return
        }
        let (places, bytes) = waiting.reduce(into: (readable.places, readable.bytes)) { sum, one in
            sum = (sum.0 + one.places, sum.1 + one.bytes)
        }
        let isFull =
            waiting.count == PlaceImportRun.devicesPerPortion || places > PlaceImportRun.placesPerPortion
            || bytes > PlaceImportRun.bytesPerPortion
        if isFull { try send() }
        waiting.append(readable)
    }

    mutating func send() throws {
        guard !waiting.isEmpty else { return }
        let request = ImportPlacesRequest(
            token: token, replace: token == nil ? replaces : nil, devices: waiting.map(\.device))
        let results = try client.ask(OperatorCalls.importPlaces, sending: request).results
        for (readable, result) in zip(waiting, results) {
            let id = readable.device.id.value
            switch result.outcome {
            case .made, .replaced:
                if result.outcome == .made { report.new += 1 } else { report.replaced += 1 }
                take(result, readable)
            case .known: report.known += 1
            case .skipped:
                report.skipped += 1
                tell(id, "skipped: a device with this id is here, with other data")
            default: refuse(id, result.reason ?? "for an unknown reason")
            }
        }
        waiting = []
        client.reportProgress("\(count) devices so far")
    }

    func end() {
        client.merge(report)
        let isDry = token == nil
        client.report(
            """
            \(isDry ? "would be new" : "new"): \(report.new), \(isDry ? "would be replaced" : "replaced"): \
            \(report.replaced), already there: \(report.known), skipped: \(report.skipped), refused: \(report.refused)
            """)
        client.report("places: \(report.places), values that break the rules: \(report.refusedValues)")
        if report.dropped > 0 { client.report("older places that a history has no room for: \(report.dropped)") }
        if isDry { client.report("this was a dry run: nothing was written") }
    }

    private mutating func take(_ result: ImportedDeviceResult, _ readable: MiataruRecord.Readable) {
        report.places += result.places
        report.dropped += result.dropped + readable.dropped
        let refused = result.refused + readable.refused
        guard refused > 0 else { return }
        report.refusedValues += refused
        let reason = result.reason ?? "it is no short text"
        tell(readable.device.id.value, "\(refused) of its values are not imported, the first one since \(reason)")
    }

    private mutating func refuse(_ id: String, _ reason: String) {
        report.refused += 1
        tell(id, "refused: \(reason)")
    }

    private func tell(_ id: String, _ text: String) { client.report("device \(printable(id)): \(printable(text))") }
}
