@testable import Balise

@Suite("A refusal")
struct RefusalTests {
    private func refusal(_ status: Int, _ body: String, _ headers: [String: String] = [:]) -> BaliseError.Refusal {
        BaliseError.Refusal(BaliseHTTPResponse(status: status, headers: headers, body: Data(body.utf8)))
    }

    @Test("of the app API has code, message and title")
    func api() {
        let refusal = refusal(
            409, #"{"error":"DUPLICATE_FIELD","message":"Taken.","code":"DUPLICATE_FIELD","title":"duplicate_field"}"#,
            ["X-Request-Id": "r1", "Retry-After": " 12 "])
        let expected = BaliseError.Refusal(
            status: 409, code: .duplicate, message: "Taken.", title: "duplicate_field", requestID: "r1", retryAfter: 12)
        #expect(refusal == expected)
    }

    @Test("of the Miataru API has the code of its status, so that a wrong key differs from a missing one")
    func miataru() {
        let forbidden = refusal(403, #"{"error":"Forbidden: wrong DeviceKey"}"#)
        #expect(forbidden == BaliseError.Refusal(status: 403, code: .forbidden, message: "Forbidden: wrong DeviceKey"))
        #expect(refusal(401, #"{"error":"x"}"#).code == .authenticationRequired)
    }

    @Test("of the OAuth API has the RFC's description, and the code if there is one")
    func oauth() {
        let expired = refusal(
            400,
            #"{"error":"invalid_request","error_description":"The token expired.","code":"TOKEN_EXPIRED","title":"t"}"#)
        #expect(expired.code == .tokenExpired && expired.message == "The token expired.")
        #expect(refusal(400, #"{"error":"invalid_scope","error_description":"No."}"#).code == .invalidRequest)
    }

    @Test("of the operations port has the detail of its problem document")
    func problem() {
        let unknown = refusal(404, #"{"type":"about:blank","title":"Not Found","status":404,"detail":"Nothing here."}"#)
        #expect(unknown.code == .notFound && unknown.message == "Nothing here.")
    }

    @Test(
        "has all wrong members, in the form of either API",
        arguments: [
            #"{"code":"INVALID_REQUEST","field":"a","errors.a":"A.","errors.b[0]":"B.","requestId":"r1"}"#,
            #"{"title":"Bad Request","field":"a","errors":[{"field":"a","message":"A."},{"field":"b[0]","message":"B."}],"#
                + #""requestId":"r1"}"#,
        ])
    func wrongMembers(_ body: String) {
        let refusal = refusal(400, body)
        #expect(refusal.wrongMembers.map(\.field) == ["a", "b[0]"])
        #expect(refusal.wrongMembers.map(\.message) == ["A.", "B."])
        #expect(refusal.requestID == "r1")
    }

    @Test(
        "of a proxy has the code of its status",
        arguments: [
            (502, BaliseError.Code.internalFailure), (503, .unavailable), (504, .timedOut), (429, .rateLimited),
            (413, .payloadTooLarge), (404, .notFound), (302, .invalidRequest),
        ])
    func foreign(status: Int, code: BaliseError.Code) {
        #expect(refusal(status, "<html>") == BaliseError.Refusal(status: status, code: code))
    }

    @Test(
        "that redirects names only the server of the target",
        arguments: [
            ("https://u:p@balise.example:8443/v1/x?token=1", "https://balise.example:8443"),
            ("https://a.example/", "https://a.example"), ("/elsewhere", nil),
        ])
    func redirection(location: String, server: String?) {
        let message = refusal(308, "<html>", ["Location": location]).message
        let expected = server.map { "The address leads on to \($0). If that is the server, call it by this address." }
        #expect(message == expected ?? "")
    }

    @Test("has a message of limited length")
    func longMessage() {
        #expect(refusal(500, #"{"message":"\#(String(repeating: "x", count: 9000))"}"#).message.count == 500)
    }

    @Test("with an unreadable Retry-After has none", arguments: ["", "-1", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"])
    func retryAfter(text: String) { #expect(refusal(429, "{}", ["Retry-After": text]).retryAfter == nil) }

    @Test(
        "with a date in Retry-After has the seconds until then, by the server's clock",
        arguments: [
            ("Wed, 21 Oct 2026 07:28:00 GMT", 80 as Int?), ("Wed, 21 Oct 2026 07:26:39 GMT", 0),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 251_609_733_199), ("Wed, 21 Oct 2026 07:28:00 +0200", nil),
            ("Wed, 21 Foo 2026 07:28:00 GMT", nil), ("Wed, 41 Oct 2026 07:28:00 GMT", nil),
            ("99999999999999999999", nil),
        ])
    func retryMoment(text: String, seconds: Int?) {
        let headers = ["Retry-After": text, "Date": "Wed, 21 Oct 2026 07:26:40 GMT"]
        #expect(refusal(503, "{}", headers).retryAfter == seconds)
    }

    @Test("with an unknown code keeps it")
    func newCode() { #expect(refusal(418, #"{"code":"TEAPOT"}"#).code == BaliseError.Code(rawValue: "TEAPOT")) }

    @Test("has a text for developers with code, request and reason")
    func description() {
        let error = BaliseError.refused(refusal(403, #"{"error":"Wrong key."}"#, ["X-Request-Id": "r1"]))
        #expect("\(error)" == "The server refused (403 FORBIDDEN, request r1): Wrong key.")
    }

    private static let errors: [BaliseError] =
        [
            .unreachable("TLS_9"), .timedOut, .cancelled, .unreadable("TLS_9"), .signedOut, .invalid("TLS_9"),
            .storage("TLS_9"), .system("TLS_9"),
        ]
        + BaliseError.Code.known.map {
            BaliseError.refused(.init(status: 500, code: $0, message: "TLS_9", requestID: "r1"))
        }

    @Test("and every other error has a text for users without code, request and reason", arguments: errors)
    func textForUsers(error: BaliseError) throws {
        let text = (error as any Error).localizedDescription
        #expect(text == error.errorDescription && text.hasSuffix("."))
        for part in ["_", "r1", "("] { #expect(!text.contains(part)) }
        #expect(text != error.description)
    }

    @Test("tells users the wrong field and the time to wait")
    func detailsForUsers() {
        let short = BaliseError.refused(refusal(400, #"{"code":"INVALID_REQUEST","errors.password":"A."}"#))
        #expect(short.localizedDescription == "The field “password” is not valid. Check it and try again.")
        let often = BaliseError.refused(.init(status: 429, code: .rateLimited, retryAfter: 60))
        #expect(often.localizedDescription == "You have tried too often. Try again in 60 seconds.")
    }
}
