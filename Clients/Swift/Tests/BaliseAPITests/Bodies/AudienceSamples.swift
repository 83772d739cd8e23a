// The bodies of the calls for notifications of any kind, kinds, topics and tags.

import BaliseAPI

extension BodySample {
    private static let order = PublishedNotification(
        id: "n1", kind: "orders", audience: JSONDetails(#"{"topic":"a"}"#)!, startsAt: earlier, expiresAt: now,
        createdAt: earlier, state: .done, recipients: 7,
        counts: PushDeliveryCounts(
            accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6),
        refusal: "r", startsAtLocal: "2026-12-24T18:00", timeZone: "Europe/Paris", series: "s")
    private static let orderText =
        #"{"id":"n1","kind":"orders","audience":{"topic":"a"},"startsAt":"2026-01-01T00:00:00Z","#
        + #""expiresAt":"2026-01-31T12:00:00Z","createdAt":"2026-01-01T00:00:00Z","state":"done","recipients":7,"#
        + #""books":{"accepted":21,"sent":1,"suppressed":2,"deferred":3,"failed":4,"expired":5,"pending":6},"refusal":"r","startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris","series":"s"}"#

    private static let tip = PublishedSeries(
        name: "s", kind: "news", audience: JSONDetails(#"{"topic":"a"}"#)!, rule: "FREQ=DAILY",
        startsAtLocal: "2026-12-24T18:00", timeZone: "UTC", changedAt: earlier, nextAt: now)
    private static let tipText =
        #"{"name":"s","kind":"news","audience":{"topic":"a"},"rule":"FREQ=DAILY","startsAtLocal":"2026-12-24T18:00","#
        + #""timeZone":"UTC","changedAt":"2026-01-01T00:00:00Z","nextAt":"2026-01-31T12:00:00Z"}"#

    static let audiences = [
        BodySample(
            NotificationKindList(kinds: [NotificationKindSwitch(name: "orders", enabled: true, mandatory: false)]),
            #"{"kinds":[{"name":"orders","enabled":true,"mandatory":false}]}"#, needs: ["kinds"]),
        BodySample(
            SetKindsRequest(kinds: [NotificationKindChoice(name: "orders", enabled: false)]),
            #"{"kinds":[{"name":"orders","enabled":false}]}"#, needs: ["kinds"]),
        BodySample(
            TopicList(topics: [SubscribedTopic(name: "a", subscribed: true)]),
            #"{"topics":[{"name":"a","subscribed":true}]}"#, needs: ["topics"]),
        BodySample(
            RecordInteractionsRequest(interactions: [BaliseInteraction(notificationId: "n1", action: "opened")]),
            #"{"interactions":[{"notificationId":"n1","action":"opened"}]}"#, needs: ["interactions"]),
        BodySample(
            BaliseInteraction(notificationId: "n1", action: "opened", at: now, link: "app://a"),
            #"{"notificationId":"n1","action":"opened","at":"2026-01-31T12:00:00.000Z","link":"app://a"}"#,
            needs: ["notificationId", "action"]),
        BodySample(
            BaliseInteractionCount(action: "opened", link: "app://a", people: 12),
            #"{"action":"opened","link":"app://a","people":12}"#, needs: ["action", "people"]),
        BodySample(
            BaliseDeliveryResult(
                state: .failed, count: 3, provider: "apns", language: "fr", account: "5f0c", device: "t1",
                reason: "BadTopic", attempts: 2, at: now),
            #"{"state":"failed","count":3,"provider":"apns","language":"fr","account":"5f0c","device":"t1","#
                + #""reason":"BadTopic","attempts":2,"at":"2026-01-31T12:00:00Z"}"#, needs: ["state"]),
        BodySample(
            BaliseWebhookEvent(
                type: BaliseWebhookEvent.sent, timestamp: now,
                data: .init(
                    id: "n1", kind: "orders", state: .done, fewerThan: 10, refusal: "r",
                    interactions: [BaliseInteractionCount(action: "opened", people: 12)], gone: 11)),
            #"{"type":"notification.sent","timestamp":"2026-01-31T12:00:00Z","data":{"id":"n1","kind":"orders","#
                + #""state":"done","fewerThan":10,"refusal":"r","interactions":[{"action":"opened","people":12}],"#
                + #""gone":11}}"#, needs: ["type", "timestamp", "data"]),
        BodySample(SetDeviceTagsRequest(tags: ["beta"]), #"{"tags":["beta"]}"#, needs: ["tags"]),
        BodySample(
            ChangeTopicMembersRequest(add: ["p1"], remove: ["p2"]), #"{"add":["p1"],"remove":["p2"]}"#),
        BodySample(
            ChangeTagsRequest(accounts: ["p1"], add: ["a"], remove: ["b"]),
            #"{"accounts":["p1"],"add":["a"],"remove":["b"]}"#, needs: ["accounts"]),
        BodySample(
            order, orderText, needs: ["id", "kind", "audience", "createdAt", "state"], keepsAll: true),
        BodySample(
            NotificationPage(notifications: [order], hasMore: true),
            #"{"notifications":[\#(orderText)],"hasMore":true}"#, needs: ["notifications", "hasMore"], keepsAll: true),
        BodySample(
            tip, tipText, needs: ["name", "kind", "audience", "rule", "startsAtLocal", "timeZone", "changedAt"],
            keepsAll: true),
        BodySample(
            SeriesPage(series: [tip], hasMore: true), #"{"series":[\#(tipText)],"hasMore":true}"#,
            needs: ["series", "hasMore"], keepsAll: true),
        BodySample(
            SetSeriesRequest(
                kind: "news", audience: JSONDetails(#"{"everyone":true}"#)!,
                content: BaliseNotificationContent(texts: [BaliseNotificationText(language: "en", title: "T")]),
                rule: "FREQ=DAILY", startsAtLocal: "2026-12-24T18:00", timeZone: "UTC"),
            #"{"kind":"news","audience":{"everyone":true},"content":{"texts":[{"language":"en","title":"T"}]},"#
                + #""rule":"FREQ=DAILY","startsAtLocal":"2026-12-24T18:00","timeZone":"UTC"}"#,
            needs: ["kind", "audience", "content", "rule", "startsAtLocal", "timeZone"], keepsAll: true),
        BodySample(
            SendNotificationRequest(
                kind: "orders", audience: JSONDetails(#"{"everyone":true}"#)!,
                content: BaliseNotificationContent(texts: [BaliseNotificationText(language: "en", title: "T")]),
                startsAt: earlier, expiresAt: now, startsAtLocal: "2026-12-24T18:00", timeZone: "Europe/Paris",
                details: JSONDetails(#"{"type":"OFFER","id":1}"#)!),
            #"{"kind":"orders","audience":{"everyone":true},"content":{"texts":[{"language":"en","title":"T"}]},"#
                + #""startsAt":"2026-01-01T00:00:00.000Z","expiresAt":"2026-01-31T12:00:00.000Z","#
                + #""startsAtLocal":"2026-12-24T18:00","timeZone":"Europe/Paris","#
                + #""details":{"type":"OFFER","id":1}}"#,
            needs: ["kind", "audience", "content"], keepsAll: true),
    ]
}
