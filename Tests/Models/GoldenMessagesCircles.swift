extension GoldenMessage {
    static let circles: [GoldenMessage] = [
        GoldenMessage(
            0x0464, CreateCircle(account: account, name: Personal("Us"), memberName: Personal("Ada")),
            "a300 <account> 016255730263416461"),
        GoldenMessage(
            circle,
            "a5006263310162557302 <moment> 0381a300 <account> 016341646102 <moment> 04a500656578616374016d6e65696768626f7572686f6f6402f503 <moment> 04f5"
        ),
        GoldenMessage(member, "a300 <account> 016341646102 <moment>"),
        GoldenMessage(consent, "a500656578616374016d6e65696768626f7572686f6f6402f503 <moment> 04f5"),
        GoldenMessage(CircleConsent(), "a202f404f4"),
        GoldenMessage(0x0465, ListCircles(account: account), "a100 <account>"),
        GoldenMessage(
            0x0466, ChangeCircle(account: account, circle: id, name: Personal("Us"), memberName: Personal("Ada")),
            "a400 <account> 01626331026255730363416461"),
        GoldenMessage(
            0x0467, SetCircleConsent(account: account, circle: id, consent: consent),
            "a300 <account> 0162633102a500656578616374016d6e65696768626f7572686f6f6402f503 <moment> 04f5"),
        GoldenMessage(
            0x0468, LeaveCircle(account: account, circle: id, member: account),
            "a300 <account> 0162633102 <account>"),
        GoldenMessage(0x0469, ListCircleVisits(account: account), "a100 <account>"),
        GoldenMessage(visit, "a5006570686f6e6501 <account> 026341646103 <moment> 04 <moment>"),
        GoldenMessage(
            0x046A, CreateCircleInvitation(account: account, circle: id, endsAt: moment, maximumUses: 2),
            "a400 <account> 0162633102 <moment> 0302"),
        GoldenMessage(
            CreateCircleInvitation.Reply(invitation: invitation, code: SecretText("c")),
            "a200a50062693101 <moment> 02 <moment> 03020401016163"),
        GoldenMessage(invitation, "a50062693101 <moment> 02 <moment> 03020401"),
        GoldenMessage(0x046B, ListCircleInvitations(account: account, circle: id), "a200 <account> 01626331"),
        GoldenMessage(
            0x046C, EndCircleInvitation(account: account, circle: id, invitation: invitation.id),
            "a300 <account> 0162633102626931"),
        GoldenMessage(
            0x046D, JoinCircle(account: account, code: SecretText("c"), memberName: Personal("Ada")),
            "a300 <account> 0161630263416461"),
        GoldenMessage(
            0x046E,
            CreateCircleDocument(
                account: account, name: Personal("Us"), memberName: Personal("Ada"), code: SecretText("c"),
                json: Personal("{}")),
            "a500 <account> 01625573026341646103616304627b7d"),
        GoldenMessage(
            family,
            "a70062633101 <moment> 02 <moment> 0362557304627b7d0581 <account> 06684142434445464748"),
        GoldenMessage(
            0x046F, FindCircleDocuments(account: account, circle: id, code: SecretText("c")),
            "a300 <account> 01626331026163"),
        GoldenMessage(
            0x0470,
            ChangeCircleDocument(
                account: account, circle: id, json: Personal("{}"), name: Personal("Us"), joinsAs: Personal("Ada")),
            "a500 <account> 0162633102627b7d036255730463416461"),
        GoldenMessage(0x0471, AskForPlace(account: account, device: phone), "a200 <account> 016570686f6e65"),
        GoldenMessage(0x0692, WakeForPlace(account: account, device: phone), "a200 <account> 016570686f6e65"),
        GoldenMessage(AskForPlace.Reply(owner: account, device: phone), "a200 <account> 016570686f6e65"),
        GoldenMessage(
            GetVisitorHistory.Reply(maximum: 10, visits: [], members: [visit]),
            "a3000a01800381a5006570686f6e6501 <account> 026341646103 <moment> 04 <moment>"),
        GoldenMessage(
            GetPlaces.Place(
                device: phone, isOwn: false, found: found, member: account, precision: .town, handle: phone),
            "a6006570686f6e6501f402a2006570686f6e6501a400613101613202613303613403 <account> 0464746f776e05 6570686f6e65"
        ),
        GoldenMessage(
            ReviewViews.Result(mayRead: true, seen: [], ofCircles: [found], seenInCircles: [2]),
            "a400f501800481a2006570686f6e6501a4006131016132026133036134 058102"),
        GoldenMessage(
            0x0472,
            CreateArrivalPlace(
                account: account, device: phone, name: Personal("Home"), centre: centre, radius: 200,
                watchers: [account]),
            "a600 <account> 016570686f6e650264486f6d6503 a200f9521001f9bd00 0418c80581 <account>"),
        GoldenMessage(0x0473, ListArrivalPlaces(account: account), "a100 <account>"),
        GoldenMessage(
            0x0474, ChangeArrivalPlace(account: account, place: home.id, name: Personal("Home"), watchers: [account]),
            "a400 <account> 016270310264486f6d650381 <account>"),
        GoldenMessage(0x0475, RemoveArrivalPlace(account: account, place: home.id), "a200 <account> 01627031"),
        GoldenMessage(0x0482, AllowArrivals(account: account, owner: account), "a200 <account> 01 <account>"),
        GoldenMessage(
            0x048C, ReportArrival(account: account, place: home.id, isInside: true, at: moment),
            "a400 <account> 0162703102f503 <moment>"),
        GoldenMessage(
            0x0693,
            TellOfArrival(
                account: account, id: notification, person: Personal("Ada"), place: Personal("Home"), isArrival: true,
                at: moment),
            "a600 <account> 01 <announcementID> 02634164610364486f6d6504f505 <moment>"),
        GoldenMessage(
            0x0476, SetReaderNotices(account: account, device: phone, isOn: true),
            "a300 <account> 016570686f6e6502f5"),
        GoldenMessage(
            0x0694,
            TellOfReaders(
                account: account, id: notification, device: phone, reader: Personal("Ada"), others: 2, at: moment),
            "a600 <account> 01 <announcementID> 026570686f6e650363416461040205 <moment>"),
        GoldenMessage(
            ClaimedDevice(device: phone, claimedAt: moment, hasKey: true, tellsOfNewReaders: true),
            "a5006570686f6e6501 <moment> 02f503f505f5"),
        GoldenMessage(
            home,
            "a8006270310164486f6d65026570686f6e6503 a200f9521001f9bd00 0418c80581 <account> 06 <moment> 07f5"),
        GoldenMessage(watched, "a3006270310164486f6d6502 <account>"),
        GoldenMessage(
            ListArrivalPlaces.Reply(places: [home], watched: [watched]),
            """
            a20081a8006270310164486f6d65026570686f6e6503 a200f9521001f9bd00 0418c80581 <account> 06 <moment>
            07f50181a3006270310164486f6d6502 <account>
            """),
    ]

    private static let phone = DeviceID("phone")!
    private static let id = CircleID("c1")!
    private static let consent = CircleConsent(
        place: .exact, history: .neighbourhood, showsBattery: true, pausedUntil: moment, answersQuestions: true)
    private static let member = CircleMember(account: account, name: Personal("Ada"), joinedAt: moment)
    private static let circle = Circle(
        id: id, name: Personal("Us"), createdAt: moment, members: [member], consent: consent)
    private static let invitation = CircleInvitation(
        id: CircleInvitationID("i1")!, createdAt: moment, endsAt: moment, maximumUses: 2, uses: 1)
    private static let visit = CircleVisit(
        device: phone, visitor: account, name: Personal("Ada"), time: moment, askedAt: moment)
    private static let home = ArrivalPlace(
        id: ArrivalPlaceID("p1")!, name: Personal("Home"), device: phone, centre: centre, radius: 200,
        watchers: [account], createdAt: moment, isInside: true)
    private static let centre = Coordinate(latitude: 48.5, longitude: -1.25)!
    private static let watched = WatchedPlace(id: home.id, name: home.name, owner: account)
    private static let notification = NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!
    private static let family = CircleDocument(
        circle: id, createdAt: moment, updatedAt: moment, name: Personal("Us"), json: Personal("{}"),
        members: [account], code: SecretText("ABCDEFGH"))
    private static let found = GetLocation.LocationResult(
        device: phone,
        location: Location(
            timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"),
            latitude: LocationValue(json: "3"), horizontalAccuracy: LocationValue(json: "4")), slogan: nil)
}
