extension GoldenMessage {
    static let location: [GoldenMessage] = [
        GoldenMessage(
            0x0401,
            UpdateLocation(
                entries: [
                    UpdateLocation.Entry(device: phone, key: key, location: full),
                    UpdateLocation.Entry(device: tablet, location: sparse),
                ], keepsHistory: true, retentionMinutes: nil),
            "a20082a3006570686f6e6501 <secret> 02 <full> a200667461626c657402a400613101613202613303613401f5"),
        GoldenMessage(
            0x0401, UpdateLocation(entries: [], keepsHistory: false, retentionMinutes: LocationValue(json: "\"15\"")),
            "a3008001f4026422313522"),
        GoldenMessage(
            UpdateLocation.Entry(device: phone, key: key, location: sparse),
            "a3006570686f6e6501 <secret> 02a4006131016132026133036134"),
        GoldenMessage(full, "<full>"),
        GoldenMessage(sparse, "a4006131016132026133036134"),

        GoldenMessage(
            0x0402, GetLocation(reader: Reader(device: tablet, key: key), devices: [phone, tablet]),
            "a200a200667461626c657401 <secret> 01826570686f6e65667461626c6574"),
        GoldenMessage(
            0x0402, GetLocation(reader: Reader(device: tablet), devices: [phone], isWatching: true),
            "a300a100667461626c657401816570686f6e6502f5"),
        GoldenMessage(GetLocation.Reply(found: [nil], hidden: [0]), "a20081f6018100"),
        GoldenMessage(Reader(device: nil), "a0"),
        GoldenMessage(Reader(device: tablet, key: key), "a200667461626c657401 <secret>"),
        GoldenMessage(
            GetLocation.Reply(
                found: [nil, GetLocation.LocationResult(device: phone, location: sparse, slogan: "à vélo"), nil]),
            "a10083f6a3006570686f6e6501a40061310161320261330361340268c3a02076c3a96c6ff6"),
        GoldenMessage(
            GetLocation.LocationResult(device: phone, location: sparse, slogan: nil),
            "a2006570686f6e6501a4006131016132026133036134"),

        GoldenMessage(
            0x0403, GetLocationHistory(reader: Reader(device: tablet), device: phone, amount: 25),
            "a300a100667461626c6574016570686f6e65021819"),
        GoldenMessage(
            GetLocationHistory.Reply(maximum: 1023, available: 1, locations: [sparse]),
            "a3001903ff01010281a4006131016132026133036134"),

        GoldenMessage(
            0x0404, GetVisitorHistory(device: phone, key: key, amount: -1),
            "a3006570686f6e6501 <secret> 0220"),
        GoldenMessage(GetVisitorHistory.Reply(maximum: 10, visits: [visit]), "a2000a0181 <visit>"),
        GoldenMessage(visit, "<visit>"),

        GoldenMessage(0x0405, DeleteLocation(device: phone, key: key), "a2006570686f6e6501 <secret>"),
        GoldenMessage(0x0405, DeleteLocation(device: phone), "a1006570686f6e65"),
        GoldenMessage(DeleteLocation.Reply(deleted: 3), "a10003"),

        GoldenMessage(0x0406, GetLocationGeoJSON(devices: [phone]), "a100816570686f6e65"),
        GoldenMessage(GetLocationGeoJSON.Reply(location: sparse), "a100a4006131016132026133036134"),
        GoldenMessage(GetLocationGeoJSON.Reply(location: nil), "a0"),

        GoldenMessage(
            0x0407, SetDeviceKey(device: phone, currentKey: key, newKey: DeviceKey("new")!),
            "a3006570686f6e6501 <secret> 02636e6577"),
        GoldenMessage(0x0407, SetDeviceKey(device: phone, newKey: key), "a2006570686f6e6502 <secret>"),

        GoldenMessage(
            0x0408, SetAllowedDeviceList(device: phone, key: key, allowed: [allowed]),
            "a3006570686f6e6501 <secret> 0281a300667461626c657401f502f4"),
        GoldenMessage(allowed, "a300667461626c657401f502f4"),

        GoldenMessage(0x0409, GetAllowedDeviceList(device: phone, key: key), "a2006570686f6e6501 <secret>"),
        GoldenMessage(
            GetAllowedDeviceList.Reply(isEnabled: true, allowed: [allowed]),
            "a200f50181a300667461626c657401f502f4"),

        GoldenMessage(
            0x040A, SetDeviceSlogan(device: phone, key: key, slogan: "à vélo"),
            "a3006570686f6e6501 <secret> 0268c3a02076c3a96c6f"),

        GoldenMessage(
            0x040B, GetDeviceSlogan(device: phone, reader: tablet, readerKey: key),
            "a3006570686f6e6501667461626c657402 <secret>"),
        GoldenMessage(GetDeviceSlogan.Reply(slogan: "à vélo"), "a10068c3a02076c3a96c6f"),
        GoldenMessage(GetDeviceSlogan.Reply(slogan: nil), "a0"),

        GoldenMessage(
            0x040C, GetDeviceSecurityStatus(device: phone, reader: tablet, readerKey: key),
            "a3006570686f6e6501667461626c657402 <secret>"),
        GoldenMessage(GetDeviceSecurityStatus.Reply(hasDeviceKey: true, isAllowedListEnabled: false), "a200f501f4"),

        GoldenMessage(
            0x040D, ClaimDevice(account: account, device: phone, key: key),
            "a300 <account> 016570686f6e6502 <secret>"),
        GoldenMessage(
            ClaimedDevice(device: phone, claimedAt: UnixTime(milliseconds: 1_731_500_000_123), hasKey: true),
            "a4006570686f6e6501 <moment> 02f503f5"),
        GoldenMessage(
            ClaimedDevice(
                device: phone, claimedAt: UnixTime(milliseconds: 1_731_500_000_123), hasKey: true,
                handoverEndsAt: UnixTime(milliseconds: 1_731_500_000_123)),
            "a5006570686f6e6501 <moment> 02f503f504 <moment>"),
        GoldenMessage(0x040E, ListClaimedDevices(account: account), "a100 <account>"),
        GoldenMessage(
            0x040F, ResetDeviceKey(device: phone, account: account, newKey: key),
            "a3006570686f6e6501 <account> 02 <secret>"),
        GoldenMessage(0x040F, ResetDeviceKey(device: phone), "a1006570686f6e65"),
        GoldenMessage(ResetDeviceKey.Reply(key: key), "a100 <secret>"),
        GoldenMessage(0x0410, RemoveDeviceKey(device: phone, account: account), "a2006570686f6e6501 <account>"),
        GoldenMessage(0x0410, RemoveDeviceKey(device: phone), "a1006570686f6e65"),
        GoldenMessage(0x0411, ReleaseDevice(account: account, device: phone), "a200 <account> 016570686f6e65"),

        GoldenMessage(
            0x043C,
            ReviewViews(
                devices: [phone, tablet],
                views: [
                    ReviewViews.View(reader: Reader(device: tablet, key: key), devices: [0]),
                    ReviewViews.View(account: account, devices: [0, 1]),
                ]),
            "a200826570686f6e65667461626c65740182a200a200667461626c657401 <secret> 028100a201 <account> 02820001"),
        GoldenMessage(ReviewViews.View(account: account, devices: [0, 1]), "a201 <account> 02820001"),
        GoldenMessage(
            ReviewViews.Reply(
                found: [nil, GetLocation.LocationResult(device: phone, location: sparse, slogan: nil)],
                views: [ReviewViews.Result(mayRead: false, seen: [])]),
            "a20082f6a2006570686f6e6501a40061310161320261330361340181a200f40180"),
        GoldenMessage(ReviewViews.Result(mayRead: true, seen: [1]), "a200f5018101"),
        GoldenMessage(ReviewViews.Result(mayRead: true, seen: [], hidden: [1]), "a300f50180038101"),
        GoldenMessage(ChangedPoints([sparse]), "a10081a4006131016132026133036134"),
        GoldenMessage(
            0x043E, ListReadableDevices(reader: Reader(device: tablet, key: key)),
            "a100a200667461626c657401 <secret>"),
        GoldenMessage(ListReadableDevices.Reply(devices: [tablet]), "a10081667461626c6574"),
        GoldenMessage(
            ListReadableDevices.Reply(devices: [tablet], owners: [.init(device: tablet, account: account)]),
            "a20081667461626c65740181a200667461626c657401 <account>"),
        GoldenMessage(ListReadableDevices.Owner(device: tablet, account: account), "a200667461626c657401 <account>"),
        GoldenMessage(0x043F, GetEventKey(), "a0"),
        GoldenMessage(GetEventKey.Reply(key: SecretText("k")), "a100616b"),
        GoldenMessage(0x043D, GetPlaces(account: account, visited: [phone]), "a200 <account> 01816570686f6e65"),
        GoldenMessage(
            GetPlaces.Reply(places: [GetPlaces.Place(device: phone, isOwn: true, found: nil)]),
            "a10081a2006570686f6e6501f5"),
        GoldenMessage(
            GetPlaces.Place(
                device: phone, isOwn: false,
                found: GetLocation.LocationResult(device: phone, location: sparse, slogan: nil)),
            "a3006570686f6e6501f402a2006570686f6e6501a4006131016132026133036134"),
    ]

    static let histories: [GoldenMessage] = [
        GoldenMessage(
            0x0446,
            ReadDeviceHistory(
                account: account, device: phone, range: HistoryRange(from: moment), after: historyCursor, limit: 100,
                isOldestFirst: true),
            "a600 <account> 016570686f6e6502a100 <moment> 03a20000012404186405f5"),
        GoldenMessage(
            ReadDeviceHistory.Reply(points: [historyPoint], next: historyCursor),
            "a20081a400 <moment> 01f9521002f9410003f9450001a200000124"),
        GoldenMessage(historyPoint, "a400 <moment> 01f9521002f9410003f94500"),
        GoldenMessage(HistoryRange(from: moment, to: moment), "a200 <moment> 01 <moment>"),
        GoldenMessage(historyCursor, "a200000124"),
        GoldenMessage(
            0x0447, DeleteDeviceHistory(account: account, device: phone, range: HistoryRange(to: moment)),
            "a300 <account> 016570686f6e6502a101 <moment>"),
        GoldenMessage(0x0448, GetHistoryRetention(account: account, device: phone), "a200 <account> 016570686f6e65"),
        GoldenMessage(HistoryRetention(days: nil, maximumPoints: 1023), "a1011903ff"),
        GoldenMessage(
            0x0449, SetHistoryRetention(account: account, device: phone, days: 30),
            "a300 <account> 016570686f6e6502181e"),
        GoldenMessage(
            0x044A, ImportDeviceHistory(account: account, device: phone, points: [sparse]),
            "a300 <account> 016570686f6e650281a4006131016132026133036134"),
        GoldenMessage(
            0x048D, AddEarlierLocations(device: phone, key: key, locations: [sparse]),
            "a3006570686f6e6501 <secret> 0281a4006131016132026133036134"),
        GoldenMessage(ImportDeviceHistory.Reply(stored: 1, known: 2, dropped: 0), "a3000101020200"),
    ]

    private static let historyCursor = HistoryCursor(at: 0, sequence: -5)
    private static let historyPoint = HistoryPoint(at: moment, latitude: 48.5, longitude: 2.5, accuracy: 5)
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

    private static let tracker = Tracker(
        id: TrackerID("t1")!, device: phone, name: Personal("Old phone"), speedUnit: .metresPerSecond,
        readsFriends: true, createdAt: moment, lastUsedAt: UnixTime(milliseconds: 1_731_586_400_000))
    private static let changes = TrackerChanges(
        name: Personal("Old phone"), speedUnit: .metresPerSecond, readsFriends: true, keepsHistory: false,
        retentionMinutes: 1440)
    private static let report = TrackerReport(location: sparse, fixedAt: moment, isOfVisit: true)

    static let trackers: [GoldenMessage] = [
        GoldenMessage(tracker, "<tracker>"),
        GoldenMessage(
            Tracker(id: TrackerID("t1")!, device: phone, name: Personal("Old phone"), createdAt: moment),
            "a8 00 627431 01 6570686f6e65 02 694f6c642070686f6e65 03 656b6e6f7473 04 f4 05 f4 06 1905a0 07 <moment>"),
        GoldenMessage(changes, "a5 00 694f6c642070686f6e65 01 636d2f73 02 f5 03 f4 04 1905a0"),
        GoldenMessage(TrackerChanges(), "a0"),
        GoldenMessage(
            0x0450, CreateTracker(account: account, device: phone, settings: TrackerChanges()),
            "a3 00 <account> 01 6570686f6e65 02 a0"),
        GoldenMessage(CreateTracker.Reply(tracker: tracker, token: SecretText("t")), "a2 00 <tracker> 01 6174"),
        GoldenMessage(0x0451, ListTrackers(account: account), "a1 00 <account>"),
        GoldenMessage(
            0x0452, ChangeTracker(account: account, tracker: TrackerID("t1")!, settings: changes),
            "a3 00 <account> 01 627431 02 a5 00 694f6c642070686f6e65 01 636d2f73 02 f5 03 f4 04 1905a0"),
        GoldenMessage(
            0x0453, RevokeTracker(account: account, tracker: TrackerID("t1")!), "a2 00 <account> 01 627431"),
        GoldenMessage(report, "a3 00 a4006131016132026133036134 01 <moment> 02 f5"),
        GoldenMessage(
            0x0454,
            ReportByTracker(
                token: Personal("t"), reports: [TrackerReport(location: sparse, fixedAt: moment)], speedUnit: .knots,
                wantsFriends: true),
            "a5 00 6174 01 81 a2 00 a4006131016132026133036134 01 <moment> 02 656b6e6f7473 03 f5 04 f4"),
        GoldenMessage(
            0x0454, ReportByTracker(token: Personal("t"), reports: [], isManual: true), "a4 00 6174 01 80 03 f4 04 f5"),
        GoldenMessage(
            ReportByTracker.Reply(
                stored: 1, repeated: 2, outdated: 3, discarded: 4, device: phone,
                places: [GetLocation.LocationResult(device: phone, location: sparse, slogan: nil)]),
            "a6 00 01 01 02 02 03 03 04 04 6570686f6e65 05 81 a2 00 6570686f6e65 01 a4006131016132026133036134"),
    ]
}
