import Models

extension GoldenMessage {
    static let providers: [GoldenMessage] = [
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(provider: "g", callback: "c", redirectURI: "r", challenge: "h", appState: secret),
            "a500616701616302617203616804 <secret>"),
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(provider: "g", callback: "c", redirectURI: "r", challenge: "h", isOwnPage: true),
            "a500616701616302617203616805f5"),
        GoldenMessage(BeginProviderSignIn.Reply(location: SecretText("l"), binding: secret), "a200616c01 <secret>"),
        GoldenMessage(
            0x0251,
            FinishProviderSignIn(
                provider: "g", state: secret, binding: SecretText("b"), authorizationCode: SecretText("c"),
                issuer: "i", error: "e"),
            "a600616701 <secret> 026162036163046169056165"),
        GoldenMessage(FinishProviderSignIn.Reply(location: SecretText("l")), "a100616c"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(
                signInCode: secret, verifier: SecretText("v"), kind: .rotating, password: SecretText("p"),
                makesAccount: true, cancelsErasure: true),
            "a600 <secret> 0161760268726f746174696e6703617004f505f5"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(signInCode: secret, verifier: SecretText("v"), kind: .rotating, isRemembered: false),
            "a400 <secret> 0161760268726f746174696e6706f4"),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: Personal("c"), at: moment),
            "a400 <account> 0162733102616303 <moment>"),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: nil, at: moment),
            "a300 <account> 0162733103 <moment>"),
        GoldenMessage(ReportSignIn.Reply(locale: "fr"), "a100626672"),
        GoldenMessage(ReportSignIn.Reply(), "a0"),
        GoldenMessage(
            0x0350,
            LinkIssuedUser(
                account: account, verifiedAt: moment, issuer: "i", subjectHash: "5e", claims: PersonClaims()),
            "a500 <account> 01 <moment> 0261690362356504a104f4"),
        GoldenMessage(
            0x030E,
            RecogniseIssuedUser(
                issuer: "i", subjectHash: "5e", claims: PersonClaims(emailIsVerified: true), takesSecondStep: true,
                skipsSecondStep: false),
            "a50061690162356502a204f405f505f506f4"),
        GoldenMessage(0x038D, ListProviderLinks(account: account), "a100 <account>"),
        GoldenMessage(
            LinkedProvider(id: ProviderLinkID("l1")!, issuer: "i", linkedAt: moment),
            "a300626c3101616902 <moment>"),
        GoldenMessage(
            0x038E, RemoveProviderLink(account: account, link: ProviderLinkID("l1")!, signedInAt: moment),
            "a300 <account> 01626c3102 <moment>"),
    ]
}
