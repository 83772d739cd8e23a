import OperatorCommands

@testable import ServiceRuntime

extension OperatorCommandTests {
    private static let chunked =
        "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"

    @Test("An export is written to a new file, for its owner only, when it is complete")
    func export() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.path + "/ada.zip"
        let words = ["accounts", "export", "ada", file]
        let (status, test, requests) = try await run(words, [ok(Self.ada), Self.chunked + "1;a=b\r\n!\r\n0\r\n\r\n"])
        #expect(status == 0, "\(test.complaint)")
        #expect(requests.last?.hasPrefix("POST /accounts/0a1b/export HTTP/1.1\r\n") == true)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "hello!")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(test.output.hasPrefix("wrote all data of account 0a1b to \(file)"))
    }

    @Test("An export to - is written to standard output, which then gets no other text")
    func exportToOutput() throws {
        for isTerminal in [false, true] {
            var said: [String] = []
            var written: [Int32] = []
            let connection = OperatorConnection(
                say: { said.append($0) }, confirm: { _ in nil }, isTerminal: { isTerminal },
                sendPublicly: { _, _, _, _, _ in (500, "") },
                fetch: { _, _, file, _ in
                    written.append(file.fileDescriptor)
                    return (200, "")
                }, send: { _, _, _ in (200, Self.ada) })
            let job = try OperatorCommandLine.read(["accounts", "export", "ada", "-"])
            if isTerminal {
                #expect(throws: NotDone.self) { try job.carryOut(over: connection) }
            } else {
                try job.carryOut(over: connection)
            }
            #expect(said.isEmpty && written == (isTerminal ? [] : [STDOUT_FILENO]))
        }
        #expect(throws: OperatorCommandLine.Misuse.self) {
            try OperatorCommandLine.read(["accounts", "export", "ada", "-", "--json"])
        }
    }

    @Test("An existing or impossible file is refused before the server is asked")
    func exportNowhere() async throws {
        let folder = try TemporaryFolder()
        let there = try folder.write("mine", to: "ada.zip")
        for (file, said) in [
            (there, "there is a file \(there) already"),
            (folder.url.path + "/nope/ada.zip", "cannot make the file \(folder.url.path)/nope/ada.zip: No such file"),
            (folder.url.path, "there is a file"),
        ] {
            let (status, test, requests) = try await run(["accounts", "export", "ada", file], [])
            #expect(status == 1 && requests.isEmpty && test.complaint.contains(said), "\(test.complaint)")
        }
        #expect(try String(contentsOfFile: there, encoding: .utf8) == "mine")
    }

    @Test(
        "A refused or incomplete export leaves no file",
        arguments: [
            (chunked, "broke off"), (chunked + "0\r\n", "broke off"), (chunked + "z\r\n", "not understood"),
            ("HTTP/1.1 200 OK\r\n\r\nhello", "broke off"),
            (
                "HTTP/1.1 404 Not Found\r\nContent-Length: 29\r\n\r\n{\"detail\":\"no such account\"} ",
                "no such account"
            ),
            ("HTTP/1.1 429 No\r\n\r\n{\"detail\":\"later\"}", "later"),
        ])
    func brokenExport(_ answer: String, _ complaint: String) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.path + "/ada.zip"
        let (status, test, _) = try await run(["accounts", "export", "ada", file], [ok(Self.ada), answer])
        #expect(status == 1 && test.complaint.contains(complaint), "\(test.complaint)")
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
