import ArgumentParser
import BaliseAPI
import Foundation
import Models
import OperatorAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Accounts {
    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List accounts, the newest first; by a name or a part of one with --query.")

        private static let methods = AuthenticationMethod.allCases.map(\.rawValue).joined(separator: ", ")
        private static let statuses = AccountStatus.allCases.map(\.rawValue).joined(separator: " or ")

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "Parts of a first, last or display name, or the beginning of a user name or an address.",
                valueName: "text"))
        var query: String?
        @Option(help: "The status of the account: \(List.statuses).")
        var status: String?
        @Option(help: "The current way to sign in: \(List.methods).")
        var method: String?
        @Option(help: ArgumentHelp("Only accounts made then or later, as 2026-01-31T12:00:00Z.", valueName: "time"))
        var since: String?
        @Option(help: ArgumentHelp("How many at most.", valueName: "count"))
        var limit = 50
        @OptionGroup var page: PageOptions
        @OptionGroup var output: OutputOptions

        func check() throws { if limit < 1 { throw ValidationError("--limit has to be a whole number of at least 1") } }

        func carryOut(_ client: OperatorClient) throws {
            let list = try collect(client)
            client.merge(list)
            client.showRows(
                list.accounts, under: ["id", "status", "created", "last sign-in", "methods", "names"],
                none: "no accounts found", row)
            if let cursor = list.nextCursor { client.report("\nThere may be more: add --cursor \(cursor)") }
        }

        /// Asks for page after page, because a page may be short although another page follows.
        private func collect(_ client: OperatorClient) throws -> AccountList {
            var list = AccountList(accounts: [], nextCursor: page.cursor)
            repeat {
                let size = min(limit - list.accounts.count, ListAccounts.limits.upperBound)
                let query: [(AccountList.Parameter, String?)] = [
                    (.query, query), (.status, status), (.method, method), (.since, since), (.limit, String(size)),
                    (.cursor, list.nextCursor),
                ]
                let page = try client.ask(OperatorCalls.listAccounts, query: query)
                list.accounts += page.accounts
                list.nextCursor = page.nextCursor
            } while list.nextCursor != nil && list.accounts.count < limit
            return list
        }

        private func row(_ account: AccountSummary) -> [(text: String, width: Int)] {
            let names = [
                account.names.username, account.names.email?.value, account.contactEmail?.value,
                account.names.phone?.value, words([account.firstName?.value, account.lastName?.value]),
                account.displayName?.value,
            ]
            return [
                (account.id.text, 24), (account.status.rawValue, 8), (text(of: account.createdAt), 20),
                (account.lastLoginAt.map { text(of: $0) } ?? "never", 20),
                (account.methods.map(\.rawValue).joined(separator: ","), 9),
                (names.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", "), 0),
            ]
        }
    }

    struct Export: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write all data of an account to a ZIP file, for its user. The user is notified by e-mail.")

        @OptionGroup var named: AccountArgument
        @Argument(help: "The file to create, which must not exist yet; - for standard output.")
        var file: String
        @OptionGroup var output: OutputOptions

        private var isForOutput: Bool { file == "-" }

        func check() throws {
            guard !isForOutput || !output.json else {
                throw ValidationError("--json would print into the export: leave it out, or name a file")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            guard !isForOutput || !client.printsToTerminal else {
                throw NotDone(description: "a terminal cannot show a ZIP file: redirect the output, or name a file")
            }
            // The file is created before the call, because the call records the export and informs the user.
            let new = try isForOutput ? nil : NewFile(file)
            let id: String
            do {
                id = try named.find(client).id
                try client.fetch(OperatorCalls.operatorExportAccount, id, to: new?.handle ?? .standardOutput)
                try new?.handle.close()
            } catch {
                new?.remove()
                throw error
            }
            guard new != nil else { return }
            client.report(
                "wrote all data of account \(id) to \(file); its user is notified by e-mail, if the account has an address"
            )
        }
    }

    struct Erase: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Erase all data of an account. Asks first.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var erasing: ErasingOptions
        @Option(help: "How many seconds to wait for the services to confirm.")
        var wait = 10
        @OptionGroup var output: OutputOptions

        func check() throws {
            guard (0...600).contains(wait) else {
                throw ValidationError("--wait has to be a whole number from 0 to 600")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client)
            let names = [account.username, account.email].compactMap { $0 }.joined(separator: ", ")
            try client.confirmErasing("account \(account.id) (\(names)) and all its data", erasing)
            let begun = try client.ask(OperatorCalls.eraseAccount, account.id)
            client.report("erased account \(account.id); its sessions have ended")
            guard let erasure = begun.erasure else { return }
            let status = try client.follow(forSeconds: wait) { () -> ErasureStatus in
                client.reportProgress("the services erase its data")
                return try client.ask(OperatorCalls.operatorGetErasure, erasure)
            } until: {
                $0.state == .done
            }
            client.report(status)
        }
    }

    struct Erasure: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Print the progress of an erasure, and its receipt.")

        @Argument(help: "The id that `accounts erase` printed.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.report(try client.ask(OperatorCalls.operatorGetErasure, id))
        }
    }
}

/// A file that no other user can read.
struct NewFile {
    let handle: FileHandle
    private let path: String

    init(_ path: String) throws(NotDone) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw NotDone(
                description: errno == EEXIST
                    ? "there is a file \(path) already; name another one"
                    : "cannot make the file \(path): \(String(cString: strerror(errno))); name another one")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
    }

    func remove() { unlink(path) }
}

extension OperatorClient {
    fileprivate func report(_ status: ErasureStatus) {
        show([
            ("erasure", status.id), ("state", status.state.rawValue), ("asked", text(of: status.askedAt)),
            ("completed", status.completedAt.map(text)), ("confirmed", status.confirmed.joined(separator: ", ")),
            ("pending", status.pending.isEmpty ? nil : status.pending.joined(separator: ", ")),
            ("receipt", status.receipt),
        ])
        guard status.state != .done else { return }
        report("The receipt is made when all services have confirmed: accounts erasure \(status.id)")
    }
}

struct MissingAccounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missing-accounts", subcommands: [List.self, Erase.self, Keep.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the services that keep data of accounts that identity no longer has.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let services = try client.ask(OperatorCalls.listMissingAccounts).services
            if services.isEmpty {
                client.report("No accounts are missing. /readyz shows those that you decided to keep.")
            }
            for one in services {
                client.report("\(one.service): \(one.missing) of \(one.accounts) accounts are missing")
            }
        }
    }

    struct Erase: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase the data of missing accounts that are gone for good. Asks first.")

        @OptionGroup var erasing: ErasingOptions
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.confirmErasing("the data that services keep of accounts that identity no longer has", erasing)
            client.show(try client.ask(OperatorCalls.eraseMissingAccounts), "erases its data of them")
        }
    }

    struct Keep: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Keep the data of missing accounts. You can erase it later.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.show(try client.ask(OperatorCalls.keepMissingAccounts), "keeps them")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ decided: DecidedServices, _ what: String) {
        if decided.services.isEmpty { report("no accounts are missing") }
        for service in decided.services { report("\(service): \(what)") }
    }
}
