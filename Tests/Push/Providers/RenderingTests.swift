@testable import Push

@Suite("The rendering of notifications")
struct RenderingTests {
    @Test("An alert has its texts, sound, badge and id")
    func alert() throws {
        let alert = try rendered(.alert())
        #expect(
            alert.payload
                == #"{"aps":{"alert":{"title":"T","body":"B"},"badge":3,"sound":"default"},"notificationId":"n1"}"#)
        #expect(alert.push.pushType == .alert && alert.push.priority == .immediate && alert.push.collapseID == "n1")
        #expect(alert.push.expiresAt == RenderedOccasion.sample.endsAt)
    }

    @Test("Buttons make the content mutable for the app's extension")
    func buttons() throws {
        var content = NotificationContent.alert()
        content.actions = [NotificationAction(id: "ok", title: "OK")]
        #expect(
            try rendered(content).payload
                == #"{"aps":{"alert":{"title":"T","body":"B"},"badge":3,"sound":"default","mutable-content":1},"#
                + #""notificationId":"n1","actions":[{"id":"ok","title":"OK"}]}"#)
    }

    @Test("Every member of an alert reaches APNs, with arguments and raw part")
    func whole() throws {
        let whole = try rendered(.whole)
        #expect(
            whole.payload
                == """
                {"aps":{"alert":{"title":"Hi Ada","subtitle":"S","body":"{3}"},"badge":0,"sound":"bell.caf",\
                "thread-id":"orders","category":"ORDER","content-available":1,"mutable-content":1,\
                "interruption-level":"passive","relevance-score":0.5,"target-content-id":"w"},"notificationId":"n1",\
                "link":"app://orders/1","imageUrl":"https://example.com/a.png",\
                "actions":[{"id":"ok","title":"Yes, Ada","link":"app://ok"}],"order":1,"deep":{"a":[true]},"text":"é",\
                "extra":{"x":1}}
                """)
        #expect(whole.push.priority == .considerate && whole.push.collapseID == "order-1")
    }

    @Test("Every member of an alert reaches FCM, with the parts for iPhones and Android")
    func wholeForFCM() throws {
        let whole = try rendered(.whole, for: .fcm, language: "fr")
        #expect(
            whole.payload
                == """
                {"notification":{"title":"Allô Ada","body":"Texte","image":"https://example.com/a.png"},\
                "data":{"notificationId":"n1","link":"app://orders/1","imageUrl":"https://example.com/a.png",\
                "actions":"[{\\"id\\":\\"ok\\",\\"title\\":\\"Yes, Ada\\",\\"link\\":\\"app://ok\\"}]","order":"1",\
                "deep":"{\\"a\\":[true]}","text":"é"},\
                "apns":{"headers":{"apns-push-type":"alert","apns-priority":"5","apns-expiration":"1800000100",\
                "apns-collapse-id":"order-1"},"payload":{"aps":{"badge":0,"sound":"bell.caf","thread-id":"orders",\
                "category":"ORDER","content-available":1,"mutable-content":1,"interruption-level":"passive",\
                "relevance-score":0.5,"target-content-id":"w"},"extra":{"x":1}},\
                "fcm_options":{"image":"https://example.com/a.png"}},"fcm_options":{"analytics_label":"l"}}
                """)
        #expect(
            whole.android
                == """
                "collapse_key":"order-1","notification":{"channel_id":"orders","icon":"ic_order","color":"#0a84ff",\
                "tag":"t","image":"https://example.com/b.png","sound":"bell.caf","ticker":"t"},"priority":"NORMAL",\
                "direct_boot_ok":true
                """)
    }

    @Test("A subtitle reaches iPhones through FCM in the payload for Apple")
    func subtitleThroughFCM() throws {
        #expect(
            try rendered(.whole, for: .fcm, language: "en").payload.contains(
                #""aps":{"alert":{"title":"Hi Ada","subtitle":"S","body":"{3}"},"#))
    }

    @Test(
        "Where a provider has no subtitle, it takes the place of a missing body",
        arguments: [
            (nil, "S", nil, nil, #"{"notification":{"body":"S"},"#),
            ("T", "S", nil, nil, #"{"notification":{"title":"T","body":"S"},"#),
            ("T", nil, nil, nil, #"{"notification":{"title":"T"},"#),
            (nil, nil, "B", nil, #"{"notification":{"body":"B"},"#),
            ("T", "S", "B", nil, #"{"notification":{"title":"T","body":"B"},"#),
            ("T", "S", nil, #"{"notification":{"body":"R"}}"#, #"{"notification":{"title":"T","body":"R"},"#),
            ("T", "S", nil, #"{"android":{"notification":{"body_loc_key":"K"}}}"#, #"{"notification":{"title":"T"},"#),
            ("T", "S", nil, #"{"android":{"notification":{"body":"R"}}}"#, #"{"notification":{"title":"T"},"#),
        ] as [(String?, String?, String?, String?, String)])
    func subtitleAlone(_ title: String?, _ subtitle: String?, _ body: String?, _ fcm: String?, _ begin: String) throws {
        var content = NotificationContent.alert([
            NotificationText(language: "en", title: title, subtitle: subtitle, body: body)
        ])
        content.fcm = fcm.flatMap { JSONDetails($0) }
        #expect(refusal(of: content) == nil)
        let google = try rendered(content, for: .fcm).payload
        #expect(google.hasPrefix(begin), "\(google)")
        // An iPhone that is reached through FCM shows each text once.
        #expect(google.contains(#""subtitle":"S""#) == (subtitle != nil && (body != nil || fcm != nil)))
        let apple = try rendered(content).payload
        #expect(apple.contains(#""subtitle":"S""#) == (subtitle != nil))
        let inbox = NotificationReading.text(of: content, for: nil)
        #expect(inbox.title == title && inbox.body == body ?? subtitle)
    }

    @Test("A background push shows nothing and has priority 5 with both providers")
    func background() throws {
        let content = NotificationContent.unseen(.background, data: #"{"sync":"orders"}"#)
        let apple = try rendered(content)
        #expect(apple.payload == #"{"aps":{"content-available":1},"notificationId":"n1","sync":"orders"}"#)
        #expect(apple.push.priority == .considerate && apple.push.collapseID == nil)
        let google = try rendered(content, for: .fcm)
        #expect(
            google.payload
                == """
                {"data":{"notificationId":"n1","sync":"orders"},"apns":{"headers":{"apns-push-type":"background",\
                "apns-priority":"5","apns-expiration":"1800000100"},"payload":{"aps":{"content-available":1}}}}
                """)
        #expect(google.android == #""priority":"NORMAL""#)
    }

    @Test(
        "A push that wakes an extension carries the app's data",
        arguments: [
            (NotificationContent.unseen(.location), #"{"notificationId":"n1"}"#),
            (.unseen(.voip, data: #"{"call":"c"}"#), #"{"notificationId":"n1","call":"c"}"#),
            (.unseen(.complication, data: #"{"steps":1}"#), #"{"notificationId":"n1","steps":1}"#),
            (.unseen(.fileprovider, data: #"{"container-identifier":"c"}"#), #"{"container-identifier":"c"}"#),
            (.unseen(.mdm, data: #"{"mdm":"magic"}"#), #"{"mdm":"magic"}"#),
        ])
    func extensions(_ content: NotificationContent, _ payload: String) throws {
        let push = try rendered(content)
        #expect(push.payload == payload)
        #expect(push.push.pushType == content.pushType && push.push.priority == .immediate)
        #expect(refusal(of: content) == nil)
    }

    @Test(
        "A Live Activity starts, changes and ends",
        arguments: [
            (
                LiveActivityEvent.start,
                """
                {"aps":{"timestamp":1800000000,"event":"start","content-state":{"score":"1:0"},\
                "attributes-type":"MatchAttributes","attributes":{"home":"A"},"input-push-token":1,\
                "alert":{"title":"T","body":"B"}}}
                """
            ),
            (.update, #"{"aps":{"timestamp":1800000000,"event":"update","content-state":{"score":"1:0"}}}"#),
            (
                .end,
                """
                {"aps":{"timestamp":1800000000,"event":"end","content-state":{"score":"1:0"},\
                "dismissal-date":1800000500}}
                """
            ),
        ])
    func activities(_ event: LiveActivityEvent, _ payload: String) throws {
        let push = try rendered(.activity(event))
        #expect(push.payload == payload)
        #expect(push.push.pushType == .liveactivity && push.push.collapseID == nil)
        #expect(refusal(of: .activity(event)) == nil)
    }

    @Test("A critical sound has its volume")
    func critical() throws {
        var content = NotificationContent.alert()
        content.interruptionLevel = .critical
        content.sound = NotificationSound(name: "alarm.caf", volume: 0.25)
        #expect(
            try rendered(content).payload.contains(
                #""sound":{"critical":1,"name":"alarm.caf","volume":0.25},"interruption-level":"critical""#))
    }

    @Test("A push without a time to live has no expiry, and an unchanged badge is left out")
    func once() throws {
        var content = NotificationContent.alert()
        content.timeToLive = 0
        content.badge = .unchanged
        content.sound = nil
        let push = try rendered(content)
        #expect(push.push.expiresAt == nil)
        #expect(push.payload == #"{"aps":{"alert":{"title":"T","body":"B"}},"notificationId":"n1"}"#)
    }

    @Test("FCM's lifetime of the message completes the part for Android")
    func body() throws {
        let push = try rendered(.alert(), for: .fcm).push
        var outgoing = OutgoingPush.sample()
        outgoing.provider = .fcm
        outgoing.token = SecretText("token:APA91b")
        (outgoing.payload, outgoing.android, outgoing.expiresAt) = (push.payload, push.android, push.expiresAt)
        let now = RenderedOccasion.sample.endsAt.adding(seconds: -60)
        let body = String(decoding: FCMMessages.body(outgoing, at: now), as: UTF8.self)
        #expect(
            body.hasPrefix(
                """
                {"message":{"android":{"collapse_key":"n1","notification":{"tag":"n1","sound":"default"},\
                "priority":"HIGH","ttl":"60s"},"token":"token:APA91b","notification":{"title":"T","body":"B"},
                """))
        #expect(try JSONSerialization.jsonObject(with: Data(body.utf8)) is [String: Any])
    }
}
