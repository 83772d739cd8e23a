import Models

extension GoldenMessage {
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
}
