// The golden bytes of what is asked and answered about passkeys of API keys.

import Models

extension GoldenMessage {
    static let keyPasskeys: [GoldenMessage] = [
        GoldenMessage(
            0x021E,
            AddAPIKeyPasskey(
                key: key,
                attestation: PasskeyAttestation(
                    credentialID: [1, 2], clientData: Array("{}".utf8), attestationObject: [0xa0],
                    transports: ["usb"]),
                expected: expected, name: "Laptop"),
            """
            a4 00 626b31 01 a4 00 420102 01 427b7d 02 41a0 03 81 63757362
            02 a3 00 696c6f63616c686f7374 01 70687474703a2f2f6c6f63616c686f7374 02 4107 03 664c6170746f70
            """),
        GoldenMessage(
            expected, "a3 00 696c6f63616c686f7374 01 70687474703a2f2f6c6f63616c686f7374 02 4107"),
        GoldenMessage(
            passkey(lastUsedAt: moment),
            """
            a7 00 627031 01 626b31 02 6b6261636b206f6666696365 03 a2 00 420102 01 81 68696e7465726e616c
            04 664c6170746f70 05 1b000001932571437b 06 1b000001932571437b
            """),
        GoldenMessage(
            passkey(lastUsedAt: nil),
            """
            a6 00 627031 01 626b31 02 6b6261636b206f6666696365 03 a2 00 420102 01 81 68696e7465726e616c
            04 664c6170746f70 05 1b000001932571437b
            """),
        GoldenMessage(
            0x021F,
            VerifyAPIKeyPasskey(
                assertion: PasskeyAssertion(
                    credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4],
                    userHandle: [5]),
                expected: expected),
            """
            a2 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105
            01 a3 00 696c6f63616c686f7374 01 70687474703a2f2f6c6f63616c686f7374 02 4107
            """),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(key: key), "a1 00 626b31"),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(), "a0"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id, key: key), "a2 00 627031 01 626b31"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id), "a1 00 627031"),
        GoldenMessage(RemoveAPIKeyPasskey.Reply(key: key), "a1 00 626b31"),
        GoldenMessage(0x0222, JudgeAPIKey(secret: SecretText("s")), "a1 01 6173"),
        GoldenMessage(
            VerifyAPIKeyPasskey.Reply(
                principal: Principal(apiKey: key, scopes: [.view], expiresAt: nil), secret: SecretText("s")),
            "a2 00 a2 03 626b31 04 81 6476696577 01 6173"),
    ]

    private static let id = PasskeyID("p1")!
    private static let key = APIKeyID("k1")!
    private static let expected = PasskeyExpectation(
        relyingParty: "localhost", origin: "http://localhost", challenge: [7])

    private static func passkey(lastUsedAt: UnixTime?) -> APIKeyPasskey {
        APIKeyPasskey(
            id: id, key: key, keyName: "back office",
            descriptor: PasskeyDescriptor(credentialID: [1, 2], transports: ["internal"]), name: "Laptop",
            createdAt: moment, lastUsedAt: lastUsedAt)
    }
}
