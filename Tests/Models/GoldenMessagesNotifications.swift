extension GoldenMessage {
    static let notifications: [GoldenMessage] = [
        GoldenMessage(
            NotificationPreferences(kindsOn: ["a"], kindsOff: ["b"], topics: ["c"], givenTopics: ["d"], tags: ["e"]),
            "a50281616103816162048161630581616406816165"),
        GoldenMessage(0x0504, GetKinds(account: account), "a100 <account>"),
        GoldenMessage(kind, "a300666f726465727301f502f4"),
        GoldenMessage(NotificationKindList(kinds: [kind]), "a10081a300666f726465727301f502f4"),
        GoldenMessage(
            0x0505, SetKinds(account: account, choices: [NotificationKindChoice(name: "orders", enabled: false)]),
            "a200 <account> 0181a200666f726465727301f4"),
        GoldenMessage(NotificationKindChoice(name: "orders", enabled: false), "a200666f726465727301f4"),
        GoldenMessage(
            0x0506, SubscribeTopic(account: account, topic: "t", isSubscribed: true),
            "a300 <account> 01617402f5"),
        GoldenMessage(
            0x0507, ChangeTopicMembers(topic: "t", added: [account], removed: [], limits: limits),
            "a40061740181 <account> 028003a30081666f72646572730181617402183c"),
        GoldenMessage(
            0x0508, ChangeTags(accounts: [account], added: ["g"], removed: ["h"]),
            "a30081 <account> 0181616702816168"),
        GoldenMessage(
            0x0508, ChangeTags(accounts: [account], added: ["g"], removed: [], isOperator: true),
            "a40081 <account> 01816167028004f5"),
        GoldenMessage(limits, "a30081666f72646572730181617402183c"),
        GoldenMessage(
            audience,
            """
            a10a84a10181 <account> a10b86a1026174a1036167a1046164a105626672a10663696f73a207623e3d0863322e31a10ca100f5
            a109a200f9521001f9bd00
            """),
        GoldenMessage(
            LocalStart(LocalMoment("2026-12-24T18:00")!, fallbackZone: "Europe/Paris"),
            "a2001a01c94a18016c4575726f70652f5061726973"),
        GoldenMessage(notification, "<notification>"),
        GoldenMessage(record, "<record>"),
        GoldenMessage(
            0x0666,
            SendNotification(
                notification: notification, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                idempotencyKey: "k", isDryRun: false, isOperator: true),
            "a700 <notification> 01 <apiKey> 02 <apiKey> 03a30081666f72646572730181617402183c04616b05f406f5"),
        GoldenMessage(SendNotification.Reply(record: record), "a100 <record>"),
        GoldenMessage(SendNotification.Reply(recipients: 3, deliveries: 4, fewerThan: 5), "a3010302040305"),
        GoldenMessage(
            0x0667, GetNotification(id: id.text, of: PublisherID(apiKey)), "a200 <announcementID> 01 <apiKey>"),
        GoldenMessage(0x0667, GetNotification(id: "42", of: nil, among: .others), "a20062343203666f7468657273"),
        GoldenMessage(0x0668, ListNotifications(before: id, limit: 20, of: nil), "a200 <announcementID> 0114"),
        GoldenMessage(0x0667, GetNotification(id: id.text, of: nil, asPublisher: true), "a200 <announcementID> 02f5"),
        GoldenMessage(0x0668, ListNotifications(limit: 20, of: nil, asPublisher: true), "a2011404f5"),
        GoldenMessage(
            0x0668, ListNotifications(limit: 20, of: nil, among: .announcements),
            "a20114056d616e6e6f756e63656d656e7473"),
        GoldenMessage(0x0668, ListNotifications(limit: 20, of: nil, hasFailures: true), "a2011406f5"),
        GoldenMessage(
            DeliveryReasonCount(state: .failed, reason: "Unregistered", count: 2),
            "a300666661696c6564016c556e726567697374657265640202"),
        GoldenMessage(ListNotifications.Reply(notifications: [record], hasMore: true), "a20081 <record> 01f5"),
        GoldenMessage(0x0669, CancelNotification(id: id.text, of: nil), "a100 <announcementID>"),
        GoldenMessage(0x0669, CancelNotification(id: "42", of: nil, among: .others), "a20062343202666f7468657273"),
        GoldenMessage(
            0x066A, SetDeviceTags(account: account, token: token, tags: ["beta"]),
            "a300 <account> 01 <token> 02816462657461"),
        GoldenMessage(
            0x068D,
            ChangeNotification(
                id: id, notification: notification, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                isOperator: true, mayInterrupt: true),
            """
            a700 <announcementID> 01 <notification> 02 <apiKey> 03 <apiKey> 04a30081666f72646572730181617402183c05f506
            f5
            """),
        GoldenMessage(series, "<series>"),
        GoldenMessage(seriesRecord, "<seriesRecord>"),
        GoldenMessage(
            0x068E,
            SetSeries(
                name: "n", series: series, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                isOperator: true,
                mayInterrupt: true),
            "a700616e01 <series> 02 <apiKey> 03 <apiKey> 04a30081666f72646572730181617402183c05f506f5"),
        GoldenMessage(0x068F, GetSeries(name: "n", of: PublisherID(apiKey)), "a200616e01 <apiKey>"),
        GoldenMessage(0x0690, ListSeries(after: "m", limit: 20, of: PublisherID(apiKey)), "a300616d011402 <apiKey>"),
        GoldenMessage(ListSeries.Reply(series: [seriesRecord], hasMore: true), "a20081 <seriesRecord> 01f5"),
        GoldenMessage(0x0691, EndSeries(name: "n", of: PublisherID(apiKey)), "a200616e01 <apiKey>"),
        GoldenMessage(
            0x0678, RecordInteractions(account: account, interactions: [interaction]),
            "a200 <account> 0181 <interaction>"),
        GoldenMessage(interaction, "<interaction>"),
        GoldenMessage(
            InteractionCount(action: "opened", link: "app://a", people: 12),
            "a300666f70656e656401676170703a2f2f61020c"),
        GoldenMessage(channel, "a2006459773d3d026773616e64626f78"),
        GoldenMessage(
            0x067A,
            CreateBroadcastChannel(
                topic: "a.b", environment: .sandbox, storesLatest: true, limits: limits, apiKey: apiKey),
            "a50063612e62016773616e64626f7802f503a30081666f72646572730181617402183c04 <apiKey>"),
        GoldenMessage(
            0x067B, DeleteBroadcastChannel(channel: channel, limits: limits),
            "a200a2006459773d3d026773616e64626f7801a30081666f72646572730181617402183c"),
        GoldenMessage(
            0x067C,
            SendBroadcast(channel: channel, content: NotificationContent(sound: nil), apiKey: apiKey, limits: limits),
            """
            a400a2006459773d3d026773616e64626f7801a60065616c6572740180038006a0088011f402 <apiKey> 03a30081666f72646572
            730181617402183c
            """),
        GoldenMessage(SendBroadcast.Reply(id: "a1"), "a100626131"),
        GoldenMessage(
            0x067D, ListBroadcastChannels(topic: "a.b", environment: .sandbox),
            "a20063612e62016773616e64626f78"),
        GoldenMessage(ListBroadcastChannels.Reply(channels: ["Yw=="]), "a100816459773d3d"),
        GoldenMessage(0x067E, SummarizeResults(id: id, of: PublisherID(apiKey)), "a200 <announcementID> 01 <apiKey>"),
        GoldenMessage(SummarizeResults.Reply(groups: [group]), "a10081a3006461706e7301626672021839"),
        GoldenMessage(group, "a3006461706e7301626672021839"),
        GoldenMessage(0x067F, ListResults(id: id, after: 7, askedBy: "k"), "a300 <announcementID> 010702616b"),
        GoldenMessage(ListResults.Reply(results: [result], next: 8), "a20081 <result> 0108"),
        GoldenMessage(result, "<result>"),
        GoldenMessage(
            0x0680, SetWebhook(publisher: PublisherID(apiKey), url: "https://a.b", secret: SecretText("whsec_a")),
            "a300 <apiKey> 016b68747470733a2f2f612e62026777687365635f61"),
        GoldenMessage(0x0681, RemoveWebhook(publisher: PublisherID(apiKey)), "a100 <apiKey>"),
        GoldenMessage(0x06a0, RetryWebhook(publisher: PublisherID(apiKey), event: "m"), "a200 <apiKey> 01616d"),
        GoldenMessage(RetryWebhook.Reply(count: 2), "a10002"),
        GoldenMessage(0x0682, GetWebhook(publisher: PublisherID(apiKey)), "a100 <apiKey>"),
        GoldenMessage(
            GetWebhook.Reply(
                url: "https://a.b", createdAt: moment, deliveredAt: later, waiting: 2, problem: "p", problemAt: moment,
                attempts: 3, nextAt: later, failures: [failure]),
            "a9006b68747470733a2f2f612e6201 <moment> 02 <later> 03020461700581 <failure> 06 <moment> 070308 <later>"),
        GoldenMessage(failure, "<failure>"),
        GoldenMessage(
            GetWebhook.Reply(
                url: "https://a.b", createdAt: moment, waiting: 2, failures: [], pausedAt: later,
                deliveries: [attempt]),
            """
            a6006b68747470733a2f2f612e6201 <moment> 03020580 09 <later> 0a81 a5006161016174 02 <later> 031830046170
            """),
        GoldenMessage(
            0x06a2, ChangeWebhook(publisher: PublisherID(apiKey), isPaused: true), "a200 <apiKey> 01f5"),
        GoldenMessage(0x06a3, TestWebhook(publisher: PublisherID(apiKey)), "a100 <apiKey>"),
        GoldenMessage(attempt, "a5006161016174 02 <later> 031830046170"),
    ]

    private static let failure = FailedWebhookEvent(
        id: "msg_1", type: "notification.sent", createdAt: moment, attempts: 3, reason: "status 503", at: later)
    private static let attempt = WebhookDelivery(id: "a", type: "t", at: later, milliseconds: 48, problem: "p")
    private static let group = ResultGroup(provider: .apns, language: "fr", sent: 57)
    private static let result = DeliveryResult(
        account: account, token: token, provider: .fcm, language: "fr", state: .failed, reason: "X", attempts: 1,
        at: moment)
    private static let channel = BroadcastChannel(id: "Yw==", environment: .sandbox)
    private static let interaction = NotificationInteraction(
        notification: id, action: NotificationInteraction.opened, at: moment, link: "app://a")
    private static let id = NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!
    private static let apiKey = APIKeyID("7b1d2c4f6a8e0b1d5f0c3a9e")!
    private static let token = PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!
    private static let kind = NotificationKindSwitch(name: "orders", enabled: true, mandatory: false)
    private static let limits = PublishingLimits(kinds: ["orders"], topics: ["t"], perMinute: 60)
    private static let audience = AudienceExpression.all([
        .accounts([account]),
        .any([
            .topic("t"), .tag("g"), .deviceTag("d"), .language("fr"), .platform("ios"),
            .appVersion(.atLeast, AppVersion("2.1")!),
        ]), .not(.everyone), .near(Coordinate(latitude: 48.5, longitude: -1.25)!),
    ])
    private static let notification = OutgoingNotification(
        kind: "orders", audience: .topic("t"), content: NotificationContent(sound: nil), startsAt: moment,
        expiresAt: later)
    private static let series = NotificationSeries(
        kind: "orders", audience: .topic("t"), content: NotificationContent(sound: nil), rule: "FREQ=DAILY",
        start: LocalMoment("2026-12-24T18:00")!, timeZone: "UTC")
    private static let seriesRecord = SeriesRecord(name: "n", series: series, changedAt: moment, nextAt: later)
    private static let record = NotificationRecord(
        id: id, notification: notification, createdAt: moment, state: .delivering, recipients: 7,
        counts: DeliveryCounts(accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6))

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
