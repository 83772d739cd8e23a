// Answers of the Appwrite API are what the API's document says.

import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteDescriptionTests {
    private func document() throws -> APIDocument { try APIDocument.served.get() }

    @Test(arguments: AppwriteCase.all + [.anonymous])
    func describesTheAnswers(_ call: AppwriteCase) async throws {
        let services = ScriptedServices.appwrite()
        _ = try await withEdge(services) { edge in
            for headers in [
                Appwrite.adas, [Appwrite.cookie("stranger", of: People.stranger)], [Appwrite.cookie("expired")], [],
                [("X-Appwrite-JWT", "unknown")], Appwrite.adas + [("X-Appwrite-JWT", "ada")],
                [("X-Appwrite-Project", "other")], [("Origin", "https://evil.example")],
            ] {
                let response = try await call.ask(edge, as: headers)
                #expect(try document().problems(call.method, call.template, response) == [])
            }
        }
    }

    @Test(arguments: AppwriteCase.all.filter { $0.template.contains("documents") })
    func describesDocuments(_ call: AppwriteCase) async throws {
        let services = ScriptedServices.appwrite()
        services.on(ReadDocument.self) { _ in
            AccountDocument(json: Personal(#"{"a":null}"#), createdAt: People.earlier, updatedAt: People.now)
        }
        services.on(WriteDocument.self) { message in
            AccountDocument(json: message.json, createdAt: People.earlier, updatedAt: People.now)
        }
        let response = try await withEdge(services) { try await call.ask($0, as: Appwrite.adas) }
        #expect(response.status < 300)
        #expect(try document().problems(call.method, call.template, response) == [])
    }

    @Test(
        arguments: AppwriteCase.all + [.anonymous],
        [
            .invalidRequest, .conflict, .duplicate, .payloadTooLarge, .rateLimited, .unavailable, .overloaded,
            .timedOut,
            .internalFailure,
        ] as [ErrorCode])
    func describesRefusals(_ call: AppwriteCase, _ code: ErrorCode) async throws {
        // Only what writes names or documents is refused for them.
        guard ![.conflict, .duplicate].contains(code) || call.mayConflict else { return }
        let services = ScriptedServices.refusing(ServiceError(code, "text", retryAfter: 2))
        if call.isForAnybody {
            services.on(Authenticate.self) { _ in
                Authenticate.Reply(principal: nil, epoch: FeedEpoch(rawValue: 1), sequence: 1)
            }
        } else {
            services.recognisePeople(by: .appwrite)
        }
        let response = try await withEdge(services) { try await call.ask($0, as: Appwrite.adas) }
        #expect(response.status == Int(code.status.code))
        #expect(try document().problems(call.method, call.template, response) == [])
    }

    @Test(arguments: AppwriteCase.all)
    func describesWhatTheEdgeRefuses(_ call: AppwriteCase) async throws {
        let headers = Appwrite.adas + [("Content-Type", "application/json")]
        try await withEdge(.appwrite(), configure: { $0.http.limits.maximumBodyBytes = 4096 }) { edge in
            for (more, body, status) in [
                ([], String(repeating: " ", count: 5000), 413), ([("Content-Encoding", "br")], "{}", 415),
                ([("Content-Encoding", "gzip")], "{}", 400),
            ] {
                let response = try await edge.request(call.method, call.path, headers: headers + more, body: body)
                #expect(response.status == status)
                #expect(try document().problems(call.method, call.template, response) == [])
            }
        }
    }
}

extension AppwriteCase {
    fileprivate var mayConflict: Bool {
        template == "/v1/account" && method == "POST" || template == "/v1/account/email"
            || template.hasSuffix("documents")
    }
}
