@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct MultipartTests {
    @Test(
        arguments: [
            ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Form-Data; Boundary=\"a b:c\"", "a b:c"),
            ("multipart/form-data; charset=utf-8; boundary=abc", "abc"), ("multipart/form-data", nil),
            ("multipart/form-data; boundary=", nil), ("multipart/mixed; boundary=abc", nil),
            ("application/json", nil), (nil, nil),
            ("multipart/form-data; boundary=" + String(repeating: "a", count: 71), nil),
        ] as [(String?, String?)])
    func findsTheBoundary(_ contentType: String?, _ boundary: String?) {
        #expect(MultipartBoundary(contentType)?.text == boundary)
    }

    private func part(_ name: String = "p", of body: String) throws -> String? {
        let boundary = try #require(MultipartBoundary("multipart/form-data; boundary=x"))
        return try MultipartBody(Array(body.utf8), boundary).part(named: name).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static let header = "Content-Disposition: form-data; name=\"p\"\r\n"

    @Test(
        arguments: [
            ("--x\r\n\(header)\r\n1\r\n--x--\r\n", "1"), ("--x\r\n\(header)\r\n1\r\n--x--", "1"),
            // The text before the first delimiter and after the last one is ignored.
            ("hello\r\n--x\r\n\(header)\r\n1\r\n--x--\r\nbye", "1"),
            ("--x\n\(header)\n1\n--x--", "1"), ("--x  \r\n\(header)\r\n1\r\n--x--", "1"),
            ("--x\r\n\(header)\r\n\r\n--x--", ""), ("--x\r\n\(header)\r\n--x--", ""),
            ("--x\r\n\(header)\r\n\r\n\r\n1\r\n\r\n--x--", "\r\n\r\n1\r\n"),
            ("--x\r\n\(header)\r\na--x\r\n--xy\r\n--x--", "a--x\r\n--xy"),
            ("--x\r\ncontent-disposition:form-data;name=p\r\n\r\n1\r\n--x--", "1"),
            ("--x\r\nContent-Type: text/plain\r\n\(header)\r\n1\r\n--x--", "1"),
            ("--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n0\r\n--x\r\n\(header)\r\n1\r\n--x--", "1"),
            ("--x\r\n\(header)\r\n1\r\n--x\r\n\(header)\r\n2\r\n--x--", "1"),
            ("--x\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\n0\r\n--x--", nil), ("--x--", nil),
        ] as [(String, String?)])
    func findsAPart(_ body: String, _ content: String?) throws { #expect(try part(of: body) == content) }

    @Test(arguments: [
        "", "{}", "--y--", "--x", "--x\r\n", "--x\r\n\(header)", "--x\r\n\(header)\r\n1",
        "--x\r\n\(header)\r\n1\r\n--xy", "--x\r\nX: \(String(repeating: "a", count: 5000))\r\n\r\n1\r\n--x--",
        String(repeating: "--x\r\n\r\n1\r\n", count: 40) + "--x--",
    ])
    func refusesWhatIsNoForm(_ body: String) {
        #expect { try part(of: body) } throws: { ($0 as? EdgeError)?.code == .invalidRequest }
    }

    /// A damaged form ends with a part or with an error.
    @Test func survivesDamage() throws {
        let body = Array("--x\r\n\(Self.header)\r\n{\"a\":1}\r\n--x--\r\n".utf8)
        let boundary = try #require(MultipartBoundary("multipart/form-data; boundary=x"))
        for position in body.indices {
            for byte: UInt8? in [nil, 0, 0x0A, 0x0D, UInt8(ascii: "-"), 0xFF] {
                let damaged = byte.map { body[..<position] + [$0] + body[(position + 1)...] } ?? body[..<position]
                _ = try? MultipartBody(Array(damaged), boundary).part(named: "p")
            }
        }
    }

    @Test func needsItsPart() async throws {
        try await ScriptedServices.people().ask(
            "PUT", "/api/v1/users/profile",
            headers: [("Authorization", People.token), ("Content-Type", "multipart/form-data; boundary=x")],
            body: "--x\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n{}\r\n--x--"
        ).expect(400)
    }
}
