// The golden bytes of acts of operators, and of what people show with what needs more than the edge's word.

import Models

extension GoldenMessage {
    static let acts: [GoldenMessage] = [
        GoldenMessage(OperatorCredential.token(actSecret), "a1 00 6173"),
        GoldenMessage(OperatorCredential.apiKey(actSecret), "a1 01 6173"),
        GoldenMessage(OperatorCredential.passkey(actSecret), "a1 02 6173"),
        GoldenMessage(
            0x0287, try! ActForOperator(RevokeAPIKey(id: APIKeyID("k1")!), at: .authSession, by: .token(actSecret)),
            "a4 00 a1006173 01 02 02 19020c 03 45a100626b31"),
        GoldenMessage(try! ActForOperator.Reply(Done(), to: RevokeAPIKey.self), "a1 00 41a0"),
        GoldenMessage(actMark, "a2 00 6461637431 01 1b000001932571437b"),
        GoldenMessage(0x0087, SettleAct(actMark), "a1 00 a2 00 6461637431 01 1b000001932571437b"),
        GoldenMessage(SettleAct.Reply(isDone: true), "a1 00 f5"),
        GoldenMessage(shownCredential, "a2 00 a1006173 01 6169"),
        GoldenMessage(
            0x0288, EraseOwnAccount(account: AccountID("a1")!, session: SessionID("s1")!, shown: shownCredential),
            "a3 00 626131 01 627331 02 a2 00 a1006173 01 6169"),
    ]

    private static let actSecret = SecretText("s")
    private static let actMark = ActMark(id: "act1", at: moment)
    private static let shownCredential = ShownCredential(.token(actSecret), installation: "i")
}
