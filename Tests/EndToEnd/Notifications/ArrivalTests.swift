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
            ("OFFER", 123, #""entityId":"123","offerId":123,"screen":"offer_detail""#),
            ("OFFER", 1, #""entityId":"1","offerId":1,"screen":"offer_detail""#),
            ("OFFER", "o-9", #""entityId":"o-9","offerId":"o-9","screen":"offer_detail""#),
            ("EVENT", 7, #""entityId":"7","offerId":7,"screen":"event_detail","type":"EVENT""#),
            ("PROFESSIONAL", 42, #""entityId":"42","professionalId":42,"screen":"professional_detail""#),
        ]

        @Test("On an iPhone, byte for byte, with the headers of APNs", arguments: Shape.allCases, subjects)
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

        @Test("On a push device that Google reaches, with texts alone among the data", arguments: Shape.allCases)
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

        @Test(
            "Without texts of its own, with those of its type", arguments: Shape.allCases,
            [
                ("OFFER", "fr-FR", "Nouvelle offre près de chez vous"), ("OFFER", "de, en;q=0.5", "New offer near you"),
                ("EVENT", "en;q=0.2, fr-CA", "Nouvel événement près de chez vous"),
                ("PROFESSIONAL", "fr", "Nouveau professionnel près de chez vous"),
            ])
        func standardTexts(shape: Shape, type: (name: String, language: String, title: String)) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let language: HTTPHeaders = ["accept-language": type.language]
            let pushDevice: JSON = ["token": .string(person.pushDevice)]
            #expect(try await person.call(.POST, "push/register", pushDevice, language).status == 200)
            // Of one id a list shows one announcement, so each language has its own.
            let id = JSON.number("\(9_000 + type.language.utf8.count)")
            var announcement = Sample.announcement(type.name, id, at: place, category: "ENTRE_PROS")
            if type.name == "EVENT" { announcement = announcement.replacing(["category"], with: nil) }
            for empty in [nil, JSON.null, ""] as [JSON?] {
                announcement = announcement.replacing(["title"], with: empty).replacing(["body"], with: empty)
                _ = try await notified.announceToEnd(announcement)
            }
            let alerts = person.pushes.map { (try? JSON(reading: Array($0.payload)))?["aps"]?["alert"] }
            #expect(alerts.count == 3)
            for alert in alerts {
                #expect(alert?["title"]?.text == type.title)
                let ending = type.title.hasPrefix("New") ? "in the app." : "dans l'application."
                #expect(alert?["body"]?.text?.hasSuffix(ending) == true)
            }
            // The inbox and the lists say the same, in the language of whoever reads them.
            let entries = try await person.call(.GET, "notifications", nil, language).json?["data"]?.elements
            #expect(entries?.isEmpty == false && entries?.allSatisfy { $0["title"]?.text == type.title } == true)
            guard type.name == "OFFER" else { return }
            let list = "offers?lat=\(place.latitude)&lon=\(place.longitude)&radius=1000"
            let listed = try await notified.balise.api(.GET, list, nil, language).json?[0]
            #expect(listed?["title"]?.text == type.title && listed?["description"]?.text?.isEmpty == false)
        }

        @Test(
            "The longest that is taken arrives, and what providers would find too large is not taken",
            arguments: Shape.allCases)
        func largest(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            // Each of these takes two bytes in JSON.
            let longest = String(repeating: "\"", count: 1000)
            let taken = try await notified.announceToEnd(
                Sample.offer(at: place).replacing(["body"], with: .string(longest)))
            #expect(taken.figures == ["accepted": 1, "sent": 1])
            let alert = (try? JSON(reading: Array(try #require(person.pushes.first).payload)))?["aps"]?["alert"]
            #expect(alert?["body"]?.text == longest)
            // Each of these would take six.
            let refused = try await notified.publish(
                .POST, "announcements",
                Sample.offer(at: place).replacing(["body"], with: .string(String(repeating: "\u{1}", count: 1000))))
            #expect(refused.status == 400)
            #expect(refused.json?["message"]?.text?.contains("control characters") == true)
            #expect(person.pushes.count == 1)
        }

        @Test("push/test goes to the caller's own push devices and nowhere else", arguments: Shape.allCases)
        func test(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let ada = try await notified.listener(at: place)
            let ben = try await notified.listener(at: place)
            // Neither wishes nor quiet hours count for what somebody asks for.
            try await ada.want(Choices.body(offers: false, professionals: false, events: false, categories: []))
            try await ada.done(
                .PUT, "notification-preferences/quiet-hours",
                ["start": "00:00", "end": "23:59", "timeZone": "Europe/Paris"])
            let body: JSON = ["type": "OFFER", "offerId": 123, "title": "Test", "body": "Hello"]
            let answer = try await ada.done(.POST, "push/test", body)
            #expect(answer.data?["deliveries"]?.elements?.count == 1)
            try await eventually("the test arrives") { !ada.pushes.isEmpty }
            #expect(
                String(decoding: try #require(ada.pushes.first).payload, as: UTF8.self)
                    == #"{"aps":{"alert":{"body":"Hello","title":"Test"},"badge":1,"sound":"default"},"#
                    + #""entityId":"123","offerId":123,"screen":"offer_detail"}"#)
            #expect(ben.pushes.isEmpty)
            #expect(try await ada.done(.GET, "notifications").data == [], "it is no news")
            let nobody = try await notified.newcomer().call(.POST, "push/test", body)
            #expect(nobody.status == 404 && nobody.json?["message"]?.text?.contains("register") == true)
        }
    }
}
