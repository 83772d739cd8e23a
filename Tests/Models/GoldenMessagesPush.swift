// The golden bytes of messages about push tokens, announcements and inboxes.

import Models

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
    private static let rendering = PreviewNotification.Rendering(
        device: .apnsThroughFCM, language: "fr", headers: [.init(name: "n", value: "v")], payload: "{}", size: 2,
        maximumSize: 4096)

    static let push: [GoldenMessage] = [
        GoldenMessage(
            pushToken,
            """
            ae0078183263346636613865306231643566306333613965376231640178183566306333613965376231643263346636
            61386530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f730664364531460763416461
            0863312e30096f636f6d2e6578616d706c652e6170700af40b1b000001932571437b0c1b000001932571437b0d1b0000
            01932a979f00
            """),
        GoldenMessage(
            0x0601,
            RegisterPushToken(
                account: account, session: session, token: secret, provider: .apns, environment: .sandbox,
                purpose: .alert, platform: "ios", pushDevice: "6E1F", pushDeviceName: Personal("Ada"),
                appVersion: "1.0",
                topic: "com.example.app"),
            """
            ab0078183566306333613965376231643263346636613865306231640178183062316432633466366138653566306333
            613965376231640266736563726574036461706e73046773616e64626f780565616c6572740663696f73076436453146
            08634164610963312e300a6f636f6d2e6578616d706c652e617070
            """),
        GoldenMessage(
            RegisterPushToken.Reply(token: pushToken, isNew: true),
            """
            a200ae007818326334663661386530623164356630633361396537623164017818356630633361396537623164326334
            663661386530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f73066436453146076341
            64610863312e30096f636f6d2e6578616d706c652e6170700af40b1b000001932571437b0c1b000001932571437b0d1b
            000001932a979f0001f5
            """),
        GoldenMessage(
            0x0602, ListPushTokens(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            ListPushTokens.Reply(tokens: [pushToken]),
            """
            a10081ae0078183263346636613865306231643566306333613965376231640178183566306333613965376231643263
            34663661386530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f730664364531460763
            4164610863312e30096f636f6d2e6578616d706c652e6170700af40b1b000001932571437b0c1b000001932571437b0d
            1b000001932a979f00
            """),
        GoldenMessage(
            0x0679, FindPushDevices(tokenPrefix: secret, session: session),
            """
            a20066736563726574017818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            FindPushDevices.Reply(devices: [FoundPushDevice(token: pushToken, session: session)]),
            """
            a10081a200ae007818326334663661386530623164356630633361396537623164017818356630633361396537623164
            326334663661386530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f73066436453146
            07634164610863312e30096f636f6d2e6578616d706c652e6170700af40b1b000001932571437b0c1b00000193257143
            7b0d1b000001932a979f00017818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            FoundPushDevice(token: pushToken, session: session),
            """
            a200ae007818326334663661386530623164356630633361396537623164017818356630633361396537623164326334
            663661386530623164026461706e73036a70726f64756374696f6e0465616c6572740563696f73066436453146076341
            64610863312e30096f636f6d2e6578616d706c652e6170700af40b1b000001932571437b0c1b000001932571437b0d1b
            000001932a979f00017818306231643263346636613865356630633361396537623164
            """),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .id(tokenID)),
            """
            a200781835663063336139653762316432633466366138653062316401a1007818326334663661386530623164356630
            633361396537623164
            """),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .token(secret)),
            """
            a200781835663063336139653762316432633466366138653062316401a10166736563726574
            """),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .pushDevice("6E1F")),
            """
            a200781835663063336139653762316432633466366138653062316401a1026436453146
            """),
        GoldenMessage(
            0x0603, RemovePushTokens(account: account, which: .all),
            "a200781835663063336139653762316432633466366138653062316401a0"),
        GoldenMessage(PushTokenChoice.pushDevice("6E1F"), "a1026436453146"),
        GoldenMessage(PushTokenChoice.activity("m7"), "a103626d37"),
        GoldenMessage(
            0x0601,
            RegisterPushToken(
                account: account, session: session, token: secret, provider: .apns, purpose: .activity, platform: "ios",
                activity: "m7", activityType: "A"),
            """
            a80078183566306333613965376231643263346636613865306231640178183062316432633466366138653566306333
            613965376231640266736563726574036461706e73056c6c69766561637469766974790663696f730c626d370d6141
            """),
        GoldenMessage(
            content,
            """
            b5006a6261636b67726f756e640181a400626672016154026153036142026266720381a200616e016176046b68747470
            733a2f2f612f6205a200617301f9380006a101030761630881a300616101614102616c0961740a6e74696d652d73656e
            7369746976650bf934000c616c0d627b7d0e183c0f636c6f7710616b11f512a500616301616902612303616704617514
            627b7d15627b7d
            """),
        GoldenMessage(
            activity,
            """
            a7006c6c69766561637469766974790180038006a0088011f413a70065737461727401626d3702627b7d03614104627b
            7d051b000001932571437b061b000001932571437b
            """),
        GoldenMessage(text, "a400626672016154026153036142"),
        GoldenMessage(NotificationArgument(name: "n", value: "v"), "a200616e016176"),
        GoldenMessage(NotificationAction(id: "a", title: "A", link: "l"), "a300616101614102616c"),
        GoldenMessage(NotificationSound(name: "s", volume: 0.5), "a200617301f93800"),
        GoldenMessage(
            AndroidContent(channel: "c", icon: "i", color: "#", tag: "g", imageURL: "u"),
            "a5006163016169026123036167046175"),
        GoldenMessage(
            live,
            """
            a70065737461727401626d3702627b7d03614104627b7d051b000001932571437b061b000001932571437b
            """),
        GoldenMessage(NotificationBadge.unread, "a0"), GoldenMessage(NotificationBadge.unchanged, "a100f5"),
        GoldenMessage(NotificationBadge.fixed(3), "a10103"),
        GoldenMessage(
            0x063C,
            PreviewNotification(content: NotificationContent(), mayInterrupt: true),
            "a200a60065616c6572740180038006a0088011f401f5"),
        GoldenMessage(
            PreviewNotification.Reply(renderings: [rendering]),
            """
            a10081a6006e61706e735468726f75676846636d016266720281a200616e01617603627b7d040205191000
            """),
        GoldenMessage(rendering, "a6006e61706e735468726f75676846636d016266720281a200616e01617603627b7d040205191000"),
        GoldenMessage(PreviewNotification.Header(name: "n", value: "v"), "a200616e016176"),
        GoldenMessage(RemovePushTokens.Reply(count: 2), "a10002"),
        GoldenMessage(
            0x0604, MutePushToken(account: account, token: tokenID, isMuted: true),
            """
            a30078183566306333613965376231643263346636613865306231640178183263346636613865306231643566306333
            6139653762316402f5
            """),

        GoldenMessage(
            announcement,
            """
            a900654f4646455201182a026154036142046d464f4f445f504c41495349525305a200f9521001f9bd00061b00000193
            2571437b071b000001932a979f0008627b7d
            """),
        GoldenMessage(counts, "a70015010102020303040405050606"),
        GoldenMessage(
            record,
            """
            a600781839653762316432633466366138653062316435663063336101a900654f4646455201182a026154036142046d
            464f4f445f504c41495349525305a200f9521001f9bd00061b000001932571437b071b000001932a979f0008627b7d02
            1b000001932571437b036a64656c69766572696e67040705a70015010102020303040405050606
            """),
        GoldenMessage(
            0x0605,
            Announce(
                announcement: announcement, publisher: PublisherID("7b1d2c4f6a8e0b1d5f0c3a9e")!, idempotencyKey: "k",
                isDryRun: false),
            """
            a400a900654f4646455201182a026154036142046d464f4f445f504c41495349525305a200f9521001f9bd00061b0000
            01932571437b071b000001932a979f0008627b7d01781837623164326334663661386530623164356630633361396502
            616b03f4
            """),
        GoldenMessage(Announce.Reply(recipients: 3, deliveries: 4), "a201030204"),
        GoldenMessage(
            Announce.Reply(record: record),
            """
            a100a600781839653762316432633466366138653062316435663063336101a900654f4646455201182a026154036142
            046d464f4f445f504c41495349525305a200f9521001f9bd00061b000001932571437b071b000001932a979f0008627b
            7d021b000001932571437b036a64656c69766572696e67040705a70015010102020303040405050606
            """),
        GoldenMessage(0x0606, GetAnnouncement(id: "42", of: nil), "a100623432"),
        GoldenMessage(0x0606, GetAnnouncement(id: "42", of: nil, asPublisher: true), "a20062343202f5"),
        GoldenMessage(0x0607, ListAnnouncements(limit: 20, of: nil, asPublisher: true), "a2011403f5"),
        GoldenMessage(
            0x0607, ListAnnouncements(before: announcementID, limit: 20, of: nil),
            "a20078183965376231643263346636613865306231643566306333610114"),
        GoldenMessage(
            ListAnnouncements.Reply(announcements: [record], hasMore: true),
            """
            a20081a600781839653762316432633466366138653062316435663063336101a900654f4646455201182a0261540361
            42046d464f4f445f504c41495349525305a200f9521001f9bd00061b000001932571437b071b000001932a979f000862
            7b7d021b000001932571437b036a64656c69766572696e67040705a7001501010202030304040505060601f5
            """),
        GoldenMessage(0x0608, CancelAnnouncement(id: "42", of: nil), "a100623432"),
        GoldenMessage(
            0x0609, ExplainRecipient(id: "42", account: account, askedBy: nil),
            "a200623432017818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            RecipientExplanation(
                reason: .tooFar, text: "12.4 km, radius 10 km", distance: 12_400, radius: 10,
                deliveries: [delivery]),
            """
            a50067746f6f2d666172017531322e34206b6d2c20726164697573203130206b6d02f9720e030a0581a6007818326334663661386530623164356630633361396537623164016366636d02666661696c6564036c554e
            524547495354455245440401051b000001932a979f00
            """),
        GoldenMessage(
            0x0664, ListInquiries(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(
            Inquiry(at: moment, askedBy: "Ada", announcement: announcementID),
            "a3001b000001932571437b0163416461027818396537623164326334663661386530623164356630633361"),
        GoldenMessage(
            ListInquiries.Reply(inquiries: [Inquiry(at: moment, askedBy: "Ada", announcement: announcementID)]),
            """
            a10081a3001b000001932571437b0163416461027818
            396537623164326334663661386530623164356630633361
            """),
        GoldenMessage(
            0x0665, OpenAnnouncement(types: [.offer], subject: .number(42), language: "fr"),
            "a30081654f4646455201182a02626672"),
        GoldenMessage(
            delivery,
            """
            a6007818326334663661386530623164356630633361396537623164016366636d02666661696c6564036c554e524547
            495354455245440401051b000001932a979f00
            """),
        GoldenMessage(
            DeliveryRecord(
                token: tokenID, provider: .fcm, state: .deferred, attempts: 0, at: moment, nextAt: later),
            """
            a6007818326334663661386530623164356630633361396537623164016366636d026864656665727265640400051b00
            0001932571437b061b000001932a979f00
            """),
        GoldenMessage(
            0x060a,
            FindAnnouncements(
                types: [.offer, .event], category: "FOOD_PLAISIRS", near: place, radius: 15_000, from: moment,
                until: later, limit: 100),
            """
            a70082654f46464552654556454e54016d464f4f445f504c41495349525302a200f9521001f9bd0003f97353041b0000
            01932571437b051b000001932a979f00061864
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
            FindAnnouncements.Reply(found: [FindAnnouncements.SearchResult(record: record, distance: 12.5)]),
            """
            a10081a200a600781839653762316432633466366138653062316435663063336101a900654f4646455201182a026154
            036142046d464f4f445f504c41495349525305a200f9521001f9bd00061b000001932571437b071b000001932a979f00
            08627b7d021b000001932571437b036a64656c69766572696e67040705a7001501010202030304040505060601f94a40
            """),
        GoldenMessage(
            FindAnnouncements.SearchResult(record: record),
            """
            a100a600781839653762316432633466366138653062316435663063336101a900654f4646455201182a026154036142
            046d464f4f445f504c41495349525305a200f9521001f9bd00061b000001932571437b071b000001932a979f0008627b
            7d021b000001932571437b036a64656c69766572696e67040705a70015010102020303040405050606
            """),
        GoldenMessage(
            0x060b, SendTestPush(account: account, type: .event, subject: .text("e-7"), title: "T", body: "B"),
            """
            a500781835663063336139653762316432633466366138653062316401654556454e540263652d37036154046142
            """),
        GoldenMessage(0x06a1, GetPushHealth(), "a0"),
        GoldenMessage(PushAppHealth.Refusal(reason: "r", count: 3), "a2 00 61 72 01 03"),
        GoldenMessage(
            PushAppHealth(
                provider: .apns, environment: .sandbox, topic: "t", credential: "c", sent: 2, gone: 0,
                lastSentAt: later),
            """
            a8 00 64 61706e73 01 67 73616e64626f78 02 61 74 03 61 63 04 02 05 00 06 80 07 1b000001932a979f00
            """),
        GoldenMessage(
            GetPushHealth.Reply(
                since: later,
                apps: [
                    PushAppHealth(
                        provider: .fcm, environment: .production, sent: 2, gone: 1,
                        refusals: [.init(reason: "r", count: 3)], lastError: PushFailure(reason: "r", at: later))
                ], problems: ["p"]),
            """
            a3 00 1b000001932a979f00 01 81 a6 00 63 66636d 01 6a 70726f64756374696f6e 04 02 05 01
            06 81 a2 00 61 72 01 03 08 a2 00 61 72 01 1b000001932a979f00 02 81 61 70
            """),
        GoldenMessage(
            0x068c,
            TellOfSignIn(account: account, session: session, client: Personal("c"), at: moment, locale: "fr"),
            """
            a500 7818356630633361396537623164326334663661386530623164 01 7818306231643263346636613865356630633361396537623164
            02 6163 03 1b000001932571437b 04 626672
            """),
        GoldenMessage(
            0x068c, TellOfSignIn(account: account, session: session, client: nil, at: moment, locale: nil),
            """
            a300 7818356630633361396537623164326334663661386530623164 01 7818306231643263346636613865356630633361396537623164
            03 1b000001932571437b
            """),
        GoldenMessage(
            SendTestPush.Reply(deliveries: [delivery]),
            """
            a10081a6007818326334663661386530623164356630633361396537623164016366636d02666661696c6564036c554e
            524547495354455245440401051b000001932a979f00
            """),

        GoldenMessage(
            entry,
            """
            a700781836613865306231643566306333613965376231643263346601654f4646455202182a036154046142051b0000
            01932571437b061b000001932a979f00
            """),
        GoldenMessage(
            0x060c, ListInbox(account: account, before: entryID, limit: 20, unreadOnly: true, offset: 5),
            """
            a50078183566306333613965376231643263346636613865306231640178183661386530623164356630633361396537
            62316432633466021403f50405
            """),
        GoldenMessage(
            0x060c, ListInbox(account: account, limit: 20, unreadOnly: false, withNotifications: true, isLook: true),
            "a5007818356630633361396537623164326334663661386530623164021403f406f507f5"),
        GoldenMessage(
            ListInbox.Reply(entries: [entry], unread: 1, total: 2, hasMore: false),
            """
            a40081a700781836613865306231643566306333613965376231643263346601654f4646455202182a03615404614205
            1b000001932571437b061b000001932a979f000101020203f4
            """),
        GoldenMessage(
            0x060d, CountUnread(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(CountUnread.Reply(unread: 1), "a10001"),
        GoldenMessage(
            0x060e, MarkRead(account: account, entries: [entryID]),
            """
            a20078183566306333613965376231643263346636613865306231640181781836613865306231643566306333613965
            3762316432633466
            """),
        GoldenMessage(0x060e, MarkRead(account: account), "a1007818356630633361396537623164326334663661386530623164"),
        GoldenMessage(MarkRead.Reply(unread: 0), "a10000"),
    ]

    private static let place = Coordinate(latitude: 48.5, longitude: -1.25)!
    private static let tokenID = PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!
    private static let pushToken = PushToken(
        id: tokenID, account: account, provider: .apns, environment: .production, purpose: .alert, platform: "ios",
        pushDevice: "6E1F", pushDeviceName: Personal("Ada"), appVersion: "1.0", topic: "com.example.app",
        isMuted: false,
        createdAt: moment, updatedAt: moment, lastUsedAt: later)
    private static let announcementID = AnnouncementID("9e7b1d2c4f6a8e0b1d5f0c3a")!
    private static let announcement = Announcement(
        type: .offer, subject: .number(42), title: "T", body: "B", category: "FOOD_PLAISIRS", coordinate: place,
        startsAt: moment, expiresAt: later, details: "{}")
    private static let counts = DeliveryCounts(
        accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6)
    private static let record = AnnouncementRecord(
        id: announcementID, announcement: announcement, createdAt: moment, state: .delivering, recipients: 7,
        counts: counts)
    private static let delivery = DeliveryRecord(
        token: tokenID, provider: .fcm, state: .failed, reason: "UNREGISTERED", attempts: 1, at: later)
    private static let entryID = InboxEntryID("6a8e0b1d5f0c3a9e7b1d2c4f")!
    private static let entry = InboxEntry(
        id: entryID, type: .offer, subject: .number(42), title: "T", body: "B", at: moment, readAt: later)
}
