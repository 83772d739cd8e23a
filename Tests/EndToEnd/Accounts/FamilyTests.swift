extension EndToEnd {
    /// The app's own requests.
    @Suite("Circles of the FamilySync app") struct FamilyAppCircles {
        private static let families = "databases/\(FamilyApp.database)/collections/families/documents"

        private func query(_ code: String) -> String {
            let text = #"{"method":"equal","attribute":"invite_code","values":["\#(code)"]}"#
            return "?queries%5B%5D=" + text.utf8.map { "%" + String($0, radix: 16) }.joined()
        }

        @Test(
            "A user makes a family, and another one joins it with the code, by whole and by cut ids",
            arguments: Shape.standard)
        func journey(shape: Shape) async throws {
            // Each app has an address of its own.
            let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient
            try await RunningBalise.withOwn(shape, settings) { balise in try await journey(on: balise) }
        }

        private func journey(on balise: RunningBalise) async throws {
            var (ada, ben, eve) = (FamilyApp(), FamilyApp(), FamilyApp())
            _ = try await ada.signIn(on: balise)
            _ = try await ben.signIn(on: balise)
            _ = try await eve.signIn(on: balise)
            let cut = JSON.string(String(try ada.id.prefix(32)))
            let code = "\(Fresh.token(16))-T1X2Y3"
            let new: JSON = [
                "documentId": "uniqueId()",
                "data": [
                    "families_id": "u1", "name": "Chez nous", "creator_id": cut, "members": [cut],
                    "invite_code": .string(code),
                ],
            ]
            let made = try await ada.call(.POST, Self.families, new, on: balise).expect(201)
            let id = try #require(made.json?["$id"]?.text)
            #expect(made.json?["members"]?.elements?.first?.text == (try ada.id))
            let change: JSON = ["data": ["family_id": .string(id)]]
            #expect(try await ada.call(.PATCH, try ada.document, change, on: balise).status == 200)

            let path = "\(Self.families)/\(id)"
            #expect(try await eve.call(.GET, path, on: balise).type == "document_not_found")
            let adding: JSON = ["data": ["members": [.string(try eve.id)]]]
            #expect(try await eve.call(.PATCH, path, adding, on: balise).type == "document_not_found")
            let nothing = try await eve.call(.GET, Self.families + query("AAAAAAAAAAAAAAAA"), on: balise)
            #expect(nothing.json?["total"] == 0)

            let found = try await ben.call(.GET, Self.families + query(code), on: balise)
            let adaID = try ada.id
            #expect(found.json?["total"] == 1 && !found.text.contains(adaID))
            let joining: JSON = ["data": ["members": [.string(String(try ben.id.prefix(32)))]]]
            let joined = try await ben.call(.PATCH, path, joining, on: balise).expect(200)
            #expect(joined.json?["invite_code"]?.text == code && joined.json?["name"] == "Chez nous")
            #expect(joined.json?["members"]?.elements?.map(\.text) == [try ada.id, try ben.id])
            let read = try await ada.call(.GET, path, on: balise).expect(200)
            #expect(read.json?["members"] == joined.json?["members"] && read.json?["families_id"] == "u1")
            let logs = try balise.logs()
            #expect(!logs.contains(code))
        }
    }
}
