import Models

extension GoldenMessage {
    static let secondSteps: [GoldenMessage] = [
        GoldenMessage(0x0341, BeginTOTP(account: account, signedInAt: moment), "a200 <account> 01 <moment>"),
        GoldenMessage(
            SecondStepEnrolment(secret: SecretText("S"), uri: SecretText("u"), expiresAt: moment.date),
            "a300615301617502 <moment>"),
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
