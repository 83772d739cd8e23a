// Who may ask what of positions, push devices, inboxes and announcements that are somebody else's, and what nobody learns by
// it. Which credential each call takes is in Tests/Edge.

import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Who asks about notifications") struct NotificationWhoAsks {
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

            /// What nobody but the owner may learn, and what nobody at all may.
            func expectNothing(in answer: Answer, ofOwner: Bool) {
                #expect(!answer.text.contains(owner.pushDevice), "a push token is shown to nobody")
                guard !ofOwner else { return }
                for secret in [owner.account, owner.rider.email, "\(place.latitude)", "\(place.longitude)", token] {
                    #expect(!answer.text.contains(secret), "\(answer)")
                }
            }
        }

        @Test("A stranger reads and changes nothing of a person's", arguments: Shape.standard)
        func strangers(shape: Shape) async throws {
            let notified = try await shape.notified
            let scene = try await Scene(notified)
            let (stranger, expired) = (
                try await notified.newcomer(), try scene.owner.rider.expiredToken(of: notified.issuer)
            )
            for (method, path, body, status) in [
                (.GET, "users/me/position", nil, 200), (.DELETE, "users/me/position", nil, 200),
                (.GET, "push/tokens", nil, 200), (.GET, "users/me/devices", nil, 200),
                (.PATCH, "push/tokens/\(scene.token)", ["muted": true], 404),
                (.DELETE, "push/tokens/\(scene.token)", nil, 404),
                (.DELETE, "users/me/devices/\(scene.token)", nil, 404),
                (.GET, "notifications", nil, 200), (.GET, "notifications/inquiries", nil, 200),
                (.POST, "notifications/read-all", nil, 200),
                (.POST, "notifications/\(scene.announcement)/read", nil, 200),
            ] as [(HTTPMethod, String, JSON?, Int)] {
                for token in [nil, expired, notified.publisher] {
                    let answer = try await notified.balise.api(method, path, body, token: token, from: Person().address)
                    #expect(answer.status == 401, "\(method) \(path): \(answer)")
                    scene.expectNothing(in: answer, ofOwner: false)
                }
                let answer = try await stranger.call(method, path, body)
                #expect(answer.status == status, "\(method) \(path): \(answer)")
                scene.expectNothing(in: answer, ofOwner: false)
                scene.expectNothing(in: try await scene.owner.call(.GET, path), ofOwner: true)
            }
            #expect(try await scene.owner.tokens().map { $0["muted"] } == [false])
            #expect(try await scene.owner.done(.GET, "users/me/position").data?["position"] != JSON.null)
            #expect(try await scene.owner.done(.GET, "notifications").json?["unreadCount"] == 1)
        }

        @Test("An announcement is its publisher's, and why somebody was told is for support", arguments: Shape.standard)
        func publishers(shape: Shape) async throws {
            let notified = try await shape.notified
            let scene = try await Scene(notified)
            let announcement = "announcements/\(scene.announcement)"
            let recipient = announcement + "/recipients/\(scene.owner.account)"
            let (another, operators) = (
                try await notified.balise.apiKey("publish"), try await notified.balise.apiKey("operate")
            )
            for (method, path, key, status) in [
                (.GET, announcement, another, 404), (.DELETE, announcement, another, 404),
                (.GET, recipient, another, 403), (.GET, recipient, "bk_nobody", 401),
                (.GET, recipient, scene.owner.session, 401), (.POST, "announcements?dryRun=true", operators, 403),
                (.GET, announcement, notified.publisher, 200), (.GET, recipient, notified.publisher, 200),
                (.DELETE, announcement, notified.publisher, 200),
            ] as [(HTTPMethod, String, String, Int)] {
                let body = method == .POST ? Sample.event(at: scene.place) : nil
                let answer = try await notified.publish(method, path, body, key: key)
                #expect(answer.status == status, "\(method) \(path): \(answer)")
                #expect(answer.headers["cache-control"] == ["no-store"])
                scene.expectNothing(in: answer, ofOwner: status == 200)
            }
        }
    }
}
