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

    static let emailCodes: [GoldenMessage] = [
        GoldenMessage(0x033D, RequestEmailCode(account: account, purpose: .proof), "a200 <account> 016570726f6f66"),
        GoldenMessage(
            0x033D,
            RequestEmailCode(
                account: account, purpose: .change, address: Personal("a@b.c"),
                person: ProvenPerson(session: session, signedInAt: moment, password: nil, emailCode: secret)
            ),
            "a400 <account> 01666368616e676502656140622e6303a300 <session> 01 <moment> 03 <secret>"),
        GoldenMessage(SentEmailCode(expiresAt: later.date, nextAt: moment.date), "a200 <later> 01 <moment>"),
        GoldenMessage(0x033E, RequestEmailSignIn(email: Personal("a@b.c")), "a100656140622e63"),
        GoldenMessage(
            0x033F, ConfirmEmail(account: account, purpose: .verification, emailCode: secret),
            "a300 <account> 016c766572696669636174696f6e02 <secret>"),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret),
            "a200656140622e6301 <secret>"),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret, cancelsErasure: true),
            "a300656140622e6301 <secret> 02f5"),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret, takesSecondStep: true),
            "a300656140622e6301 <secret> 03f5"),
        GoldenMessage(
            0x023C,
            SignInWithEmailCode(
                email: Personal("a@b.c"), emailCode: secret, kind: .opaque, isRemembered: true, cancelsErasure: true),
            "a500656140622e6301 <secret> 02666f706171756503f504f5"),
        GoldenMessage(
            0x029A,
            Proven(emailChange, session: session, proof: .emailCode(secret)),
            "a300a300 <account> 01666368616e676502656140622e6301 <session> 02a103 <secret>"),
        GoldenMessage(
            0x029A, Proven(emailChange, session: session, proof: nil),
            "a200a300 <account> 01666368616e676502656140622e6301 <session>"),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, emailVerifiedAt: later),
            "aa00 <account> 0101026661637469766503a004a005 <moment> 06 <moment> 07a008a00f <later>"),
    ]

    private static let emailChange = RequestEmailCode(account: account, purpose: .change, address: Personal("a@b.c"))

    static let secondSteps: [GoldenMessage] = [
        GoldenMessage(0x0341, BeginTOTP(account: account, signedInAt: moment), "a200 <account> 01 <moment>"),
        GoldenMessage(
            SecondStepEnrolment(secret: SecretText("S"), uri: SecretText("u"), expiresAt: moment.date),
            "a300615301617502 <moment>"),
        GoldenMessage(
            SecondStepEnrolment(
                secret: SecretText("S"), uri: SecretText("u"), expiresAt: moment.date, qrCode: SecretText("q")),
            "a400615301617502 <moment> 036171"),
        GoldenMessage(
            0x0342, ConfirmTOTP(account: account, signedInAt: nil, shownCode: SecretText("1")),
            "a200 <account> 026131"),
        GoldenMessage(RecoveryCodeList(recoveryCodes: [SecretText("A")]), "a100816141"),
        GoldenMessage(0x0343, GetSecondStep(account: account), "a100 <account>"),
        GoldenMessage(
            SecondStepStatus(confirmedAt: moment, lastUsedAt: moment, recoveryCodesLeft: 9),
            "a300 <moment> 01 <moment> 0209"),
        GoldenMessage(SecondStepStatus(), "a10200"),
        GoldenMessage(0x0344, RemoveTOTP(account: account, person: prover), "a200 <account> 01 <person>"),
        GoldenMessage(0x0344, RemoveTOTP(account: account), "a100 <account>"),
        GoldenMessage(0x0345, RenewRecoveryCodes(account: account, person: prover), "a200 <account> 01 <person>"),
        GoldenMessage(
            0x034D,
            VerifySecondStep(
                account: account, signInMethod: .password, verifiedAt: moment,
                firstStep: FirstStep(passwordGeneration: 2), shownCode: SecretText("1"), recoveryCode: nil,
                cancelsErasure: true),
            "a600 <account> 016870617373776f726402 <moment> 03a1000204613106f5"),
        GoldenMessage(
            0x034D,
            VerifySecondStep(
                account: account, signInMethod: .passkey, verifiedAt: moment, firstStep: FirstStep(), shownCode: nil,
                recoveryCode: SecretText("A")),
            "a500 <account> 0167706173736b657902 <moment> 03a0056141"),
        GoldenMessage(FirstStep(passwordGeneration: 2), "a10002"),
        GoldenMessage(FirstStep(passwordGeneration: 2, addressMark: [1, 2]), "a2000201420102"),
        GoldenMessage(
            0x023E, TakeSecondStep(ticket: SecretText("t"), shownCode: SecretText("1"), recoveryCode: nil),
            "a2006174016131"),
        GoldenMessage(
            0x0298, Proven(RemoveTOTP(account: account), session: sessionID, proof: .password(secret)),
            "a300a100 <account> 0162733102a100 <secret>"),
        GoldenMessage(
            0x0299, Proven(RenewRecoveryCodes(account: account), session: sessionID, proof: .recentSignIn),
            "a300a100 <account> 0162733102a0"),
        GoldenMessage(0x034E, BeginPasskeyProof(account: account, session: sessionID), "a200 <account> 01627331"),
        GoldenMessage(
            PasskeyRequest(
                relyingParty: "e", challenge: [7], requiresVerification: true, seconds: 300,
                allowed: [PasskeyDescriptor(credentialID: [1], transports: [])]),
            "a500616501410702f50319012c0481a20041010180"),
        GoldenMessage(PersonProof.passkey(shownPasskey), "a104a50042010201427b7d024103034104044105"),
        GoldenMessage(
            ProvenPerson(session: sessionID, signedInAt: moment, password: nil, assertion: shownPasskey),
            "a30062733101 <moment> 04a50042010201427b7d024103034104044105"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: shownPasskey, takesSecondStep: true),
            "a200a50042010201427b7d02410303410404410501f5"),
        GoldenMessage(
            0x0302,
            VerifyPassword(signInMethod: .password, login: Personal("ada"), password: secret, takesSecondStep: true),
            "a4006870617373776f7264016361646102 <secret> 05f5"),
        GoldenMessage(
            ServiceError(.secondStepNeeded, "m", ticket: Personal("t")),
            "a300745345434f4e445f535445505f524551554952454401616d036174"),
    ]

    private static let sessionID = SessionID("s1")!
    private static let prover = ProvenPerson(session: sessionID, signedInAt: moment, password: secret)
    private static let shownPasskey = PasskeyAssertion(
        credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4], userHandle: [5])
}
