// Pushes wait while a provider does not know us, and nothing is lost.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Credentials at the providers") struct ProviderCredentials {
        @Test(
            "One that is refused keeps its queue, raises an alarm once, and holds up nobody else",
            arguments: Shape.allCases)
        func refused(shape: Shape) async throws {
            try await Notified.run(shape) { notified in
                let place = Place.fresh()
                let iPhone = try await notified.listener(at: place)
                let android = try await notified.listener(at: place, pushDevice: Fresh.android())
                let fromXcode = try await notified.newcomer()
                try await fromXcode.register(["environment": "SANDBOX"])
                try await fromXcode.stand(at: place)
                notified.apns.answer("", .refused(403, "InvalidProviderToken"))
                var ids: [String] = []
                for number in 1...2 {
                    let id = try await notified.announce(Sample.event(.number("\(number)"), at: place))
                    try await eventually("all but one are told") {
                        try await notified.counts(of: id).figures == ["accepted": 3, "sent": 2, "pending": 1]
                    }
                    ids.append(id)
                }
                try await eventually("the reason is kept") {
                    let delivery = try await notified.explain(ids[0], iPhone.account)["deliveries"]?[0]
                    return delivery?["reason"] == "InvalidProviderToken" && delivery?["attempts"] == 0
                }
                #expect(android.notified.messages(to: android.pushDevice).count == 2 && fromXcode.pushes.count == 2)
                #expect(iPhone.pushes.count == 1, "one try is enough to know")
                let alarms = try notified.balise.logs().split(separator: "\n").filter {
                    $0.contains("nothing is sent until this is set right")
                }
                #expect(alarms.count == 1 && alarms.first?.contains("InvalidProviderToken") == true)

                // It is set right, and started again.
                notified.apns.answer("", nil)
                try await notified.balise.killAndRestart(shape == .allInOne ? "balise" : "push")
                for id in ids { #expect(try await notified.end(of: id).figures == ["accepted": 3, "sent": 3]) }
                #expect(iPhone.pushes.count == 3)
                #expect(Set(iPhone.pushes.map { $0.headers["apns-id"] }).count == 2)
            }
        }

        @Test("Without any, everything waits and says which setting is missing", arguments: Shape.allCases)
        func unconfigured(shape: Shape) async throws {
            let balise = try await shape.balise
            let person = try await Person(.allIn).signUp(on: balise)
            let place = Place.fresh()
            let key: HTTPHeaders = ["x-api-key": try await balise.apiKey("publish", "support")]
            let body: JSON = ["token": .string(Fresh.iPhone()), "platform": "IOS"]
            #expect(try await person.call(.POST, "push/register", body).status == 201)
            #expect(try await person.call(.PUT, "users/me/position", place.json).status == 200)
            var once = key
            once.add(name: "idempotency-key", value: UUID().uuidString)
            var answer = try await balise.api(.POST, "announcements", Sample.offer(at: place), from: "10.9.8.7", once)
            // Push may not have caught up with the others; publishers try again as well.
            for _ in 0..<50 where answer.status == 503 {
                try await Task.sleep(for: .milliseconds(200))
                answer = try await balise.api(.POST, "announcements", Sample.offer(at: place), from: "10.9.8.7", once)
            }
            let id = try #require(answer.data?["id"]?.text)
            try await eventually("the reason is kept") {
                let path = "announcements/\(id)/recipients/\(person.account)"
                let delivery = try await balise.api(.GET, path, from: "10.9.8.7", key).data?["deliveries"]?[0]
                return delivery?["state"] == "pending"
                    && delivery?["reason"]?.text?.hasPrefix("not configured: push.apns.") == true
            }
            // The one that waits must not wait for ever in a Balise that others share.
            #expect(try await balise.api(.DELETE, "announcements/\(id)", from: "10.9.8.7", key).status == 200)
        }
    }
}
