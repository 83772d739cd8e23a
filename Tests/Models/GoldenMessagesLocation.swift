// The golden bytes of what the location service is asked and answers.

import Models

extension GoldenMessage {
    static let location: [GoldenMessage] = [
        GoldenMessage(
            0x0401,
            UpdateLocation(
                entries: [
                    UpdateLocation.Entry(device: phone, key: key, location: full),
                    UpdateLocation.Entry(device: tablet, location: sparse),
                ], keepsHistory: true, retentionMinutes: nil),
            """
            a2 00
            82a3006570686f6e65016673656372657402a7006a31373331353030303030016c222b31302e38333735303222
            026934392e383238393235036435302e300463312e3505642238372206646e756c6ca200667461626c657402a4
            006131016132026133036134 01 f5
            """),
        GoldenMessage(
            0x0401, UpdateLocation(entries: [], keepsHistory: false, retentionMinutes: LocationValue(json: "\"15\"")),
            "a3 00 80 01 f4 02 6422313522"),
        GoldenMessage(
            UpdateLocation.Entry(device: phone, key: key, location: sparse),
            "a3 00 6570686f6e65 01 66736563726574 02 a4006131016132026133036134"),
        GoldenMessage(
            full,
            """
            a7 00 6a31373331353030303030 01 6c222b31302e38333735303222 02 6934392e383238393235 03 6435302e30 04
            63312e35 05 6422383722 06 646e756c6c
            """),
        GoldenMessage(sparse, "a4 00 6131 01 6132 02 6133 03 6134"),

        GoldenMessage(
            0x0402, GetLocation(reader: Reader(device: tablet, key: key), devices: [phone, tablet]),
            "a2 00 a200667461626c65740166736563726574 01 826570686f6e65667461626c6574"),
        GoldenMessage(Reader(device: nil), "a0"),
        GoldenMessage(Reader(device: tablet, key: key), "a2 00 667461626c6574 01 66736563726574"),
        GoldenMessage(
            GetLocation.Reply(
                found: [nil, GetLocation.LocationResult(device: phone, location: sparse, slogan: "à vélo"), nil]),
            "a1 00 83f6a3006570686f6e6501a40061310161320261330361340268c3a02076c3a96c6ff6"),
        GoldenMessage(
            GetLocation.LocationResult(device: phone, location: sparse, slogan: nil),
            "a2 00 6570686f6e65 01 a4006131016132026133036134"),

        GoldenMessage(
            0x0403, GetLocationHistory(reader: Reader(device: tablet), device: phone, amount: 25),
            "a3 00 a100667461626c6574 01 6570686f6e65 02 1819"),
        GoldenMessage(
            GetLocationHistory.Reply(maximum: 1023, available: 1, locations: [sparse]),
            "a3 00 1903ff 01 01 02 81a4006131016132026133036134"),

        GoldenMessage(
            0x0404, GetVisitorHistory(device: phone, key: key, amount: -1), "a3 00 6570686f6e65 01 66736563726574 02 20"
        ),
        GoldenMessage(
            GetVisitorHistory.Reply(maximum: 10, visits: [visit]),
            "a2 00 0a 01 81a200667461626c6574011b000001932571437b"),
        GoldenMessage(visit, "a2 00 667461626c6574 01 1b000001932571437b"),

        GoldenMessage(0x0405, DeleteLocation(device: phone, key: key), "a2 00 6570686f6e65 01 66736563726574"),
        GoldenMessage(0x0405, DeleteLocation(device: phone), "a1 00 6570686f6e65"),
        GoldenMessage(DeleteLocation.Reply(deleted: 3), "a1 00 03"),

        GoldenMessage(0x0406, GetLocationGeoJSON(devices: [phone]), "a1 00 816570686f6e65"),
        GoldenMessage(GetLocationGeoJSON.Reply(location: sparse), "a1 00 a4006131016132026133036134"),
        GoldenMessage(GetLocationGeoJSON.Reply(location: nil), "a0"),

        GoldenMessage(
            0x0407, SetDeviceKey(device: phone, currentKey: key, newKey: DeviceKey("new")!),
            "a3 00 6570686f6e65 01 66736563726574 02 636e6577"),
        GoldenMessage(0x0407, SetDeviceKey(device: phone, newKey: key), "a2 00 6570686f6e65 02 66736563726574"),

        GoldenMessage(
            0x0408, SetAllowedDeviceList(device: phone, key: key, allowed: [allowed]),
            "a3 00 6570686f6e65 01 66736563726574 02 81a300667461626c657401f502f4"),
        GoldenMessage(allowed, "a3 00 667461626c6574 01 f5 02 f4"),

        GoldenMessage(0x0409, GetAllowedDeviceList(device: phone, key: key), "a2 00 6570686f6e65 01 66736563726574"),
        GoldenMessage(
            GetAllowedDeviceList.Reply(isEnabled: true, allowed: [allowed]), "a2 00 f5 01 81a300667461626c657401f502f4"),

        GoldenMessage(
            0x040A, SetDeviceSlogan(device: phone, key: key, slogan: "à vélo"),
            "a3 00 6570686f6e65 01 66736563726574 02 68c3a02076c3a96c6f"),

        GoldenMessage(
            0x040B, GetDeviceSlogan(device: phone, reader: tablet, readerKey: key),
            "a3 00 6570686f6e65 01 667461626c6574 02 66736563726574"),
        GoldenMessage(GetDeviceSlogan.Reply(slogan: "à vélo"), "a1 00 68c3a02076c3a96c6f"),
        GoldenMessage(GetDeviceSlogan.Reply(slogan: nil), "a0"),

        GoldenMessage(
            0x040C, GetDeviceSecurityStatus(device: phone, reader: tablet, readerKey: key),
            "a3 00 6570686f6e65 01 667461626c6574 02 66736563726574"),
        GoldenMessage(GetDeviceSecurityStatus.Reply(hasDeviceKey: true, isAllowedListEnabled: false), "a2 00 f5 01 f4"),

        GoldenMessage(
            0x040D, ClaimDevice(account: account, device: phone, key: key),
            "a3 00 7818356630633361396537623164326334663661386530623164 01 6570686f6e65 02 66736563726574"),
        GoldenMessage(
            ClaimedDevice(device: phone, claimedAt: UnixTime(milliseconds: 1_731_500_000_123), hasKey: true),
            "a4 00 6570686f6e65 01 1b000001932571437b 02 f5 03 f5"),
        GoldenMessage(
            0x040E, ListClaimedDevices(account: account),
            "a1 00 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            0x040F, ResetDeviceKey(device: phone, account: account, newKey: key),
            "a3 00 6570686f6e65 01 7818356630633361396537623164326334663661386530623164 02 66736563726574"),
        GoldenMessage(0x040F, ResetDeviceKey(device: phone), "a1 00 6570686f6e65"),
        GoldenMessage(ResetDeviceKey.Reply(key: key), "a1 00 66736563726574"),
        GoldenMessage(
            0x0410, RemoveDeviceKey(device: phone, account: account),
            "a2 00 6570686f6e65 01 7818356630633361396537623164326334663661386530623164"),
        GoldenMessage(0x0410, RemoveDeviceKey(device: phone), "a1 00 6570686f6e65"),
        GoldenMessage(
            0x0411, ReleaseDevice(account: account, device: phone),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 6570686f6e65"),

        GoldenMessage(
            0x043C,
            ReviewViews(
                devices: [phone, tablet],
                views: [
                    ReviewViews.View(reader: Reader(device: tablet, key: key), devices: [0]),
                    ReviewViews.View(account: account, devices: [0, 1]),
                ]),
            """
            a2 00 826570686f6e65667461626c6574
            01 82a200a200667461626c65740166736563726574028100
            a2017818356630633361396537623164326334663661386530623164 02820001
            """),
        GoldenMessage(
            ReviewViews.View(account: account, devices: [0, 1]),
            "a2 01 7818356630633361396537623164326334663661386530623164 02 820001"),
        GoldenMessage(
            ReviewViews.Reply(
                found: [nil, GetLocation.LocationResult(device: phone, location: sparse, slogan: nil)],
                views: [ReviewViews.Result(mayRead: false, seen: [])]),
            "a2 00 82f6a2006570686f6e6501a4006131016132026133036134 01 81a200f40180"),
        GoldenMessage(ReviewViews.Result(mayRead: true, seen: [1]), "a2 00 f5 01 8101"),
        GoldenMessage(
            0x043E, ListReadableDevices(reader: Reader(device: tablet, key: key)),
            "a1 00 a2 00 667461626c6574 01 66736563726574"),
        GoldenMessage(ListReadableDevices.Reply(devices: [tablet]), "a1 00 81 667461626c6574"),
        GoldenMessage(0x043F, GetEventKey(), "a0"),
        GoldenMessage(GetEventKey.Reply(key: SecretText("k")), "a1 00 61 6b"),
        GoldenMessage(
            0x043D, GetPlaces(account: account, visited: [phone]),
            "a2 00 7818356630633361396537623164326334663661386530623164 01 816570686f6e65"),
        GoldenMessage(
            GetPlaces.Reply(places: [GetPlaces.Place(device: phone, isOwn: true, found: nil)]),
            "a1 00 81a2006570686f6e6501f5"),
        GoldenMessage(
            GetPlaces.Place(
                device: phone, isOwn: false,
                found: GetLocation.LocationResult(device: phone, location: sparse, slogan: nil)),
            "a3 00 6570686f6e65 01 f4 02 a2006570686f6e6501a4006131016132026133036134"),
    ]

    private static let phone = DeviceID("phone")!
    private static let tablet = DeviceID("tablet")!
    private static let key = DeviceKey("secret")!
    private static let allowed = AllowedDevice(device: tablet, readsCurrentLocation: true, readsHistory: false)
    private static let visit = GetVisitorHistory.Visit(visitor: tablet, time: UnixTime(milliseconds: 1_731_500_000_123))
    private static let full = Location(
        timestamp: LocationValue(json: "1731500000"), longitude: LocationValue(json: "\"+10.837502\""),
        latitude: LocationValue(json: "49.828925"), horizontalAccuracy: LocationValue(json: "50.0"),
        speed: LocationValue(json: "1.5"), batteryLevel: LocationValue(json: "\"87\""), altitude: .null)
    private static let sparse = Location(
        timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"), latitude: LocationValue(json: "3"),
        horizontalAccuracy: LocationValue(json: "4"))
}
