/// An error of the API, decoded as a map of texts. One of the apps does this: any other value loses the message.
struct APIErrorBody {
    let code: String
    let message: String
    let field: String?

    init(_ text: String) throws {
        let members = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(Set(members.keys).subtracting(["field"]) == ["error", "message", "code", "title"])
        field = members["field"]
        code = try #require(members["code"])
        message = try #require(members["message"])
        #expect(members["error"] == code)
        #expect(members["title"] == code.lowercased())
        #expect(!message.isEmpty)
    }
}

extension ScriptedServices {
    /// Sends a malformed request as Ada: she gets a 400, and no service gets a message.
    @discardableResult
    func expectMalformed(_ method: String, _ path: String, body: String? = nil) async throws -> APIErrorBody {
        let headers = [("Authorization", People.token), ("Content-Type", "application/json")]
        let response = try await ask(method, path, headers: headers, body: body).expect(400)
        #expect(messages.allSatisfy { $0 is Authenticate })
        return try APIErrorBody(response.body)
    }
}
