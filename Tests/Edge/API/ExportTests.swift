@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ExportTests {
    private static let headers = [("Authorization", People.token)]
    private static let path = "/api/v1/users/me/export"

    private static let subject = ExportSubject(
        name: "things", title: "What you have.",
        members: [.init(name: "name", form: .text), .init(name: "at", form: .moment), .init(name: "rest", form: .json)])

    /// Identity has two pages, all others an empty list.
    private func services(signedIn seconds: Int64 = 0) -> ScriptedServices {
        let services = ScriptedServices.ofAda()
        services.recogniseAda(signedIn: seconds)
        let asked = Mutex(0)
        services.on(DescribeExport.self) { _ in
            let number = asked.withLock { asked in
                asked += 1
                return asked
            }
            var subject = Self.subject
            if number % 5 != 1 { subject.name = "others-\(number)" }
            return DescribeExport.Reply(subjects: [subject])
        }
        services.on(ExportPage.self) { request in
            guard request.subject == "things" else { return ExportPage.Reply(entries: [], next: nil) }
            guard request.after == nil else {
                return ExportPage.Reply(entries: Array(#"{"name":"last"}"#.utf8), next: nil)
            }
            return ExportPage.Reply(entries: Array("{\"name\":\"é\"},\n{}".utf8), next: "7")
        }
        return services
    }

    private func archive(_ services: ScriptedServices) -> ExportArchive {
        ExportArchive(
            account: People.ada, services: services, context: MessageContext(requestID: "test"), now: People.now)
    }

    @Test func givesAFileForEachSubject() async throws {
        let services = services()
        let maker = archive(services)
        let bytes = Mutex<[UInt8]>([])
        try await maker.stream(try await maker.subjects()).make { part in bytes.withLock { $0 += part } }
        let archive = try StoredArchive(bytes.withLock { $0 })
        #expect(archive.names.prefix(3) == ["README.txt", "things.json", "schemas/things.schema.json"])
        #expect(archive.names.count == 11)
        let things = String(decoding: try #require(archive.files["things.json"]), as: UTF8.self)
        #expect(things == "[\n{\"name\":\"é\"},\n{},\n{\"name\":\"last\"}\n]\n")
        #expect(archive.files["others-2.json"] == Array("[]\n".utf8))
        let readMe = String(decoding: try #require(archive.files["README.txt"]), as: UTF8.self)
        #expect(readMe.contains("things.json\n    What you have.") && readMe.contains(People.ada.text))
        let schema = String(decoding: try #require(archive.files["schemas/things.schema.json"]), as: UTF8.self)
        #expect(schema.contains(#""at":{"type":"string","format":"date-time"}"#))
        #expect(services.received(ExportPage.self).allSatisfy { $0.account == People.ada })
    }

    /// A slow reader delays the services, and no page waits in memory.
    @Test func asksForAPageAfterSendingThePreviousOne() async throws {
        let services = services()
        services.on(ExportPage.self) { request in
            let number = (request.after.flatMap { Int($0) } ?? 0) + 1
            return ExportPage.Reply(entries: Array("{\"page\":\(number)}".utf8), next: number < 50 ? "\(number)" : nil)
        }
        let maker = archive(services)
        let sent = Mutex(0)
        try await maker.stream(try await maker.subjects()).make { part in
            let asked = services.received(ExportPage.self).count
            guard String(decoding: part, as: UTF8.self).contains("\"page\"") else { return }
            sent.withLock { $0 += 1 }
            #expect(asked == sent.withLock { $0 })
        }
        #expect(sent.withLock { $0 } == 250)
    }

    /// Identity and the mail learn of it once, before anything is sent.
    @Test func isSentInChunks() async throws {
        let services = services()
        let answer = try await withEdge(services) { try await ask($0) }
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n0\r\n\r\n"))
        let head = answer.prefix { $0 != "\0" }.lowercased()
        #expect(head.contains("content-type: application/zip") && head.contains("transfer-encoding: chunked"))
        #expect(head.contains("content-disposition: attachment; filename=\"balise-account.zip\""))
        #expect(head.contains("cache-control: no-store"))
        let message = try #require(services.received(Proven<BeginExport>.self).first)
        #expect(message.account == People.ada && message.session == People.phone && message.proof?.isEmpty == true)
    }

    /// A broken export is recognisable: the transfer has no end, and the archive no directory.
    @Test(arguments: [false, true])
    func breaksOffWhenAServiceFails(_ isLate: Bool) async throws {
        let services = services()
        services.on(ExportPage.self) { request throws(BusError) in
            guard isLate, request.after == nil else { throw .unavailable(.identity) }
            return ExportPage.Reply(entries: [], next: "1")
        }
        let answer = try await withEdge(services) { try await ask($0) }
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && !answer.hasSuffix("0\r\n\r\n"))
        #expect(!answer.contains("PK\u{5}\u{6}"))
    }

    @Test func endsWithItsReader() async throws {
        struct Gone: Error {}
        let services = services()
        services.on(ExportPage.self) { _ in ExportPage.Reply(entries: Array("{}".utf8), next: "more") }
        let maker = archive(services)
        let stream = maker.stream(try await maker.subjects())
        await #expect(throws: Gone.self) {
            try await stream.make { _ in if services.received(ExportPage.self).count == 7 { throw Gone() } }
        }
        #expect(services.received(ExportPage.self).count == 7)
    }

    private func ask(_ edge: RunningEdge) async throws -> String {
        try await withConnection(to: edge.port) { connection in
            try await connection.send("POST", Self.path, headers: Self.headers + [("Connection", "close")])
            return try await connection.readToEnd()
        }
    }

    @Test(
        arguments: [("", 299, 200), ("", 300, 401), ("{}", 300, 401), (#"{"password":"p"}"#, 90_000, 200)]
            as [(String, Int64, Int)])
    func asksForAFreshProof(_ body: String, _ seconds: Int64, _ status: Int) async throws {
        let services = services(signedIn: seconds)
        try await services.ask("POST", Self.path, body: body).expect(status)
        #expect(services.received(Proven<BeginExport>.self).count == (status == 200 ? 1 : 0))
        if status == 401 { #expect(services.received(ExportPage.self).isEmpty) }
    }

    /// Nothing was sent yet, so the client gets an error, and the user no notice.
    @Test func saysWhenAServiceIsAway() async throws {
        let services = services()
        services.on(DescribeExport.self) { _ throws(BusError) in throw .unavailable(.push) }
        try await services.ask("POST", Self.path).expect(503)
        #expect(services.received(Proven<BeginExport>.self).isEmpty)
    }

    /// Wrong passwords do not use up the user's exports.
    @Test func countsNoExportWithAWrongPassword() async throws {
        let services = services(signedIn: 90_000)
        services.on(Proven<BeginExport>.self) { message throws(BusError) in
            if message.proof?.password?.value == "wrong" { throw .refused(ServiceError(.wrongCredentials, "")) }
            return Done()
        }
        try await withEdge(services) { edge async throws in
            func ask(_ password: String) async throws -> Int {
                let body = #"{"password":"\#(password)"}"#
                return try await edge.request("POST", Self.path, body: body).status
            }
            for _ in 0..<ExportLimiter.perAccount { #expect(try await ask("wrong") == 403) }
            for _ in 0..<ExportLimiter.perAccount { #expect(try await ask("right") == 200) }
            #expect(try await ask("right") == 429)
        }
    }

    /// One user who reads slowly or asks often does not block the others.
    @Test func limitsParallelExportsByAccountAndAddress() throws {
        let limiter = ExportLimiter()
        var places = [try limiter.enter(People.ada, from: "192.0.2.1")]
        // A refusal because of the current export is not counted.
        for number in 0..<10 {
            let error = #expect(throws: EdgeError.self) { _ = try limiter.enter(People.ada, from: "192.0.2.\(number)") }
            #expect(error?.code == .rateLimited && error?.retryAfter == 30)
        }
        for number in 0..<7 {
            places.append(try limiter.enter(try #require(AccountID("a\(number)")), from: "192.0.2.1"))
        }
        let other = try #require(AccountID("other"))
        #expect(throws: EdgeError.self) { _ = try limiter.enter(other, from: "192.0.2.1") }
        places.append(try limiter.enter(other, from: "192.0.2.2"))
        places.removeFirst()
        _ = try limiter.enter(People.ada, from: "192.0.2.1")
    }

    /// With too many files or bytes, the directory would describe another archive.
    @Test func refusesMoreFilesThanADirectoryHolds() throws {
        var writer = ZIPWriter(year: 2026, month: 1, day: 31, hour: 12, minute: 0)
        for number in 0..<65_534 { _ = try writer.begin("\(number)") }
        #expect(throws: ZIPWriter.Failure.self) { _ = try writer.begin("one too many") }
    }

    @Test func givesAnOperatorTheSame() async throws {
        let services = services()
        services.on(BeginExport.self) { message throws(BusError) in
            guard message.account == People.ada else { throw .refused(ServiceError(.notFound, "no such account")) }
            return Done()
        }
        try await withOperations(services) { edge async throws in
            let path = "/accounts/\(People.ada)/export"
            #expect(try await edge.request("POST", path).status == 200)
            #expect(try await edge.request("POST", "/accounts/nobody/export").status == 404)
            #expect(try await edge.request("POST", path, body: #"{"dryRun":true}"#).status == 400)
        }
        #expect(services.received(BeginExport.self).allSatisfy { $0.person == nil })
        #expect(services.acts == ["ExportAccount", "ExportAccount"])
    }
}
