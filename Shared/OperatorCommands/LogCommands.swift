import ArgumentParser
import Models
import OperatorAPI

struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [List.self, Verify.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the actions and looks of operators, the latest first.")

        @Option(help: ArgumentHelp("Only entries about the account with this id.", valueName: "id"))
        var account: String?
        @Option(
            name: .customLong("operator"),
            help: ArgumentHelp(
                "Only entries of this operator: operator-token, operations-key or the id of an API key.",
                valueName: "operator"))
        var caller: String?
        @Option(help: ArgumentHelp("Only entries of this call, such as EraseAccount.", valueName: "call"))
        var call: String?
        @Option(help: ArgumentHelp("Only entries from this date or time on.", valueName: "time"))
        var since: String?
        @Option(help: ArgumentHelp("Only entries before this date or time.", valueName: "time"))
        var until: String?
        @Flag(help: "Leave out looks.")
        var changes = false
        @Option(help: ArgumentHelp("The maximum number of entries.", valueName: "count"))
        var limit = 50
        @OptionGroup var page: PageOptions
        @OptionGroup var output: OutputOptions

        func check() throws { try PageOptions.check(limit, ListAuditEntries.limits.upperBound) }

        func carryOut(_ client: OperatorClient) throws {
            let query: [(AuditList.Parameter, String?)] = [
                (.account, account), (.operator, caller), (.call, call), (.since, since), (.until, until),
                (.changes, changes ? "true" : nil), (.limit, String(limit)), (.cursor, page.cursor),
            ]
            let list = try client.ask(OperatorCalls.listAuditEntries, query: query)
            client.showRows(
                list.entries, under: ["number", "time", "call", "outcome", "subject", "by"], none: "no entries found",
                next: list.nextCursor
            ) { entry in
                [
                    (String(entry.number), 6), (text(of: entry.at), 20), (entry.call, 20), (entry.outcome, 10),
                    (words([entry.account, entry.subjectKey, entry.subjectName]) ?? "", 24),
                    (words([entry.credential, entry.apiKey, entry.apiKeyName]) ?? "", 0),
                ]
            }
        }
    }

    struct Verify: OperatorCommand {
        static let configuration = CommandConfiguration(
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
                // A part ends where the earlier check ended, so that the two hashes can be compared.
                let rest = count.map { $0 - checked.count } ?? 0
                let limit = rest > 0 ? min(rest, Int64(VerifyAuditLog.limits.upperBound)) : nil
                let isBegun = checked.count > 0
                let query: [(AuditVerification.Parameter, String?)] = [
                    (.after, isBegun ? String(checked.count) : nil), (.head, isBegun ? checked.head : nil),
                    (.limit, limit.map { String($0) }),
                ]
                checked = try client.ask(OperatorCalls.verifyAuditLog, query: query)
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
    }
}

struct SecurityEvents: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "security-events", subcommands: [List.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "List security events of the last 90 days, such as refused sign-ins and revoked tokens, the latest first."
        )

        @Option(help: ArgumentHelp("Only entries about the account with this id.", valueName: "id"))
        var account: String?
        @Option(help: ArgumentHelp("Only events with this name, such as sign-in-refused.", valueName: "name"))
        var event: String?
        @Option(help: ArgumentHelp("How many events at most.", valueName: "count"))
        var limit = 50
        @OptionGroup var page: PageOptions
        @OptionGroup var output: OutputOptions

        func check() throws { try PageOptions.check(limit, ListSecurityEvents.limits.upperBound) }

        func carryOut(_ client: OperatorClient) throws {
            let query: [(SecurityEventList.Parameter, String?)] = [
                (.account, account), (.event, event), (.limit, String(limit)), (.cursor, page.cursor),
            ]
            let list = try client.ask(OperatorCalls.listSecurityEvents, query: query)
            client.showRows(
                list.events, under: ["time", "event", "account", "details"], none: try none(client, list),
                next: list.nextCursor
            ) { event in
                [
                    (text(of: event.at), 20), (event.event, 26), (event.account ?? "", 24),
                    (words([event.method, event.reason, event.network, event.subject], separator: "  ") ?? "", 0),
                ]
            }
        }

        /// Returns the text for an empty list. If one kind of event was asked for, the text names the kinds of the
        /// latest events.
        private func none(_ client: OperatorClient, _ list: SecurityEventList) throws -> String {
            guard list.events.isEmpty, event != nil, page.cursor == nil else { return "no events found" }
            let most: [(SecurityEventList.Parameter, String?)] = [
                (.account, account), (.limit, String(ListSecurityEvents.limits.upperBound)),
            ]
            let others = try client.ask(OperatorCalls.listSecurityEvents, query: most).events.map(\.event)
            client.merge(list)
            let names = Set(others).sorted().joined(separator: ", ")
            return names.isEmpty ? "no events found" : "no events found; there are \(names)"
        }
    }
}

/// The options that continue a list from an earlier command.
struct PageOptions: ParsableArguments {
    @Option(help: "Continue after an earlier list, with the cursor at its end.")
    var cursor: String?

    static func check(_ limit: Int, _ maximum: Int) throws {
        if !(1...maximum).contains(limit) {
            throw ValidationError("--limit has to be a whole number from 1 to \(maximum)")
        }
    }
}

struct Warnings: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [List.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the latest warnings and errors of each process since its start.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let warnings = try client.ask(OperatorCalls.listWarnings).warnings
            client.showRows(
                warnings, under: ["time", "level", "service", "text"], none: "there are no warnings"
            ) { listed in
                [
                    (text(of: listed.warning.at), 20), (listed.warning.level, 8),
                    (words([listed.service, listed.replica], separator: " at ") ?? "", 12), (listed.warning.text, 0),
                ]
            }
        }
    }
}
