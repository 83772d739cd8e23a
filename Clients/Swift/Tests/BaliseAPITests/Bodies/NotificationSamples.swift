// The bodies of the calls for push tokens, announcements, inboxes and lists.

import BaliseAPI

extension BodySample {
    private static let token = RegisteredPushToken(
        id: "p1", type: .apns, platform: "ios", environment: .sandbox, deviceId: "d1", deviceName: nil,
        appVersion: "1.0.0", bundleId: nil, muted: false, lastUsedAt: nil, createdAt: earlier, updatedAt: now)
    private static let tokenMembers =
        #""id":"p1","type":"apns","platform":"ios","environment":"SANDBOX","deviceId":"d1","deviceName":null,"#
        + #""appVersion":"1.0.0","bundleId":null,"isActive":true,"muted":false,"lastUsedAt":null,\#(times)"#
    private static let neededOfToken: Set = [
        "id", "type", "platform", "environment", "muted", "createdAt", "updatedAt",
    ]

    static let pushTokens = [
        BodySample(token, "{\(tokenMembers)}", needs: neededOfToken),
        BodySample(
            PushTokenListResponse(tokens: [token]), #"{"success":true,"data":[{\#(tokenMembers)}]}"#, needs: ["data"]),
        BodySample(
            RegisterPushTokenResponse(pushToken: token, isNew: true, message: "Registered."),
            #"{\#(tokenMembers),"isNew":true,"message":"Registered."}"#,
            needs: neededOfToken.union(["isNew", "message"])),
        BodySample(
            RegisterPushTokenRequest(
                token: SecretString("0123456789"), platform: "IOS", type: .voip, environment: .production,
                deviceId: "d1",
                deviceName: "Ada's", appVersion: "1.0.0", bundleId: "org.example.app"),
            #"{"token":"0123456789","platform":"IOS","type":"voip","environment":"PRODUCTION","deviceId":"d1","#
                + #""deviceName":"Ada's","appVersion":"1.0.0","bundleId":"org.example.app"}"#,
            needs: ["token"]),
        BodySample(
            RegisterLiveActivityRequest(
                token: SecretString("0123456789"), activityType: "A", activity: "m7", environment: .sandbox,
                deviceId: "d1", bundleId: "org.example.app"),
            #"{"token":"0123456789","activityType":"A","activity":"m7","environment":"SANDBOX","deviceId":"d1","#
                + #""bundleId":"org.example.app"}"#,
            needs: ["token", "activityType"]),
        BodySample(MutePushTokenRequest(muted: true), #"{"muted":true}"#, needs: ["muted"]),
        BodySample(
            RemovePushTokensRequest(token: SecretString("0123456789"), deviceId: "d1"),
            #"{"token":"0123456789","deviceId":"d1"}"#),
        BodySample(RemovePushTokensRequest(), "{}"),
        BodySample(
            RemovePushTokensResponse(message: "Removed.", deletedCount: 1),
            #"{"success":true,"message":"Removed.","deletedCount":1,"data":{}}"#, needs: ["message", "deletedCount"]),
        BodySample(
            SendTestPushRequest(kind: .offer, subject: 15, title: "T", body: "B"),
            #"{"type":"OFFER","offerId":15,"title":"T","body":"B"}"#, needs: ["type", "offerId"]),
        BodySample(
            SendTestPushRequest(kind: .event, subject: "e1"), #"{"type":"EVENT","eventId":"e1"}"#,
            needs: ["type", "eventId"]),
        BodySample(
            SendTestPushRequest(kind: .professional, subject: 3), #"{"type":"PROFESSIONAL","professionalId":3}"#,
            needs: ["type", "professionalId"]),
        BodySample(
            SendTestPushResponse(deliveries: [delivery]), #"{"deliveries":[\#(deliveryText)]}"#, needs: ["deliveries"]),
    ]

    private static let delivery = PushDelivery(
        token: "p1", type: .fcm, state: .deferred, reason: "quiet-hours", attempts: 2, at: earlier, nextAt: now)
    private static let deliveryText =
        #"{"token":"p1","type":"fcm","state":"deferred","reason":"quiet-hours","attempts":2,"#
        + #""at":"2026-01-01T00:00:00Z","nextAt":"2026-01-31T12:00:00Z"}"#
    private static let counts = PushDeliveryCounts(
        accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6)
    private static let countsText =
        #"{"accepted":21,"sent":1,"suppressed":2,"deferred":3,"failed":4,"expired":5,"pending":6}"#
    private static let announcement = PublishedAnnouncement(
        id: "a1", type: .event, subject: 15, title: "T", body: "B", category: "FOOD_PLAISIRS", latitude: 45.75,
        longitude: 4.85, startsAt: earlier, expiresAt: now, details: JSONDetails(#"{"price":1.50}"#),
        createdAt: earlier, state: .delivering, recipients: 12, counts: counts)
    private static let announcementText =
        #"{"id":"a1","type":"EVENT","subject":15,"title":"T","body":"B","category":"FOOD_PLAISIRS","#
        + #""latitude":45.75,"longitude":4.85,"startsAt":"2026-01-01T00:00:00Z","expiresAt":"2026-01-31T12:00:00Z","#
        + #""details":{"price":1.50},"createdAt":"2026-01-01T00:00:00Z","state":"delivering","recipients":12,"#
        + #""books":\#(countsText)}"#

    static let contents = [
        BodySample(
            BaliseNotificationContent(
                pushType: .alert, texts: [BaliseNotificationText(language: "fr", title: "T", subtitle: "S", body: "B")],
                fallbackLanguage: "fr", arguments: JSONDetails(#"{"n":1.50}"#), imageUrl: "https://example.com/a.png",
                sound: "none", soundVolume: 0.5, badge: .number(3), category: "c",
                actions: [BaliseNotificationAction(id: "a", title: "A", link: "app://a")], thread: "t",
                interruptionLevel: .passive, relevance: 0.25, link: "app://b", data: JSONDetails("{}"), timeToLive: 60,
                priority: .low, collapseId: "k", wakesApp: true,
                android: BaliseAndroidContent(
                    channel: "c", icon: "i", color: "black", tag: "g", imageUrl: "https://example.com/b.png"),
                apns: JSONDetails("{}"), fcm: JSONDetails("{}")),
            #"{"pushType":"alert","texts":[{"language":"fr","title":"T","subtitle":"S","body":"B"}],"#
                + #""fallbackLanguage":"fr","arguments":{"n":1.50},"imageUrl":"https://example.com/a.png","#
                + #""sound":"none","soundVolume":0.5,"badge":3,"category":"c","#
                + #""actions":[{"id":"a","title":"A","link":"app://a"}],"thread":"t","interruptionLevel":"passive","#
                + #""relevance":0.25,"link":"app://b","data":{},"timeToLive":60,"priority":"low","collapseId":"k","#
                + #""wakesApp":true,"android":{"channel":"c","icon":"i","color":"black","tag":"g","#
                + #""imageUrl":"https://example.com/b.png"},"apns":{},"fcm":{}}"#),
        BodySample(BaliseNotificationContent(badge: .unread), #"{"badge":"unread"}"#),
        BodySample(
            BaliseLiveActivity(
                event: .end, activity: "m7", state: JSONDetails(#"{"s":1}"#)!, attributesType: "A",
                attributes: JSONDetails("{}"), staleAt: earlier, dismissalAt: now),
            #"{"event":"end","activity":"m7","state":{"s":1},"attributesType":"A","attributes":{},"#
                + #""staleAt":"2026-01-01T00:00:00Z","dismissalAt":"2026-01-31T12:00:00Z"}"#,
            needs: ["event", "activity", "state"]),
        BodySample(
            CreateBroadcastChannelRequest(bundleId: "org.example.app", environment: .sandbox, storesLatest: true),
            #"{"bundleId":"org.example.app","environment":"SANDBOX","storesLatest":true}"#),
        BodySample(
            BaliseBroadcastChannel(channel: "Yw==", bundleId: "org.example.app", environment: .sandbox),
            #"{"channel":"Yw==","bundleId":"org.example.app","environment":"SANDBOX"}"#, needs: ["channel"]),
        BodySample(
            BroadcastChannelList(channels: [BaliseBroadcastChannel(channel: "Yw==")]),
            #"{"channels":[{"channel":"Yw=="}]}"#, needs: ["channels"]),
        BodySample(
            SendBroadcastRequest(
                channel: "Yw==", bundleId: "org.example.app", environment: .sandbox,
                content: BaliseNotificationContent(thread: "t")),
            #"{"channel":"Yw==","bundleId":"org.example.app","environment":"SANDBOX","content":{"thread":"t"}}"#,
            needs: ["channel", "content"]),
        BodySample(SentBroadcast(id: "a1"), #"{"id":"a1"}"#),
        BodySample(
            PreviewNotificationRequest(content: BaliseNotificationContent(thread: "t")), #"{"content":{"thread":"t"}}"#,
            needs: ["content"]),
        BodySample(
            NotificationPreviewPage(previews: [
                PreviewedNotification(
                    reaches: .android, language: "fr", headers: [PreviewedHeader(name: "n", value: "v")], payload: "{}",
                    bytes: 2, maximumBytes: 4096)
            ]),
            #"{"previews":[{"reaches":"android","language":"fr","headers":[{"name":"n","value":"v"}],"payload":"{}","#
                + #""bytes":2,"maximumBytes":4096}]}"#, needs: ["previews"]),
    ]

    static let announcements = [
        BodySample(
            AnnounceRequest(
                type: .offer, id: "o1", title: "T", body: "B", category: "FOOD_PLAISIRS", latitude: 45.75,
                longitude: 4.85, startsAt: earlier, expiresAt: now, details: JSONDetails(#"{"price":1.50}"#)),
            #"{"type":"OFFER","id":"o1","title":"T","body":"B","category":"FOOD_PLAISIRS","latitude":45.75,"#
                + #""longitude":4.85,"startsAt":"2026-01-01T00:00:00.000Z","expiresAt":"2026-01-31T12:00:00.000Z","#
                + #""details":{"price":1.50}}"#,
            needs: ["type", "id", "latitude", "longitude"]),
        BodySample(
            announcement, announcementText,
            needs: [
                "id", "type", "subject", "latitude", "longitude", "createdAt", "state",
            ]),
        BodySample(
            counts, countsText, needs: ["accepted", "sent", "suppressed", "deferred", "failed", "expired", "pending"]),
        BodySample(delivery, deliveryText, needs: ["token", "type", "state", "attempts", "at"]),
        BodySample(
            AnnouncementPage(announcements: [announcement], hasMore: true),
            #"{"announcements":[\#(announcementText)],"hasMore":true}"#, needs: ["announcements", "hasMore"]),
        BodySample(
            AnnouncementDryRun(recipients: 12, deliveries: 15), #"{"dryRun":true,"recipients":12,"deliveries":15}"#,
            needs: []),
        BodySample(
            InquiryList(inquiries: [.init(at: now, askedBy: "support", announcement: "a1")]),
            #"{"inquiries":[{"at":"2026-01-31T12:00:00Z","askedBy":"support","announcement":"a1"}]}"#,
            needs: ["inquiries"]),
        BodySample(AnnouncementDryRun(recipients: 30), #"{"dryRun":true,"recipients":30}"#, needs: []),
        BodySample(AnnouncementDryRun(fewerThan: 20), #"{"dryRun":true,"fewerThan":20}"#, needs: []),
        BodySample(
            AnnouncementRecipient(
                account: "5f0c", reason: .tooFar, text: "12.4 km, radius 10 km", distanceMeters: 12_400.5,
                notificationRadius: 10, deliveries: [delivery]),
            #"{"account":"5f0c","told":false,"reason":"too-far","text":"12.4 km, radius 10 km","#
                + #""distanceMeters":12400.5,"notificationRadius":10,"#
                + #""deliveries":[\#(deliveryText)]}"#,
            needs: ["account", "reason", "text", "deliveries"]),
        BodySample(
            AnnouncementRecipient(account: "5f0c", reason: .told, text: "told", deliveries: []),
            #"{"account":"5f0c","told":true,"reason":"told","text":"told","deliveries":[]}"#,
            needs: ["account", "reason", "text", "deliveries"]),
    ]

    private static func entry(readAt: Bool) -> BodySample {
        let text =
            #"{"id":"n1","userId":"5f0c","type":"OFFER","title":"T","content":"B","screen":"offer_detail","#
            + #""entityId":"15","isRead":\#(readAt),"createdAt":"2026-01-01T00:00:00Z","state":{"isRead":\#(readAt),"#
            + #""readAt":\#(readAt ? #""2026-01-31T12:00:00Z""# : "null"),"createdAt":"2026-01-01T00:00:00Z"}}"#
        return BodySample(
            BaliseInboxEntry(
                id: "n1", userId: "5f0c", type: .offer, title: "T", content: "B", screen: "offer_detail",
                entityId: "15", readAt: readAt ? now : nil, createdAt: earlier),
            text,
            needs: ["id", "userId", "type", "title", "content", "screen", "entityId", "createdAt", "state"])
    }

    private static let pagination = BaliseInboxPagination(total: 40, offset: 20, limit: 20, hasMore: false)
    private static let paginationText = #"{"total":40,"offset":20,"limit":20,"hasMore":false,"nextCursor":null}"#

    static let inbox = [
        entry(readAt: true), entry(readAt: false),
        BodySample(pagination, paginationText, needs: ["total", "offset", "limit", "hasMore"]),
        BodySample(
            BaliseInboxPage(entries: [], pagination: pagination, unreadCount: 3),
            #"{"success":true,"data":[],"pagination":\#(paginationText),"unreadCount":3}"#,
            needs: ["data", "pagination", "unreadCount"]),
        BodySample(UnreadCountResponse(count: 3), #"{"success":true,"count":3}"#, needs: ["count"]),
        BodySample(
            MarkReadResponse(message: "Read.", unreadCount: 2),
            #"{"success":true,"message":"Read.","unreadCount":2,"data":{}}"#, needs: ["message", "unreadCount"]),
    ]

    static let listings = [
        BodySample(
            ListedAnnouncement(
                id: 15, type: .professional, category: "FOOD_PLAISIRS", distanceMeters: 12.5, latitude: 45.75,
                longitude: 4.85, details: [.init("firstName", "Ada"), .init("lastName", "")]),
            #"{"id":15,"type":"PROFESSIONAL","category":"FOOD_PLAISIRS","distanceMeters":12.5,"latitude":45.75,"#
                + #""longitude":4.85,"firstName":"Ada","lastName":""}"#,
            needs: ["id", "type"], keepsAll: true),
        BodySample(
            AnnouncementCategory(id: "FOOD_PLAISIRS", name: "Food", subCategories: []),
            #"{"id":"FOOD_PLAISIRS","name":"Food","subCategories":[]}"#, needs: ["id", "name", "subCategories"]),
    ]
}
