import Models

extension GoldenMessage {
    static let preferences: [GoldenMessage] = [
        GoldenMessage(choices, "<choices>"),
        GoldenMessage(night, "<night>"),
        GoldenMessage(NotificationPreferences(choices: choices, quietHours: night), "a200 <choices> 01 <night>"),
        GoldenMessage(NotificationPreferences(quietHours: night), "a101 <night>"),
        GoldenMessage(0x0501, GetPreferences(account: account), "a100 <account>"),
        GoldenMessage(0x0502, SetPreferences(account: account, choices: choices), "a200 <account> 01 <choices>"),
        GoldenMessage(0x0503, SetQuietHours(account: account, quietHours: night), "a200 <account> 01 <night>"),
        GoldenMessage(
            0x0503,
            SetQuietHours(
                account: account,
                quietHours: QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris", allowsInterruptions: true)),
            "a200 <account> 01a400190528011901a4026c4575726f70652f506172697303f5"),
        GoldenMessage(0x0503, SetQuietHours(account: account), "a100 <account>"),

        GoldenMessage(place, "a200f9521001f9bd00"),
        GoldenMessage(position, "<position>"),
        GoldenMessage(PositionStatus(position: position, isAllowed: true), "a200 <position> 01f5"),
        GoldenMessage(0x0412, SetPosition(account: account, position: position), "a200 <account> 01 <position>"),
        GoldenMessage(SetPosition.Reply(isKept: true), "a100f5"),
        GoldenMessage(0x0413, GetPosition(account: account), "a100 <account>"),
        GoldenMessage(0x0414, ErasePosition(account: account), "a100 <account>"),
        GoldenMessage(0x0415, AllowPositions(account: account, isAllowed: false), "a200 <account> 01f4"),
    ]

    private static let choices = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, notificationRadius: 15,
        preferredCategories: ["FOOD_PLAISIRS"])
    private static let night = QuietHours(start: 1320, end: 420, timeZone: "Europe/Paris")
    private static let place = Coordinate(latitude: 48.5, longitude: -1.25)!
    private static let position = Position(coordinate: place, accuracy: 12.5, at: moment)
}
