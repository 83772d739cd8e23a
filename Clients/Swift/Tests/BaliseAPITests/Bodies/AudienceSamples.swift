// The bodies of the calls for notifications of any kind, kinds, topics and tags.

import BaliseAPI

extension BodySample {
    private static let order = PublishedNotification(
        id: "n1", kind: "orders", audience: JSONDetails(#"{"topic":"a"}"#)!, startsAt: earlier, expiresAt: now,
        createdAt: earlier, state: .done, recipients: 7,
        counts: PushDeliveryCounts(
            accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6))
    private static let orderText =
        #"{"id":"n1","kind":"orders","audience":{"topic":"a"},"startsAt":"2026-01-01T00:00:00Z","#
        + #""expiresAt":"2026-01-31T12:00:00Z","createdAt":"2026-01-01T00:00:00Z","state":"done","recipients":7,"#
        + #""books":{"accepted":21,"sent":1,"suppressed":2,"deferred":3,"failed":4,"expired":5,"pending":6}}"#

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
            SendNotificationRequest(
                kind: "orders", audience: JSONDetails(#"{"everyone":true}"#)!,
                content: BaliseNotificationContent(texts: [BaliseNotificationText(language: "en", title: "T")]),
                startsAt: earlier, expiresAt: now, details: JSONDetails(#"{"type":"OFFER","id":1}"#)!),
            #"{"kind":"orders","audience":{"everyone":true},"content":{"texts":[{"language":"en","title":"T"}]},"#
                + #""startsAt":"2026-01-01T00:00:00.000Z","expiresAt":"2026-01-31T12:00:00.000Z","#
                + #""details":{"type":"OFFER","id":1}}"#,
            needs: ["kind", "audience", "content"], keepsAll: true),
    ]
}
