// The golden bytes of what is asked and answered when a device goes from one account to another.

import Models

extension GoldenMessage {
    static let handovers: [GoldenMessage] = [
        GoldenMessage(
            0x0416, OfferDevice(account: account, device: DeviceID("d")!),
            "a2007818356630633361396537623164326334663661386530623164016164"),
        GoldenMessage(
            0x0416, OfferDevice(account: account, device: DeviceID("d")!, session: SessionID("s1")!),
            "a300781835663063336139653762316432633466366138653062316401616402627331"),
        GoldenMessage(
            0x0289, CheckSession(account: account, session: SessionID("s1")!),
            "a200781835663063336139653762316432633466366138653062316401627331"),
        GoldenMessage(CheckSession.Reply(isLiving: true), "a100f5"),
        GoldenMessage(
            OfferDevice.Reply(ticket: SecretText("t"), expiresAt: moment),
            "a2006174011b000001932571437b"),
        GoldenMessage(
            0x0417, TakeOverDevice(account: account, ticket: SecretText("t")),
            "a2007818356630633361396537623164326334663661386530623164016174"),
        GoldenMessage(
            TakeOverDevice.Reply(
                device: ClaimedDevice(device: DeviceID("d")!, claimedAt: moment, hasKey: true), key: DeviceKey("k")!),
            "a200a4006164011b000001932571437b02f503f501616b"),
    ]
}
