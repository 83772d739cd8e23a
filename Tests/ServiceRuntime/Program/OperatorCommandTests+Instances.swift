import OperatorCommands

@testable import ServiceRuntime

extension OperatorCommandTests {
    @Test("Without a key the token of the data folder is sent, and a refusal by another instance is explained")
    func token() async throws {
        let (status, test, requests) = try await run(["api-keys", "list"], ["HTTP/1.1 401 Unauthorized\r\n\r\n{}"])
        #expect(status == 1)
        #expect(requests.first?.contains("\r\nAuthorization: Bearer \(Self.token)\r\n") == true)
        #expect(test.complaint.contains("does not know the token of the data folder"))
    }

    @Test(
        "A server that does not prove that it has the token is sent none",
        arguments: [
            "HTTP/1.1 200 OK\r\n\r\nalive, version 0.1.0", "HTTP/1.1 401 Unauthorized\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\n\r\nproof \(String(repeating: "0", count: 64))",
        ])
    func stranger(_ answer: String) async throws {
        for words in [["api-keys", "list"], ["health"], ["doctor"]] {
            let (status, test, requests) = try await run(words, [answer], proves: false)
            #expect(status != 0 && requests.count == 1)
            #expect(requests.first?.hasPrefix("GET /livez?challenge=") == true)
            #expect(requests.first?.contains(Self.token) == false)
            #expect((test.complaint + test.output).contains("another Balise answers on the operations port"))
        }
    }

    @Test("A proof is valid for one token, one challenge and one port only")
    func proofs() {
        func proof(_ token: String, _ challenge: String, _ port: Int) -> String {
            OperatorToken.proof(of: Secret(token), for: challenge, port: port)
        }
        let all = [proof("a", "c", 1), proof("b", "c", 1), proof("a", "d", 1), proof("a", "c", 2)]
        #expect(Set(all).count == 4 && all[0] == proof("a", "c", 1))
    }

    @Test("Without a token no request is sent")
    func noToken() async throws {
        let folder = try TemporaryFolder()
        let test = TestProgram(name: "edge", services: [ToyEdge.self])
        let status = await test.program.run(
            arguments: ["api-keys", "list", "--data-dir", folder.url.path], environment: [:])
        #expect(status == 1)
        #expect(test.complaint.hasPrefix("edge: \(folder.url.path) has no operator.token, "))
    }
}
