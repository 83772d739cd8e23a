@testable import Edge

@Suite("Backups of the operations port", .timeLimit(.minutes(10))) struct BackupRouteTests {
    private static let begun = BackupJob(action: "make", backup: "2026-03", beganAt: .start)

    @Test("A backup and a verification begin in auth-session, and are in the audit log")
    func begun() async throws {
        let services = ScriptedServices().answering(BeginBackup.self) { _ in Self.begun }
        try await withOperations(services) { edge async throws in
            let begun = try await edge.request("POST", "/backups")
            #expect(begun.status == 202 && begun.body.hasPrefix(#"{"action":"make","backup":"2026-03","beganAt":"2"#))
            try await edge.request("POST", "/backups/2026-01/verification").expect(202)
            for wrong in ["a.b", "..", "a%2Fb", String(repeating: "a", count: 41)] {
                let status = try await edge.request("POST", "/backups/\(wrong)/verification").status
                #expect(status == 400 || status == 404, "\(wrong): \(status)")
            }
        }
        #expect(services.received(BeginBackup.self).map(\.name) == [nil, "2026-01"])
        let audited = services.received(AppendAuditEntry.self).map(\.call)
        #expect(audited.map { "\($0.call) \($0.outcome)" }.prefix(2) == ["MakeBackup begun", "MakeBackup done"])
        #expect(audited.map(\.subjectName).prefix(3) == [nil, "2026-03", "2026-01"])
    }

    @Test("The list combines the services' parts with the job, its progress, and the last results")
    func list() async throws {
        let services = ScriptedServices()
        services.on(ListBackups.self) { _ in
            ListBackups.Reply(
                backups: [
                    KeptBackup(name: "2026-01", at: .start, bytes: 7, isWhole: true),
                    KeptBackup(name: "2026-02", at: .start, bytes: 5, isWhole: false),
                ], obstacle: "set backups.to",
                progress: BackupProgress(service: "location", copied: 1, total: 2), job: Self.begun,
                health: BackupHealth(
                    backup: BackupHealth.Outcome(at: .start, backup: "2026-01", problem: "no space left")))
        }
        try await withOperations(services) { edge async throws in
            let list = try await edge.request("GET", "/backups")
            #expect(list.body.hasPrefix(#"{"backups":[{"name":"2026-02","#))
            #expect(list.body.contains(#""bytes":7,"services":["location"],"missing":["push","#))
            #expect(list.body.contains(#""progress":{"service":"location","copied":1,"total":2}"#))
            #expect(list.body.contains(#""problem":"no space left""#))
            #expect(list.body.contains(#""obstacle":"set backups.to""#))
        }
    }

    @Test("The list has a common obstacle once, and other obstacles with the names of the services")
    func obstacles() async throws {
        let peers: [ServiceName: [Endpoint]] = [.location: [], .push: []]
        for (replies, expected) in [
            (["no folder", "no folder"], #""obstacle":"no folder""#),
            (["no folder", "another"], #""obstacle":"location: "#),
            (["no folder", nil], #"no folder""#), ([nil, nil], #"{"backups":[],"folder":"#),
        ] as [([String?], String)] {
            let services = ScriptedServices()
            let waiting = Mutex(replies)
            services.on(ListBackups.self) { _ in
                ListBackups.Reply(backups: [], obstacle: waiting.withLock { $0.removeFirst() })
            }
            let list = try await withOperations(services, peers: peers) { try await $0.request("GET", "/backups") }
            #expect(list.body.contains(expected), "\(list.body)")
            #expect(list.body.contains(": no folder") == (Set(replies).count == 2), "\(list.body)")
        }
        let silent = try await withOperations(ScriptedServices(), peers: peers) {
            try await $0.request("GET", "/backups")
        }
        #expect(silent.body.contains(#""obstacle":"it does not answer""#), "\(silent.body)")
    }
}
