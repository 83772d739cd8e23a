// The golden bytes of what is asked and answered when people sign in at identity providers.

import Models

extension GoldenMessage {
    static let providers: [GoldenMessage] = [
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(provider: "g", callback: "c", redirectURI: "r", challenge: "h", appState: secret),
            "a5 00 6167 01 6163 02 6172 03 6168 04 66736563726574"),
        GoldenMessage(
            0x0250,
            BeginProviderSignIn(
                provider: "g", callback: "c", redirectURI: "r", challenge: "h", isOwnPage: true),
            "a5 00 6167 01 6163 02 6172 03 6168 05 f5"),
        GoldenMessage(
            BeginProviderSignIn.Reply(location: SecretText("l"), binding: secret), "a2 00 616c 01 66736563726574"),
        GoldenMessage(
            0x0251,
            FinishProviderSignIn(
                provider: "g", state: secret, binding: SecretText("b"), authorizationCode: SecretText("c"),
                issuer: "i", error: "e"),
            "a6 00 6167 01 66736563726574 02 6162 03 6163 04 6169 05 6165"),
        GoldenMessage(FinishProviderSignIn.Reply(location: SecretText("l")), "a1 00 616c"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(
                signInCode: secret, verifier: SecretText("v"), kind: .rotating, password: SecretText("p"),
                makesAccount: true, cancelsErasure: true),
            "a6 00 66736563726574 01 6176 02 68726f746174696e67 03 6170 04 f5 05 f5"),
        GoldenMessage(
            0x0252,
            RedeemSignInCode(
                signInCode: secret, verifier: SecretText("v"), kind: .rotating, isRemembered: false),
            "a4 00 66736563726574 01 6176 02 68726f746174696e67 06 f4"),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: Personal("c"), at: moment),
            """
            a4 00 7818356630633361396537623164326334663661386530623164 01 627331 02 6163 03 1b000001932571437b
            """),
        GoldenMessage(
            0x038C, ReportSignIn(account: account, id: "s1", client: nil, at: moment),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 627331 03 1b000001932571437b"),
        GoldenMessage(ReportSignIn.Reply(locale: "fr"), "a1 00 626672"),
        GoldenMessage(ReportSignIn.Reply(), "a0"),
        GoldenMessage(
            0x0350,
            LinkIssuedUser(
                account: account, recognisedAt: moment, issuer: "i", subjectHash: "5e", claims: PersonClaims()),
            """
            a5 00 7818356630633361396537623164326334663661386530623164 01 1b000001932571437b 02 6169 03 623565
            04 a1 04 f4
            """),
        GoldenMessage(
            0x030E,
            RecogniseIssuedUser(
                issuer: "i", subjectHash: "5e", claims: PersonClaims(emailIsVerified: true), takesSecondStep: true,
                skipsSecondStep: false),
            "a5 00 6169 01 623565 02 a2 04 f4 05 f5 05 f5 06 f4"),
        GoldenMessage(
            0x038D, ListProviderLinks(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            LinkedProvider(id: ProviderLinkID("l1")!, issuer: "i", linkedAt: moment),
            "a3 00 626c31 01 6169 02 1b000001932571437b"),
        GoldenMessage(
            0x038E, RemoveProviderLink(account: account, link: ProviderLinkID("l1")!, signedInAt: moment),
            """
            a3 00 7818356630633361396537623164326334663661386530623164 01 626c31 02 1b000001932571437b
            """),
    ]
}
