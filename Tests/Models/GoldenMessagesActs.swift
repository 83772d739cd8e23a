import Models

extension GoldenMessage {
    static let acts: [GoldenMessage] = [
        GoldenMessage(OperatorCredential.token(actSecret), "a1006173"),
        GoldenMessage(OperatorCredential.apiKey(actSecret), "a1016173"),
        GoldenMessage(OperatorCredential.passkey(actSecret), "a1026173"),
        GoldenMessage(
            0x0287, try! ActForOperator(RevokeAPIKey(id: APIKeyID("k1")!), at: .authSession, by: .token(actSecret)),
            "a400a100617301020219020c0345a100626b31"),
        GoldenMessage(try! ActForOperator.Reply(Done(), to: RevokeAPIKey.self), "a10041a0"),
        GoldenMessage(actMark, "a200646163743101 <moment>"),
        GoldenMessage(0x0087, SettleAct(actMark), "a100a200646163743101 <moment>"),
        GoldenMessage(SettleAct.Reply(isDone: true), "a100f5"),
        GoldenMessage(shownCredential, "a200a1006173016169"),
        GoldenMessage(
            0x0288, EraseOwnAccount(account: AccountID("a1")!, session: SessionID("s1")!, shown: shownCredential),
            "a3006261310162733102a200a1006173016169"),
    ]

    private static let actSecret = SecretText("s")
    private static let actMark = ActMark(id: "act1", at: moment)
    private static let shownCredential = ShownCredential(.token(actSecret), installation: "i")
}
