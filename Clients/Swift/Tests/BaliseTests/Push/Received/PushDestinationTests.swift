@Suite("The page of a push")
struct DestinationTests {
    /// A payload as the system passes it to the app, with the system's types for numbers and truth values.
    private func destination(_ text: String) throws -> PushDestination? {
        let payload = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return PushDestination(payload: try #require(payload as? [String: Any]))
    }

    @Test(
        "is named by the older keys, or by the newer ones if both of those are there",
        arguments: [
            (#"{"offerId":42}"#, PushDestination.offer(42)), (#"{"offerId":"42"}"#, .offer("42")),
            (#"{"offerId":"of-1"}"#, .offer("of-1")), (#"{"offerId":7,"type":"EVENT"}"#, .event(7)),
            (#"{"offerId":"7","type":"EVENT"}"#, .event("7")), (#"{"offerId":7,"type":"OFFER"}"#, .offer(7)),
            (#"{"eventId":7}"#, .event(7)), (#"{"eventId":"e"}"#, .event("e")),
            (#"{"professionalId":9}"#, .professional(9)),
            (#"{"professionalId":"p","type":"EVENT"}"#, .professional("p")),
            (#"{"offerId":9007199254740993}"#, .offer(9_007_199_254_740_993)),
            (#"{"aps":{"alert":{"title":"t","body":"b"},"badge":1},"offerId":1}"#, .offer(1)),

            (#"{"screen":"offer_detail","entityId":"of-1"}"#, .offer("of-1")),
            (#"{"screen":"event_detail","entityId":"5","offerId":6}"#, .event("5")),
            (#"{"screen":"professional_detail","entityId":"5"}"#, .professional("5")),
            (#"{"screen":"order_detail","entityId":"A-17"}"#, .page(.order, entity: "A-17")),
            (#"{"screen":"loyalty_card","entityId":"1"}"#, .page(.init(rawValue: "loyalty_card"), entity: "1")),

            (#"{"screen":"offer_detail","offerId":3}"#, .offer(3)),
            (#"{"screen":"offer_detail","entityId":"","offerId":3}"#, .offer(3)),
            (#"{"screen":"offer_detail","entityId":3,"offerId":3}"#, .offer(3)),
            (#"{"entityId":"9","offerId":3}"#, .offer(3)),

            // The server's payloads have both members, with the publisher's number.
            (#"{"offerId":123,"screen":"offer_detail","entityId":"123"}"#, .offer(123)),
            (#"{"offerId":123,"type":"EVENT","screen":"event_detail","entityId":"123"}"#, .event(123)),
            (#"{"professionalId":8,"screen":"professional_detail","entityId":"8"}"#, .professional(8)),
            (#"{"offerId":"123","screen":"offer_detail","entityId":"123"}"#, .offer("123")),
        ])
    func keys(payload: String, expected: PushDestination) throws { #expect(try destination(payload) == expected) }

    @Test(
        "needs a valid id",
        arguments: [
            "{}", #"{"aps":{"badge":1}}"#, #"{"type":"EVENT"}"#, #"{"offerId":""}"#, #"{"offerId":null}"#,
            #"{"offerId":true}"#, #"{"offerId":1.5}"#, #"{"offerId":[1]}"#, #"{"offerId":{"id":1}}"#,
        ])
    func nowhere(payload: String) throws { #expect(try destination(payload) == nil) }

    @Test("is read from Firebase's texts, without values of libraries")
    func texts() {
        let data: [AnyHashable: Any] = [
            "professionalId": "12", "screen": "professional_detail", "entityId": "12", "gcm.message": Date(),
            7: "seven",
        ]
        #expect(PushDestination(payload: data) == .professional("12"))
    }

    @Test("is read although other values have the wrong type")
    func oddMembers() {
        let payload: [AnyHashable: Any] = ["offerId": 7, "type": Date(), "screen": Data([1]), "entityId": Double.nan]
        #expect(PushDestination(payload: payload) == .offer(7))
        #expect(PushDestination(payload: ["offerId": Double.infinity]) == nil)
        #expect(PushDestination(payload: ["offerId": UInt64.max]) == nil)
    }

    @Test(
        "has an id that may be a number as text",
        arguments: [(AnnouncementSubject.number(5), 5 as Int64?), ("5", 5), ("of-5", nil), ("5.0", nil), ("", nil)])
    func number(subject: AnnouncementSubject, expected: Int64?) { #expect(subject.number == expected) }
}
