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

        private static let sources = ImportSource.products.map(\.rawValue).joined(separator: ", ")

        @Argument(help: "The export, JSON or CSV.")
        var file: String
        @Option(help: ArgumentHelp("The product: \(Import.sources).", valueName: "product"))
        var from: String
        @Option(help: ArgumentHelp("A file with the hash parameters that Firebase's console shows.", valueName: "file"))
        var hashParameters: String?
        @Flag(help: "Import no passwords. No later import can add them.")
        var withoutPasswords = false
        @Option(help: ArgumentHelp("Write the old and the new id of each user to a new CSV file.", valueName: "file"))
        var ids: String?
        @Flag(help: "Report what the import would do, and write nothing.")
        var dryRun = false
        @OptionGroup var output: OutputOptions

        private var source: ImportSource { ImportSource(rawValue: from) }

        func check() throws {
            guard ImportSource.products.contains(source) else {
                throw ValidationError("--from has to be one of \(Import.sources)")
            }
            guard !dryRun || ids == nil else { throw ValidationError("--dry-run writes no file: leave out --ids") }
        }

        func carryOut(_ client: OperatorClient) throws {
            let parameters = try hashParameters.map { try FirebaseHashParameters(file: $0) }
            // This reads the whole file and checks its passwords before the first account is created, because no later
            // import can add the password of an account.
            do {
                let samples = try readSamples(hashing: parameters)
                // The server refuses a hash that it could not check later, so one user of each kind is checked first.
                if !dryRun, !samples.isEmpty {
                    let preview = ImportAccountsRequest(token: nil, source: source, users: samples)
                    try client.ask(OperatorCalls.importAccounts, sending: preview)
                }
            } catch { throw NotDone(description: "nothing was written: \(error)") }
            let list = try ids.map { try ImportedIDs($0) }
            let begin = BeginAccountImportRequest(source: source)
            let token: SecretText?
            do { token = try dryRun ? nil : client.ask(OperatorCalls.beginAccountImport, sending: begin).token } catch {
                list?.remove()
                throw error
            }
            var run = ImportRun(client, from: source, token: token, ids: list)
            do {
                try readUsers(hashing: parameters) { line, read in try run.take(read, in: line) }
                try run.send()
            } catch {
                // A next run finds the accounts of this run, so the list of ids is not needed.
                list?.remove()
                run.end(dryRun: dryRun)
                client.printAnswer()
                // Ending the import writes its counts to the audit log. A failure is ignored: the server may be gone.
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

        /// Reads the users of the file.
        /// - Parameter take: Gets the line and the user; nil in place of a user that is not JSON.
        private func readUsers(
            hashing parameters: FirebaseHashParameters?, _ take: (_ line: Int, _ read: ReadUser?) throws -> Void
        ) throws {
            let export = try ImportFile(file, from: source, needsPasswords: !withoutPasswords)
            let now = UnixTime(Date())
            while let entry = try export.next() {
                var read = entry.record.map { ReadUser($0, from: source, hashing: parameters, at: now) }
                if withoutPasswords {
                    read?.user.passwordHash = nil
                    read?.passwordFlaw = nil
                }
                try take(entry.line, read)
            }
        }

        /// Reads the whole file, and returns one user for each kind of hash.
        private func readSamples(hashing parameters: FirebaseHashParameters?) throws -> [ImportedUser] {
            var samples: [String: ImportedUser] = [:]
            try readUsers(hashing: parameters) { line, read in
                try demandPassword(line, read)
                guard let user = read?.user, let hash = user.passwordHash?.value.split(separator: "$"), hash.count > 1,
                    samples.count < ImportAccounts.limits.upperBound
                else { return }
                samples[String(hash[0]), default: user] = user
            }
            return Array(samples.values)
        }

        /// Throws for a missing or bad hash of Firebase: unlike other bad hashes, the operator can repair it.
        private func demandPassword(_ line: Int, _ read: ReadUser?) throws {
            guard source == .firebase, let flaw = read?.passwordFlaw else { return }
            throw NotDone(
                description: "line \(line): the password cannot be imported: \(flaw), or add --without-passwords")
        }
    }
}

/// The counts of an import: the output of `balise accounts import --json`.
struct AccountImportReport: JSONConvertible, Hashable {
    /// The number of accounts that were created, or would be in a dry run.
    var new = 0
    /// The number of users whose account an earlier import has created.
    var known = 0
    /// The number of users whose id or name an earlier line of the file already has.
    var duplicates = 0
    var refused = 0
    /// The number of new accounts without their user's password.
    var withoutPassword = 0
    /// The number of users whose second step is not imported.
    var secondSteps = 0
    /// The number of links with identity providers that are not imported.
    var links = 0
}

/// The file of the option `--ids`: a CSV file (RFC 4180) with a line for each account.
private struct ImportedIDs {
    private let file: NewFile

    init(_ path: String) throws {
        file = try NewFile(path)
        try file.handle.write(contentsOf: Data("old,new\n".utf8))
    }

    func write(_ old: String, _ new: AccountID) throws {
        let isPlain = old.allSatisfy { $0 != "," && $0 != "\"" && !$0.isNewline }
        let field = isPlain ? old : "\"" + old.replacing("\"", with: "\"\"") + "\""
        try file.handle.write(contentsOf: Data("\(field),\(new.text)\n".utf8))
    }

    func remove() { file.remove() }
}

private struct ImportRun {
    private static let portion = 100

    private let client: OperatorClient
    private let source: ImportSource
    private let token: SecretText?
    private let ids: ImportedIDs?
    private var report = AccountImportReport()
    /// The hashes of the ids and names so far, because the file may be larger than the memory.
    private var seen: Set<Int> = []
    private var waiting: [(line: Int, user: ImportedUser, passwordFlaw: String?)] = []
    /// The texts to print. They wait for the answer about the waiting users, so they are printed in the order of lines.
    private var notes: [(line: Int, text: String)] = []

    init(_ client: OperatorClient, from source: ImportSource, token: SecretText?, ids: ImportedIDs?) {
        (self.client, self.source, self.token, self.ids) = (client, source, token, ids)
    }

    var hasOnlyRefusals: Bool { report.refused > 0 && report.new + report.known == 0 }

    mutating func take(_ read: ReadUser?, in line: Int) throws {
        if let read { wait(with: read, in: line) } else { refuse(line, "it is no JSON") }
        if max(waiting.count, notes.count) >= ImportRun.portion { try send() }
    }

    mutating func end(dryRun: Bool) {
        reportNotes()
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

    private mutating func wait(with read: ReadUser, in line: Int) {
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

    mutating func send() throws {
        guard !waiting.isEmpty else { return reportNotes() }
        let request = ImportAccountsRequest(token: token, source: source, users: waiting.map(\.user))
        let results = try client.ask(OperatorCalls.importAccounts, sending: request).results
        for (entry, result) in zip(waiting, results) {
            if let account = result.account { try ids?.write(entry.user.id.value, account) }
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
        reportNotes()
        client.reportProgress("\(report.new + report.known + report.refused) users so far")
    }

    private mutating func refuse(_ line: Int, _ reason: String) {
        report.refused += 1
        tell(line, "refused: \(reason)")
    }

    /// Notes a text about a line. It is made printable, because it may contain names from the file.
    private mutating func tell(_ line: Int, _ text: String) { notes.append((line, "line \(line): " + printable(text))) }

    private mutating func reportNotes() {
        for note in notes.sorted(by: { $0.line < $1.line }) { client.report(note.text) }
        notes = []
    }

    private mutating func isFirst(_ user: ImportedUser) -> Bool {
        // Sign-in names of all kinds must be unique together, as on the server.
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
