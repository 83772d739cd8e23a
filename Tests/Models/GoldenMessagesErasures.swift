// The golden bytes of what is asked and answered about erasures.

import Models

extension GoldenMessage {
    static let erasures: [GoldenMessage] = [
        GoldenMessage(request, "a2 00 626531 01 66736563726574"),
        GoldenMessage(ErasureRequest(id: erasureID, secret: nil), "a1 00 626531"),
        GoldenMessage(person, "a3 00 627331 01 1b000001932571437b 02 66736563726574"),
        GoldenMessage(
            0x0309, EraseAccount(account: account, erasure: request, person: person),
            """
            a3 00 7818356630633361396537623164326334663661386530623164 01 a2 00 626531 01 66736563726574
            02 a3 00 627331 01 1b000001932571437b 02 66736563726574
            """),
        GoldenMessage(EraseAccount.Reply(askedAt: moment), "a1 00 1b000001932571437b"),
        GoldenMessage(EraseAccount.Reply(), "a0"),
        GoldenMessage(
            0x0309, EraseAccount(account: account, askedByOwner: true),
            "a2 00 7818356630633361396537623164326334663661386530623164 03 f5"),
        GoldenMessage(
            0x030b, RecogniseAppleUser(account: account, cancelsErasure: true),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 f5"),
        GoldenMessage(EraseAccount.Reply(dueAt: moment), "a1 01 1b000001932571437b"),
        GoldenMessage(
            Erasure(
                id: erasureID, subject: "s", askedAt: moment, completedAt: nil, confirmed: [], dueAt: moment),
            "a5 00 626531 01 6173 02 1b000001932571437b 04 80 05 1b000001932571437b"),
        GoldenMessage(claims, "a2 00 65636c61696d 01 02"),
        GoldenMessage(
            ErasedTable("session", rows: 1, goneBy: moment), "a3 00 6773657373696f6e 01 01 02 1b000001932571437b"),
        GoldenMessage(
            rows,
            "a3 00 7818356630633361396537623164326334663661386530623164 01 19012c 02 81 a2 00 65636c61696d 01 02"),
        GoldenMessage(confirmation, "a3 00 04 01 1b000001932571437b 02 81 a2 00 65636c61696d 01 02"),
        GoldenMessage(
            erasure,
            """
            a5 00 626531 01 6173 02 1b000001932571437b 03 1b000001932571437b
            04 81 a3 00 04 01 1b000001932571437b 02 81 a2 00 65636c61696d 01 02
            """),
        GoldenMessage(
            0x0328,
            ConfirmErasures(
                reporter: .location, through: FeedCursor(epoch: FeedEpoch(rawValue: 7), sequence: 300), erased: [rows]),
            """
            a4 00 04 01 81 a3 00 7818356630633361396537623164326334663661386530623164 01 19012c
            02 81 a2 00 65636c61696d 01 02 02 07 03 19012c
            """),
        GoldenMessage(0x0328, ConfirmErasures(reporter: .location, through: nil, erased: []), "a2 00 04 01 80"),
        GoldenMessage(0x0329, FindErasure(id: erasureID, secret: secret), "a2 00 626531 01 66736563726574"),
        GoldenMessage(0x0229, GetErasure(id: erasureID, secret: nil), "a1 00 626531"),
        GoldenMessage(
            GetErasure.Reply(
                erasure: Erasure(id: erasureID, subject: "s", askedAt: moment, completedAt: nil, confirmed: []),
                receipt: "a.b.c"),
            "a2 00 a4 00 626531 01 6173 02 1b000001932571437b 04 80 01 65612e622e63"),
        GoldenMessage(
            0x0228,
            RequestErasure(account: account, session: SessionID("s1")!, erasure: request, proof: .password(secret)),
            """
            a4 00 7818356630633361396537623164326334663661386530623164 01 627331
            02 a2 00 626531 01 66736563726574 03 a1 00 66736563726574
            """),
        GoldenMessage(
            RequestErasure.Proof.identityToken(SecretText("t"), nonce: SecretText("n")), "a2 01 6174 02 616e"),
    ]

    private static let erasureID = ErasureID("e1")!
    private static let request = ErasureRequest(id: erasureID, secret: secret)
    private static let person = EraseAccount.Person(
        session: SessionID("s1")!, authenticatedAt: moment, password: secret)
    private static let claims = ErasedTable("claim", rows: 2)
    private static let rows = ErasedAccountRows(account: account, sequence: 300, tables: [claims])
    private static let confirmation = Erasure.Confirmation(service: .location, at: moment, tables: [claims])
    private static let erasure = Erasure(
        id: erasureID, subject: "s", askedAt: moment, completedAt: moment, confirmed: [confirmation])
}
