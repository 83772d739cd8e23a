// The golden bytes of messages about preferences and positions.

import Models

extension GoldenMessage {
    static let preferences: [GoldenMessage] = [
        GoldenMessage(choices, "a500f501f402f5030f04816d464f4f445f504c414953495253"),
        GoldenMessage(night, "a300190528011901a4026c4575726f70652f5061726973"),
        GoldenMessage(
            NotificationPreferences(choices: choices, quietHours: night),
            """
            a200a500f501f402f5030f04816d464f4f445f504c41495349525301a300190528011901a4026c4575726f70652f5061
            726973
            """),
        GoldenMessage(
            NotificationPreferences(quietHours: night), "a101a300190528011901a4026c4575726f70652f5061726973"),
        GoldenMessage(
            0x0501, GetPreferences(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0502, SetPreferences(account: account, choices: choices),
            """
            a200781835663063336139653762316432633466366138653062316401a500f501f402f5030f04816d464f4f445f504c
            414953495253
            """),
        GoldenMessage(
            0x0503, SetQuietHours(account: account, quietHours: night),
            """
            a200781835663063336139653762316432633466366138653062316401a300190528011901a4026c4575726f70652f50
            61726973
            """),
        GoldenMessage(
            0x0503,
            SetQuietHours(
                account: account,
                quietHours: QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris", allowsInterruptions: true)),
            """
            a200781835663063336139653762316432633466366138653062316401a400190528011901a4026c4575726f70652f50
            6172697303f5
            """),
        GoldenMessage(
            0x0503, SetQuietHours(account: account), "a1007818356630633361396537623164326334663661386530623164"),

        GoldenMessage(place, "a200f9521001f9bd00"),
        GoldenMessage(position, "a300a200f9521001f9bd0001f94a40021b000001932571437b"),
        GoldenMessage(
            PositionStatus(position: position, isAllowed: true),
            "a200a300a200f9521001f9bd0001f94a40021b000001932571437b01f5"),
        GoldenMessage(
            0x0412, SetPosition(account: account, position: position),
            """
            a200781835663063336139653762316432633466366138653062316401a300a200f9521001f9bd0001f94a40021b0000
            01932571437b
            """),
        GoldenMessage(SetPosition.Reply(isKept: true), "a100f5"),
        GoldenMessage(
            0x0413, GetPosition(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0414, ErasePosition(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x0415, AllowPositions(account: account, isAllowed: false),
            "a200781835663063336139653762316432633466366138653062316401f4"),
    ]

    private static let choices = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, radius: 15,
        categories: ["FOOD_PLAISIRS"])
    private static let night = QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris")
    private static let place = Coordinate(latitude: 48.5, longitude: -1.25)!
    private static let position = Position(coordinate: place, accuracy: 12.5, at: moment)
}
