import ArgumentParser
import Models
import OperatorAPI

struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "audit", subcommands: [List.self, Verify.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the actions and looks of operators, the latest first.")

        @Option(help: ArgumentHelp("Only entries about the account with this id.", valueName: "id"))
        var account: String?
        @Option(help: ArgumentHelp("The maximum number of entries.", valueName: "count"))
        var limit = 50
        @Option(help: "Continue after an earlier list, with the cursor at its end.")
        var cursor: String?
        @OptionGroup var output: OutputOptions

        func check() throws {
            let limits = ListAuditEntries.limits
            if !limits.contains(limit) {
                throw ValidationError("--limit has to be a whole number from 1 to \(limits.upperBound)")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let values: [(AuditList.Parameter, String?)] = [
                (.account, account), (.limit, String(limit)), (.cursor, cursor),
            ]
            let list = try client.ask(
                OperatorCalls.listAuditEntries, query: client.query(values.map { (name: $0.rawValue, value: $1) }))
            if list.entries.isEmpty { client.report("no entries found") }
            for entry in list.entries { client.show(entry) }
            if let cursor = list.nextCursor { client.report("\nThere is more: add --cursor \(cursor)") }
        }
    }

    struct Verify: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract:
                "Check that no entry was changed or removed. With --count and --head, this includes the end of the log."
        )

        @Option(help: ArgumentHelp("The count that an earlier check printed.", valueName: "number"))
        var count: Int64?
        @Option(help: ArgumentHelp("The head that it printed.", valueName: "hash"))
        var head: String?
        @OptionGroup var output: OutputOptions

        func check() throws {
            if (count == nil) != (head == nil) || count ?? 1 < 1 {
                throw ValidationError("give --count and --head together, as an earlier check printed them")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            var checked = AuditVerification(count: 0, head: "", hasMore: true)
            while checked.hasMore, checked.firstBroken == nil {
                // A part ends where the earlier check did, so that both can be compared.
                let rest = count.map { $0 - checked.count } ?? 0
                let limit = rest > 0 ? min(rest, Int64(VerifyAuditLog.limits.upperBound)) : nil
                checked = try part(after: checked, limit: limit, client)
                if let count, checked.count == count, checked.head != head?.lowercased() {
                    throw NotDone(
                        description:
                            "the first \(count) entries are others than those that the earlier check has found: "
                            + "their head is \(checked.head)")
                }
            }
            if let broken = checked.firstBroken {
                throw NotDone(description: "entry \(broken) is not valid: it was changed, or is missing")
            }
            if let count, checked.count < count {
                throw NotDone(
                    description: "the last \(count - checked.count) of the \(count) entries that the earlier check has "
                        + "found are missing")
            }
            client.merge(checked)
            client.report(
                "all \(checked.count) entries fit\ncount  \(checked.count)\nhead   \(checked.head)\n\n"
                    + "Keep count and head elsewhere: with --count and --head a later check finds what was taken out at "
                    + "the end.")
        }

        private func part(
            after former: AuditVerification, limit: Int64?, _ client: OperatorClient
        ) throws -> AuditVerification {
            let values: [(AuditVerification.Parameter, String?)] = [
                (.after, former.count > 0 ? String(former.count) : nil), (.head, former.count > 0 ? former.head : nil),
                (.limit, limit.map { String($0) }),
            ]
            return try client.ask(
                OperatorCalls.verifyAuditLog, query: client.query(values.map { (name: $0.rawValue, value: $1) }))
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ entry: AuditListEntry) {
        let credential = [entry.credential, entry.apiKey, entry.apiKeyName].compactMap { $0 }.joined(separator: " ")
        let subject = [entry.account, entry.subjectKey].compactMap { $0 }.joined(separator: " ")
        showRow([
            (String(entry.number), 6), (text(of: entry.at), 20), (entry.call, 20), (entry.outcome, 10), (subject, 24),
            (credential, 0),
        ])
    }
}
