// Who may ask what of preferences, positions, push devices, inboxes and announcements, and what nobody learns by it.

import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Who asks about notifications") struct NotificationWhoAsks {
        /// A call, and whom it is for.
        struct Call: Sendable, CustomTestStringConvertible {
            enum Audience: Sendable { case anybody, people, publishers, readers, support }

            var method: HTTPMethod
            /// `{token}`, `{entry}`, `{announcement}` and `{account}` stand for the scene's.
            var path: String
            var body: JSON?
            var audience = Audience.people
            /// What somebody else gets who is signed in too; nil for the same as the owner.
            var stranger: Int?

            var testDescription: String { "\(method.rawValue) \(path)" }

            init(
                _ method: HTTPMethod, _ path: String, _ body: JSON? = nil, for audience: Audience = .people,
                stranger: Int? = nil
            ) {
                (self.method, self.path, self.body) = (method, path, body)
                (self.audience, self.stranger) = (audience, stranger)
            }

            static let all = [
                Call(.GET, "notification-preferences"), Call(.PUT, "notification-preferences", Choices.body()),
                Call(.GET, "notification-preferences/quiet-hours"),
                Call(
                    .PUT, "notification-preferences/quiet-hours",
                    ["start": "22:00", "end": "07:00", "timeZone": "Europe/Paris"]),
                Call(.DELETE, "notification-preferences/quiet-hours"),
                Call(.GET, "notification-preferences/kinds"),
                Call(
                    .PUT, "notification-preferences/kinds", ["kinds": [["name": "OFFER", "enabled": true]]]),
                Call(.GET, "notifications/topics"), Call(.DELETE, "notifications/topics/none"),
                Call(
                    .POST, "notifications?dryRun=true",
                    ["kind": "OFFER", "audience": ["topic": "none"], "content": ["texts": [["title": "T"]]]],
                    for: .publishers),
                Call(.GET, "notifications/sent", for: .readers), Call(.GET, "notifications/series", for: .publishers),
                Call(.GET, "users/me/position"),
                Call(.PUT, "users/me/position", ["latitude": 0.5, "longitude": 0.5]),
                Call(.DELETE, "users/me/position"), Call(.PUT, "users/me/position/consent", ["allowed": true]),
                Call(.POST, "push/register", ["token": .string(Fresh.iPhone())]),
                Call(.POST, "push/test", ["type": "OFFER", "offerId": 123], stranger: 404),
                Call(.GET, "push/tokens"), Call(.PATCH, "push/tokens/{token}", ["muted": true], stranger: 404),
                Call(.DELETE, "push/tokens/{token}", stranger: 404),
                Call(.POST, "users/register-device-token", ["token": .string(Fresh.android()), "platform": "android"]),
                Call(.DELETE, "users/register-device-token", [:]),
                Call(.GET, "users/me/devices"), Call(.DELETE, "users/me/devices/{token}", stranger: 404),
                Call(.GET, "notifications"), Call(.GET, "notifications/inquiries"),
                Call(.GET, "notifications/unread-count"),
                Call(
                    .POST, "notifications/interactions",
                    ["interactions": [["notificationId": "none", "action": "opened"]]]),
                Call(.POST, "notifications/read-all"), Call(.POST, "notifications/{entry}/read"),
                Call(.GET, "offers", for: .anybody), Call(.GET, "offers/active", for: .anybody),
                Call(.GET, "users/professionals/search", for: .anybody),
                Call(.GET, "users/professionals", for: .anybody), Call(.GET, "users/favorites", for: .anybody),
                Call(.GET, "offers/professional/7/active", for: .anybody),
                Call(.GET, "ratings/user/7", for: .anybody), Call(.GET, "ratings/user/7/average", for: .anybody),
                Call(.GET, "users/professionals/categories-tree", for: .anybody),
                Call(
                    .POST, "announcements?dryRun=true", Sample.event(at: Place(latitude: 89, longitude: 0)),
                    for: .publishers),
                Call(.GET, "announcements", for: .readers),
                Call(.GET, "announcements/{announcement}", for: .readers, stranger: 404),
                Call(.GET, "announcements/{announcement}/recipients/{account}", for: .support),
                Call(.DELETE, "announcements/{announcement}", for: .readers, stranger: 404),
            ]
        }

        /// Somebody with a push device, a position, and something in the inbox.
        struct Scene: Sendable {
            let owner: Listener
            let place: Place
            let token: String
            let announcement: String

            init(_ notified: Notified) async throws {
                place = Place.fresh()
                owner = try await notified.listener(at: place)
                token = try #require(try await owner.tokens().first?["id"]?.text)
                announcement = try #require(
                    try await notified.announceToEnd(Sample.event(at: place.north(1))).json["id"]?.text)
            }

            func path(_ call: Call) -> String {
                call.path.replacing("{token}", with: token).replacing("{entry}", with: announcement)
                    .replacing("{announcement}", with: announcement).replacing("{account}", with: owner.account)
            }

            /// What nobody but the owner may learn, and what nobody at all may.
            func expectNothing(in answer: Answer, ofOwner: Bool) {
                #expect(!answer.text.contains(owner.pushDevice), "a push token is shown to nobody")
                guard !ofOwner else { return }
                #expect(!answer.text.contains(owner.account) && !answer.text.contains(owner.rider.email))
                #expect(!answer.text.contains("\(place.latitude)") && !answer.text.contains("\(place.longitude)"))
                #expect(!answer.text.contains(token))
            }
        }

        @Test("Every call, by everybody", arguments: Shape.allCases, Call.all)
        func table(shape: Shape, call: Call) async throws {
            let notified = try await shape.notified
            let scene = try await Scene(notified)
            let path = scene.path(call)
            func ask(_ token: String?, key: String? = nil) async throws -> Answer {
                let headers: HTTPHeaders = key.map { ["x-api-key": $0] } ?? [:]
                return try await notified.balise.api(
                    call.method, path, call.body, token: token, from: Person().address, headers)
            }
            let stranger = try await notified.newcomer()
            let operators = try await notified.balise.apiKey("operate")
            let another = try await notified.balise.apiKey("publish")
            typealias Refusal = (asker: String, token: String?, key: String?, status: Int)
            let noKey: [Refusal] = [
                ("a guest", nil, nil, 401), ("the owner", scene.owner.session, nil, 401),
                ("one with a key of nobody", nil, "bk_nobody", 401),
                ("one with a token as a key", nil, scene.owner.session, 401),
            ]
            var refused: [Refusal] = []
            switch call.audience {
            case .anybody: break
            case .people:
                refused = [
                    ("a guest", nil, nil, 401),
                    ("one whose token is over", try scene.owner.rider.expiredToken(of: notified.issuer), nil, 401),
                    ("one with a token of nobody", "bs_nobody", nil, 401),
                    ("a publisher", nil, notified.publisher, 401),
                    ("an operator", nil, operators, 401), ("one with the key as a token", notified.publisher, nil, 401),
                ]
            case .publishers:
                refused = noKey
                refused.append(("an operator", nil, operators, 403))
                refused.append(("the owner with an operator's key", scene.owner.session, operators, 403))
            case .readers:
                refused = noKey
                if let status = call.stranger { refused.append(("another publisher", nil, another, status)) }
            case .support:
                refused = noKey
                refused.append(("a publisher", nil, another, 403))
            }
            for one in refused {
                let answer = try await ask(one.token, key: one.key)
                #expect(answer.status == one.status, "\(one.asker): \(answer)")
                scene.expectNothing(in: answer, ofOwner: false)
            }
            if call.audience == .people {
                let answer = try await ask(stranger.session)
                #expect(call.stranger.map { $0 == answer.status } ?? (200...201).contains(answer.status), "\(answer)")
                scene.expectNothing(in: answer, ofOwner: false)
                // Whatever the stranger did, nothing of the owner's has changed.
                #expect(try await scene.owner.tokens().map { $0["muted"] } == [false])
                #expect(try await scene.owner.done(.GET, "users/me/position").data?["position"] != JSON.null)
                #expect(try await scene.owner.done(.GET, "notifications").json?["unreadCount"] == 1)
            }
            let answer: Answer
            switch call.audience {
            case .anybody: answer = try await ask(nil)
            case .people: answer = try await ask(scene.owner.session)
            case .publishers, .readers, .support: answer = try await ask(nil, key: notified.publisher)
            }
            #expect((200...201).contains(answer.status), "whom it is for: \(answer)")
            #expect(answer.headers["cache-control"] == ["no-store"])
            scene.expectNothing(in: answer, ofOwner: true)
        }
    }
}
