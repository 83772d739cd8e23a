@testable import Edge

@Suite("Request bodies of apps") struct RequestBodyTests {
    @Test(
        "The edge turns each member of a body into the matching member of the message", arguments: RequestBodyCase.all)
    func message(_ row: RequestBodyCase) async throws {
        let services = ScriptedServices.riders()
        let response = try await services.ask(
            row.method, row.path, headers: [row.header, ("Content-Type", "application/json")], body: row.text)
        #expect((200...202).contains(response.status), "\(response.body)")
        try row.check(services)
    }
}

struct RequestBodyCase: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let path: String
    let text: String
    let header: (String, String)
    let check: @Sendable (ScriptedServices) throws -> Void

    /// - Parameters:
    ///   - path: From the root.
    ///   - check: Checks the call's one message.
    init<Body: JSONWritable, Message: ServiceRequest>(
        _ method: String, _ path: String, _ body: Body, key: String? = nil, becomes message: Message.Type,
        _ check: @escaping @Sendable (Message) throws -> Void
    ) {
        name = "\(Body.self)"
        (self.method, self.path) = (method, path)
        text = String(decoding: body.json.bytes, as: UTF8.self)
        header = key.map { ("X-API-Key", $0) } ?? ("Authorization", People.token)
        self.check = { services in
            let received = services.received(message)
            #expect(received.count == 1)
            try check(try #require(received.first))
        }
    }

    var testDescription: String { "\(method) \(path): \(name)" }
}

extension RequestBodyCase {
    static let all = [
        RequestBodyCase(
            "POST", "/api/v1/auth/apple",
            SignInWithAppleRequest(
                identityToken: SecretText("a.b.c"), nonce: SecretText("n"), authorizationCode: SecretText("c"),
                kind: .opaque, redirectUri: "https://a.example/b"),
            becomes: SignInWithApple.self
        ) { message in
            #expect(message.identityToken.value == "a.b.c" && message.nonce?.value == "n")
            #expect(message.authorizationCode?.value == "c" && message.redirectURI == "https://a.example/b")
            #expect(message.kind == .opaque)
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/register",
            RegisterRequest(
                username: "ada", email: "ada@example.org", phoneNumber: "+33612345678",
                password: SecretText("pass word"),
                firstName: "Ada", lastName: "Lovelace", locale: "fr-FR",
                fields: ["city": .text("Lyon"), "bio": .flag(true), "longitude": .number(1.5)]),
            becomes: Register.self
        ) { message in
            #expect(message.names.username == "ada" && message.names.email?.value == "ada@example.org")
            #expect(message.names.phone?.value == "+33612345678" && message.password.value == "pass word")
            #expect(message.details.firstName?.value == "Ada" && message.details.lastName?.value == "Lovelace")
            #expect(message.details.locale == "fr-FR")
            #expect(
                message.details.fields?.mapValues(\.value)
                    == ["city": .text("Lyon"), "bio": .flag(true), "longitude": .number(1.5)])
        },
        RequestBodyCase(
            "PATCH", "/api/v1/users/me",
            UpdateProfileRequest(
                email: "new@example.org", firstName: "", lastName: "King", locale: "en",
                currentPassword: SecretText("pass word"), fields: ["city": .text("Lyon")], removedFields: ["website"]),
            becomes: UpdateProfile.self
        ) { message in
            #expect(message.account == People.ada)
            #expect(message.names.username == nil && message.names.phone == nil)
            #expect(message.names.email?.value == "new@example.org" && message.details.firstName?.value == "")
            #expect(message.details.lastName?.value == "King" && message.details.locale == "en")
            #expect(message.details.fields?.mapValues(\.value) == ["city": .text("Lyon"), "website": .null])
            #expect(message.password?.value == "pass word")
        },
        RequestBodyCase(
            "POST", "/api/v1/auth/forgot-password", PasswordResetLinkRequest(email: "ada@example.org"),
            becomes: RequestPasswordReset.self
        ) { #expect($0.email.value == "ada@example.org") },
        RequestBodyCase(
            "POST", "/api/v1/auth/reset-password",
            ResetPasswordRequest(token: SecretText("pr_x"), newPassword: SecretText("secret2")),
            becomes: ResetPassword.self
        ) { #expect($0.token.value == "pr_x" && $0.new.value == "secret2") },
        RequestBodyCase(
            "POST", "/api/v1/push/register",
            RegisterPushTokenRequest(token: SecretText("0123456789abcdef"), type: .location),
            becomes: RegisterPushToken.self
        ) { #expect($0.provider == .apns && $0.purpose == .location) },
        RequestBodyCase(
            "POST", "/api/v1/push/live-activities",
            RegisterLiveActivityRequest(
                token: SecretText("0123456789abcdef"), activityType: "MatchAttributes", activity: "match-7",
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
            RegisterLiveActivityRequest(token: SecretText("0123456789abcdef"), activityType: "MatchAttributes"),
            becomes: RegisterPushToken.self
        ) { message in
            #expect(message.purpose == .activityStart && message.activity == nil && message.environment == nil)
        },
        RequestBodyCase(
            "POST", "/api/v1/notifications/interactions",
            RecordInteractionsRequest(interactions: [
                BaliseInteraction(
                    notificationId: "a1", action: BaliseInteraction.opened,
                    at: Date(timeIntervalSince1970: 1_769_860_800.123), link: "app://orders/1"),
                BaliseInteraction(notificationId: "a 1", action: BaliseInteraction.opened),
                BaliseInteraction(notificationId: "a2", action: "REPLY"),
            ]), becomes: RecordInteractions.self
        ) { message in
            #expect(message.account == People.ada)
            // The last one has no time: the edge adds its own.
            let last = try #require(message.interactions.last)
            #expect(
                message.interactions == [
                    NotificationInteraction(
                        notification: NotificationID("a1")!, action: NotificationInteraction.opened,
                        at: UnixTime(milliseconds: 1_769_860_800_123), link: "app://orders/1"),
                    NotificationInteraction(notification: NotificationID("a2")!, action: "REPLY", at: last.at),
                ])
        },
        RequestBodyCase(
            "POST", "/api/v1/notifications/preview",
            PreviewNotificationRequest(content: wholeContent), key: People.publishersKey,
            becomes: PreviewNotification.self
        ) { #expect(!$0.mayInterrupt && $0.content == wholeContent) },
        RequestBodyCase(
            "POST", "/api/v1/notifications/preview", PreviewNotificationRequest(content: endOfActivity),
            key: People.publishersKey, becomes: PreviewNotification.self
        ) { #expect($0.content == endOfActivity) },
        RequestBodyCase(
            "POST", "/api/v1/push/channels",
            CreateBroadcastChannelRequest(bundleId: "org.example.app", environment: .sandbox, storesLatest: true),
            key: People.publishersKey, becomes: CreateBroadcastChannel.self
        ) { #expect($0.topic == "org.example.app" && $0.environment == .sandbox && $0.storesLatest) },
        RequestBodyCase(
            "POST", "/api/v1/push/channels/broadcasts",
            SendBroadcastRequest(
                channel: "Y2hhbm5lbA==", bundleId: "org.example.app", environment: .sandbox,
                content: NotificationContent(
                    pushType: .liveactivity,
                    liveActivity: LiveActivityContent(event: .update, activity: "m", state: "{}"))),
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
        RequestBodyCase(
            "DELETE", "/api/v1/push/channels", BaliseBroadcastChannel(channel: "Y2hhbm5lbA=="),
            key: People.publishersKey,
            becomes: DeleteBroadcastChannel.self
        ) { #expect($0.channel == BroadcastChannel(id: "Y2hhbm5lbA==", environment: .production)) },
    ]
}

private let wholeContent = NotificationContent(
    texts: [
        NotificationText(language: "fr", title: "T {n}", subtitle: "S", body: "B"), NotificationText(title: "U"),
    ], fallbackLanguage: "fr",
    arguments: [NotificationArgument(name: "n", value: "1.50"), NotificationArgument(name: "m", value: "x")],
    imageURL: "https://example.com/a.png", sound: NotificationSound(name: "bell.caf", volume: 0.5), badge: .fixed(7),
    category: "c", actions: [NotificationAction(id: "a", title: "A", link: "app://a")], thread: "t",
    interruptionLevel: .timeSensitive, relevance: 0.25, link: "app://b", data: #"{"order": 1}"#, timeToLive: 60,
    priority: .low, collapseID: "k", wakesApp: true,
    android: AndroidContent(
        channel: "c", icon: "i", color: "#000000", tag: "g", imageURL: "https://example.com/b.png"),
    apns: #"{"x":1}"#, fcm: #"{"data":{}}"#)

private let endOfActivity = NotificationContent(
    pushType: .liveactivity,
    liveActivity: LiveActivityContent(
        event: .end, activity: "m", state: "{}", attributesType: "T", attributes: "{}",
        staleAt: UnixTime(milliseconds: 1_800_000_000_000), dismissalAt: UnixTime(milliseconds: 1_800_000_001_000)))
