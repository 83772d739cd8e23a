@testable import Push

private enum RefusedContents {
    typealias Case = (change: @Sendable (inout NotificationContent) -> Void, says: String)

    static func text(_ title: String?, body: String? = nil) -> [NotificationText] {
        [NotificationText(language: "en", title: title, body: body)]
    }

    static let refused: [Case] = [
        ({ $0.texts = [] }, "needs texts"), ({ $0.texts = text(nil) }, "says nothing"),
        ({ $0.texts = text("") }, "says nothing"),
        ({ $0.texts = text("a\u{0}b") }, "no control characters"), ({ $0.texts = text("a\u{1B}[0m") }, "no control"),
        ({ $0.texts = text(String(repeating: "é", count: 1025)) }, "title has 1025 characters"),
        ({ $0.texts = text("T", body: String(repeating: "a", count: 10_240)) }, "body has 10240 characters"),
        ({ $0.texts[0].language = "french" }, "tag such as fr"), ({ $0.texts[0].language = "" }, "tag such as fr"),
        ({ $0.texts += $0.texts }, "the language en twice"),
        ({ $0.texts = (0..<51).map { NotificationText(language: "l\($0)", title: "T") } }, "at most 50 languages"),
        ({ $0.fallbackLanguage = "fr" }, "fallbackLanguage must be one"),
        ({ $0.texts = text("Hi {nobody}") }, "{nobody}"), ({ $0.texts = text("{") }, "without its }"),
        ({ $0.arguments = [NotificationArgument(name: "a b", value: "")] }, "names of arguments"),
        ({ $0.arguments = [NotificationArgument(name: "a", value: "\u{7}")] }, "arguments.a may have no control"),
        ({ $0.arguments = Array(repeating: NotificationArgument(name: "a", value: ""), count: 2) }, "name twice"),
        ({ $0.imageURL = "http://example.com/a.png" }, "https address"), ({ $0.imageURL = "https:///a" }, "https"),
        ({ $0.imageURL = "https://user@example.com/a" }, "https address"),
        ({ $0.android = AndroidContent(imageURL: "ftp://example.com/") }, "android.imageUrl"),
        ({ $0.link = "orders" }, "link must be an address"), ({ $0.link = "javascript:alert(1)" }, "link must be"),
        ({ $0.link = "app://a b" }, "link must be"), ({ $0.link = "app://\u{202E}a" }, "link must be"),
        ({ $0.sound = NotificationSound(name: "../bell.caf") }, "without a folder"),
        ({ $0.sound = NotificationSound(name: "a", volume: 0.5) }, "needs the interruptionLevel critical"),
        ({ $0.badge = .fixed(-1) }, "badge must be"), ({ $0.badge = .fixed(100_000) }, "badge must be"),
        ({ $0.relevance = 1.5 }, "relevance"), ({ $0.relevance = .nan }, "relevance"),
        ({ $0.category = "" }, "category has 0 characters"),
        ({ $0.thread = String(repeating: "t", count: 65) }, "thread"),
        ({ $0.collapseID = String(repeating: "é", count: 33) }, "collapseId may have at most 64 bytes"),
        ({ $0.collapseID = "a\u{2028}b" }, "one line"),
        ({ $0.timeToLive = -1 }, "timeToLive"), ({ $0.timeToLive = 2_592_001 }, "timeToLive"),
        ({ $0.data = "[]" }, "data must be a JSON object"), ({ $0.data = "{" }, "data must be a JSON object"),
        ({ $0.data = #"{"aps":{}}"# }, "data.aps is written"), ({ $0.data = #"{"link":""}"# }, "data.link is written"),
        ({ $0.data = #"{"gcm.x":1}"# }, "FCM keeps for itself"), ({ $0.data = #"{"a":1,"a":2}"# }, "member twice"),
        ({ $0.data = #"{"from":1}"# }, "FCM keeps for itself"),
        ({ $0.android = AndroidContent(color: "red") }, "android.color"),
        ({ $0.android = AndroidContent(color: "#12345g") }, "android.color"),
        ({ $0.actions = (0..<11).map { NotificationAction(id: "\($0)", title: "T") } }, "at most 10 actions"),
        ({ $0.actions = [NotificationAction(id: "a", title: "")] }, "actions.title has 0 characters"),
        ({ $0.actions = Array(repeating: NotificationAction(id: "a", title: "T"), count: 2) }, "id twice"),
        ({ $0.liveActivity = NotificationContent.activity(.update).liveActivity }, "needs the pushType liveactivity"),
    ]

    static let unseen: [Case] = [
        ({ $0.texts = text("T") }, "leave out texts"), ({ $0.sound = NotificationSound() }, "leave out sound"),
        ({ $0.badge = .fixed(1) }, "leave out badge"), ({ $0.imageURL = "https://example.com/" }, "leave out imageUrl"),
        ({ $0.category = "c" }, "leave out category"), ({ $0.thread = "t" }, "leave out thread"),
        ({ $0.interruptionLevel = .active }, "leave out interruptionLevel"),
        ({ $0.wakesApp = true }, "leave out wakesApp"), ({ $0.priority = .immediate }, "cannot be immediate"),
        ({ ($0.pushType, $0.fcm) = (.voip, "{}") }, "no effect with the pushType voip"),
        ({ $0.pushType = .mdm }, "needs data"),
        ({ ($0.pushType, $0.data) = (.mdm, #"{"mdm":"m","x":1}"#) }, "PushMagic"),
        ({ ($0.pushType, $0.data) = (.mdm, #"{"mdm":""}"#) }, "PushMagic"),
        (
            {
                $0.pushType = .fileprovider; $0.data = "{}"; $0.link = "a://b"
            }, "leave out link"
        ),
        ({ $0.pushType = .liveactivity }, "needs liveActivity"),
    ]

    static let activities: [Case] = [
        ({ $0.texts = [] }, "needs texts with a title and a body"), ({ $0.texts[0].body = nil }, "title and a body"),
        ({ $0.liveActivity?.attributes = nil }, "needs attributesType"),
        ({ $0.liveActivity?.attributesType = nil }, "needs attributesType"),
        ({ $0.liveActivity?.state = "1" }, "liveActivity.state must be a JSON object"),
        ({ $0.liveActivity?.activity = "" }, "liveActivity.activity has 0 characters"),
        ({ $0.liveActivity?.event = .update }, "belong to a start"),
        ({ $0.liveActivity?.dismissalAt = .start }, "belongs to an end"),
        ({ $0.badge = .fixed(1) }, "no place for badge"),
        ({ $0.data = "{}" }, "no place for data"), ({ $0.texts[0].subtitle = "S" }, "no place for subtitle"),
        ({ $0.android = AndroidContent() }, "no effect"),
    ]
}

@Suite("The rules of notifications")
struct NotificationRulesTests {
    @Test(
        "Content outside the rules is refused with the reason and the field",
        arguments: 0..<RefusedContents.refused.count)
    func refusals(_ number: Int) {
        var content = NotificationContent.alert()
        #expect(refusal(of: content) == nil)
        RefusedContents.refused[number].change(&content)
        let error = refusal(of: content)
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(RefusedContents.refused[number].says) == true, "\(error?.message ?? "taken")")
        #expect(error?.field?.hasPrefix("content.") == true, "\(error?.field ?? "none")")
    }

    @Test("A push that shows nothing may not have visible members", arguments: 0..<RefusedContents.unseen.count)
    func unseen(_ number: Int) {
        var content = NotificationContent.unseen(.background)
        #expect(refusal(of: content) == nil)
        RefusedContents.unseen[number].change(&content)
        let error = refusal(of: content)
        #expect(error?.message.contains(RefusedContents.unseen[number].says) == true, "\(error?.message ?? "taken")")
        #expect(error?.field?.hasPrefix("content.") == true, "\(error?.field ?? "none")")
    }

    @Test(
        "A Live Activity has the members that ActivityKit needs, and no others",
        arguments: 0..<RefusedContents.activities.count)
    func activities(_ number: Int) {
        var content = NotificationContent.activity(.start)
        RefusedContents.activities[number].change(&content)
        let error = refusal(of: content)
        #expect(
            error?.message.contains(RefusedContents.activities[number].says) == true, "\(error?.message ?? "taken")")
        #expect(error?.field?.hasPrefix("content.") == true, "\(error?.field ?? "none")")
    }

    @Test("A refusal names all wrong members")
    func allWrong() {
        var content = NotificationContent.alert()
        content.texts = [NotificationText(language: "e n", title: "\u{7}")]
        (content.link, content.imageURL, content.timeToLive) = ("a b", "x", -1)
        let error = refusal(of: content)
        #expect(
            error?.wrongMembers.map(\.field)
                == [
                    "content.texts[0].language", "content.texts[0].title", "content.imageUrl", "content.link",
                    "content.timeToLive",
                ])
    }

    @Test("A refusal names the path of the wrong member")
    func fields() {
        let cases: [(field: String, change: (inout NotificationContent) -> Void)] = [
            ("content.texts[1].body", { $0.texts += [NotificationText(language: "fr", title: "T", body: "\u{7}")] }),
            ("content.actions[0].link", { $0.actions = [NotificationAction(id: "a", title: "T", link: "a b")] }),
            ("content.android.imageUrl", { $0.android = AndroidContent(imageURL: "x") }),
            ("content.data", { $0.data = #"{"aps":1}"# }),
            ("content.apns.aps.badge", { $0.apns = #"{"aps":{"badge":"1"}}"# }),
            ("content.fcm.android", { $0.fcm = #"{"android":{"ttl":"1s"}}"# }),
            ("content.interruptionLevel", { $0.interruptionLevel = .critical }),
        ]
        for (field, change) in cases {
            var content = NotificationContent.alert()
            change(&content)
            #expect(refusal(of: content)?.field == field)
        }
    }

    @Test("Direction marks, emoji and any script are sent unchanged")
    func hostile() throws {
        let title = "\u{202E}evil\u{202C} 👩‍👩‍👧‍👦 \u{FEFF}\"\\/</script>\u{2028} العربية"
        let content = NotificationContent.alert(RefusedContents.text(title, body: String(repeating: "👩🏽‍🚀", count: 100)))
        #expect(refusal(of: content) == nil)
        struct Payload: Decodable {
            struct APS: Decodable {
                struct Alert: Decodable { let title: String }
                let alert: Alert
            }
            let aps: APS
        }
        let payload = try JSONDecoder().decode(Payload.self, from: try rendered(content).push.payload)
        #expect(Array(payload.aps.alert.title.unicodeScalars) == Array(title.unicodeScalars))
    }

    @Test("Time-sensitive and critical pushes need a key that may interrupt, even in raw parts")
    func interrupting() {
        for level in InterruptionLevel.allCases {
            var content = NotificationContent.alert()
            content.interruptionLevel = level
            let isOpen = level == .passive || level == .active
            #expect((refusal(of: content)?.code == .forbidden) == !isOpen)
            #expect(refusal(of: content, mayInterrupt: true) == nil)
            var raw = NotificationContent.alert()
            raw.apns = #"{"aps":{"interruption-level":"\#(level.rawValue)"}}"#
            #expect((refusal(of: raw)?.code == .forbidden) == !isOpen)
            raw.apns = nil
            raw.fcm = #"{"apns":{"payload":{"aps":{"interruption-level":"\#(level.rawValue)"}}}}"#
            #expect((refusal(of: raw)?.code == .forbidden) == !isOpen)
        }
        var sound = NotificationContent.alert()
        sound.sound = nil
        sound.apns = #"{"aps":{"sound":{"critical":1,"name":"a"}}}"#
        #expect(refusal(of: sound)?.code == .forbidden)
        #expect(refusal(of: sound, mayInterrupt: true) == nil)
    }
}
