// What apps write of preferences, announcements and push tokens, and the web app of phones.

import BaliseAPI
import BaliseJSON
import Foundation
import Models
import Testing

@testable import Edge

extension RequestBodyCase {
    static let notifications = [
        RequestBodyCase(
            "PUT", "/api/v1/notification-preferences",
            BalisePreferences(
                notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, notificationRadius: 15,
                preferredCategories: ["FOOD_PLAISIRS"]),
            becomes: SetPreferences.self
        ) { message in
            #expect(
                message.choices
                    == NotificationChoices(
                        notifyNewOffers: true, notifyNewProNearby: false, notifyLocalEvents: true, radius: 15,
                        categories: ["FOOD_PLAISIRS"]))
        },
        RequestBodyCase(
            "PUT", "/api/v1/notification-preferences/quiet-hours",
            SetQuietHoursRequest(
                start: BaliseTimeOfDay(minutes: 1320)!, end: BaliseTimeOfDay(minutes: 425)!, timeZone: "Europe/Paris",
                allowsInterruptions: true),
            becomes: SetQuietHours.self
        ) {
            #expect(
                $0.quietHours
                    == QuietHours(start: 1320, end: 425, timeZone: "Europe/Paris", allowsInterruptions: true))
        },
        RequestBodyCase(
            "POST", "/api/v1/announcements",
            AnnounceRequest(
                type: .event, id: "e1", title: "T", body: "B", category: "FOOD_PLAISIRS", latitude: 48.8566,
                longitude: 2.3522, startsAt: Date(timeIntervalSince1970: 1_769_860_800.123),
                expiresAt: Date(timeIntervalSince1970: 1_769_864_400), details: JSONDetails(#"{"price": 1.50}"#)),
            key: People.publishersKey, becomes: Announce.self
        ) { message in
            #expect(!message.isDryRun)
            #expect(
                message.announcement
                    == Announcement(
                        type: .event, subject: .text("e1"), title: "T", body: "B", category: "FOOD_PLAISIRS",
                        coordinate: People.paris, startsAt: UnixTime(milliseconds: 1_769_860_800_123),
                        expiresAt: UnixTime(milliseconds: 1_769_864_400_000), details: #"{"price": 1.50}"#))
        },
        RequestBodyCase(
            "POST", "/api/v1/announcements?dryRun=true",
            AnnounceRequest(type: .professional, id: 7, latitude: 48.8566, longitude: 2.3522),
            key: People.publishersKey,
            becomes: Announce.self
        ) { message in
            #expect(message.isDryRun)
            #expect(
                message.announcement
                    == Announcement(type: .professional, subject: .number(7), coordinate: People.paris))
        },
    ]

    static let pushTokens = [
        RequestBodyCase(
            "POST", "/api/v1/push/register",
            RegisterPushTokenRequest(
                token: SecretString("0123456789abcdef"), platform: "IOS", type: .voip, environment: .sandbox,
                deviceId: "vendor", deviceName: "Ada's", appVersion: "1.0.0", bundleId: "org.example.app"),
            becomes: RegisterPushToken.self
        ) { message in
            #expect(message.token.value == "0123456789abcdef")
            #expect(message.provider == .apns && message.purpose == .voip && message.environment == .sandbox)
            #expect(message.platform == "ios" && message.pushDevice == "vendor")
            #expect(message.pushDeviceName?.value == "Ada's")
            #expect(message.appVersion == "1.0.0" && message.topic == "org.example.app")
        },
        RequestBodyCase(
            "POST", "/api/v1/push/register",
            RegisterPushTokenRequest(token: SecretString("0123456789:fcm"), type: .fcm, environment: .production),
            becomes: RegisterPushToken.self
        ) { message in
            #expect(message.provider == .fcm && message.purpose == .alert && message.environment == .production)
            #expect(message.pushDevice == nil && message.pushDeviceName == nil && message.topic == nil)
        },
        RequestBodyCase(
            "POST", "/api/v1/push/register",
            RegisterPushTokenRequest(token: SecretString("0123456789abcdef"), type: .location),
            becomes: RegisterPushToken.self
        ) { #expect($0.provider == .apns && $0.purpose == .location) },
        RequestBodyCase(
            "POST", "/api/v1/push/live-activities",
            RegisterLiveActivityRequest(
                token: SecretString("0123456789abcdef"), activityType: "MatchAttributes", activity: "match-7",
                environment: .sandbox, deviceId: "vendor", bundleId: "org.example.app"),
            becomes: RegisterPushToken.self
        ) { message in
            #expect(message.token.value == "0123456789abcdef" && message.provider == .apns)
            #expect(message.purpose == .activity && message.activity == "match-7")
            #expect(message.activityType == "MatchAttributes" && message.environment == .sandbox)
            #expect(message.pushDevice == "vendor" && message.topic == "org.example.app")
        },
        RequestBodyCase(
            "POST", "/api/v1/push/live-activities",
            RegisterLiveActivityRequest(token: SecretString("0123456789abcdef"), activityType: "MatchAttributes"),
            becomes: RegisterPushToken.self
        ) { message in
            #expect(message.purpose == .activityStart && message.activity == nil && message.environment == nil)
        },
        RequestBodyCase(
            "PATCH", "/api/v1/push/tokens/t1", MutePushTokenRequest(muted: true), becomes: MutePushToken.self
        ) { #expect($0.isMuted && $0.token == People.pushDevice) },
    ]

    static let interactions = [
        RequestBodyCase(
            "POST", "/api/v1/notifications/interactions",
            RecordInteractionsRequest(interactions: [
                BaliseInteraction(
                    notificationId: "a1", action: BaliseInteraction.opened,
                    at: Date(timeIntervalSince1970: 1_769_860_800.123), link: "app://orders/1"),
                // No notification is called so.
                BaliseInteraction(notificationId: "a 1", action: BaliseInteraction.opened),
                BaliseInteraction(notificationId: "a2", action: "REPLY"),
            ]), becomes: RecordInteractions.self
        ) { message in
            #expect(message.account == People.ada)
            // No time was sent with the last one: the edge gives its own.
            let last = try #require(message.interactions.last)
            #expect(
                message.interactions == [
                    NotificationInteraction(
                        notification: AnnouncementID("a1")!, action: NotificationInteraction.opened,
                        at: UnixTime(milliseconds: 1_769_860_800_123), link: "app://orders/1"),
                    NotificationInteraction(
                        notification: AnnouncementID("a2")!, action: "REPLY", at: last.at),
                ])
        }
    ]

    static let previews = [
        RequestBodyCase(
            "POST", "/api/v1/notifications/preview",
            PreviewNotificationRequest(
                content: BaliseNotificationContent(
                    pushType: .alert,
                    texts: [
                        BaliseNotificationText(language: "fr", title: "T {n}", subtitle: "S", body: "B"),
                        BaliseNotificationText(title: "U"),
                    ], fallbackLanguage: "fr", arguments: JSONDetails(#"{"n":1.50,"m":"x"}"#),
                    imageUrl: "https://example.com/a.png", sound: "bell.caf", soundVolume: 0.5, badge: .number(7),
                    category: "c", actions: [BaliseNotificationAction(id: "a", title: "A", link: "app://a")],
                    thread: "t", interruptionLevel: .timeSensitive, relevance: 0.25, link: "app://b",
                    data: JSONDetails(#"{"order": 1}"#), timeToLive: 60, priority: .low, collapseId: "k",
                    wakesApp: true,
                    android: BaliseAndroidContent(
                        channel: "c", icon: "i", color: "#000000", tag: "g", imageUrl: "https://example.com/b.png"),
                    apns: JSONDetails(#"{"x":1}"#), fcm: JSONDetails(#"{"data":{}}"#))),
            key: People.publishersKey, becomes: PreviewNotification.self
        ) { message in
            #expect(!message.mayInterrupt)
            #expect(
                message.content
                    == NotificationContent(
                        texts: [
                            NotificationText(language: "fr", title: "T {n}", subtitle: "S", body: "B"),
                            NotificationText(language: "und", title: "U"),
                        ], fallbackLanguage: "fr",
                        arguments: [
                            NotificationArgument(name: "n", value: "1.50"), NotificationArgument(name: "m", value: "x"),
                        ], imageURL: "https://example.com/a.png",
                        sound: NotificationSound(name: "bell.caf", volume: 0.5),
                        badge: .fixed(7), category: "c",
                        actions: [NotificationAction(id: "a", title: "A", link: "app://a")], thread: "t",
                        interruptionLevel: .timeSensitive, relevance: 0.25, link: "app://b", data: #"{"order": 1}"#,
                        timeToLive: 60, priority: .low, collapseID: "k", wakesApp: true,
                        android: AndroidContent(
                            channel: "c", icon: "i", color: "#000000", tag: "g", imageURL: "https://example.com/b.png"),
                        apns: #"{"x":1}"#, fcm: #"{"data":{}}"#))
        },
        RequestBodyCase(
            "POST", "/api/v1/notifications/preview",
            PreviewNotificationRequest(
                content: BaliseNotificationContent(
                    pushType: .liveactivity, sound: "none", badge: .unread,
                    liveActivity: BaliseLiveActivity(
                        event: .end, activity: "m", state: JSONDetails(JSONObject()), attributesType: "T",
                        attributes: JSONDetails(JSONObject()), staleAt: Date(timeIntervalSince1970: 1_800_000_000),
                        dismissalAt: Date(timeIntervalSince1970: 1_800_000_001)))),
            key: People.publishersKey, becomes: PreviewNotification.self
        ) { message in
            #expect(
                message.content
                    == NotificationContent(
                        pushType: .liveactivity,
                        liveActivity: LiveActivityContent(
                            event: .end, activity: "m", state: "{}", attributesType: "T", attributes: "{}",
                            staleAt: UnixTime(milliseconds: 1_800_000_000_000),
                            dismissalAt: UnixTime(milliseconds: 1_800_000_001_000))))
        },
    ]

    static let channels = [
        RequestBodyCase(
            "POST", "/api/v1/push/channels",
            CreateBroadcastChannelRequest(bundleId: "org.example.app", environment: .sandbox, storesLatest: true),
            key: People.publishersKey, becomes: CreateBroadcastChannel.self
        ) { #expect($0.topic == "org.example.app" && $0.environment == .sandbox && $0.storesLatest) },
        RequestBodyCase(
            "POST", "/api/v1/push/channels/broadcasts",
            SendBroadcastRequest(
                channel: "Y2hhbm5lbA==", bundleId: "org.example.app", environment: .sandbox,
                content: BaliseNotificationContent(
                    pushType: .liveactivity,
                    liveActivity: BaliseLiveActivity(event: .update, activity: "m", state: JSONDetails(JSONObject())))),
            key: People.publishersKey, becomes: SendBroadcast.self
        ) { message in
            #expect(
                message.channel
                    == BroadcastChannel(id: "Y2hhbm5lbA==", topic: "org.example.app", environment: .sandbox))
            #expect(
                message.content
                    == NotificationContent(
                        pushType: .liveactivity,
                        liveActivity: LiveActivityContent(event: .update, activity: "m", state: "{}")))
        },
    ]

    static let channelRemovals = [
        RequestBodyCase(
            "DELETE", "/api/v1/push/channels", BaliseBroadcastChannel(channel: "Y2hhbm5lbA=="),
            key: People.publishersKey,
            becomes: DeleteBroadcastChannel.self
        ) { #expect($0.channel == BroadcastChannel(id: "Y2hhbm5lbA==", environment: .production)) }
    ]

    static let removals = [
        (RemovePushTokensRequest(token: SecretString("0123456789abcdef"), deviceId: "vendor"), "token"),
        (RemovePushTokensRequest(deviceId: "vendor"), "handset"), (RemovePushTokensRequest(), "all"),
    ].map { body, choice in
        RequestBodyCase("DELETE", "/api/v1/users/register-device-token", body, becomes: RemovePushTokens.self) {
            switch $0.which {
            case .token(let token): #expect(choice == "token" && token.value == "0123456789abcdef")
            case .pushDevice(let pushDevice): #expect(choice == "handset" && pushDevice == "vendor")
            case .all: #expect(choice == "all")
            case .id, .activity: Issue.record("neither was named")
            }
        }
    }

    static let testPushes = [
        (AnnouncementKind.offer, AnnouncementType.offer), (.event, .event), (.professional, .professional),
    ].map { kind, type in
        RequestBodyCase(
            "POST", "/api/v1/push/test", SendTestPushRequest(kind: kind, subject: 15, title: "T", body: "B"),
            becomes: SendTestPush.self
        ) { message in
            #expect(message.type == type && message.subject == .number(15))
            #expect(message.title == "T" && message.body == "B")
        }
    }

    static let ecovelo = [
        RequestBodyCase(
            "POST", "/ecovelo/users/me/phone", SendPhoneCodeRequest(phoneNumber: "+33612345678"),
            becomes: RequestPhoneCode.self
        ) { #expect($0.phone.value == "+33612345678") },
        RequestBodyCase(
            "POST", "/ecovelo/users/me/phone/confirm", ConfirmPhoneRequest(code: SecretString("123456")),
            becomes: ConfirmPhone.self
        ) { #expect($0.phoneCode.value == "123456") },
        RequestBodyCase(
            "POST", "/ecovelo/devices", RegisterPushDeviceRequest(token: SecretString("0123456789abcdef")),
            becomes: RegisterPushToken.self
        ) { #expect($0.token.value == "0123456789abcdef") },
    ]
}
