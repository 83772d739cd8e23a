extension GoldenMessage {
    static let shareLinks: [GoldenMessage] = [
        GoldenMessage(
            0x045A,
            CreateShareLink(
                owner: byKey, name: "Ride", endsAt: moment, arrival: arrival, precision: .town,
                password: SecretText("pw"), maximumViewers: 2),
            """
            a700a2016570686f6e6502 <secret> 01645269646502 <moment> 03a200a200f9521001f9bd000118960464746f776e05627077
            0602
            """),
        GoldenMessage(
            0x045A, CreateShareLink(owner: byAccount, endsAt: moment),
            "a300a200 <account> 016570686f6e6502 <moment> 04656578616374"),
        GoldenMessage(CreateShareLink.Reply(link: link, token: SecretText("t")), "a200\(linkBytes)016174"),
        GoldenMessage(link, linkBytes),
        GoldenMessage(viewer, "a4000201 <moment> 02 <moment> 0303"),
        GoldenMessage(arrival, "a200a200f9521001f9bd00011896"),
        GoldenMessage(byAccount, "a200 <account> 016570686f6e65"),
        GoldenMessage(byKey, "a2016570686f6e6502 <secret>"),
        GoldenMessage(0x045B, ListShareLinks(owner: byAccount), "a100a200 <account> 016570686f6e65"),
        GoldenMessage(
            0x045C, ChangeShareLink(owner: byKey, id: id, name: "n", endsAt: moment, precision: .town),
            "a500a2016570686f6e6502 <secret> 01626c3102616e03 <moment> 0464746f776e"),
        GoldenMessage(0x045D, EndShareLink(owner: byAccount, id: id), "a200a200 <account> 016570686f6e6501626c31"),
        GoldenMessage(0x045E, FindShareLink(token: SecretText("t"), viewer: SecretText("v")), "a2006174016176"),
        GoldenMessage(FindShareLink.Reply(needsPassword: true, isViewer: false), "a200f501f4"),
        GoldenMessage(
            0x045F,
            OpenShareLink(
                token: SecretText("t"), viewer: SecretText("v"), password: SecretText("pw"), continues: true),
            "a40061740161760262707703f5"),
        GoldenMessage(OpenShareLink.Reply(view: view, viewer: SecretText("v")), "a200\(viewBytes)016176"),
        GoldenMessage(view, viewBytes),
        GoldenMessage(0x0460, RenewSharedView(link: id, viewer: 1), "a200626c310101"),
        GoldenMessage(RenewSharedView.Reply(found: found), "a100a2006570686f6e6501a4006131016132026133036134"),
        GoldenMessage(GetVisitorHistory.NamedVisit(name: "Ride", time: moment), "a200645269646501 <moment>"),
        GoldenMessage(
            GetVisitorHistory.Reply(
                maximum: 10, visits: [], links: [GetVisitorHistory.NamedVisit(name: "Ride", time: moment)]),
            "a3000a01800281a200645269646501 <moment>"),
        GoldenMessage(ReviewViews.View(link: id, endsAt: moment, devices: [0]), "a302810003626c3104 <moment>"),
        GoldenMessage(
            ReviewViews.Result(mayRead: true, seen: [], shared: found),
            "a300f5018002a2006570686f6e6501a4006131016132026133036134"),
    ]

    private static let phone = DeviceID("phone")!
    private static let id = ShareLinkID("l1")!
    private static let byAccount = ShareLinkOwner(account: account, device: phone)
    private static let byKey = ShareLinkOwner(device: phone, key: DeviceKey("secret")!)
    private static let arrival = ShareLinkArrival(
        coordinate: Coordinate(latitude: 48.5, longitude: -1.25)!, radius: 150)
    private static let viewer = ShareLinkViewer(number: 2, firstAt: moment, lastAt: moment, views: 3)
    private static let link = ShareLink(
        id: id, device: phone, name: "Ride", createdAt: moment, endsAt: moment, state: .open, precision: .town,
        arrival: arrival, hasPassword: true, maximumViewers: 2, viewers: [viewer])
    private static let linkBytes = """
        ab00626c31016570686f6e6502645269646503 <moment> 04 <moment> 05646f70656e0664746f776e07a200a200f9521001f9bd00
        01189608f509020a81a4000201 <moment> 02 <moment> 0303
        """
    private static let found = GetLocation.LocationResult(
        device: phone,
        location: Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"),
            latitude: LocationValue(json: "3"), horizontalAccuracy: LocationValue(json: "4")), slogan: nil)
    private static let view = SharedView(
        link: id, viewer: 1, device: phone, name: "Ride", endsAt: moment, precision: .exact, endsOnArrival: true,
        found: found)
    private static let viewBytes = """
        a800626c310101026570686f6e6503645269646504 <moment> 0565657861637406f507
        a2006570686f6e6501a4006131016132026133036134
        """
}
