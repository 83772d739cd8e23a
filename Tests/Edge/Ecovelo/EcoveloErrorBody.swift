/// An error of the Ecovelo API: texts only; `title` is the key of the web app's own text.
struct EcoveloErrorBody {
    let code: String
    let title: String

    init(_ text: String) throws {
        let members = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(Set(members.keys).subtracting(["field"]) == ["error", "message", "code", "title"])
        code = try #require(members["code"])
        title = try #require(members["title"])
        #expect(members["error"] == code)
        #expect(members["message"]?.isEmpty == false)
    }
}
