@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ContractFailureTests {
    @Test(arguments: ChangedDocument.all)
    func findsWhatDiffers(_ change: ChangedDocument) async throws {
        let changed = try APIDocument.served.get().changed(at: change.place, to: change.value)
        let call = try #require(RoutedCall.all.first { $0.testDescription == change.call })
        let found = try await call.differences(changed)
        #expect(found.contains { $0.contains(change.finding) }, "\(found)")
    }
}

struct ChangedDocument: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: String
    let place: [String]
    /// In JSON's types; nil removes the value.
    private let makeValue: @Sendable () -> Any?
    let finding: String

    var value: Any? { makeValue() }

    private init(
        _ name: String, _ call: String, _ place: [String], _ value: @escaping @autoclosure @Sendable () -> Any?,
        _ finding: String
    ) {
        testDescription = name
        (self.call, self.place) = (call, place)
        makeValue = value
        self.finding = finding
    }

    private static func member(_ schema: String, _ name: String) -> [String] {
        ["components", "schemas", schema, "properties", name]
    }

    static let all = [
        ChangedDocument(
            "a member of a request that only the route reads", "POST /UpdateLocation",
            member("LocationReport", "Altitude"), nil, ".MiataruLocation.Altitude is read"),
        ChangedDocument(
            "another name of a member that only the route reads", "POST /getDeviceSlogan",
            ["components", "schemas", "ReaderQuestion", "description"], "", ".requestingDeviceID is read"),
        ChangedDocument(
            "a member of a request that only the document has", "POST /setDeviceSlogan",
            member("SetDeviceSloganRequest", "MiataruSetDeviceSlogan") + ["properties", "Colour"],
            ["type": "string"], ".MiataruSetDeviceSlogan.Colour may be"),
        ChangedDocument(
            "what a request needs", "POST /setDeviceKey",
            member("SetDeviceKeyRequest", "MiataruSetDeviceKey") + ["required"], ["DeviceID"],
            ".NewDeviceKey may be missing in the document alone"),
        ChangedDocument(
            "what a request can do without", "POST /DeleteLocation",
            member("DeleteLocationRequest", "MiataruDeleteLocation") + ["required"], ["Device", "DeviceKey"],
            ".DeviceKey may be missing for the route alone"),
        ChangedDocument(
            "another bound", "POST /GetVisitorHistory", ["components", "schemas", "DeviceId", "maxLength"], 200,
            ".Device may be a text of 201 characters for the route alone"),
        ChangedDocument(
            "another type", "POST /v1/account/jwts", member("AppwriteTokenRequest", "duration") + ["type"], "integer",
            ".duration may be null for the route alone"),
        ChangedDocument(
            "a member of an answer that only the route writes", "POST /GetLocation",
            member("FoundLocation", "Slogan"), nil, "[0].Slogan is written"),
        ChangedDocument(
            "a member of an answer that only the document has", "GET /v1/account",
            member("AppwriteUser", "colour"), ["type": "string"], ".colour is never written"),
        ChangedDocument(
            "what an answer always has", "GET /v1/account/sessions",
            ["components", "schemas", "AppwriteSessions", "required"], ["total"], ".sessions is always written"),
        ChangedDocument(
            "a kind that is never written", "POST /getAllowedDeviceList",
            member("GetAllowedDeviceListAnswer", "MiataruAllowedDeviceList") + ["properties", "DeviceID", "type"],
            ["string", "null"], ".DeviceID is never of the kind null"),
        ChangedDocument(
            "a word less", "GET /v1/account/sessions/{session}", member("AppwriteSession", "provider") + ["pattern"],
            "^(email|anonymous)$", ".provider is one of"),
        ChangedDocument(
            "another status of success", "POST /v1/account",
            ["paths", "/v1/account", "post", "responses", "202"], ["description": "Later."],
            "success is [201, 202]"),
        ChangedDocument(
            "a status that never comes", "PATCH /v1/account/prefs",
            ["paths", "/v1/account/prefs", "patch", "responses", "418"], ["description": "Tea."], "lists 418"),
        ChangedDocument(
            "another credential", "PATCH /v1/account/status",
            ["paths", "/v1/account/status", "patch", "security"],
            [["appwriteCookie": [String]()], ["appwriteSession": [String]()], ["appwriteJWT": [String]()]],
            "differ in appwriteJWT"),
        ChangedDocument(
            "a body that may be left out", "POST /getDeviceSlogan",
            ["paths", "/getDeviceSlogan", "post", "requestBody", "required"], false, "the body is not required"),
        ChangedDocument("no call", "GET /v1/account", ["paths", "/v1/account", "get"], nil, "add GET /v1/account"),
    ]
}
