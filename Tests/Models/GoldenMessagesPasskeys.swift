// The golden bytes of what is asked and answered about passkeys.

import Models

extension GoldenMessage {
    static let passkeys: [GoldenMessage] = [
        GoldenMessage(
            0x0346, BeginPasskeyRegistration(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            PasskeyCreation(
                relyingParty: "example.org", relyingPartyName: "Example", userHandle: [9], userName: Personal("ada"),
                displayName: Personal("Ada"), challenge: [7], algorithms: [-7, -8, -257], excluded: [descriptor],
                requiresVerification: true, seconds: 300),
            """
            aa 00 6b6578616d706c652e6f7267 01 674578616d706c65 02 4109 03 63616461 04 63416461 05 4107
            06 83 26 27 390100 07 81 a2 00 420102 01 81 68696e7465726e616c 08 f5 09 19012c
            """),
        GoldenMessage(descriptor, "a2 00 420102 01 81 68696e7465726e616c"),
        GoldenMessage(
            0x0347,
            RegisterPasskey(account: account, signedInAt: moment, attestation: attestation, name: Personal("Phone")),
            """
            a4 00 7818356630633361396537623164326334663661386530623164 01 1b000001932571437b
            02 a4 00 420102 01 427b7d 02 41a0 03 81 63757362 03 6550686f6e65
            """),
        GoldenMessage(
            0x0347, RegisterPasskey(account: account, signedInAt: nil, attestation: attestation),
            """
            a2 00 7818356630633361396537623164326334663661386530623164
            02 a4 00 420102 01 427b7d 02 41a0 03 81 63757362
            """),
        GoldenMessage(attestation, "a4 00 420102 01 427b7d 02 41a0 03 81 63757362"),
        GoldenMessage(
            passkey(lastUsedAt: moment),
            "a6 00 627031 01 420102 02 6550686f6e65 03 1b000001932571437b 04 1b000001932571437b 05 f5"),
        GoldenMessage(passkey(lastUsedAt: nil), "a5 00 627031 01 420102 02 6550686f6e65 03 1b000001932571437b 05 f5"),
        GoldenMessage(0x0348, BeginPasskeySignIn(), "a0"),
        GoldenMessage(
            PasskeyRequest(relyingParty: "example.org", challenge: [7], requiresVerification: false, seconds: 300),
            "a4 00 6b6578616d706c652e6f7267 01 4107 02 f4 03 19012c"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: assertion(userHandle: [5])),
            "a1 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: assertion(userHandle: [5]), cancelsErasure: true),
            "a2 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105 02 f5"),
        GoldenMessage(assertion(userHandle: nil), "a4 00 420102 01 427b7d 02 4103 03 4104"),
        GoldenMessage(
            0x034A, ListPasskeys(account: account), "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x034B, RenamePasskey(account: account, passkey: id, name: Personal("Phone")),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 627031 02 6550686f6e65"),
        GoldenMessage(
            0x034C, RemovePasskey(account: account, passkey: id),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 627031"),
        GoldenMessage(
            0x0246, SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque),
            "a2 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105 01 666f7061717565"),
        GoldenMessage(
            0x0246,
            SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque, isRemembered: false),
            "a3 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105 01 666f7061717565 02 f4"),
        GoldenMessage(
            0x0246,
            SignInWithPasskey(assertion: assertion(userHandle: [5]), kind: .opaque, cancelsErasure: true),
            "a3 00 a5 00 420102 01 427b7d 02 4103 03 4104 04 4105 01 666f7061717565 03 f5"),
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
