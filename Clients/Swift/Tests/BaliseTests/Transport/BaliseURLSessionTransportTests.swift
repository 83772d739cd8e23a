@Suite("URLSession as the transport")
struct URLSessionTransportTests {
    private let transport = BaliseURLSessionTransport()

    @Test("sends a request unchanged and returns the whole answer")
    func exchange() async throws {
        let server = try LoopbackServer { _ in
            "HTTP/1.1 409 Conflict\r\nX-Request-Id: r7\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"
        }
        defer { server.close() }
        let call = BaliseHTTPRequest(
            method: "PATCH", url: try server.url("/a%2Fb?q=%2B"),
            headers: [
                "Authorization": "Bearer t1", "User-Agent": "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1",
                "X-Meeshy-Region": "Île-de-France",
            ], body: Data(#"{"é":1}"#.utf8))
        let answer = try await transport.send(call)
        #expect(answer.status == 409 && answer.headers["x-request-id"] == "r7")
        #expect(String(decoding: answer.body, as: UTF8.self) == "body")
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("PATCH /a%2Fb?q=%2B HTTP/1.1\r\n"))
        #expect(request.contains("\r\nAuthorization: Bearer t1\r\n"))
        #expect(request.contains("\r\nUser-Agent: Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1\r\n"))
        #expect(request.contains("\r\nX-Meeshy-Region: Île-de-France\r\n") && request.hasSuffix(#"{"é":1}"#))
    }

    @Test("writes a success to a file, and returns a refusal")
    func download() async throws {
        let server = try LoopbackServer { request in
            request.hasPrefix("GET /file ")
                ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
                : "HTTP/1.1 403 No\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"
        }
        defer { server.close() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let refused = BaliseHTTPRequest(method: "GET", url: try server.url("/other"))
        let refusal = try await transport.download(refused, to: file)
        #expect(refusal.status == 403 && String(decoding: refusal.body, as: UTF8.self) == "body")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let call = BaliseHTTPRequest(method: "GET", url: try server.url("/file"))
        let answer = try await transport.download(call, to: file)
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello")
        await #expect { try await transport.download(call, to: file) } throws: { error in
            guard case .notWritten = error as? BaliseTransportError else { return false }
            return true
        }
    }

    @Test("leaves no file of an incomplete answer")
    func brokenDownload() async throws {
        let server = try LoopbackServer { _ in "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n" }
        defer { server.close() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        await #expect(throws: BaliseTransportError.self) {
            try await transport.download(BaliseHTTPRequest(method: "GET", url: try server.url("/")), to: file)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("follows no redirect, so that no credential reaches another server", arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        let elsewhere = try LoopbackServer { _ in "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }
        defer { elsewhere.close() }
        let port = elsewhere.port
        let server = try LoopbackServer { _ in
            """
            HTTP/1.1 \(status) Elsewhere\r\nLocation: http://127.0.0.1:\(port)/\r\nContent-Length: 0\r
            Connection: close\r\n\r\n
            """
        }
        defer { server.close() }
        let call = BaliseHTTPRequest(
            method: "POST", url: try server.url("/"), headers: ["Authorization": "Bearer t1"], body: Data("x".utf8))
        #expect(try await transport.send(call).status == status)
        #expect(elsewhere.requests.isEmpty)
    }

    @Test("keeps no cookie")
    func cookies() async throws {
        let server = try LoopbackServer { _ in
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        }
        defer { server.close() }
        for _ in 0..<2 { _ = try await transport.send(BaliseHTTPRequest(method: "GET", url: try server.url("/"))) }
        #expect(server.requests.count == 2)
        #expect(!server.requests.contains { $0.lowercased().contains("cookie:") })
    }

    @Test("reports an unreachable server")
    func unreachable() async throws {
        let server = try LoopbackServer { _ in nil }
        let url = try server.url("/")
        server.close()
        await #expect { try await transport.send(BaliseHTTPRequest(method: "GET", url: url)) } throws: { error in
            guard case .unreachable = error as? BaliseTransportError else { return false }
            return true
        }
    }

    @Test(
        "reports a broken connection, before and during the answer",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"])
    func brokenConnection(answer: String) async throws {
        let server = try LoopbackServer { _ in answer }
        defer { server.close() }
        await #expect {
            try await transport.send(BaliseHTTPRequest(method: "POST", url: try server.url("/"), body: Data("x".utf8)))
        } throws: { error in
            guard case .unreachable = error as? BaliseTransportError else { return false }
            return true
        }
    }

    @Test("cancels a request after its timeout")
    func timeout() async throws {
        let server = try LoopbackServer { _ in nil }
        defer { server.close() }
        let call = BaliseHTTPRequest(method: "GET", url: try server.url("/"), timeout: 1)
        let start = ContinuousClock.now
        await #expect(throws: BaliseTransportError.timedOut) { try await transport.send(call) }
        // The system's own timeout is a minute.
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("cancels a request when its task is cancelled")
    func cancellation() async throws {
        let arrived = Gathering(of: 2)
        let server = try LoopbackServer { _ in
            Task { await arrived.wait() }
            return nil
        }
        defer { server.close() }
        let call = BaliseHTTPRequest(method: "GET", url: try server.url("/"))
        let task = Task { try await transport.send(call) }
        await arrived.wait()
        task.cancel()
        await #expect(throws: BaliseTransportError.cancelled) { try await task.value }
    }

    @Test("returns when a request is cancelled at the moment of its answer", .timeLimit(.minutes(2)))
    func cancellationWithAnswer() async throws {
        let running = Mutex<Task<BaliseHTTPResponse, any Error>?>(nil)
        let server = try LoopbackServer { _ in
            let task = running.withLock { $0 }
            Thread.detachNewThread { task?.cancel() }
            return "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"
        }
        defer { server.close() }
        let call = BaliseHTTPRequest(method: "GET", url: try server.url("/"))
        for _ in 0..<1_000 {
            let begins = Gathering(of: 1)
            let task = Task {
                await begins.wait()
                return try await transport.send(call)
            }
            running.withLock { $0 = task }
            await begins.wait()
            do { #expect(try await task.value.status == 200) } catch {
                #expect(error as? BaliseTransportError == .cancelled)
            }
        }
    }
}
