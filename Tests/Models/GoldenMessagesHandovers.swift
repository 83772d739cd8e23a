// The golden bytes of what is asked and answered when a device goes from one account to another.

import Models

extension GoldenMessage {
    static let handovers: [GoldenMessage] = [
        GoldenMessage(
            0x0416, OfferDevice(account: account, device: DeviceID("d")!),
            "a2007818356630633361396537623164326334663661386530623164016164"),
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
