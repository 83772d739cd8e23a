@testable import Edge

extension PagesAPI {
    static func overScripted(_ services: ScriptedServices, _ settings: Settings) -> PagesAPI {
        PagesAPI(.overScripted(services), settings: settings)
    }
}

extension ScriptedServices {
    func postForm(_ path: String, _ form: String, headers: [(String, String)] = []) async throws -> TestResponse {
        try await withEdge(self) { try await $0.postForm(path, form, headers: headers) }
    }

    func postForm<R: Request>(
        _ path: String, _ form: String, headers: [(String, String)] = [], for kind: R.Type
    ) async throws -> (TestResponse, R) { try first(kind, after: try await postForm(path, form, headers: headers)) }

    func callFromPage(
        _ method: String, _ path: String, _ json: String? = nil, cookie: String? = nil
    ) async throws -> TestResponse {
        try await withEdge(self) { try await $0.callFromPage(method, path, json, cookie: cookie) }
    }
}

extension RunningEdge {
    func postForm(_ path: String, _ form: String, headers: [(String, String)] = []) async throws -> TestResponse {
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        return try await request("POST", path, headers: [type] + headers, body: form)
    }

    func callFromPage(
        _ method: String, _ path: String, _ json: String? = nil, cookie: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> TestResponse {
        var headers = headers + [("X-Requested-With", "BaliseAccount")]
        if let cookie { headers.append(("Cookie", cookie)) }
        if json != nil { headers.append(("Content-Type", "application/json")) }
        return try await request(method, path, headers: headers, body: json)
    }
}
