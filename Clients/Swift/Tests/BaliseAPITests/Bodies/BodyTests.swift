// Bodies whose form does not follow from the names and types of their members.
//
// FactsTests in Tests/Edge compare the members of all bodies with the parts of the API's document.

import BaliseAPI
import BaliseJSON
import Foundation
import Testing

@Suite("A body")
struct BodyTests {
    /// 2026-01-31T12:00:00Z
    private static let now = Date(timeIntervalSince1970: 1_769_860_800)

    /// The members that a server names for an empty body.
    private func missingMembers<Body: JSONConvertible>(_ type: Body.Type) throws -> [String] {
        let empty = try JSONDocument(Array("{}".utf8)).root
        let errors = #expect(throws: JSONShapeErrors.self) { try Body(lenient: empty) }
        return try #require(errors).all.map(\.description)
    }

    @Test("without members reports each required member once")
    func namesEachMissingMemberOnce() throws {
        let needed = ["kind is missing", "audience is missing", "content is missing"]
        #expect(try missingMembers(SendNotificationRequest.self) == needed)
        #expect(try missingMembers(SetQuietHoursRequest.self) == ["start is missing", "end is missing"])
    }

    static let samples = [
        // Removed members are written as null, in the order of the names.
        BodySample(
            UpdateProfileRequest(
                email: "ada@example.org", firstName: "", currentPassword: SecretText("pass word"),
                fields: ["bio": .text("é")], removedFields: ["city", "address"]),
            #"{"email":"ada@example.org","firstName":"","currentPassword":"pass word","bio":"é","address":null,"city":null}"#
        ),
        BodySample(UpdateProfileRequest(), "{}"),
        // These values and cases have a short form in JSON: a name, an object or a number.
        BodySample(
            NotificationContent(
                texts: [NotificationText(title: "T {n}")], arguments: [NotificationArgument(name: "n", value: "v")],
                sound: nil, badge: .fixed(3), data: #"{"a": 1.50}"#),
            #"{"pushType":"alert","texts":[{"language":"und","title":"T {n}"}],"arguments":{"n":"v"},"sound":"none","#
                + #""badge":3,"actions":[],"data":{"a": 1.50},"wakesApp":false}"#),
        BodySample(
            NotificationContent(
                pushType: .liveactivity, badge: .unchanged,
                liveActivity: LiveActivityContent(
                    event: .end, activity: "m", state: "{}", dismissalAt: UnixTime(nearestTo: now)),
                apns: "{}"),
            #"{"pushType":"liveactivity","texts":[],"badge":"unchanged","actions":[],"wakesApp":false,"#
                + #""liveActivity":{"event":"end","activity":"m","state":{},"dismissalAt":"2026-01-31T12:00:00Z"},"#
                + #""apns":{}}"#),
        BodySample(BaliseQuietHours(), #"{"start":null,"end":null,"timeZone":null}"#),
        // Times of events have milliseconds; all others have none.
        BodySample(
            SetPositionRequest(latitude: 45.75, longitude: -4, accuracy: 5, timestamp: now.addingTimeInterval(0.25)),
            #"{"latitude":45.75,"longitude":-4,"accuracy":5,"timestamp":"2026-01-31T12:00:00.250Z"}"#),
        BodySample(
            BaliseInteraction(notificationId: "n1", action: "opened", at: now, link: "app://a"),
            #"{"notificationId":"n1","action":"opened","at":"2026-01-31T12:00:00.000Z","link":"app://a"}"#),
        BodySample(
            SentEmailCode(expiresAt: now, nextAt: now),
            #"{"expiresAt":"2026-01-31T12:00:00Z","nextAt":"2026-01-31T12:00:00Z"}"#),
        // The kind decides the name of the subject's member.
        BodySample(
            SendTestPushRequest(kind: .offer, subject: 15, title: "T", body: "B"),
            #"{"type":"OFFER","offerId":15,"title":"T","body":"B"}"#),
        BodySample(SendTestPushRequest(kind: .event, subject: "e1"), #"{"type":"EVENT","eventId":"e1"}"#),
        BodySample(
            SendTestPushRequest(kind: .professional, subject: 3), #"{"type":"PROFESSIONAL","professionalId":3}"#),
        // Repeated or derived values are read from one place.
        BodySample(
            BaliseInboxEntry(
                id: "n1", userId: "5f0c", type: .offer, title: "T", content: "B", screen: "offer_detail",
                entityId: "15",
                readAt: now, createdAt: now),
            #"{"id":"n1","userId":"5f0c","type":"OFFER","title":"T","content":"B","screen":"offer_detail","entityId":"15","#
                + #""isRead":true,"createdAt":"2026-01-31T12:00:00Z","state":{"isRead":true,"#
                + #""readAt":"2026-01-31T12:00:00Z","createdAt":"2026-01-31T12:00:00Z"}}"#),
        BodySample(
            AnnouncementRecipient(account: "5f0c", reason: .told, text: "told", deliveries: []),
            #"{"account":"5f0c","told":true,"reason":"told","text":"told","deliveries":[]}"#),
        BodySample(AnnouncementDryRun(fewerThan: 20), #"{"dryRun":true,"fewerThan":20}"#),
        BodySample(
            SignedInResponse(token: SecretText("jwt")), #"{"success":true,"token":"jwt","data":{"token":"jwt"}}"#),
        BodySample(DoneResponse(message: "Done."), #"{"success":true,"message":"Done.","data":{}}"#),
        BodySample(
            BaliseErrorResponse(code: "TOKEN_EXPIRED", message: "Token expired", title: "token_expired"),
            #"{"error":"TOKEN_EXPIRED","message":"Token expired","code":"TOKEN_EXPIRED","title":"token_expired"}"#),
        // One of the apps reads an error only if all its members are texts.
        BodySample(
            BaliseErrorResponse(
                code: "INVALID_REQUEST", message: "A. B.", title: "invalid_request",
                wrongMembers: [.init("email", "A."), .init("content.texts[0].title", "B.")],
                requestId: "0f4e9a1c27b36d8"),
            #"{"error":"INVALID_REQUEST","message":"A. B.","code":"INVALID_REQUEST","title":"invalid_request","#
                + #""field":"email","errors.email":"A.","errors.content.texts[0].title":"B.","#
                + #""requestId":"0f4e9a1c27b36d8"}"#),
        // The publisher's text stays unchanged.
        BodySample(
            ListedAnnouncement(
                id: 15, type: .professional, latitude: 45.75,
                details: [.init("firstName", "Ada"), .init("lastName", "")]),
            #"{"id":15,"type":"PROFESSIONAL","latitude":45.75,"firstName":"Ada","lastName":""}"#),
        // No call has this body: the server sends it to publishers.
        BodySample(
            BaliseWebhookEvent(
                type: BaliseWebhookEvent.sent, timestamp: now,
                data: .init(
                    id: "n1", kind: "orders", state: .done, fewerThan: 10, refusal: "r",
                    interactions: [BaliseInteractionCount(action: "opened", people: 12)], gone: 11)),
            #"{"type":"notification.sent","timestamp":"2026-01-31T12:00:00Z","data":{"id":"n1","kind":"orders","#
                + #""state":"done","fewerThan":10,"refusal":"r","interactions":[{"action":"opened","people":12}],"#
                + #""gone":11}}"#),
    ]

    @Test("has the documented JSON, and reading it gives an equal body", arguments: samples)
    func form(_ sample: BodySample) throws {
        #expect(sample.written == sample.text)
        #expect(try sample.isRead(sample.text))
    }

    /// A newer server sends more members to an old app.
    @Test("ignores unknown members", arguments: samples.filter { $0.name != "ListedAnnouncement" })
    func unknown(_ sample: BodySample) throws {
        let more = #"{"aMemberOfTomorrow":{"a":1},"# + sample.text.dropFirst()
        #expect(try sample.isRead(more.replacing(",}", with: "}")))
    }
}

struct BodySample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// The text that the value encodes to.
    let written: String
    /// Whether a text is read as the value.
    let isRead: @Sendable (_ text: String) throws -> Bool

    init<Body: JSONConvertible & Equatable>(_ body: Body, _ text: String) {
        name = "\(Body.self)"
        self.text = text
        written = body.json.text
        isRead = { text in try Body(JSONDocument(Array(text.utf8)).root) == body }
    }

    var testDescription: String { name + " " + text.prefix(60) }
}

@Suite("A body in an envelope")
struct EnvelopeTests {
    @Test("reports a missing member with its path from the envelope")
    func path() throws {
        let error = #expect(throws: JSONShapeError.self) {
            try SignedInResponse(
                jsonText: Array(#"{"token":"jwt","data":{"token":"jwt","session":{"id":"c4f6"}}}"#.utf8))
        }
        #expect(error?.description == "data.session.isMobile is missing")
    }
}

@Suite("A listed announcement")
struct ListedAnnouncementTests {
    @Test("has its publisher's texts")
    func texts() throws {
        let body = try ListedAnnouncement(
            jsonText: Array(#"{"id":15,"type":"OFFRE","title":"T","price":1.50,"professional":{"id":3}}"#.utf8))
        #expect(body.text("title") == "T")
        #expect(body.text("price") == nil && body.text("other") == nil)
        #expect(body.details.map(\.text) == [#""T""#, "1.50", #"{"id":3}"#])
        #expect(try body.details[2].value?.needed("id") == 3)
    }
}

@Suite("An app's own profile fields")
struct ProfileFieldTests {
    @Test("are the members without a reserved name that are a text, a number or a Boolean")
    func read() throws {
        let user = try BaliseUser(
            jsonText: Array(
                (#"{"id":"5f0c","username":"ada","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","#
                    + #""title":"no","bio":"é","points":3,"isClub10":false,"none":null,"list":[],"object":{}}"#).utf8))
        #expect(user.fields == ["bio": .text("é"), "points": .number(3), "isClub10": .flag(false)])
    }

    @Test("are not written under a reserved name")
    func reserved() {
        var body = UpdateProfileRequest(
            fields: ["email": .text("x"), "bio": .text("é")], removedFields: ["id", "bio", "city"])
        #expect(body.json.text == #"{"bio":"é","city":null}"#)
        body.fields["bio"] = nil
        #expect(body.json.text == #"{"bio":null,"city":null}"#)
    }

    @Test("are limited to two names in a short profile")
    func short() {
        let body = ShortProfile(firstName: "Ada", lastName: "", fields: ["userType": .text("PRO"), "bio": .text("é")])
        #expect(body.json.text == #"{"firstName":"Ada","lastName":"","userType":"PRO"}"#)
    }
}
