import Models

extension GoldenMessage {
    static let handovers: [GoldenMessage] = [
        GoldenMessage(0x0416, OfferDevice(account: account, device: DeviceID("d")!), "a200 <account> 016164"),
        GoldenMessage(
            0x0416, OfferDevice(account: account, device: DeviceID("d")!, session: SessionID("s1")!),
            "a300 <account> 01616402627331"),
        GoldenMessage(0x0289, CheckSession(account: account, session: SessionID("s1")!), "a200 <account> 01627331"),
        GoldenMessage(CheckSession.Reply(isLiving: true), "a100f5"),
        GoldenMessage(OfferDevice.Reply(ticket: SecretText("t"), expiresAt: moment), "a200617401 <moment>"),
        GoldenMessage(0x0417, TakeOverDevice(account: account, ticket: SecretText("t")), "a200 <account> 016174"),
        GoldenMessage(
            TakeOverDevice.Reply(
                device: ClaimedDevice(device: DeviceID("d")!, claimedAt: moment, hasKey: true), key: DeviceKey("k")!),
            "a200a400616401 <moment> 02f503f501616b"),
    ]
}
