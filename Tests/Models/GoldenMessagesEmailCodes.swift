// The golden bytes of what is asked and answered about codes by mail.

import Models

extension GoldenMessage {
    static let emailCodes: [GoldenMessage] = [
        GoldenMessage(
            0x033D, RequestEmailCode(account: account, purpose: .proof),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 6570726f6f66"),
        GoldenMessage(
            0x033D,
            RequestEmailCode(
                account: account, purpose: .change, address: Personal("a@b.c"),
                person: EraseAccount.Person(session: session, authenticatedAt: moment, password: nil, emailCode: secret)
            ),
            """
            a4 00 7818356630633361396537623164326334663661386530623164 01 666368616e6765 02 656140622e63
            03 a3 00 7818306231643263346636613865356630633361396537623164 01 1b000001932571437b 03 66736563726574
            """),
        GoldenMessage(
            RequestEmailCode.Reply(expiresAt: later, nextAt: moment),
            "a2 00 1b000001932a979f00 01 1b000001932571437b"),
        GoldenMessage(0x033E, RequestEmailSignIn(email: Personal("a@b.c")), "a1 00 656140622e63"),
        GoldenMessage(
            0x033F, ConfirmEmail(account: account, purpose: .verification, emailCode: secret),
            """
            a3 00 7818356630633361396537623164326334663661386530623164 01 6c766572696669636174696f6e
            02 66736563726574
            """),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret),
            "a2 00 656140622e63 01 66736563726574"),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret, cancelsErasure: true),
            "a3 00 656140622e63 01 66736563726574 02 f5"),
        GoldenMessage(
            0x0340, VerifyEmailCode(email: Personal("a@b.c"), emailCode: secret, takesSecondStep: true),
            "a3 00 656140622e63 01 66736563726574 03 f5"),
        GoldenMessage(
            0x023C,
            SignInWithEmailCode(
                email: Personal("a@b.c"), emailCode: secret, kind: .opaque, isRemembered: true, cancelsErasure: true),
            "a5 00 656140622e63 01 66736563726574 02 666f7061717565 03 f5 04 f5"),
        GoldenMessage(
            0x023D,
            RequestEmailChange(
                account: account, session: session, address: Personal("a@b.c"), proof: .emailCode(secret)),
            """
            a4 00 7818356630633361396537623164326334663661386530623164
            01 7818306231643263346636613865356630633361396537623164 02 656140622e63 03 a1 03 66736563726574
            """),
        GoldenMessage(
            0x023D,
            RequestEmailChange(account: account, session: session, address: Personal("a@b.c"), proof: nil),
            """
            a3 00 7818356630633361396537623164326334663661386530623164
            01 7818306231643263346636613865356630633361396537623164 02 656140622e63
            """),
        GoldenMessage(
            AccountProfile(
                account: account, number: 1, status: .active, names: AccountNames(), details: ProfileDetails(),
                createdAt: moment, updatedAt: moment, emailVerifiedAt: later),
            """
            aa 00 7818356630633361396537623164326334663661386530623164 01 01 02 66616374697665 03 a0 04 a0
            05 1b000001932571437b 06 1b000001932571437b 07 a0 08 a0 0f 1b000001932a979f00
            """),
    ]
}
