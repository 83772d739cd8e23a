@testable import Edge

@Suite("Backups of the operations port", .timeLimit(.minutes(10))) struct BackupRouteTests {
    @Test("All services make a backup under one name, followers first")
    func made() async throws {
        let services = ScriptedServices().answering(MakeBackup.self) { _ in Done() }
        services.on(ListBackups.self) { _ in ListBackups.Reply(backups: []) }
        try await withOperations(services) { edge async throws in
            let begun = try await edge.request("POST", "/backups")
            #expect(begun.status == 202 && begun.body.hasPrefix(#"{"action":"make","backup":"2"#))
            try await eventually("it is over") { try await edge.request("GET", "/backups").body.contains("endedAt") }
            let list = try await edge.request("GET", "/backups")
            #expect(
                list.body.contains(#""done":["push","preferences","location","auth-session","identity"]"#)
                    && !list.body.contains("problem"))
        }
        let names = Set(services.received(MakeBackup.self).map(\.name))
        #expect(names.count == 1 && services.received(MakeBackup.self).count == 5)
        #expect(names.allSatisfy { BackupName.isValid($0) })
        let audited = services.received(AppendAuditEntry.self).map { "\($0.call.call) \($0.call.outcome)" }
        #expect(audited == ["MakeBackup begun", "MakeBackup done"])
    }

    @Test("A backup ends with the first service that fails, and the answer has its reason")
    func failed() async throws {
        let services = ScriptedServices().refusing(
            VerifyBackup.self, .invalidRequest, "push: push.sqlite is not what was backed up")
        services.on(ListBackups.self) { _ in
            ListBackups.Reply(
                backups: [
                    KeptBackup(name: "2026-01", at: .start, bytes: 7, isWhole: true),
                    KeptBackup(name: "2026-02", at: .start, bytes: 5, isWhole: false),
                ], obstacle: "set backups.folder")
        }
        try await withOperations(services) { edge async throws in
            try await edge.request("POST", "/backups/2026-01/verification").expect(202)
            try await eventually("it is over") { try await edge.request("GET", "/backups").body.contains("endedAt") }
            let list = try await edge.request("GET", "/backups")
            #expect(list.body.contains(#""done":[],"problem":"push: push.sqlite is not what was backed up""#))
            #expect(list.body.contains(#""obstacle":"set backups.folder""#))
            #expect(list.body.hasPrefix(#"{"backups":[{"name":"2026-02","#))
            #expect(list.body.contains(#""bytes":7,"services":["location"],"missing":["push","#))
            for wrong in ["a.b", "..", "a%2Fb", String(repeating: "a", count: 41)] {
                let status = try await edge.request("POST", "/backups/\(wrong)/verification").status
                #expect(status == 400 || status == 404, "\(wrong): \(status)")
            }
        }
        #expect(services.received(VerifyBackup.self).map(\.name) == ["2026-01"])
    }

    @Test("The list has a common obstacle once, and other obstacles with the names of the services")
    func obstacles() async throws {
        let peers: [ServiceName: [Endpoint]] = [.location: [], .push: []]
        for (replies, expected) in [
            (["no folder", "no folder"], #""obstacle":"no folder""#),
            (["no folder", "another"], #""obstacle":"location: "#),
            (["no folder", nil], #"no folder""#), ([nil, nil], #"{"backups":[]}"#),
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

    @Test("The port refuses a backup while another one runs")
    func atOnce() async throws {
        let services = ScriptedServices()
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        services.script(MakeBackup.self) { (_) async throws(BusError) in
            for await _ in answers { break }
            return Done()
        }
        services.on(ListBackups.self) { _ in ListBackups.Reply(backups: []) }
        try await withOperations(services) { edge async throws in
            #expect(try await edge.request("POST", "/backups").status == 202)
            let refused = try await edge.request("POST", "/backups")
            #expect(refused.status == 409 && refused.body.contains("wait until"))
            answer.finish()
            try await eventually("it is over") { try await edge.request("GET", "/backups").body.contains("endedAt") }
        }
    }
}
