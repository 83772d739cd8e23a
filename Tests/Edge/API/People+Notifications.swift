@testable import Edge

extension People {
    static let choices = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
        preferredCategories: ["FOOD_PLAISIRS", "ENTRE_PROS"])
    static let pushDevice = PushTokenID("t1")!
    static let announcement = NotificationID("a1")!
    static let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)!

    static func pushToken(_ account: AccountID = ada, isMuted: Bool = false) -> PushToken {
        PushToken(
            id: pushDevice, account: account, provider: .apns, environment: .sandbox, purpose: .alert, platform: "ios",
            pushDevice: "vendor", pushDeviceName: Personal("Ada's phone"), isMuted: isMuted, createdAt: earlier,
            updatedAt: now)
    }

    static let delivery = DeliveryRecord(
        token: pushDevice, provider: .apns, state: .suppressed, reason: "muted", attempts: 0, at: now)

    static let deferredDelivery = DeliveryRecord(
        token: pushDevice, provider: .fcm, state: .deferred, reason: "quiet-hours", attempts: 0, at: earlier,
        nextAt: now)

    static func offer(
        _ subject: AnnouncementSubject = .number(42), category: String? = "FOOD_PLAISIRS", details: String? = nil
    ) -> OutgoingNotification {
        OutgoingNotification(
            announcing: Announcement(
                type: .offer, subject: subject, title: "Bread", body: "Half the price", category: category),
            at: paris, startsAt: earlier, expiresAt: now.adding(seconds: 3600), details: details)
    }

    static func professional(_ subject: AnnouncementSubject = .number(7), details: String? = nil)
        -> OutgoingNotification
    {
        OutgoingNotification(
            announcing: Announcement(type: .professional, subject: subject, title: "Baker", category: "FOOD_PLAISIRS"),
            at: paris, details: details)
    }

    static func page(_ notification: OutgoingNotification) -> AnnouncedPage {
        AnnouncedPage(
            id: announcement, announcement: notification.announcement!, place: notification.audience.place,
            startsAt: notification.startsAt, expiresAt: notification.expiresAt, details: notification.details)
    }
}

extension People {
    static let notification = OutgoingNotification(
        kind: "orders", audience: .accounts([ada]),
        content: NotificationContent(texts: [NotificationText(language: "en", title: "Your order")]), startsAt: earlier,
        expiresAt: now.adding(seconds: 3600))

    static let series = NotificationSeries(
        kind: "orders", audience: .topic("t"), content: notification.content, rule: "FREQ=DAILY",
        start: LocalMoment(minutes: 0), timeZone: "UTC")

    static func record(_ notification: OutgoingNotification) -> NotificationRecord {
        NotificationRecord(
            id: People.announcement, notification: notification, createdAt: now, state: .delivering, recipients: 4,
            counts: DeliveryCounts(
                accepted: 21, sent: 1, suppressed: 2, deferred: 3, failed: 4, expired: 5, pending: 6))
    }
}

extension ScriptedServices {
    func keepChoices() {
        on(GetPreferences.self) { _ in NotificationPreferences(choices: People.choices) }
        on(SetPreferences.self) { NotificationPreferences(choices: $0.choices) }
        on(SetQuietHours.self) { NotificationPreferences(choices: People.choices, quietHours: $0.quietHours) }
        let switches = NotificationKindList(kinds: [
            NotificationKindSwitch(name: "OFFER", enabled: true, mandatory: false),
            NotificationKindSwitch(name: "orders", enabled: false, mandatory: false),
        ])
        on(GetKinds.self) { _ in switches }
        on(SetKinds.self) { _ in switches }
        on(SubscribeTopic.self) { message in
            NotificationPreferences(
                choices: People.choices, topics: message.isSubscribed ? [message.topic] : nil, givenTopics: ["members"])
        }
        on(ChangeTopicMembers.self) { _ in Done() }
        on(ChangeTags.self) { _ in Done() }
        on(GetPosition.self) { message in
            guard message.account == People.ada else { return PositionStatus(isAllowed: true) }
            let position = Position(coordinate: People.paris, accuracy: 12.5, at: People.now)
            return PositionStatus(position: position, isAllowed: true)
        }
        on(SetPosition.self) { _ in SetPosition.Reply(isKept: true) }
        on(ErasePosition.self) { _ in Done() }
        on(AllowPositions.self) { PositionStatus(isAllowed: $0.isAllowed) }
    }

    /// Ada has one push device and one inbox entry; the stranger has nothing.
    func reachPushDevices() {
        on(RegisterPushToken.self) { RegisterPushToken.Reply(token: People.pushToken($0.account), isNew: true) }
        on(ListPushTokens.self) { message in
            ListPushTokens.Reply(tokens: message.account == People.ada ? [People.pushToken()] : [])
        }
        on(RemovePushTokens.self) { RemovePushTokens.Reply(count: $0.account == People.ada ? 1 : 0) }
        onlyAda(MutePushToken.self, { $0.account }) { People.pushToken(isMuted: $0.isMuted) }
        onlyAda(SetDeviceTags.self, { $0.account }) { _ in Done() }
        onlyAda(SendTestPush.self, { $0.account }) { _ in SendTestPush.Reply(deliveries: [People.delivery]) }
        on(ListInbox.self) { message in
            guard message.account == People.ada else {
                return ListInbox.Reply(entries: [], unread: 0, total: 0, hasMore: false)
            }
            let entry = InboxEntry(
                id: InboxEntryID("n1")!, type: .event, subject: .number(42), title: "A fair", body: "Near you",
                at: People.earlier, readAt: People.now)
            return ListInbox.Reply(entries: [entry], unread: 3, total: 7, hasMore: true)
        }
        on(CountUnread.self) { CountUnread.Reply(unread: $0.account == People.ada ? 3 : 0) }
        on(RecordInteractions.self) { _ in Done() }
        on(MarkRead.self) { MarkRead.Reply(unread: $0.entries == nil ? 0 : 2) }
    }

    func announce() {
        on(FindAnnouncements.self) { message in
            message.types.contains(.offer)
                ? FindAnnouncements.Reply(found: [.init(page: People.page(People.offer()), distance: 2500.5)])
                : FindAnnouncements.Reply(found: [.init(page: People.page(People.professional()))])
        }
        on(OpenAnnouncement.self) { message in
            People.page(message.types == [.professional] ? People.professional(message.subject) : People.offer())
        }
        on(ListInquiries.self) { _ in ListInquiries.Reply(inquiries: []) }
        on(CreateBroadcastChannel.self) {
            BroadcastChannel(id: "Y2hhbm5lbA==", topic: $0.topic, environment: $0.environment)
        }
        on(DeleteBroadcastChannel.self) { _ in Done() }
        on(ListBroadcastChannels.self) { _ in ListBroadcastChannels.Reply(channels: ["Y2hhbm5lbA=="]) }
        on(SendBroadcast.self) { _ in SendBroadcast.Reply(id: "a1") }
        on(PreviewNotification.self) { _ in
            NotificationPreviewPage(previews: [
                .init(
                    reaches: .apns, language: "en",
                    headers: [
                        .init(name: "apns-push-type", value: "alert"), .init(name: "apns-priority", value: "10"),
                    ],
                    payload: #"{"aps":{"alert":{"title":"T"}}}"#, bytes: 31, maximumBytes: 4096),
                .init(
                    reaches: .android, headers: [], payload: #"{"message":{"android":{"ttl":"60s"}}}"#, bytes: 37,
                    maximumBytes: 4096),
            ])
        }
        on(SendNotification.self) { message in
            message.isDryRun
                ? SendNotification.Reply(recipients: 5, deliveries: 6)
                : SendNotification.Reply(record: People.record(message.notification))
        }
        on(GetNotification.self) { message in
            guard message.among != .announcements else { return People.record(People.offer()) }
            return changing(People.record(People.notification)) {
                $0.interactions = [
                    InteractionCount(action: "opened", link: "app://orders/1", people: 12),
                    InteractionCount(action: "dismissed", people: 10),
                ]
            }
        }
        on(SummarizeResults.self) { _ in
            SummarizeResults.Reply(groups: [
                ResultGroup(provider: .apns, language: "fr", sent: 57), ResultGroup(sent: 12),
            ])
        }
        on(ListResults.self) { message in
            let result = DeliveryResult(
                account: People.ada, token: People.pushDevice, provider: .fcm, state: .failed, reason: "UNREGISTERED",
                attempts: 1, at: People.now)
            return ListResults.Reply(results: [result], next: message.after == nil ? 7 : nil)
        }
        on(ListNotifications.self) { message in
            let notification = message.among == .announcements ? People.offer() : People.notification
            return ListNotifications.Reply(notifications: [People.record(notification)], hasMore: true)
        }
        on(ChangeNotification.self) { message in
            changing(People.record(message.notification)) { $0.state = .scheduled }
        }
        on(SetSeries.self) { message in
            SeriesRecord(
                name: message.name, series: message.series, changedAt: People.now,
                nextAt: People.now.adding(seconds: 60))
        }
        on(GetSeries.self) { message in
            SeriesRecord(name: message.name, series: People.series, changedAt: People.now, nextAt: nil)
        }
        on(ListSeries.self) { _ in
            ListSeries.Reply(
                series: [SeriesRecord(name: "s1", series: People.series, changedAt: People.now, nextAt: nil)],
                hasMore: true)
        }
        on(EndSeries.self) { _ in Done() }
        on(CancelNotification.self) { message in
            let isAnnounced = message.among == .announcements
            let notification = isAnnounced ? People.offer(details: #"{"city":"Paris"}"#) : People.notification
            return changing(People.record(notification)) { $0.state = .cancelled }
        }
        on(ExplainRecipient.self) { _ in
            RecipientExplanation(
                reason: .tooFar, text: "12.4 km, radius 10 km", distance: 12_400, radius: 10,
                deliveries: [People.delivery, People.deferredDelivery])
        }
    }
}
