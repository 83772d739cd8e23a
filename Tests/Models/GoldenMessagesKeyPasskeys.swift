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
            "a400626b3101 <attestation> 02 <expected> 03664c6170746f70"),
        GoldenMessage(expected, "<expected>"),
        GoldenMessage(
            passkey(lastUsedAt: moment),
            """
            a70062703101626b31026b6261636b206f666669636503a200420102018168696e7465726e616c04664c6170746f7005 <moment>
            06 <moment>
            """),
        GoldenMessage(
            passkey(lastUsedAt: nil),
            """
            a60062703101626b31026b6261636b206f666669636503a200420102018168696e7465726e616c04664c6170746f7005 <moment>
            """),
        GoldenMessage(
            0x021F,
            VerifyAPIKeyPasskey(
                assertion: PasskeyAssertion(
                    credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4],
                    userHandle: [5]),
                expected: expected),
            "a200a50042010201427b7d02410303410404410501 <expected>"),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(key: key), "a100626b31"),
        GoldenMessage(0x0220, ListAPIKeyPasskeys(), "a0"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id, key: key), "a20062703101626b31"),
        GoldenMessage(0x0221, RemoveAPIKeyPasskey(passkey: id), "a100627031"),
        GoldenMessage(RemoveAPIKeyPasskey.Reply(key: key), "a100626b31"),
        GoldenMessage(0x0222, JudgeAPIKey(secret: SecretText("s")), "a1016173"),
        GoldenMessage(
            VerifyAPIKeyPasskey.Reply(
                principal: Principal(apiKey: key, scopes: [.view], expiresAt: nil), secret: SecretText("s")),
            "a200a203626b3104816476696577016173"),
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
