@testable import Balise

@Suite("A passkey in the JSON of WebAuthn")
struct PasskeyJSONTests {
    private static func options(
        challenge: String = "AAEC", user: String = "-_8", algorithms: [Int] = [-7, -257], excluded: [String] = ["Aw"]
    ) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            rp: .init(id: "balise.example", name: "Balise"), user: .init(id: user, name: "ada", displayName: "Ada"),
            challenge: challenge, pubKeyCredParams: algorithms.map { .init(alg: $0) }, timeout: 300_000,
            excludeCredentials: excluded.map { PasskeyDescription(id: $0, transports: ["internal"]) },
            authenticatorSelection: .init(userVerification: "required"))
    }

    @Test("is created by the server's options", arguments: [[-7, -257], [-7], []])
    func registration(_ algorithms: [Int]) throws {
        let options = try PasskeyRegistrationOptions(Self.options(algorithms: algorithms))
        #expect(options.challenge == Data([0, 1, 2]) && options.userID == Data([0xFB, 0xFF]))
        #expect(options.excluded == [Data([3])])
    }

    @Test(
        "is not created by options that Apple's systems cannot follow",
        arguments: [
            // No algorithm that Apple supports.
            options(algorithms: [-257]),
            options(challenge: "A+"), options(user: "AA=="), options(challenge: "AAAAA"),
            options(excluded: ["Aw", "/"]),
        ])
    func impossible(options: PasskeyCreationOptions) {
        #expect(throws: BaliseError.self) { try PasskeyRegistrationOptions(options) }
    }

    @Test("uses the server's word for user verification, else preferred")
    func verification() {
        for word in ["required", "preferred", "discouraged"] {
            #expect(PasskeyUserVerification(word: word).rawValue == word)
        }
        #expect(PasskeyUserVerification(word: "perhaps") == .preferred)
    }

    @Test("is sent to the server as it was created")
    func attestation() {
        let made = RegisterPasskeyRequest(
            credentialID: Data([0xFB, 0xFF]), clientData: Data("{}".utf8), attestationObject: Data([1]))
        #expect(
            String(decoding: made.json.bytes, as: UTF8.self) == """
                {"id":"-_8","response":{"clientDataJSON":"e30","attestationObject":"AQ",\
                "transports":["internal","hybrid"]}}
                """)
    }

    @Test("is sent to the server as it was used")
    func shown() {
        let shown = SignInWithPasskeyRequest(
            credentialID: Data([0xFB, 0xFF]), clientData: Data("{}".utf8), authenticatorData: Data([1]),
            signature: Data([2]), userID: Data([3]))
        #expect(
            String(decoding: shown.json.bytes, as: UTF8.self) == """
                {"id":"-_8","response":{"clientDataJSON":"e30","authenticatorData":"AQ","signature":"Ag",\
                "userHandle":"Aw"}}
                """)
    }

    @Test("has its bytes in base64url, of any length")
    func bytes() {
        for length in 0..<70 {
            let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 37) })
            #expect(Data(base64URL: data.base64URL) == data)
            #expect(!data.base64URL.contains { "+/=".contains($0) })
        }
    }
}
