extension RunningBalise {
    /// Checks the rules for all of the API's answers.
    /// - Parameter address: The client's, as if from a trusted proxy.
    func api(
        _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, token: String? = nil, from address: String? = nil,
        _ headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if body != nil { headers.replaceOrAdd(name: "content-type", value: "application/json") }
        if let token { headers.replaceOrAdd(name: "authorization", value: "Bearer \(token)") }
        if let address { headers.replaceOrAdd(name: "x-forwarded-for", value: address) }
        let answer = try await ask(method, "/api/v1/" + path, body.map { Array($0.encoded.utf8) }, headers)
        APIAnswerRules.judge(answer, method, path)
        return answer
    }
}

enum APIAnswerRules {
    static func judge(_ answer: Answer, _ method: HTTPMethod, _ path: String) {
        let what: Comment = "\(method.rawValue) \(path.prefix(80)) → \(answer.status)"
        guard method != .HEAD, method != .OPTIONS else { return }
        #expect(answer.contentType == "application/json; charset=utf-8", what)
        guard answer.status >= 400 else { return }
        // One of the apps reads an error only if it is an object of texts.
        var names: Set = ["error", "message", "code", "title", "requestId"]
        if answer.json?["code"] == "SECOND_STEP_REQUIRED" { names.insert("ticket") }
        if answer.json?["field"] != nil { names.insert("field") }
        #expect(answer.json?.names.filter { !$0.hasPrefix("errors.") } == names, what)
        for name in ["error", "message", "code", "title"] { #expect(answer.json?[name]?.text?.isEmpty == false, what) }
        #expect(answer.json?["error"] == answer.json?["code"], what)
        for mark in Fresh.marks { #expect(!answer.text.contains(mark), what) }
    }
}

extension Answer {
    var code: String? { json?["code"]?.text }
    var data: JSON? { json?["data"] }
}
