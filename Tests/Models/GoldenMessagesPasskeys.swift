import Models

extension GoldenMessage {
    static let passkeys: [GoldenMessage] = [
        GoldenMessage(0x0346, BeginPasskeyRegistration(account: account), "a100 <account>"),
        GoldenMessage(
            PasskeyCreation(
                relyingParty: "example.org", relyingPartyName: "Example", userHandle: [9], userName: Personal("ada"),
                displayName: Personal("Ada"), challenge: [7], algorithms: [-7, -8, -257], excluded: [descriptor],
                requiresVerification: true, seconds: 300),
            """
            aa006b6578616d706c652e6f726701674578616d706c6502410903636164610463416461054107068326273901000781a200420102
            018168696e7465726e616c08f50919012c
            """),
        GoldenMessage(descriptor, "a200420102018168696e7465726e616c"),
        GoldenMessage(
            0x0347,
            RegisterPasskey(account: account, signedInAt: moment, attestation: attestation, name: Personal("Phone")),
            "a400 <account> 01 <moment> 02 <attestation> 036550686f6e65"),
        GoldenMessage(
            0x0347, RegisterPasskey(account: account, signedInAt: nil, attestation: attestation),
            "a200 <account> 02 <attestation>"),
        GoldenMessage(attestation, "<attestation>"),
        GoldenMessage(passkey(lastUsedAt: moment), "a60062703101420102026550686f6e6503 <moment> 04 <moment> 05f5"),
        GoldenMessage(passkey(lastUsedAt: nil), "a50062703101420102026550686f6e6503 <moment> 05f5"),
        GoldenMessage(0x0348, BeginPasskeySignIn(), "a0"),
        GoldenMessage(
            PasskeyRequest(relyingParty: "example.org", challenge: [7], requiresVerification: false, seconds: 300),
            "a4006b6578616d706c652e6f726701410702f40319012c"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: assertion(userHandle: [5])),
            "a100a50042010201427b7d024103034104044105"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: assertion(userHandle: [5]), cancelsErasure: true),
            "a200a50042010201427b7d02410303410404410502f5"),
        GoldenMessage(assertion(userHandle: nil), "a40042010201427b7d024103034104"),
        GoldenMessage(0x034A, ListPasskeys(account: account), "a100 <account>"),
        GoldenMessage(
            0x034B, RenamePasskey(account: account, passkey: id, name: Personal("Phone")),
            "a300 <account> 01627031026550686f6e65"),
        GoldenMessage(0x034C, RemovePasskey(account: account, passkey: id), "a200 <account> 01627031"),
        GoldenMessage(
            0x0246, SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque),
            "a200a50042010201427b7d02410303410404410501666f7061717565"),
        GoldenMessage(
            0x0246, SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque, isRemembered: false),
            "a300a50042010201427b7d02410303410404410501666f706171756502f4"),
        GoldenMessage(
            0x0246, SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque, cancelsErasure: true),
            "a300a50042010201427b7d02410303410404410501666f706171756503f5"),
    ]

    private static let id = PasskeyID("p1")!
    private static let descriptor = PasskeyDescriptor(credentialID: [1, 2], transports: ["internal"])
    private static let attestation = PasskeyAttestation(
        credentialID: [1, 2], clientData: Array("{}".utf8), attestationObject: [0xa0], transports: ["usb"])

    private static func passkey(lastUsedAt: UnixTime?) -> Passkey {
        Passkey(
            id: id, credentialID: [1, 2], name: Personal("Phone"), createdAt: moment, lastUsedAt: lastUsedAt,
            isBackedUp: true)
    }

    private static func assertion(userHandle: [UInt8]?) -> PasskeyAssertion {
        PasskeyAssertion(
            credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4],
            userHandle: userHandle)
    }
}
