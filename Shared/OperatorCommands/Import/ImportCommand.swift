import ArgumentParser
import BaliseAPI
import BaliseJSON
import Foundation
import Models
import OperatorAPI

extension Accounts {
    struct Import: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make accounts for the users in an export of another product. Try it first with --dry-run.")

        private static let sources = ImportSource.allCases.map(\.rawValue).joined(separator: ", ")

        @Argument(help: "The export, JSON or CSV.")
        var file: String
        @Option(help: ArgumentHelp("The product: \(Import.sources).", valueName: "product"))
        var from: String
        @Option(help: ArgumentHelp("A file with the hash parameters that Firebase's console shows.", valueName: "file"))
        var hashParameters: String?
        @Flag(help: "Report what the import would do, and write nothing.")
        var dryRun = false
        @OptionGroup var output: OutputOptions

        private var source: ImportSource { ImportSource(rawValue: from) }

        func check() throws {
            guard ImportSource.allCases.contains(source) else {
                throw ValidationError("--from has to be one of \(Import.sources)")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let parameters = try hashParameters.map { try FirebaseHashParameters(file: $0) }
            let file = try ImportFile(file, from: source)
            let begin = BeginAccountImportRequest(source: source)
            let token = try dryRun ? nil : client.ask(OperatorCalls.beginAccountImport, sending: begin).token
            var run = ImportRun(client, from: source, token: token)
            do {
                try run.read(file, hashing: parameters)
            } catch {
                run.end(dryRun: dryRun)
                client.printAnswer()
                // Its counts are in the audit log then. The cause may be that the server is gone.
                if let token {
                    _ = try? client.ask(
                        OperatorCalls.endAccountImport, sending: EndAccountImportRequest(token: token))
                }
                let next = dryRun ? "" : "; to continue, run the command again: it skips the accounts that are made"
                throw NotDone(description: "\(error)\(next)")
            }
            if let token {
                try client.ask(OperatorCalls.endAccountImport, sending: EndAccountImportRequest(token: token))
            }
            run.end(dryRun: dryRun)
            guard run.hasOnlyRefusals else { return }
            client.printAnswer()
            throw NotDone(description: "every user of the file was refused")
        }
    }
}

/// The counts of an import: what `balise accounts import --json` prints.
struct AccountImportReport: JSONConvertible, Hashable {
    /// Accounts that were made, or would be.
    var new = 0
    /// Users that an earlier import made accounts for.
    var known = 0
    /// Users with an id or a name that another line of the file has before them.
    var duplicates = 0
    var refused = 0
    /// New accounts without the password of their user.
    var withoutPassword = 0
    /// Users whose second step is not imported.
    var secondSteps = 0
    /// Links with identity providers that are not imported.
    var links = 0
}

private struct ImportRun {
    private static let portion = 100

    private let client: OperatorClient
    private let source: ImportSource
    private let token: SecretText?
    private var report = AccountImportReport()
    /// Hashes of ids and names, since the file may be larger than the memory.
    private var seen: Set<Int> = []
    private var waiting: [(line: Int, user: ImportedUser, passwordFlaw: String?)] = []

    init(_ client: OperatorClient, from source: ImportSource, token: SecretText?) {
        (self.client, self.source, self.token) = (client, source, token)
    }

    var hasOnlyRefusals: Bool { report.refused > 0 && report.new + report.known == 0 }

    mutating func read(_ file: ImportFile, hashing parameters: FirebaseHashParameters?) throws {
        let now = UnixTime(Date())
        while let entry = try file.next() {
            guard let record = entry.record else {
                refuse(entry.line, "it is no JSON")
                continue
            }
            take(ReadUser(record, from: source, hashing: parameters, at: now), in: entry.line)
            if waiting.count == ImportRun.portion { try send() }
        }
        try send()
    }

    func end(dryRun: Bool) {
        client.merge(report)
        let made = dryRun ? "would be new" : "new"
        client.report(
            """
            \(made): \(report.new), already there: \(report.known), duplicates in the file: \(report.duplicates), \
            refused: \(report.refused)
            """)
        if report.withoutPassword > 0 { client.report("new without their password: \(report.withoutPassword)") }
        if report.secondSteps > 0 {
            client.report("second steps that are not imported, and have to be set up anew: \(report.secondSteps)")
        }
        if report.links > 0 { client.report("links with identity providers that are not imported: \(report.links)") }
        if dryRun { client.report("this was a dry run: nothing was written") }
    }

    private mutating func take(_ read: ReadUser, in line: Int) {
        if let refusal = read.refusal { return refuse(line, refusal) }
        guard isFirst(read.user) else {
            report.duplicates += 1
            tell(line, "duplicate: a line before it has the same id, address, name or number")
            return
        }
        if read.hasSecondStep { report.secondSteps += 1 }
        if !read.unknownProviders.isEmpty {
            report.links += read.unknownProviders.count
            tell(line, "links that are not imported: " + read.unknownProviders.joined(separator: ", "))
        }
        waiting.append((line, read.user, read.passwordFlaw))
    }

    private mutating func send() throws {
        guard !waiting.isEmpty else { return }
        let request = ImportAccountsRequest(token: token, source: source, users: waiting.map(\.user))
        let results = try client.ask(OperatorCalls.importAccounts, sending: request).results
        for (entry, result) in zip(waiting, results) {
            switch result.outcome {
            case .made:
                report.new += 1
                if let flaw = entry.passwordFlaw ?? result.passwordFlaw {
                    report.withoutPassword += 1
                    tell(entry.line, "the password cannot be imported: \(flaw)")
                }
            case .known: report.known += 1
            default: refuse(entry.line, result.reason ?? "for an unknown reason")
            }
        }
        waiting = []
        client.reportProgress("\(report.new + report.known + report.refused) users so far")
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        report.refused += 1
        tell(line, "refused: \(reason)")
    }

    /// Names of the file may be part of the text.
    private func tell(_ line: Int, _ text: String) { client.report("line \(line): " + printable(text)) }

    private mutating func isFirst(_ user: ImportedUser) -> Bool {
        // Sign-in names of all kinds are unique together, as on the server.
        let phone = user.passwordHash == nil ? nil : user.phoneNumber?.value
        let names = [user.email?.value, user.username, phone].compactMap { name in
            name.map { "name " + NameFolding.folded($0) }
        }
        let keys = (["id " + user.id.value] + names).map(\.hashValue)
        guard seen.isDisjoint(with: keys) else { return false }
        seen.formUnion(keys)
        return true
    }
}
