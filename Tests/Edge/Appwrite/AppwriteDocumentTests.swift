@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct AppwriteDocumentTests {
    private static let users = "/v1/databases/68b71f3800292dc2e621/collections/users/documents"
    private static let own = "\(users)/\(People.ada.text)"

    private func ask(
        _ method: String, _ path: String, _ body: String? = nil, _ services: ScriptedServices = .appwrite()
    ) async throws -> TestResponse {
        try await services.ask(
            method, path, headers: Appwrite.adas + [("Content-Type", "application/json")], body: body)
    }

    private func new(_ data: String = #"{"user_id":"x"}"#, _ id: String = People.ada.text) -> String {
        #"{"documentId":"\#(id)","data":\#(data)}"#
    }

    /// The app reads the document, creates it if it is missing, and adds to it later.
    @Test func isReadMadeAndChanged() async throws {
        let services = ScriptedServices.appwrite()
        let missing = try await ask("GET", Self.own, nil, services)
        #expect(missing.status == 404 && missing.errorType == "document_not_found")
        try await ask("POST", Self.users, new(), services).expect(201)
        let changed = try await ask(
            "PATCH", Self.own, #"{"data":{"name":"Léa","birthday":"2010-05-01","family_id":null}}"#, services)
        #expect(changed.status == 200)
        let read = try await ask("GET", Self.own, nil, services)
        #expect(read.status == 200 && read.body == changed.body)
        let object = read.object
        #expect(object["$id"] as? String == People.ada.text)
        #expect(object["$sequence"] as? Int == 1)
        #expect(object["$collectionId"] as? String == "users")
        #expect(object["$databaseId"] as? String == "68b71f3800292dc2e621")
        #expect(
            object["$permissions"] as? [String] == [
                #"read("user:\#(People.ada.text)")"#, #"update("user:\#(People.ada.text)")"#,
            ])
        #expect(object["name"] as? String == "Léa")
        let again = try await ask("POST", Self.users, new(), services)
        #expect(again.status == 409 && again.errorType == "document_already_exists")
    }

    @Test("An app cannot set the members that every document has")
    func keepsItsOwnMembers() async throws {
        let services = ScriptedServices.appwrite()
        let made = try await ask("POST", Self.users, new(#"{"$id":"other","$permissions":[],"a":1.50}"#), services)
        #expect(made.status == 201 && made.text("$id") == People.ada.text)
        #expect(services.received(WriteDocument.self).map(\.json.value) == [#"{"a":1.50}"#])
    }

    @Test(
        "The edge serves no other document, collection or database",
        arguments: [
            ("GET", "\(users)/\(People.stranger.text)", 404, "document_not_found"),
            ("PATCH", "\(users)/\(People.stranger.text)", 404, "document_not_found"),
            ("GET", "\(users)/%2E", 404, "document_not_found"),
            ("POST", "/v1/databases/d/collections/others/documents", 404, "collection_not_found"),
            ("GET", "/v1/databases/d/collections/others/documents/1", 404, "collection_not_found"),
            ("GET", "/v1/databases/%20/collections/users/documents/\(People.ada.text)", 404, "database_not_found"),
            ("GET", users, 404, "general_route_not_found"), ("DELETE", own, 404, "general_route_not_found"),
            ("GET", "/v1/databases", 404, "general_route_not_found"),
        ])
    func others(_ method: String, _ path: String, _ status: Int, _ type: String) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await ask(method, path, method == "GET" ? nil : new(), services)
        #expect(response.status == status && response.errorType == type)
        #expect(services.received(ReadDocument.self).isEmpty && services.received(WriteDocument.self).isEmpty)
    }

    @Test(
        "The edge refuses a malformed body, and names the error",
        arguments: [
            ("POST", #"{"documentId":"someone","data":{}}"#, "general_argument_invalid"),
            ("POST", #"{"documentId":"unique()","data":{}}"#, "general_argument_invalid"),
            ("POST", #"{"data":{}}"#, "general_argument_invalid"),
            ("POST", #"{"documentId":"\#(People.ada.text)"}"#, "document_missing_data"),
            ("POST", #"{"documentId":"\#(People.ada.text)","data":[]}"#, "general_argument_invalid"),
            ("PATCH", "{}", "document_missing_data"), ("PATCH", #"{"data":7}"#, "general_argument_invalid"),
        ])
    func malformed(_ method: String, _ body: String, _ type: String) async throws {
        let services = ScriptedServices.appwrite()
        let response = try await ask(method, method == "POST" ? Self.users : Self.own, body, services)
        #expect(response.status == 400 && response.errorType == type)
        #expect(services.received(WriteDocument.self).isEmpty)
    }

    @Test func refusesWhatIsTooLarge() async throws {
        let data = #"{"x":"\#(String(repeating: "x", count: 17 << 10))"}"#
        let response = try await ask("POST", Self.users, new(data))
        #expect(response.status == 413 && response.errorType == "general_argument_invalid")
        let huge = #"{"x":"\#(String(repeating: "x", count: 129 << 10))"}"#
        #expect(try await ask("POST", Self.users, new(huge)).status == 413)
    }
}
