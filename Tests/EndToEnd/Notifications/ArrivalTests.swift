// A push arrives, in the form that the apps read.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("A push arrives") struct Arrival {
        /// What is announced, and what its payload leads to.
        static let subjects: [(type: String, id: JSON, keys: String)] = [
            ("OFFER", "o-9", #""entityId":"o-9","offerId":"o-9","screen":"offer_detail""#),
            ("EVENT", 7, #""entityId":"7","offerId":7,"screen":"event_detail","type":"EVENT""#),
        ]

        @Test("On an iPhone, byte for byte, with the headers of APNs", arguments: Shape.standard, subjects)
        func iPhone(shape: Shape, subject: (type: String, id: JSON, keys: String)) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let text = Moment.text(7200)
            let announced = try await notified.announceToEnd(
                Sample.announcement(
                    subject.type, subject.id, at: place, title: "L'« offre » \"du jour\" 🥐",
                    category: subject.type == "EVENT" ? nil : "LOISIRS_DIVERTISSEMENTS"
                )
                .replacing(["expiresAt"], with: .string(text)))
            #expect(announced.recipients == 1)
            #expect(announced.figures == ["accepted": 1, "sent": 1])

            let push = try #require(person.pushes.first)
            #expect(person.pushes.count == 1)
            let texts = #""alert":{"body":"Half the price until noon","title":"L'« offre » \"du jour\" 🥐"}"#
            let payload = #"{"aps":{\#(texts),"badge":1,"sound":"default"},\#(subject.keys)}"#
            #expect(String(decoding: push.payload, as: UTF8.self) == payload)
            var headers = push.headers
            #expect(headers.removeValue(forKey: ":method") == "POST")
            #expect(headers.removeValue(forKey: ":path") == "/3/device/\(person.pushDevice)")
            #expect(headers.removeValue(forKey: "apns-topic") == Notified.topic)
            #expect(headers.removeValue(forKey: "apns-push-type") == "alert")
            #expect(headers.removeValue(forKey: "apns-priority") == "10")
            let end = try Date(text, strategy: .iso8601)
            #expect(headers.removeValue(forKey: "apns-expiration") == "\(Int(end.timeIntervalSince1970))")
            let given = headers.removeValue(forKey: "apns-id")
            let id = try #require(given)
            #expect(UUID(uuidString: id) != nil && id == id.lowercased())
            #expect(headers.removeValue(forKey: "apns-collapse-id") == announced.json["id"]?.text)
            #expect(headers.removeValue(forKey: "authorization")?.hasPrefix("bearer eyJ") == true)
            #expect(headers.keys.filter { $0.hasPrefix("apns-") }.isEmpty)
            #expect(notified.sandbox.notifications.allSatisfy { $0.token != person.pushDevice })
        }

        @Test("On a push device that Google reaches, with texts alone among the data", arguments: Shape.standard)
        func android(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place, pushDevice: Fresh.android())
            let announced = try await notified.announceToEnd(Sample.event(7, at: place))
            #expect(announced.figures == ["accepted": 1, "sent": 1])
            let messages = notified.messages(to: person.pushDevice)
            let message = try #require(messages.first?["message"])
            #expect(messages.count == 1 && messages.first?.names == ["message"])
            #expect(message["notification"] == ["title": "Fête", "body": "Half the price until noon"])
            #expect(
                message["data"]
                    == ["offerId": "7", "type": "EVENT", "screen": "event_detail", "entityId": "7"])
            #expect(message["apns"]?["payload"] == ["aps": ["badge": 1, "sound": "default"]])
            #expect(message["android"]?["priority"] == "HIGH")
            // A repetition replaces what was shown.
            #expect(message["android"]?["collapse_key"] == announced.json["id"])
            #expect(message["android"]?["notification"]?["tag"] == announced.json["id"])
            let headers = message["apns"]?["headers"]
            #expect(headers?["apns-collapse-id"] == announced.json["id"])
            #expect(headers?["apns-priority"] == "10" && headers?["apns-expiration"]?.text.flatMap { Int($0) } ?? 0 > 0)
            let life = message["android"]?["ttl"]?.text.flatMap { Int($0.dropLast()) }
            #expect(life.map { (1...2_419_200).contains($0) } == true, "it ends with the announcement")
            let sent = try #require(
                notified.fcm.messages.last { String(decoding: $0.body, as: UTF8.self).contains(person.pushDevice) })
            #expect(sent.authorization.hasPrefix("Bearer access-"))
            #expect(notified.fcm.assertions.allSatisfy(notified.fcm.isGenuine))
        }
    }
}
