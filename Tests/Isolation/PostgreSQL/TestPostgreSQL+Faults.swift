// Faults of a test's own PostgreSQL.

import Foundation

extension TestPostgreSQL {
    // MARK: Questions

    /// Runs SQL, and gives the rows: columns are parted by `|`. Its first failure ends it.
    public func query(_ sql: String, database: String = "balise") async throws -> [[String]] {
        let process = try Self.process(
            "psql",
            [
                "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1",
                "--dbname", address(database: database), "--command", sql,
            ])
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        let output = try process.startPrinting()
        let printed = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        for await _ in ended.stream {}
        guard process.terminationStatus == 0 else { throw TestPostgreSQLError(reason: printed) }
        return printed.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }

    // MARK: A standby

    public func makeStandby() async throws -> TestPostgreSQL {
        // A standby that has lost its primary tries again after 5 s otherwise, and now and then that delays a promotion.
        let standby = try TestPostgreSQL(
            isDurable: true, standbyOf: self, settings: ["wal_retrieve_retry_interval": "200ms"])
        // Only now, since the standby has a copy of this setting, and would wait for another one after its promotion.
        _ = try await query("ALTER SYSTEM SET synchronous_standby_names = '\(Self.standbyName)'")
        _ = try await query("SELECT pg_reload_conf()")
        try await eventually("the standby is waited for") {
            try await self.query("SELECT sync_state FROM pg_stat_replication") == [["sync"]]
        }
        return standby
    }

    public func promote() async throws {
        guard try await query("SELECT pg_promote(true, 60)") == [["t"]] else {
            throw TestPostgreSQLError(reason: "the standby was not promoted")
        }
    }

    // MARK: Faults

    public enum SessionEnd: Sendable {
        /// Its process is asked to end, as an operator does.
        case request
        /// Its process is killed; the server then ends all others too, and recovers.
        case signal
    }

    /// Ends a session of another client, one that is at work if possible. Without any, or during recovery, nothing happens.
    public func endSession(_ choice: UInt64, by end: SessionEnd) async throws {
        let sessions = try? await query(
            """
            SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() \
            AND (state <> 'idle' OR \(choice) % 2 = 0) ORDER BY state <> 'idle', pid
            """)
        guard let sessions, !sessions.isEmpty else { return }
        guard let process = pid_t(sessions[Int(choice) % sessions.count][0]) else { return }
        switch end {
        case .request: _ = try? await query("SELECT pg_terminate_backend(\(process))")
        case .signal: kill(process, SIGKILL)
        }
    }

    /// Ends all of its processes at once, as a machine that fails does. It does not come back.
    public func killNow() throws {
        let processes = try processes
        for process in processes { kill(process, SIGKILL) }
        // The process that gets its number next must not be ended with the folder.
        try FileManager.default.removeItem(at: folder.appendingPathComponent("data/postmaster.pid"))
    }

    /// Stops all of its processes; nothing happens until `resume()`.
    public func suspend() async throws {
        let postmaster = try postmaster
        // First the one that starts others.
        try await suspend([postmaster])
        try await suspend(try processes)
    }

    private func suspend(_ processes: [pid_t]) async throws {
        for process in processes { kill(process, SIGSTOP) }
        try await eventually("PostgreSQL has stopped") {
            let running = try RunningProcess.all().filter { processes.contains($0.id) }
            return running.allSatisfy { $0.state == "T" || $0.state == "Z" }
        }
    }

    public func resume() throws {
        for process in try processes.reversed() { kill(process, SIGCONT) }
    }

    private var processes: [pid_t] {
        get throws {
            let postmaster = try postmaster
            return [postmaster] + (try RunningProcess.all().filter { $0.parent == postmaster }.map(\.id))
        }
    }
}

private struct RunningProcess {
    var id: pid_t
    var parent: pid_t
    var state: Character

    #if os(Linux)
        static func all() throws -> [RunningProcess] {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
                guard let id = pid_t(name),
                    let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
                    // The name is in parentheses, and may contain any character.
                    let end = text.lastIndex(of: ")")
                else { return nil }
                let fields = text[text.index(after: end)...].split(separator: " ")
                guard fields.count > 1, let parent = pid_t(fields[1]), let state = fields[0].first else { return nil }
                return RunningProcess(id: id, parent: parent, state: state)
            }
        }
    #else
        static func all() throws -> [RunningProcess] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/ps")
            process.arguments = ["-A", "-o", "pid=,ppid=,state="]
            let output = try process.startPrinting()
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            return text.split(separator: "\n").compactMap { line in
                let fields = line.split(separator: " ")
                guard fields.count == 3, let id = pid_t(fields[0]), let parent = pid_t(fields[1]),
                    let state = fields[2].first
                else { return nil }
                return RunningProcess(id: id, parent: parent, state: state)
            }
        }
    #endif
}
