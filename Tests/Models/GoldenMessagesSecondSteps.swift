// The golden bytes of what is asked and answered about second steps, and about passkeys as a proof.

import Models

extension GoldenMessage {
    static let secondSteps: [GoldenMessage] = [
        GoldenMessage(
            0x0341, BeginTOTP(account: account, signedInAt: moment),
            "a2007818356630633361396537623164326334663661386530623164011b000001932571437b"),
        GoldenMessage(
            TOTPEnrolment(secret: SecretText("S"), uri: SecretText("u"), expiresAt: moment),
            "a3006153016175021b000001932571437b"),
        GoldenMessage(
            0x0342, ConfirmTOTP(account: account, signedInAt: nil, shownCode: SecretText("1")),
            "a2007818356630633361396537623164326334663661386530623164026131"),
        GoldenMessage(RecoveryCodes(codes: [SecretText("A")]), "a100816141"),
        GoldenMessage(
            0x0343, GetSecondStep(account: account),
            "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            SecondStepStatus(confirmedAt: moment, lastUsedAt: moment, recoveryCodesLeft: 9),
            "a3001b000001932571437b011b000001932571437b0209"),
        GoldenMessage(SecondStepStatus(), "a10200"),
        GoldenMessage(
            0x0344, RemoveTOTP(account: account, person: prover),
            """
            a200781835663063336139653762316432633466366138653062316401a300627331011b000001932571437b026673656372
            6574
            """),
        GoldenMessage(
            0x0344, RemoveTOTP(account: account),
            "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0345, RenewRecoveryCodes(account: account, person: prover),
            """
            a200781835663063336139653762316432633466366138653062316401a300627331011b000001932571437b026673656372
            6574
            """),
        GoldenMessage(
            0x034D,
            VerifySecondStep(
                account: account, signInMethod: .password, recognisedAt: moment,
                firstStep: FirstStep(passwordGeneration: 2), shownCode: SecretText("1"), recoveryCode: nil,
                cancelsErasure: true),
            """
            a6007818356630633361396537623164326334663661386530623164016870617373776f7264021b000001932571437b03a1
            000204613106f5
            """),
        GoldenMessage(
            0x034D,
            VerifySecondStep(
                account: account, signInMethod: .passkey, recognisedAt: moment, firstStep: FirstStep(), shownCode: nil,
                recoveryCode: SecretText("A")),
            """
            a50078183566306333613965376231643263346636613865306231640167706173736b6579021b000001932571437b03a005
            6141
            """),
        GoldenMessage(FirstStep(passwordGeneration: 2), "a10002"),
        GoldenMessage(FirstStep(passwordGeneration: 2, addressMark: [1, 2]), "a2 00 02 01 42 0102"),
        GoldenMessage(
            0x023E, TakeSecondStep(ticket: SecretText("t"), shownCode: SecretText("1"), recoveryCode: nil),
            "a2006174016131"),
        GoldenMessage(
            0x023F, RequestTOTPRemoval(account: account, session: sessionID, proof: .password(secret)),
            "a30078183566306333613965376231643263346636613865306231640162733102a10066736563726574"),
        GoldenMessage(
            0x0240, RequestRecoveryCodes(account: account, session: sessionID, proof: .recentSignIn),
            "a30078183566306333613965376231643263346636613865306231640162733102a0"),
        GoldenMessage(
            0x034E, BeginPasskeyProof(account: account, session: sessionID),
            "a200781835663063336139653762316432633466366138653062316401627331"),
        GoldenMessage(
            PasskeyRequest(
                relyingParty: "e", challenge: [7], requiresVerification: true, seconds: 300,
                allowed: [PasskeyDescriptor(credentialID: [1], transports: [])]),
            "a500616501410702f50319012c0481a20041010180"),
        GoldenMessage(
            RequestErasure.Proof.passkey(shownPasskey),
            "a104a50042010201427b7d024103034104044105"),
        GoldenMessage(
            EraseAccount.Person(session: sessionID, authenticatedAt: moment, password: nil, assertion: shownPasskey),
            "a300627331011b000001932571437b04a50042010201427b7d024103034104044105"),
        GoldenMessage(
            0x0349, VerifyPasskey(assertion: shownPasskey, takesSecondStep: true),
            "a200a50042010201427b7d02410303410404410501f5"),
        GoldenMessage(
            0x0302,
            VerifyPassword(
                signInMethod: .password, login: Personal("ada"), password: secret, takesSecondStep: true),
            "a4006870617373776f72640163616461026673656372657405f5"),
        GoldenMessage(
            ServiceError(.secondStepNeeded, "m", ticket: Personal("t")),
            "a300745345434f4e445f535445505f524551554952454401616d036174"),
    ]

    private static let sessionID = SessionID("s1")!
    private static let prover = EraseAccount.Person(session: sessionID, authenticatedAt: moment, password: secret)
    private static let shownPasskey = PasskeyAssertion(
        credentialID: [1, 2], clientData: Array("{}".utf8), authenticatorData: [3], signature: [4], userHandle: [5])
}
