@testable import Push

@Suite("The sizes of notifications")
struct SizeTests {
    /// A content whose APNs payload has exactly this size, without parts that vary between pushes.
    private static func content(_ bytes: Int, _ pushType: NotificationPushType) -> NotificationContent {
        let id = #"{"notificationId":"","d":""}"#.utf8.count + 32
        return .unseen(pushType, data: #"{"d":"\#(String(repeating: "x", count: bytes - id))"}"#)
    }

    @Test(
        "the last byte that APNs takes is taken, and the next one refused with the size",
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

    @Test("a call may have 5,120 bytes, over its data and its raw part")
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

    @Test("the language that is too large is named, with its provider")
    func language() {
        let texts = [
            NotificationText(language: "en", title: "T", body: "short"),
            NotificationText(language: "fr", title: "T", body: String(repeating: "é", count: 2000)),
        ]
        let message = refusal(of: .alert(texts))?.message ?? ""
        #expect(message.contains("in the language fr, and at most 4096") && message.contains("for FCM"))
    }

    @Test("what is accepted fits whatever the badge, the id and the time are")
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
