extension GoldenMessage {
    private static let content = NotificationContent(
        pushType: .background, texts: [text], fallbackLanguage: "fr",
        arguments: [NotificationArgument(name: "n", value: "v")], imageURL: "https://a/b",
        sound: NotificationSound(name: "s", volume: 0.5), badge: .fixed(3), category: "c",
        actions: [NotificationAction(id: "a", title: "A", link: "l")], thread: "t", interruptionLevel: .timeSensitive,
        relevance: 0.25, link: "l", data: "{}", timeToLive: 60, priority: .low, collapseID: "k", wakesApp: true,
        android: AndroidContent(channel: "c", icon: "i", color: "#", tag: "g", imageURL: "u"), apns: "{}", fcm: "{}")
    private static let text = NotificationText(language: "fr", title: "T", subtitle: "S", body: "B")
    private static let activity = NotificationContent(pushType: .liveactivity, liveActivity: live)
    private static let live = LiveActivityContent(
        event: .start, activity: "m7", state: "{}", attributesType: "A", attributes: "{}", staleAt: moment,
        dismissalAt: moment)
    private static let rendering = PreviewedNotification(
        reaches: .apnsThroughFCM, language: "fr", headers: [.init(name: "n", value: "v")], payload: "{}", bytes: 2,
        maximumBytes: 4096)

    static let push: [GoldenMessage] = [
        GoldenMessage(pushToken, "<pushToken>"),
        GoldenMessage(
            0x0601,
            RegisterPushToken(
                account: account, session: session, token: secret, provider: .apns, environment: .sandbox,
                purpose: .alert, platform: "ios", pushDevice: "6E1F", pushDeviceName: Personal("Ada"),
                appVersion: "1.0",
                topic: "com.example.app"),
            """
            ab00 <account> 01 <session> 02 <secret> 036461706e73046773616e64626f780565616c6572740663696f73076436453146
            08634164610963312e300a6f636f6d2e6578616d706c652e617070
            """),
        GoldenMessage(RegisterPushToken.Reply(token: pushToken, isNew: true), "a200 <pushToken> 01f5"),
        GoldenMessage(0x0602, ListPushTokens(account: account), "a100 <account>"),
        GoldenMessage(ListPushTokens.Reply(tokens: [pushToken]), "a10081 <pushToken>"),
        GoldenMessage(
            EndedPushToken(
                id: PushTokenID("p1")!, platform: "ios", appVersion: "1.2", reason: "unreachable", at: moment),
            "a500627031 0163696f73 0263312e32 036b756e726561636861626c65 04 <moment>"),
        GoldenMessage(
            ListPushTokens.Reply(
                tokens: [], ended: [EndedPushToken(id: pushToken.id, platform: "ios", reason: "silent", at: moment)]),
            "a200800181a400 <token> 0163696f73036673696c656e7404 <moment>"),
        GoldenMessage(0x0679, FindPushDevices(tokenPrefix: secret, session: session), "a200 <secret> 01 <session>"),
        GoldenMessage(
            FindPushDevices.Reply(devices: [FoundPushDevice(token: pushToken, session: session)]),
            "a10081a200 <pushToken> 01 <session>"),
        GoldenMessage(FoundPushDevice(token: pushToken, session: session), "a200 <pushToken> 01 <session>"),
        GoldenMessage(0x0603, RemovePushTokens(account: account, which: .id(tokenID)), "a200 <account> 01a100 <token>"),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .token(secret)),
            "a200 <account> 01a101 <secret>"),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .pushDevice("6E1F")),
            "a200 <account> 01a1026436453146"),
        GoldenMessage(0x0603, RemovePushTokens(account: account, which: .all), "a200 <account> 01a0"),
        GoldenMessage(PushTokenChoice.pushDevice("6E1F"), "a1026436453146"),
        GoldenMessage(PushTokenChoice.activity("m7"), "a103626d37"),
        GoldenMessage(
            0x0601,
            RegisterPushToken(
                account: account, session: session, token: secret, provider: .apns, purpose: .activity, platform: "ios",
                activity: "m7", activityType: "A"),
            "a800 <account> 01 <session> 02 <secret> 036461706e73056c6c69766561637469766974790663696f730c626d370d6141"),
        GoldenMessage(
            content,
            """
            b5006a6261636b67726f756e640181a400626672016154026153036142026266720381a200616e016176046b68747470733a2f2f61
            2f6205a200617301f9380006a101030761630881a300616101614102616c0961740a6e74696d652d73656e7369746976650bf93400
            0c616c0d627b7d0e183c0f636c6f7710616b11f512a500616301616902612303616704617514627b7d15627b7d
            """),
        GoldenMessage(activity, "a7006c6c69766561637469766974790180038006a0088011f413 <live>"),
        GoldenMessage(text, "a400626672016154026153036142"),
        GoldenMessage(NotificationArgument(name: "n", value: "v"), "a200616e016176"),
        GoldenMessage(NotificationAction(id: "a", title: "A", link: "l"), "a300616101614102616c"),
        GoldenMessage(NotificationSound(name: "s", volume: 0.5), "a200617301f93800"),
        GoldenMessage(
            AndroidContent(channel: "c", icon: "i", color: "#", tag: "g", imageURL: "u"),
            "a5006163016169026123036167046175"),
        GoldenMessage(live, "<live>"),
        GoldenMessage(NotificationBadge.unread, "a0"), GoldenMessage(NotificationBadge.unchanged, "a100f5"),
        GoldenMessage(NotificationBadge.fixed(3), "a10103"),
        GoldenMessage(
            0x063C, PreviewNotification(content: NotificationContent(sound: nil), mayInterrupt: true),
            "a200a60065616c6572740180038006a0088011f401f5"),
        GoldenMessage(NotificationPreviewPage(previews: [rendering]), "a10081 <rendering>"),
        GoldenMessage(rendering, "<rendering>"),
        GoldenMessage(PreviewedHeader(name: "n", value: "v"), "a200616e016176"),
        GoldenMessage(RemovePushTokens.Reply(count: 2), "a10002"),
        GoldenMessage(
            0x0604, MutePushToken(account: account, token: tokenID, isMuted: true),
            "a300 <account> 01 <token> 02f5"),

        GoldenMessage(announcement, "<announcement>"),
        GoldenMessage(counts, "a70015010102020303040405050606"),
        GoldenMessage(page, "<page>"),
        GoldenMessage(
            OutgoingNotification(
                announcing: announcement, at: place, startsAt: moment, expiresAt: later, details: "{}"),
            """
            a700654f4646455201a109a200f9521001f9bd0002a60065616c6572740180038006a0088011f403 <moment> 04 <later>
            06627b7d07 <announcement>
            """),
        GoldenMessage(0x0609, ExplainRecipient(id: "42", account: account, askedBy: nil), "a20062343201 <account>"),
        GoldenMessage(
            0x0609, ExplainRecipient(id: "42", account: account, askedBy: nil, among: .announcements),
            "a30062343201 <account> 036d616e6e6f756e63656d656e7473"),
        GoldenMessage(
            RecipientExplanation(
                reason: .tooFar, text: "12.4 km, radius 10 km", distance: 12_400, radius: 10,
                deliveries: [delivery]),
            "a50067746f6f2d666172017531322e34206b6d2c20726164697573203130206b6d02f9720e030a0581 <delivery>"),
        GoldenMessage(0x0664, ListInquiries(account: account), "a100 <account>"),
        GoldenMessage(
            Inquiry(at: moment, askedBy: "Ada", notification: announcementID),
            "a300 <moment> 016341646102 <announcementID>"),
        GoldenMessage(
            ListInquiries.Reply(inquiries: [Inquiry(at: moment, askedBy: "Ada", notification: announcementID)]),
            "a10081a300 <moment> 016341646102 <announcementID>"),
        GoldenMessage(
            0x0665, OpenAnnouncement(types: [.offer], subject: .number(42), language: "fr"),
            "a30081654f4646455201182a02626672"),
        GoldenMessage(delivery, "<delivery>"),
        GoldenMessage(
            DeliveryRecord(token: tokenID, provider: .fcm, state: .deferred, attempts: 0, at: moment, nextAt: later),
            "a600 <token> 016366636d02686465666572726564040005 <moment> 06 <later>"),
        GoldenMessage(
            0x060a,
            FindAnnouncements(
                types: [.offer, .event], category: "FOOD_PLAISIRS", near: place, radius: 15_000, from: moment,
                until: later, limit: 100),
            """
            a70082654f46464552654556454e54016d464f4f445f504c41495349525302a200f9521001f9bd0003f9735304 <moment> 05
            <later> 061864
            """),
        GoldenMessage(
            0x060a,
            FindAnnouncements(
                types: [.offer], limit: 200,
                filter: FindAnnouncements.Filter(
                    city: "Paris", professional: "7", name: "zo", isClub: true, categories: ["A"], isNumbered: true)),
            "a30081654f464645520618c809a60065506172697301613702627a6f03f50481614105f5"),
        GoldenMessage(
            FindAnnouncements.Filter(
                city: "Paris", professional: "7", name: "zo", isClub: true, categories: ["A"], isNumbered: true),
            "a60065506172697301613702627a6f03f50481614105f5"),
        GoldenMessage(
            FindAnnouncements.Reply(found: [FindAnnouncements.SearchResult(page: page, distance: 12.5)]),
            "a10081a200 <page> 01f94a40"),
        GoldenMessage(FindAnnouncements.SearchResult(page: page), "a100 <page>"),
        GoldenMessage(
            0x060b, SendTestPush(account: account, type: .event, subject: .text("e-7"), title: "T", body: "B"),
            "a500 <account> 01654556454e540263652d37036154046142"),
        GoldenMessage(0x06a1, GetPushHealth(), "a0"),
        GoldenMessage(PushAppHealth.Refusal(reason: "r", count: 3), "a20061720103"),
        GoldenMessage(
            PushAppHealth(
                provider: .apns, environment: .sandbox, topic: "t", credential: "c", sent: 2, gone: 0,
                lastSentAt: later),
            "a8006461706e73016773616e64626f7802617403616304020500068007 <later>"),
        GoldenMessage(
            GetPushHealth.Reply(
                since: later,
                apps: [
                    PushAppHealth(
                        provider: .fcm, environment: .production, sent: 2, gone: 1,
                        refusals: [.init(reason: "r", count: 3)], lastError: PushFailure(reason: "r", at: later))
                ], problems: ["p"]),
            """
            a300 <later> 0181a6006366636d016a70726f64756374696f6e040205010681a2006172010308a200617201 <later> 02816170
            """),
        GoldenMessage(
            0x068c, TellOfSignIn(account: account, session: session, client: Personal("c"), at: moment, locale: "fr"),
            "a500 <account> 01 <session> 02616303 <moment> 04626672"),
        GoldenMessage(
            0x068c, TellOfSignIn(account: account, session: session, client: nil, at: moment, locale: nil),
            "a300 <account> 01 <session> 03 <moment>"),
        GoldenMessage(SendTestPush.Reply(deliveries: [delivery]), "a10081 <delivery>"),

        GoldenMessage(entry, "<inboxEntry>"),
        GoldenMessage(
            0x060c, ListInbox(account: account, before: entryID, limit: 20, unreadOnly: true, offset: 5),
            "a500 <account> 01 <entryID> 021403f50405"),
        GoldenMessage(
            0x060c, ListInbox(account: account, limit: 20, unreadOnly: false, withNotifications: true, isLook: true),
            "a500 <account> 021403f406f507f5"),
        GoldenMessage(
            ListInbox.Reply(entries: [entry], unread: 1, total: 2, hasMore: false),
            "a40081 <inboxEntry> 0101020203f4"),
        GoldenMessage(0x060d, CountUnread(account: account), "a100 <account>"),
        GoldenMessage(CountUnread.Reply(unread: 1), "a10001"),
        GoldenMessage(0x060e, MarkRead(account: account, entries: [entryID]), "a200 <account> 0181 <entryID>"),
        GoldenMessage(0x060e, MarkRead(account: account), "a100 <account>"),
        GoldenMessage(MarkRead.Reply(unread: 0), "a10000"),
    ]

    private static let place = Coordinate(latitude: 48.5, longitude: -1.25)!
    private static let tokenID = PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!
    private static let pushToken = PushToken(
        id: tokenID, account: account, provider: .apns, environment: .production, purpose: .alert, platform: "ios",
        pushDevice: "6E1F", pushDeviceName: Personal("Ada"), appVersion: "1.0", topic: "com.example.app",
        isMuted: false,
        createdAt: moment, updatedAt: moment, lastUsedAt: later)
    private static let announcementID = NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!
    private static let announcement = Announcement(
        type: .offer, subject: .number(42), title: "T", body: "B", category: "FOOD_PLAISIRS")
    private static let counts = DeliveryCounts(
        accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6)
    private static let page = AnnouncedPage(
        id: announcementID, announcement: announcement, place: place, startsAt: moment, expiresAt: later,
        details: "{}")
    private static let delivery = DeliveryRecord(
        token: tokenID, provider: .fcm, state: .failed, reason: "UNREGISTERED", attempts: 1, at: later)
    private static let entryID = InboxEntryID("6a8e0b1d5f0c3a9e7b1d2c4f")!
    private static let entry = InboxEntry(
        id: entryID, type: .offer, subject: .number(42), title: "T", body: "B", at: moment, readAt: later)
}
