// The golden bytes of messages about notifications of any kind, kinds, topics and tags.

import Models

extension GoldenMessage {
    static let notifications: [GoldenMessage] = [
        GoldenMessage(
            NotificationPreferences(kindsOn: ["a"], kindsOff: ["b"], topics: ["c"], givenTopics: ["d"], tags: ["e"]),
            """
            a50281616103816162048161630581616406816165
            """),
        GoldenMessage(
            0x0504, GetKinds(account: account),
            """
            a1007818356630633361396537623164326334663661386530623164
            """),
        GoldenMessage(
            kind,
            """
            a300666f726465727301f502f4
            """),
        GoldenMessage(
            KindSwitches(kinds: [kind]),
            """
            a10081a300666f726465727301f502f4
            """),
        GoldenMessage(
            0x0505, SetKinds(account: account, choices: [SetKinds.Choice(name: "orders", isOn: false)]),
            """
            a20078183566306333613965376231643263346636613865306231640181a200666f726465727301f4
            """),
        GoldenMessage(
            SetKinds.Choice(name: "orders", isOn: false),
            """
            a200666f726465727301f4
            """),
        GoldenMessage(
            0x0506, SubscribeTopic(account: account, topic: "t", isSubscribed: true),
            """
            a300781835663063336139653762316432633466366138653062316401617402f5
            """),
        GoldenMessage(
            0x0507, ChangeTopicMembers(topic: "t", added: [account], removed: [], limits: limits),
            """
            a400617401817818356630633361396537623164326334663661386530623164028003a30081666f7264657273018161
            7402183c
            """),
        GoldenMessage(
            0x0508, ChangeTags(accounts: [account], added: ["g"], removed: ["h"]),
            """
            a3008178183566306333613965376231643263346636613865306231640181616702816168
            """),
        GoldenMessage(
            limits,
            """
            a30081666f72646572730181617402183c
            """),
        GoldenMessage(
            audience,
            """
            a10a84a101817818356630633361396537623164326334663661386530623164a10b86a1026174a1036167a1046164a1
            05626672a10663696f73a207623e3d0863322e31a10ca100f5a109a200f9521001f9bd00
            """),
        GoldenMessage(
            LocalStart(LocalMoment("2026-12-24T18:00")!, fallbackZone: "Europe/Paris"),
            """
            a2001a01c94a18016c4575726f70652f5061726973
            """),
        GoldenMessage(
            notification,
            """
            a500666f726465727301a102617402a60065616c6572740180038006a0088011f4031b000001932571437b041b000001
            932a979f00
            """),
        GoldenMessage(
            record,
            """
            a600781839653762316432633466366138653062316435663063336101a500666f726465727301a102617402a6006561
            6c6572740180038006a0088011f4031b000001932571437b041b000001932a979f00021b000001932571437b036a6465
            6c69766572696e67040705a70015010102020303040405050606
            """),
        GoldenMessage(
            0x0666,
            SendNotification(
                notification: notification, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                idempotencyKey: "k", isDryRun: false, isOperator: true),
            """
            a700a500666f726465727301a102617402a60065616c6572740180038006a0088011f4031b000001932571437b041b00
            0001932a979f000178183762316432633466366138653062316435663063336139650278183762316432633466366138
            6530623164356630633361396503a30081666f72646572730181617402183c04616b05f406f5
            """),
        GoldenMessage(
            SendNotification.Reply(record: record),
            """
            a100a600781839653762316432633466366138653062316435663063336101a500666f726465727301a102617402a600
            65616c6572740180038006a0088011f4031b000001932571437b041b000001932a979f00021b000001932571437b036a
            64656c69766572696e67040705a70015010102020303040405050606
            """),
        GoldenMessage(
            SendNotification.Reply(recipients: 3, deliveries: 4, fewerThan: 5),
            """
            a3010302040305
            """),
        GoldenMessage(
            0x0667, GetNotification(id: id, of: PublisherID(apiKey)),
            """
            a20078183965376231643263346636613865306231643566306333610178183762316432633466366138653062316435
            66306333613965
            """),
        GoldenMessage(
            0x0668, ListNotifications(before: id, limit: 20, of: nil),
            """
            a20078183965376231643263346636613865306231643566306333610114
            """),
        GoldenMessage(
            0x0667, GetNotification(id: id, of: nil, asPublisher: true),
            "a2007818396537623164326334663661386530623164356630633361 02f5"),
        GoldenMessage(0x0668, ListNotifications(limit: 20, of: nil, asPublisher: true), "a2011404f5"),
        GoldenMessage(
            ListNotifications.Reply(notifications: [record], hasMore: true),
            """
            a20081a600781839653762316432633466366138653062316435663063336101a500666f726465727301a102617402a6
            0065616c6572740180038006a0088011f4031b000001932571437b041b000001932a979f00021b000001932571437b03
            6a64656c69766572696e67040705a7001501010202030304040505060601f5
            """),
        GoldenMessage(
            0x0669, CancelNotification(id: id, of: nil),
            """
            a1007818396537623164326334663661386530623164356630633361
            """),
        GoldenMessage(
            0x066A, SetDeviceTags(account: account, token: token, tags: ["beta"]),
            """
            a30078183566306333613965376231643263346636613865306231640178183263346636613865306231643566306333
            6139653762316402816462657461
            """),
        GoldenMessage(
            0x068D,
            ChangeNotification(
                id: id, notification: notification, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                isOperator: true, mayInterrupt: true),
            """
            a700781839653762316432633466366138653062316435663063336101a500666f726465727301a102617402a6006561
            6c6572740180038006a0088011f4031b000001932571437b041b000001932a979f000278183762316432633466366138
            6530623164356630633361396503781837623164326334663661386530623164356630633361396504a30081666f7264
            6572730181617402183c05f506f5
            """),
        GoldenMessage(
            series,
            """
            a600666f726465727301a102617402a60065616c6572740180038006a0088011f4036a465245513d4441494c59041a01
            c94a180563555443
            """),
        GoldenMessage(
            seriesRecord,
            """
            a400616e01a600666f726465727301a102617402a60065616c6572740180038006a0088011f4036a465245513d444149
            4c59041a01c94a180563555443021b000001932571437b031b000001932a979f00
            """),
        GoldenMessage(
            0x068E,
            SetSeries(
                name: "n", series: series, publisher: PublisherID(apiKey), apiKey: apiKey, limits: limits,
                isOperator: true,
                mayInterrupt: true),
            """
            a700616e01a600666f726465727301a102617402a60065616c6572740180038006a0088011f4036a465245513d444149
            4c59041a01c94a1805635554430278183762316432633466366138653062316435663063336139650378183762316432
            6334663661386530623164356630633361396504a30081666f72646572730181617402183c05f506f5
            """),
        GoldenMessage(
            0x068F, GetSeries(name: "n", of: PublisherID(apiKey)),
            """
            a200616e017818376231643263346636613865306231643566306333613965
            """),
        GoldenMessage(
            0x0690, ListSeries(after: "m", limit: 20, of: PublisherID(apiKey)),
            """
            a300616d0114027818376231643263346636613865306231643566306333613965
            """),
        GoldenMessage(
            ListSeries.Reply(series: [seriesRecord], hasMore: true),
            """
            a20081a400616e01a600666f726465727301a102617402a60065616c6572740180038006a0088011f4036a465245513d
            4441494c59041a01c94a180563555443021b000001932571437b031b000001932a979f0001f5
            """),
        GoldenMessage(
            0x0691, EndSeries(name: "n", of: PublisherID(apiKey)),
            """
            a200616e017818376231643263346636613865306231643566306333613965
            """),
        GoldenMessage(
            0x0678, RecordInteractions(account: account, interactions: [interaction]),
            """
            a20078183566306333613965376231643263346636613865306231640181a40078183965376231643263346636613865
            3062316435663063336101666f70656e6564021b000001932571437b03676170703a2f2f61
            """),
        GoldenMessage(
            interaction,
            """
            a400781839653762316432633466366138653062316435663063336101666f70656e6564021b000001932571437b0367
            6170703a2f2f61
            """),
        GoldenMessage(
            InteractionCount(action: "opened", link: "app://a", people: 12),
            """
            a300666f70656e656401676170703a2f2f61020c
            """),
        GoldenMessage(
            channel,
            """
            a2006459773d3d026773616e64626f78
            """),
        GoldenMessage(
            0x067A,
            CreateBroadcastChannel(
                topic: "a.b", environment: .sandbox, storesLatest: true, limits: limits, apiKey: apiKey),
            """
            a50063612e62016773616e64626f7802f503a30081666f72646572730181617402183c047818376231643263346636613865
            306231643566306333613965
            """),
        GoldenMessage(
            0x067B, DeleteBroadcastChannel(channel: channel, limits: limits),
            """
            a200a2006459773d3d026773616e64626f7801a30081666f72646572730181617402183c
            """),
        GoldenMessage(
            0x067C, SendBroadcast(channel: channel, content: NotificationContent(), apiKey: apiKey, limits: limits),
            """
            a400a2006459773d3d026773616e64626f7801a60065616c6572740180038006a0088011f40278183762316432633466
            3661386530623164356630633361396503a30081666f72646572730181617402183c
            """),
        GoldenMessage(
            SendBroadcast.Reply(id: "a1"),
            """
            a100626131
            """),
        GoldenMessage(
            0x067D, ListBroadcastChannels(topic: "a.b", environment: .sandbox),
            """
            a20063612e62016773616e64626f78
            """),
        GoldenMessage(
            ListBroadcastChannels.Reply(channels: ["Yw=="]),
            """
            a100816459773d3d
            """),
        GoldenMessage(
            0x067E, SummarizeResults(id: id, of: PublisherID(apiKey)),
            """
            a20078183965376231643263346636613865306231643566306333610178183762316432633466366138653062316435
            66306333613965
            """),
        GoldenMessage(
            SummarizeResults.Reply(groups: [group]),
            """
            a10081a3006461706e7301626672021839
            """),
        GoldenMessage(
            group,
            """
            a3006461706e7301626672021839
            """),
        GoldenMessage(
            0x067F, ListResults(id: id, after: 7, askedBy: "k"),
            """
            a3007818396537623164326334663661386530623164356630633361010702616b
            """),
        GoldenMessage(
            ListResults.Reply(results: [result], next: 8),
            """
            a20081a80078183566306333613965376231643263346636613865306231640178183263346636613865306231643566
            30633361396537623164026366636d0362667204666661696c65640561580601071b000001932571437b0108
            """),
        GoldenMessage(
            result,
            """
            a80078183566306333613965376231643263346636613865306231640178183263346636613865306231643566306333
            61396537623164026366636d0362667204666661696c65640561580601071b000001932571437b
            """),
        GoldenMessage(
            0x0680, SetWebhook(publisher: PublisherID(apiKey), url: "https://a.b", secret: SecretText("whsec_a")),
            """
            a3007818376231643263346636613865306231643566306333613965016b68747470733a2f2f612e6202677768736563
            5f61
            """),
        GoldenMessage(
            0x0681, RemoveWebhook(publisher: PublisherID(apiKey)),
            """
            a1007818376231643263346636613865306231643566306333613965
            """),
        GoldenMessage(
            0x06a0, RetryWebhook(publisher: PublisherID(apiKey), event: "m"),
            """
            a2007818376231643263346636613865306231643566306333613965 01616d
            """),
        GoldenMessage(RetryWebhook.Reply(count: 2), "a10002"),
        GoldenMessage(
            0x0682, GetWebhook(publisher: PublisherID(apiKey)),
            """
            a1007818376231643263346636613865306231643566306333613965
            """),
        GoldenMessage(
            GetWebhook.Reply(
                url: "https://a.b", createdAt: moment, deliveredAt: later, waiting: 2, problem: "p", problemAt: moment,
                attempts: 3, nextAt: later, failures: [failure]),
            """
            a9006b68747470733a2f2f612e62011b000001932571437b021b000001932a979f0003020461700581a600656d73675f
            3101716e6f74696669636174696f6e2e73656e74021b000001932571437b0303046a73746174757320353033051b0000
            01932a979f00 061b000001932571437b0703081b000001932a979f00
            """),
        GoldenMessage(
            failure,
            """
            a600656d73675f3101716e6f74696669636174696f6e2e73656e74021b000001932571437b0303046a73746174757320
            353033051b000001932a979f00
            """),
    ]

    private static let failure = FailedWebhookEvent(
        id: "msg_1", type: "notification.sent", createdAt: moment, attempts: 3, reason: "status 503", at: later)
    private static let group = ResultGroup(provider: .apns, language: "fr", sent: 57)
    private static let result = DeliveryResult(
        account: account, token: token, provider: .fcm, language: "fr", state: .failed, reason: "X", attempts: 1,
        at: moment)
    private static let channel = BroadcastChannel(id: "Yw==", environment: .sandbox)
    private static let interaction = NotificationInteraction(
        notification: id, action: NotificationInteraction.opened, at: moment, link: "app://a")
    private static let id = AnnouncementID("9e7b1d2c4f6a8e0b1d5f0c3a")!
    private static let apiKey = APIKeyID("7b1d2c4f6a8e0b1d5f0c3a9e")!
    private static let token = PushTokenID("2c4f6a8e0b1d5f0c3a9e7b1d")!
    private static let kind = KindSwitch(name: "orders", isOn: true, isMandatory: false)
    private static let limits = PublishingLimits(kinds: ["orders"], topics: ["t"], perMinute: 60)
    private static let audience = AudienceExpression.all([
        .accounts([account]),
        .any([
            .topic("t"), .tag("g"), .deviceTag("d"), .language("fr"), .platform("ios"),
            .appVersion(.atLeast, AppVersion("2.1")!),
        ]), .not(.everyone), .near(Coordinate(latitude: 48.5, longitude: -1.25)!),
    ])
    private static let notification = OutgoingNotification(
        kind: "orders", audience: .topic("t"), content: NotificationContent(), startsAt: moment, expiresAt: later)
    private static let series = NotificationSeries(
        kind: "orders", audience: .topic("t"), content: NotificationContent(), rule: "FREQ=DAILY",
        start: LocalMoment("2026-12-24T18:00")!, timeZone: "UTC")
    private static let seriesRecord = SeriesRecord(name: "n", series: series, changedAt: moment, nextAt: later)
    private static let record = NotificationRecord(
        id: id, notification: notification, createdAt: moment, state: .delivering, recipients: 7,
        counts: DeliveryCounts(
            accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6))
}
