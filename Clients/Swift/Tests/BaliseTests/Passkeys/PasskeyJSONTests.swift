// Passkeys in the JSON of W3C Web Authentication.

import BaliseJSON
import Foundation
import Testing

@testable import Balise

@Suite("A passkey in the JSON of WebAuthn")
struct PasskeyJSONTests {
    @Test("is made by the options that a server gives")
    func registration() throws {
        let options = """
            {"rp":{"id":"balise.example","name":"Balise"},"user":{"id":"-_8","name":"ada","displayName":"Ada"},\
            "challenge":"AAEC","pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-257}],\
            "timeout":300000,"excludeCredentials":[{"type":"public-key","id":"Aw","transports":["internal"]}],\
            "authenticatorSelection":{"residentKey":"required","userVerification":"required"},"attestation":"none",\
            "extensions":{}}
            """
        #expect(
            try PasskeyRegistrationChallenge(jsonText: Array(options.utf8))
                == PasskeyRegistrationChallenge(
                    relyingParty: "balise.example", challenge: Data([0, 1, 2]), userID: Data([0xFB, 0xFF]),
                    userName: "ada", displayName: "Ada", excluded: [Data([3])], userVerification: .required))
    }

    @Test("is made by options that say only what they have to")
    func leastRegistration() throws {
        let options = """
            {"rp":{"id":"balise.example","name":"B"},"user":{"id":"AA","name":"ada"},"challenge":"AA","pubKeyCredParams":[]}
            """
        #expect(
            try PasskeyRegistrationChallenge(jsonText: Array(options.utf8))
                == PasskeyRegistrationChallenge(
                    relyingParty: "balise.example", challenge: Data([0]), userID: Data([0]), userName: "ada"))
    }

    @Test(
        "is not made by options that Apple's systems cannot follow",
        arguments: [
            // No key of theirs.
            #"{"rp":{"id":"b"},"user":{"id":"AA","name":"a"},"challenge":"AA","pubKeyCredParams":[{"alg":-257}]}"#,
            #"{"rp":{"name":"b"},"user":{"id":"AA","name":"a"},"challenge":"AA","pubKeyCredParams":[]}"#,
            #"{"rp":{"id":"b"},"user":{"id":"AA","name":"a"},"challenge":"A+","pubKeyCredParams":[]}"#,
            #"{"rp":{"id":"b"},"user":{"id":"AA==","name":"a"},"challenge":"AA","pubKeyCredParams":[]}"#,
            #"{"rp":{"id":"b"},"user":{"id":"AA","name":"a"},"challenge":"AAAAA","pubKeyCredParams":[]}"#,
        ])
    func impossible(options: String) {
        #expect(throws: JSONShapeError.self) { try PasskeyRegistrationChallenge(jsonText: Array(options.utf8)) }
    }

    @Test("is shown by the options that a server gives")
    func assertion() throws {
        let options = """
            {"challenge":"AAEC","timeout":300000,"rpId":"balise.example","userVerification":"discouraged",\
            "allowCredentials":[{"type":"public-key","id":"Aw"},{"type":"public-key","id":"BA"}]}
            """
        #expect(
            try PasskeyAssertionChallenge(jsonText: Array(options.utf8))
                == PasskeyAssertionChallenge(
                    relyingParty: "balise.example", challenge: Data([0, 1, 2]), allowed: [Data([3]), Data([4])],
                    userVerification: .discouraged))
        let least = #"{"challenge":"AA","rpId":"b","userVerification":"perhaps"}"#
        #expect(
            try PasskeyAssertionChallenge(jsonText: Array(least.utf8))
                == PasskeyAssertionChallenge(relyingParty: "b", challenge: Data([0])))
    }

    @Test("goes to the server as it was made")
    func attestation() {
        let made = PasskeyAttestation(
            credentialID: Data([0xFB, 0xFF]), clientData: Data("{}".utf8), attestationObject: Data([1]))
        #expect(
            String(decoding: made.json.bytes, as: UTF8.self) == """
                {"id":"-_8","rawId":"-_8","type":"public-key","response":{"clientDataJSON":"e30",\
                "attestationObject":"AQ","transports":["internal","hybrid"]},"clientExtensionResults":{}}
                """)
    }

    @Test("goes to the server as it was shown")
    func shown() {
        let shown = PasskeyAssertion(
            credentialID: Data([0xFB, 0xFF]), clientData: Data("{}".utf8), authenticatorData: Data([1]),
            signature: Data([2]), userID: Data([3]))
        #expect(
            String(decoding: shown.json.bytes, as: UTF8.self) == """
                {"id":"-_8","rawId":"-_8","type":"public-key","response":{"clientDataJSON":"e30",\
                "authenticatorData":"AQ","signature":"Ag","userHandle":"Aw"},"clientExtensionResults":{}}
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
