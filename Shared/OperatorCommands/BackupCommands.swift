import ArgumentParser
import Models
import OperatorAPI

struct Backups: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [List.self, Make.self, Verify.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the backups in the place of the setting backups.to.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let list = try client.ask(OperatorCalls.listBackups)
            if list.obstacle == nil || !list.backups.isEmpty {
                client.showRows(
                    list.backups, under: ["name", "time", "bytes", "services"], none: "there are no backups"
                ) { backup in
                    let missing = backup.missing.joined(separator: ", ")
                    return [
                        (backup.name, 26), (text(of: backup.at), 20), (String(backup.bytes), 14),
                        (missing.isEmpty ? "complete" : "without \(missing)", 0),
                    ]
                }
            }
            guard let obstacle = list.obstacle else { return }
            client.printAnswer()
            throw NotDone(description: obstacle)
        }
    }

    struct Make: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a backup while the services run, and wait for its end.",
            discussion: """
                The setting backups.to names the place.

                Examples:
                  balise backups make
                  balise backups make --json
                """)

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.follow(try client.ask(OperatorCalls.makeBackup), to: "is complete")
        }
    }

    struct Verify: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare a backup with what was written, and wait for the end.",
            discussion: """
                Examples:
                  balise backups list
                  balise backups verify 2026-01-31T02-30-00-000Z
                """)

        @Argument(help: ArgumentHelp("The name of the backup, as list prints it.", valueName: "name"))
        var name: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.follow(try client.ask(OperatorCalls.verifyBackup, name), to: "is as it was made")
        }
    }
}

extension OperatorClient {
    /// Waits for the end of a job, for at most an hour.
    fileprivate func follow(_ begun: BackupJob, to success: String) throws {
        var shown = ""
        let list = try follow(forSeconds: 3600) { () -> BackupList in
            let list = try ask(OperatorCalls.listBackups)
            let progress = list.job?.progress.map { one in
                "\(one.service): \(one.copied >> 20) of \(one.total >> 20) MiB"
            }
            let text = progress ?? "the backup \(begun.backup) is worked on"
            if text != shown, reportProgress(text) { shown = text }
            return list
        } until: {
            // Only auth-session knows the job. If there is no health, auth-session has not answered yet.
            $0.health != nil
                && ($0.job?.backup != begun.backup || $0.job?.action != begun.action || $0.job?.endedAt != nil)
        }
        guard let job = list.job, job.backup == begun.backup, job.action == begun.action, job.endedAt != nil else {
            throw NotDone(description: "the result is unknown: auth-session was restarted, or the task takes longer")
        }
        if let problem = job.problem { throw NotDone(description: problem) }
        merge(job)
        report("the backup \(job.backup) \(success)")
    }
}
