@testable import Edge

/// The requests of the app FamilySync, as it sends them.
@Suite("Families on the Appwrite API", .timeLimit(.minutes(10))) struct AppwriteFamilyTests {
    private static let families = "/v1/databases/68b71f3800292dc2e621/collections/families/documents"
    private static let one = "\(families)/f1"
    private static let code = "ABCDEFGHIJKLMNOP-T1X2Y3"
    private static let new = #"""
        {"documentId":"uniqueId()","data":{"families_id":"u1","name":"Chez nous","creator_id":"apple_0123456789abcdef0123456789",\#
        "members":["apple_0123456789abcdef0123456789"],"invite_code":"ABCDEFGHIJKLMNOP-T1X2Y3"}}
        """#
    private static let query =
        "?queries%5B%5D=%7B%22method%22%3A%22equal%22%2C%22attribute%22%3A%22invite_code%22%2C"
        + "%22values%22%3A%5B%22\(code)%22%5D%7D"

    /// Of a member; without members, of a person who only knows the code.
    static func family(_ members: [AccountID], json: String = #"{"families_id":"u1"}"#) -> CircleDocument {
        CircleDocument(
            circle: CircleID("f1")!, createdAt: People.earlier, updatedAt: People.now, name: Personal("Chez nous"),
            json: Personal(members.isEmpty ? "{}" : json), members: members, code: SecretText(code))
    }

    /// - Parameter members: Of the family, for the caller.
    private func services(_ members: [AccountID]) -> ScriptedServices {
        let services = ScriptedServices.appwrite()
        services.on(CreateCircleDocument.self) { _ in Self.family([People.ada]) }
        services.on(FindCircleDocuments.self) { message in
            if let code = message.code { return code.value == Self.code ? [Self.family(members)] : [] }
            return members.contains(message.account) ? [Self.family(members)] : []
        }
        services.on(ChangeCircleDocument.self) { message in
            Self.family(message.joinsAs == nil ? members : [People.stranger, People.ada])
        }
        return services
    }

    private func ask(
        _ method: String, _ path: String, _ body: String? = nil, _ services: ScriptedServices
    ) async throws -> TestResponse {
        try await services.ask(
            method, path, headers: Appwrite.adas + [("Content-Type", "application/json")], body: body)
    }

    @Test("A family is made under an id of the server, whichever way the app asks for one")
    func makes() async throws {
        let services = services([])
        let made = try await ask("POST", Self.families, Self.new, services).expect(201)
        let message = try #require(services.received(CreateCircleDocument.self).first)
        #expect(message.account == People.ada && message.code.value == Self.code)
        #expect(message.name.value == "Chez nous" && message.json.value == #"{"families_id":"u1"}"#)
        #expect(message.memberName.value == "Utilisateur")
        #expect(made.text("$id") == "f1" && made.text("families_id") == "u1" && made.text("invite_code") == Self.code)
        // Whole ids, so that the app recognises its user.
        #expect(made.text("creator_id") == People.ada.text)
        #expect(made.object["members"] as? [String] == [People.ada.text])
        _ = try await ask(
            "POST", Self.families, Self.new.replacing("uniqueId()", with: "unique()"), services
        ).expect(201)
        let own = Self.new.replacing("uniqueId()", with: "692af3b200257f4c1d2e")
        #expect(try await ask("POST", Self.families, own, services).expect(201).text("$id") == "f1")
        let long = Self.new.replacing("uniqueId()", with: String(repeating: "a", count: 37))
        #expect(try await ask("POST", Self.families, long, services).status == 400)
    }

    @Test("A person who knows the code finds the family without its members, and joins by adding an id")
    func joins() async throws {
        let services = services([])
        let found = try await ask("GET", Self.families + Self.query, nil, services).expect(200)
        #expect(found.object["total"] as? Int == 1)
        #expect(found.body.contains(#""members":[]"#) && found.body.contains(#""name":"Chez nous""#))
        #expect(!found.body.contains("families_id"))
        try await ask("PATCH", Self.one, #"{"data":{"members":["\#(People.ada.text)"]}}"#, services).expect(200)
        let message = try #require(services.received(ChangeCircleDocument.self).first)
        #expect(message.joinsAs?.value == "Utilisateur" && message.json == nil && message.name == nil)
    }

    @Test("An id counts whole, and cut to 32 characters as the app cuts it")
    func cutIDs() {
        let id = Appwrite.derived
        #expect(id.isNamed(by: id.text) && id.isNamed(by: String(id.text.prefix(32))))
        for text in ["", String(id.text.prefix(31)), String(id.text.prefix(33)), id.text + "0"] {
            #expect(!id.isNamed(by: text))
        }
    }

    @Test("A wrong code finds nothing")
    func wrongCode() async throws {
        let query = Self.query.replacing(Self.code, with: "AAAAAAAAAAAAAAAA-T1X2Y3")
        let found = try await ask("GET", Self.families + query, nil, services([]))
        #expect(found.status == 200 && found.body == #"{"total":0,"documents":[]}"#)
    }

    @Test(
        "Nobody reads or changes a family that they are not in",
        arguments: [
            ("GET", one, nil), ("GET", "\(families)/%2E", nil), ("PATCH", one, #"{"data":{"name":"Mine"}}"#),
            ("PATCH", one, #"{"data":{"members":["someone"]}}"#),
        ] as [(String, String, String?)])
    func strangers(_ method: String, _ path: String, _ body: String?) async throws {
        let services = services([])
        let response = try await ask(method, path, body, services)
        #expect(response.status == 404 && response.errorType == "document_not_found")
        #expect(services.received(ChangeCircleDocument.self).isEmpty)
    }

    @Test("A member changes the document, and neither adds nor removes members")
    func changes() async throws {
        let services = services([People.ada, People.stranger])
        let read = try await ask("GET", Self.one, nil, services).expect(200)
        #expect(read.object["members"] as? [String] == [People.ada.text, People.stranger.text])
        let list = try await ask("GET", Self.families, nil, services).expect(200)
        #expect(list.object["total"] as? Int == 1)
        _ = try await ask(
            "PATCH", Self.one,
            #"{"data":{"motto":"Ensemble","name":"Nous","members":["\#(People.ada.text)","#
                + #""\#(People.stranger.text)"],"invite_code":"x","$id":"y"}}"#, services
        ).expect(200)
        let message = try #require(services.received(ChangeCircleDocument.self).first)
        #expect(message.json?.value == #"{"motto":"Ensemble"}"#, "location merges it")
        #expect(message.name?.value == "Nous" && message.joinsAs == nil)
        for members in [[People.ada.text], [People.ada.text, People.stranger.text, "someone"]] {
            let body = #"{"data":{"members":[\#(members.map { "\"\($0)\"" }.joined(separator: ","))]}}"#
            let refused = try await ask("PATCH", Self.one, body, services)
            #expect(refused.status == 400 && refused.errorType == "general_argument_invalid")
        }
        let text = try await ask("PATCH", Self.one, #"{"data":{"members":"x"}}"#, services)
        #expect(text.status == 400)
        #expect(services.received(ChangeCircleDocument.self).count == 1)
    }

    @Test(
        "Other queries are refused by name",
        arguments: ["limit", #"{"method":"equal","attribute":"name","values":["x"]}"#, "{"])
    func queries(_ query: String) async throws {
        let text = query.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for name in ["queries%5B%5D", "queries", "queries%5B1%5D"] {
            let response = try await ask("GET", Self.families + "?\(name)=" + text, nil, services([]))
            #expect(response.status == 400)
        }
    }
}
