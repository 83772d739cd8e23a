@Suite("A received push")
struct ReceivedPushTests {
    /// A payload as the system passes it to the app, with the system's types for numbers and truth values.
    private func push(_ text: String) throws -> ReceivedPush {
        let payload = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return ReceivedPush(payload: try #require(payload as? [String: Any]))
    }

    @Test("is read from the server's payload")
    func payload() throws {
        let push = try push(
            """
            {"aps":{"alert":{"title":"t"},"category":"ORDER","thread-id":"orders"},"notificationId":"ntf_1",
            "link":"app://orders/1","imageUrl":"https://example.com/a.png",
            "actions":[{"id":"pay","title":"Pay","link":"app://pay/1"},{"id":"later","title":"Later"}],
            "order":1,"isGift":true,"lines":[1,{"a":null}]}
            """)
        #expect(push.id == "ntf_1" && push.category == "ORDER" && push.thread == "orders")
        #expect(push.link == URL(string: "app://orders/1"))
        #expect(push.imageAddress == URL(string: "https://example.com/a.png"))
        #expect(push.actions.map(\.id) == ["pay", "later"] && push.actions.first?.link == "app://pay/1")
        #expect(push.page == nil && push.data?.text == #"{"isGift":true,"lines":[1,{"a":null}],"order":1}"#)
    }

    @Test("is read from Firebase's data, where each value is a text")
    func firebase() {
        let payload: [AnyHashable: Any] = [
            "notificationId": "ntf_1", "actions": #"[{"id":"pay","title":"Pay"}]"#, "order": "1",
            "gcm.message_id": "7", "google.c.fid": "f", "from": "9", "fcm_options": ["image": "i"],
        ]
        let push = ReceivedPush(payload: payload)
        #expect(push.id == "ntf_1" && push.actions.map(\.title) == ["Pay"] && push.data?.text == #"{"order":"1"}"#)
    }

    @Test("leaves out members of another form, and reads the rest")
    func odd() {
        let payload: [AnyHashable: Any] = [
            "notificationId": 7, "link": "", "imageUrl": ["a"], "actions": [["id": "x"], ["id": "a", "title": "A"]],
            "aps": "none", "when": Date(), 3: "three", "offerId": 5,
        ]
        let push = ReceivedPush(payload: payload)
        #expect(push.id == nil && push.link == nil && push.imageAddress == nil && push.category == nil)
        #expect(push.actions.map(\.id) == ["a"] && push.page == .offer(5))
        #expect(ReceivedPush(payload: [:]) == ReceivedPush())
    }

    @Test("opens its link, else its page, its data, its entry, else the app")
    func targets() throws {
        let link = try #require(URL(string: "app://orders/1"))
        let data: JSONDetails = #"{"order":1}"#
        #expect(PushTarget(ReceivedPush(id: "n", link: link, page: .offer(1), data: data)) == .link(link))
        #expect(PushTarget(ReceivedPush(id: "n", page: .offer(1), data: data)) == .page(.offer(1)))
        #expect(PushTarget(ReceivedPush(id: "n", data: data)) == .data(data))
        #expect(PushTarget(ReceivedPush(id: "n")) == .inboxEntry("n"))
        #expect(PushTarget(ReceivedPush()) == .app)
    }

    @Test("opens the same as its inbox entry")
    func entries() throws {
        func entry(_ screen: String, link: String? = nil) -> BaliseInboxEntry {
            BaliseInboxEntry(
                id: "n1", userId: "u", type: .offer, title: "t", content: "c", screen: screen, entityId: "12",
                createdAt: Date(timeIntervalSince1970: 0), link: link)
        }
        #expect(PushTarget(entry("offer_detail")) == .page(.offer("12")))
        #expect(PushTarget(entry("notification")) == .inboxEntry("n1"))
        let address = try #require(URL(string: "app://a"))
        #expect(PushTarget(entry("notification", link: "app://a")) == .link(address))
    }

    @Test("opens a button's link, and nothing for a dismissal")
    func buttons() throws {
        let pay = NotificationAction(id: "pay", title: "Pay", link: "app://pay")
        let push = ReceivedPush(id: "n", actions: [pay, NotificationAction(id: "later", title: "Later")])
        let address = try #require(URL(string: "app://pay"))
        #expect(PushResponse(push, .action("pay")).target == .link(address))
        #expect(PushResponse(push, .action("later")).target == nil)
        #expect(PushResponse(push, .action("other")).target == nil)
        #expect(PushResponse(push, .dismissed).target == nil)
        #expect(PushResponse(push).target == .inboxEntry("n"))
    }
}
