@testable import Push

@Suite("The page of a notification", .timeLimit(.minutes(10)))
struct NotificationPageTests {
    private static let other = PublisherID("other")!
    private static let baker =
        #"{"type":"PROFESSIONAL","id":7,"category":"FOOD_PLAISIRS","latitude":48.5,"longitude":-4.5,"#
        + #""establishmentName":"Le Fournil"}"#

    private func notification(_ details: String, _ account: AccountID) -> OutgoingNotification {
        var notification = OutgoingNotification.sample(.accounts([account]), title: "Dear Ada")
        notification.details = details
        return notification
    }

    private func offer(_ id: Int, _ members: String = "") -> String {
        #"{"type":"OFFER","id":\#(id),"category":"FOOD_PLAISIRS"\#(members)}"#
    }

    @Test("The page shows the details, but not the texts for one user")
    func page() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let sent = try await push.notify(notification(Self.baker, ada))
            let open = OpenAnnouncement(types: [.professional], subject: .number(7), language: "en")
            let page = try await push.send(open)
            #expect(page.announcement.subject == .number(7) && page.announcement.type == .professional)
            #expect(page.announcement.title == nil && page.announcement.body == nil)
            #expect(page.details == Self.baker)
            #expect(page.place == Coordinate(latitude: 48.5, longitude: -4.5))
            let offers = OpenAnnouncement(types: [.offer, .event], subject: .number(7))
            #expect(try await push.refusal(of: offers) == .notFound)
            let all = FindAnnouncements(types: AnnouncementType.allCases, limit: 10)
            #expect(try await push.send(all).found.isEmpty)
            let id = try #require(sent.record).id
            #expect(try await push.send(GetNotification(id: id, of: nil)).notification.details == Self.baker)
            _ = try await push.send(CancelNotification(id: id, of: .sample))
            #expect(try await push.refusal(of: open) == .notFound)
        }
    }

    @Test("The latest notification of the first publisher is shown, and an announcement replaces it")
    func publishers() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            let open = OpenAnnouncement(types: [.offer, .event], subject: .number(9))
            for (price, publisher) in [(1, PublisherID.sample), (2, Self.other), (3, .sample), (4, Self.other)] {
                _ = try await push.notify(notification(offer(9, #","price":\#(price)"#), ada), by: publisher)
            }
            #expect(try await push.send(open).details?.contains(#""price":3"#) == true)
            var announced = OutgoingNotification.sample
            announced.subject = .number(9)
            announced.details = nil
            _ = try await push.notify(announced)
            #expect(try await push.send(open).details == nil)
        }
    }

    @Test("The page is shown from the begin of the notification on")
    func later() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            var later = notification(offer(5), ada)
            later.startsAt = push.clock.now().adding(seconds: 3600)
            _ = try await push.notify(later)
            let open = OpenAnnouncement(types: [.offer], subject: .number(5))
            #expect(try await push.refusal(of: open) == .notFound)
        }
    }

    @Test(
        "Details that cannot be opened are refused",
        arguments: [
            ("[]", "JSON object"), (#"{"id":7}"#, "details.type"), (#"{"type":"JOKE","id":7}"#, "details.type"),
            (#"{"type":"EVENT"}"#, "details.id"), (#"{"type":"EVENT","id":"7"}"#, "details.id"),
            (#"{"type":"EVENT","id":7.5}"#, "details.id"), (#"{"type":"OFFER","id":7}"#, "category"),
            (#"{"type":"OFFER","id":7,"category":"SPORT"}"#, "details.category"),
            (#"{"type":"PROFESSIONAL","id":7,"category":"FOOD_PLAISIRS"}"#, "latitude"),
            (#"{"type":"EVENT","id":7,"latitude":48}"#, "details.latitude"),
            (#"{"type":"EVENT","id":7,"latitude":91,"longitude":0}"#, "details.latitude"),
            (#"{"type":"EVENT","id":7,"more":"\#(String(repeating: "x", count: 4096))"}"#, "4096 bytes"),
        ])
    func refused(details: String, text: String) throws {
        do throws(ServiceError) {
            _ = try NotificationDetails.checked(details, categories: ["FOOD_PLAISIRS"])
            Issue.record("it is let through")
        } catch {
            #expect(error.code == .invalidRequest && error.message.contains(text), "\(error.message)")
        }
        #expect(try NotificationDetails.checked(#"{"type":"EVENT","id":7}"#, categories: []).place == nil)
    }

    @Test("Details are checked when the notification is sent")
    func judged() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            #expect(try await push.refusalToSend(notification(#"{"type":"OFFER","id":1}"#, ada)) == .invalidRequest)
            #expect(try await push.refusalToSend(notification(offer(1), ada)) == nil)
        }
    }
}
