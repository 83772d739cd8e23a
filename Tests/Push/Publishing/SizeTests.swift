@testable import Push

@Suite("The sizes of notifications")
struct SizeTests {
    /// A content whose APNs payload has exactly this size, without parts that vary between pushes.
    private static func content(_ bytes: Int, _ pushType: NotificationPushType) -> NotificationContent {
        let id = #"{"notificationId":"","d":""}"#.utf8.count + 32
        return .unseen(pushType, data: #"{"d":"\#(String(repeating: "x", count: bytes - id))"}"#)
    }

    @Test(
        "The largest payload of APNs is accepted and one byte more is refused",
        arguments: [(NotificationPushType.location, 4096), (.complication, 4096)])
    func bound(_ pushType: NotificationPushType, _ largest: Int) throws {
        #expect(refusal(of: Self.content(largest, pushType)) == nil)
        #expect(
            refusal(of: Self.content(largest + 1, pushType))?.message
                == "the notification has 4097 bytes for APNs, and at most 4096 are taken; shorten its texts or its data"
        )
        let push = try NotificationRendering.push(
            Self.content(largest, pushType), for: .apns, in: nil,
            RenderedOccasion(id: String(repeating: "0", count: 32), badge: 1, beginsAt: .start, endsAt: .start))
        #expect(push.size == largest)
    }

    @Test("A call may have 5,120 bytes with its data and raw part")
    func voip() {
        func content(_ bytes: Int) -> NotificationContent {
            var content = Self.content(4000, .voip)
            // `,"e":""` joins the two.
            content.apns = #"{"e":"\#(String(repeating: "x", count: bytes - 4000 - 7))"}"#
            return content
        }
        #expect(refusal(of: content(5120)) == nil)
        #expect(refusal(of: content(5121))?.message.contains("5121 bytes for APNs, and at most 5120") == true)
    }

    @Test("A refusal names the language and the provider of the text that is too large")
    func language() {
        let texts = [
            NotificationText(language: "en", title: "T", body: "short"),
            NotificationText(language: "fr", title: "T", body: String(repeating: "é", count: 2000)),
        ]
        let message = refusal(of: .alert(texts))?.message ?? ""
        #expect(message.contains("in the language fr, and at most 4096") && message.contains("for FCM"))
    }

    @Test("Accepted content fits with any badge, id and time")
    func longest() throws {
        var length = 3000
        func content(_ length: Int) -> NotificationContent {
            .alert([NotificationText(language: "en", title: "T", body: String(repeating: "a", count: length))])
        }
        while refusal(of: content(length + 1)) == nil { length += 1 }
        let occasion = RenderedOccasion(
            id: String(repeating: "z", count: 32), badge: NotificationRules.maximumBadge, beginsAt: .start,
            endsAt: UnixTime(milliseconds: 4_102_444_800_000))
        for provider in PushProvider.allCases {
            let push = try NotificationRendering.push(
                content(length), for: provider, in: content(length).texts.first, occasion)
            #expect(push.size <= 4096)
            #expect(provider == .apns || push.size == 4096)
        }
    }
}
