// The comparison of the document with the routes finds what differs: each case changes the document in one place.

import Testing

@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct RoutedContractFailureTests {
    @Test(arguments: Change.all)
    func findsWhatDiffers(_ change: Change) async throws {
        let changed = try APIDocument.served.get().changed(at: change.place, to: change.value)
        let call = try #require(RoutedCall.all.first { $0.testDescription == change.call })
        let found = try await call.differences(changed)
        #expect(found.contains { $0.contains(change.finding) }, "\(found)")
    }

    /// The document with something else in one place, and how the comparison tells it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: String
        let place: [String]
        /// In JSON's types; nil takes away what is there.
        private let makeValue: @Sendable () -> Any?
        let finding: String

        var value: Any? { makeValue() }

        private init(
            _ name: String, _ call: String, _ place: [String],
            _ value: @escaping @autoclosure @Sendable () -> Any?, _ finding: String
        ) {
            testDescription = name
            self.call = call
            self.place = place
            makeValue = value
            self.finding = finding
        }

        private static func schema(_ name: String, _ way: String...) -> [String] {
            ["components", "schemas", name] + way
        }

        private static func member(_ schema: String, _ name: String, _ way: String...) -> [String] {
            ["components", "schemas", schema, "properties", name] + way
        }

        static let all = [
            Change(
                "a member of a request that only the route reads", "POST /UpdateLocation",
                member("LocationReport", "Altitude"), nil, ".MiataruLocation.Altitude is read"),
            Change(
                "another name of a member that only the route reads", "POST /getDeviceSlogan",
                schema("ReaderQuestion", "description"), "", ".requestingDeviceID is read"),
            Change(
                "a member of a request that only the document has", "POST /setDeviceSlogan",
                member("SetDeviceSloganRequest", "MiataruSetDeviceSlogan", "properties", "Colour"),
                ["type": "string"], ".MiataruSetDeviceSlogan.Colour may be"),
            Change(
                "what a request needs", "POST /setDeviceKey",
                member("SetDeviceKeyRequest", "MiataruSetDeviceKey", "required"), ["DeviceID"],
                ".NewDeviceKey may be missing in the document alone"),
            Change(
                "what a request can do without", "POST /DeleteLocation",
                member("DeleteLocationRequest", "MiataruDeleteLocation", "required"), ["Device", "DeviceKey"],
                ".DeviceKey may be missing for the route alone"),
            Change(
                "another bound", "POST /GetVisitorHistory", schema("DeviceId", "maxLength"), 200,
                ".Device may be a text of 201 characters for the route alone"),
            Change(
                "no bound", "PATCH /v1/account/name", member("AppwriteName", "name", "maxLength"), nil,
                "5000"),
            Change(
                "another type", "POST /v1/account/jwts", member("AppwriteTokenRequest", "duration", "type"), "integer",
                ".duration may be null for the route alone"),
            Change(
                "a member of an answer that only the route writes", "POST /GetLocation",
                member("FoundLocation", "Slogan"), nil, "[0].Slogan is written"),
            Change(
                "a member of an answer that only the document has", "GET /v1/account",
                member("AppwriteUser", "colour"), ["type": "string"], ".colour is never written"),
            Change(
                "what an answer always has", "GET /v1/account/sessions",
                schema("AppwriteSessions", "required"), ["total"], ".sessions is always written"),
            Change(
                "a kind that is never written", "POST /getAllowedDeviceList",
                member("GetAllowedDeviceListAnswer", "MiataruAllowedDeviceList", "properties", "DeviceID", "type"),
                ["string", "null"], ".DeviceID is never of the kind null"),
            Change(
                "a word less", "GET /v1/account/sessions/{session}", member("AppwriteSession", "provider", "pattern"),
                "^(email|anonymous)$", ".provider is one of"),
            Change(
                "another status of success", "POST /v1/account",
                ["paths", "/v1/account", "post", "responses", "202"], ["description": "Later."],
                "success is [201, 202]"),
            Change(
                "a status that never comes", "PATCH /v1/account/prefs",
                ["paths", "/v1/account/prefs", "patch", "responses", "418"], ["description": "Tea."], "lists 418"),
            Change(
                "another credential", "PATCH /v1/account/status",
                ["paths", "/v1/account/status", "patch", "security"],
                [["appwriteCookie": [String]()], ["appwriteSession": [String]()], ["appwriteJWT": [String]()]],
                "differ in appwriteJWT"),
            Change(
                "a body that may be left out", "POST /getDeviceSlogan",
                ["paths", "/getDeviceSlogan", "post", "requestBody", "required"], false, "the body is not required"),
            Change("no call", "GET /v1/account", ["paths", "/v1/account", "get"], nil, "add GET /v1/account"),
        ]
    }
}
