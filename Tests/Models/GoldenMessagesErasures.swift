extension GoldenMessage {
    static let erasures: [GoldenMessage] = [
        GoldenMessage(request, "a20062653101 <secret>"),
        GoldenMessage(ErasureRequest(id: erasureID, secret: nil), "a100626531"),
        GoldenMessage(person, "<person>"),
        GoldenMessage(
            0x0309, EraseAccount(account: account, erasure: request, person: person),
            "a300 <account> 01a20062653101 <secret> 02 <person>"),
        GoldenMessage(EraseAccount.Reply(askedAt: moment), "a100 <moment>"),
        GoldenMessage(EraseAccount.Reply(), "a0"),
        GoldenMessage(0x0309, EraseAccount(account: account, askedByOwner: true), "a200 <account> 03f5"),
        GoldenMessage(0x030b, RecogniseAppleUser(account: account, cancelsErasure: true), "a200 <account> 01f5"),
        GoldenMessage(EraseAccount.Reply(dueAt: moment), "a101 <moment>"),
        GoldenMessage(
            Erasure(id: erasureID, subject: "s", askedAt: moment, completedAt: nil, confirmed: [], dueAt: moment),
            "a50062653101617302 <moment> 048005 <moment>"),
        GoldenMessage(claims, "a20065636c61696d0102"),
        GoldenMessage(ErasedTable("session", rows: 1, goneBy: moment), "a3006773657373696f6e010102 <moment>"),
        GoldenMessage(rows, "<rows>"),
        GoldenMessage(confirmation, "<confirmation>"),
        GoldenMessage(erasure, "a50062653101617302 <moment> 03 <moment> 0481 <confirmation>"),
        GoldenMessage(
            0x0328,
            ConfirmErasures(
                reporter: .location, through: FeedCursor(epoch: FeedEpoch(rawValue: 7), sequence: 300), erased: [rows]),
            "a400040181 <rows> 02070319012c"),
        GoldenMessage(0x0328, ConfirmErasures(reporter: .location, through: nil, erased: []), "a200040180"),
        GoldenMessage(0x0329, FindErasure(id: erasureID, secret: secret), "a20062653101 <secret>"),
        GoldenMessage(0x0229, GetErasure(id: erasureID, secret: nil), "a100626531"),
        GoldenMessage(
            GetErasure.Reply(
                erasure: Erasure(id: erasureID, subject: "s", askedAt: moment, completedAt: nil, confirmed: []),
                receipt: "a.b.c"),
            "a200a40062653101617302 <moment> 04800165612e622e63"),
        GoldenMessage(
            0x0296,
            Proven(
                EraseAccount(account: account, erasure: request), session: SessionID("s1")!, proof: .password(secret)),
            "a300a200 <account> 01a20062653101 <secret> 0162733102a100 <secret>"),
        GoldenMessage(PersonProof.identityToken(SecretText("t"), nonce: SecretText("n")), "a201617402616e"),
    ]

    private static let erasureID = ErasureID("e1")!
    private static let request = ErasureRequest(id: erasureID, secret: secret)
    private static let person = ProvenPerson(session: SessionID("s1")!, signedInAt: moment, password: secret)
    private static let claims = ErasedTable("claim", rows: 2)
    private static let rows = ErasedAccountRows(account: account, sequence: 300, tables: [claims])
    private static let confirmation = Erasure.Confirmation(service: .location, at: moment, tables: [claims])
    private static let erasure = Erasure(
        id: erasureID, subject: "s", askedAt: moment, completedAt: moment, confirmed: [confirmation])
}
