// A failure means that services of two versions would not understand each other: change the message in another way (a new
// optional field, a new message), not the table.

@Suite("The golden bytes of messages")
struct GoldenMessageTests {
    static let all =
        GoldenMessage.shared + GoldenMessage.accounts + GoldenMessage.sessions + GoldenMessage.location
        + GoldenMessage.push + GoldenMessage.erasures + GoldenMessage.exports + GoldenMessage.operators
        + GoldenMessage.providers + GoldenMessage.passkeys + GoldenMessage.emailCodes + GoldenMessage.secondSteps
        + GoldenMessage.handovers + GoldenMessage.notifications + GoldenMessage.preferences + GoldenMessage.keyPasskeys
        + GoldenMessage.acts + GoldenMessage.imports + GoldenMessage.histories
        + GoldenMessage.shareLinks + GoldenMessage.trackers + GoldenMessage.forwarders
        + GoldenMessage.placeImports + GoldenMessage.circles

    @Test("The bytes of each message stay the same", arguments: all)
    func bytes(_ message: GoldenMessage) throws { try message.check() }

    @Test("Each message may have unknown fields", arguments: all)
    func unknownFields(_ message: GoldenMessage) throws { try message.checkUnknownField() }

    @Test("Each type with coding keys has golden bytes")
    func complete() throws {
        let declared = try declaredMessages()
        #expect(declared.count > 20)
        // A generic message is in the table with its argument.
        #expect(declared.subtracting(Self.all.map { String($0.type.prefix { $0 != "<" }) }).sorted() == [])
    }

    @Test("No two requests share a code")
    func codes() {
        let byCode = Dictionary(grouping: Self.all.filter { $0.code != nil }) { $0.code }
        for (_, messages) in byCode { #expect(Set(messages.map(\.type)).count == 1) }
    }

    @Test("The names of error codes stay the same")
    func errorCodes() {
        #expect(
            Set(ErrorCode.allCases.map(\.rawValue)) == [
                "INVALID_REQUEST", "AUTHENTICATION_REQUIRED", "INVALID_CREDENTIALS", "TOKEN_EXPIRED", "INVALID_TOKEN",
                "USER_NOT_FOUND", "FORBIDDEN", "NOT_FOUND", "METHOD_NOT_ALLOWED", "CONFLICT", "DUPLICATE_FIELD",
                "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "RATE_LIMITED", "INTERNAL", "OVERLOADED", "UNAVAILABLE",
                "TIMED_OUT", "PHONE_NUMBER_NOT_VERIFIED", "CODE_MISMATCH", "CODE_EXPIRED",
                "REAUTHENTICATION_REQUIRED", "ERASURE_PENDING", "SECOND_STEP_REQUIRED",
            ])
    }

    /// The types in the sources of Models and BaliseValues with integer coding keys, and the requests without fields.
    private func declaredMessages() throws -> Set<String> {
        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        var declared: Set<String> = []
        for folder in ["Shared/Models", "Clients/Swift/Sources/BaliseValues"] {
            let folder = project.appending(path: folder)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                declared.formUnion(messages(in: try String(contentsOf: file, encoding: .utf8)))
            }
        }
        return declared
    }

    private func messages(in source: String) -> Set<String> {
        var found: Set<String> = []
        var outer = ""
        var current = ""
        for line in source.split(separator: "\n") {
            if let match = line.firstMatch(of: /^( *)(?:public struct|extension) (\w+)[^:]*: (.*)\{/) {
                if match.1.isEmpty { outer = String(match.2) }
                current = match.1.isEmpty ? outer : "\(outer).\(match.2)"
                if match.3.contains("Request") { found.insert(current) }
            }
            if line.contains("enum CodingKeys: Int") {
                // A nested type's keys stand deeper than its owner's.
                found.insert(line.prefix { $0 == " " }.count > 4 ? current : outer)
            }
        }
        return found
    }
}
