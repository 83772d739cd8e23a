@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ErrorFormTests {
    enum Situation: Int, CaseIterable {
        case notFound = 404, methodNotAllowed = 405, tooLarge = 413, tooMany = 429, unavailable = 503
    }

    /// An API with a call that asks a service, an unsupported method, and the expected answers.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "POST"
        let path: String
        let body: String
        var other = "PUT"
        let allow: String
        let answer: @Sendable (Situation) -> String
    }

    private static func miataru(_ path: String) -> Form {
        Form(testDescription: "Miataru, \(path)", path: path, body: getBody, allow: "POST, OPTIONS") { situation in
            let text =
                switch situation {
                case .notFound: "Not found: \(path)x"
                case .methodNotAllowed: "Method not supported on endpoint \(path): PUT"
                case .tooLarge: "Content Too Large: the body may have at most 1024 bytes"
                case .tooMany: "Too Many Requests"
                case .unavailable: "Service Unavailable: try again in a moment"
                }
            return #"{"error":"\#(text)"}"#
        }
    }

    private static func fourTexts(_ situation: Situation, title: String? = nil) -> String {
        let (code, message) =
            switch situation {
            case .notFound: ("NOT_FOUND", "Nothing exists at this address.")
            case .methodNotAllowed: ("METHOD_NOT_ALLOWED", "This address does not accept this method.")
            case .tooLarge: ("PAYLOAD_TOO_LARGE", "The body may have at most 1024 bytes.")
            case .tooMany: ("RATE_LIMITED", "Too many attempts. Wait a little, and try again.")
            case .unavailable: ("UNAVAILABLE", "The server is busy. Try again in a moment.")
            }
        return #"{"error":"\#(code)","message":"\#(message)","code":"\#(code)","#
            + #""title":"\#(title ?? code.lowercased())","requestId":"ID"}"#
    }

    static let forms = [
        miataru("/v1/GetLocation"), miataru("/GetLocation"),
        Form(
            testDescription: "the API of the apps", path: "/api/v1/auth/login",
            body: #"{"email":"a@b.c","password":"secret"}"#, allow: "POST, OPTIONS", answer: { fourTexts($0) }),
        Form(
            testDescription: "Ecovelo", path: "/ecovelo/users/me/phone", body: "{}", allow: "POST, DELETE, OPTIONS",
            answer: { fourTexts($0, title: $0 == .tooMany ? "too_many_requests" : nil) }),
        Form(
            testDescription: "OAuth", method: "GET", path: "/.well-known/jwks.json", body: "", other: "POST",
            allow: "GET, HEAD, OPTIONS"
        ) { situation in
            let (name, text) =
                switch situation {
                case .notFound: ("invalid_request", "Not Found")
                case .methodNotAllowed: ("invalid_request", "Method Not Allowed")
                case .tooLarge: ("invalid_request", "the body may have at most 1024 bytes")
                case .tooMany: ("temporarily_unavailable", "Too Many Requests")
                case .unavailable: ("temporarily_unavailable", "try again in a moment")
                }
            return #"{"error":"\#(name)","error_description":"\#(text)"}"#
        },
    ]

    @Test(arguments: forms, Situation.allCases)
    func eachAPIHasItsForm(_ form: Form, _ situation: Situation) async throws {
        let response = try await withEdge(configure: {
            $0.http.limits.maximumBodyBytes = 1024
            if situation == .tooMany { $0.http.limits.inFlightPerAddress = 0 }
        }) { edge in
            let headers = [("Content-Type", "application/json"), ("Authorization", "ada")]
            return switch situation {
            case .notFound: try await edge.request(form.method, form.path + "x", headers: headers, body: form.body)
            case .methodNotAllowed: try await edge.request(form.other, form.path, headers: headers)
            case .tooLarge:
                try await edge.request("POST", form.path, headers: headers, body: String(repeating: " ", count: 1025))
            case .tooMany, .unavailable:
                try await edge.request(form.method, form.path, headers: headers, body: form.body)
            }
        }
        #expect(response.status == situation.rawValue)
        #expect(response.body == form.answer(situation).replacing(#""ID""#, with: "\"\(response.requestID)\""))
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("X-Request-Id")?.count == 15)
        #expect(response.header("Retry-After") == ([.tooMany, .unavailable].contains(situation) ? "1" : nil))
        #expect(response.header("Allow") == (situation == .methodNotAllowed ? form.allow : nil))
    }
}

@Suite struct RequestIDTests {
    @Test("A request id is a random number in 15 hexadecimal digits")
    func digits() {
        #expect(newRequestID(0x0123_4567_89AB_CDEF) == "123456789abcdef")
        #expect(newRequestID(7) == "000000000000007")
    }
}
