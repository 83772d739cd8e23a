// Push devices are registered in the forms of the three apps, and each is told once, at its own provider.

import Fakes
import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Push devices") struct Registration {
        /// How an app registers, and whether its pushes go to the sandbox.
        struct Form: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var path: String
            var more: JSON
            var isAndroid = false
            var isSandbox = false

            static let all = [
                Form(
                    testDescription: "ALL IN on iOS, released", path: "push/register",
                    more: ["platform": "IOS", "environment": "PRODUCTION", "deviceId": ""]),
                Form(
                    testDescription: "ALL IN on iOS, from Xcode", path: "push/register",
                    more: ["platform": "IOS", "environment": "SANDBOX", "deviceId": "8F1B0A3C"], isSandbox: true),
                Form(testDescription: "ALL IN on Android", path: "push/register", more: [:], isAndroid: true),
                Form(
                    testDescription: "Meeshy, released", path: "users/register-device-token",
                    more: ["platform": "ios", "type": "apns", "apnsEnvironment": "production"]),
                Form(
                    testDescription: "Meeshy, from Xcode", path: "users/register-device-token",
                    more: [
                        "platform": "ios", "type": "apns", "apnsEnvironment": "development", "deviceName": "Ada's",
                        "bundleId": "com.example.allin",
                    ], isSandbox: true),
                Form(
                    testDescription: "Meeshy on Android", path: "users/register-device-token",
                    more: ["platform": "android", "type": "fcm"], isAndroid: true),
            ]
        }

        @Test("Each app registers its way, and is reached by it", arguments: Shape.allCases, Form.all)
        func forms(shape: Shape, form: Form) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer(pushDevice: form.isAndroid ? Fresh.android() : Fresh.iPhone())
            try await person.stand(at: place)
            let body = form.more.replacing(["token"], with: .string(person.pushDevice))
            // The one app takes nothing but 200 and 201 for a success.
            #expect(try await person.call(.POST, form.path, body).status == 201)
            let again = try await person.call(.POST, form.path, body)
            #expect(again.status == 200 && again.data?["isNew"] == false)
            #expect(try await person.tokens().count == 1, "again is no second row")
            #expect(try await notified.announceToEnd(Sample.offer(at: place)).figures == ["accepted": 1, "sent": 1])
            let arrived = (
                production: notified.apns.notifications.filter { $0.token == person.pushDevice }.count,
                sandbox: notified.sandbox.notifications.filter { $0.token == person.pushDevice }.count,
                fcm: notified.messages(to: person.pushDevice).count
            )
            #expect(arrived.production == (form.isAndroid || form.isSandbox ? 0 : 1))
            #expect(arrived.sandbox == (form.isSandbox ? 1 : 0))
            #expect(arrived.fcm == (form.isAndroid ? 1 : 0))
        }

        @Test("The web app's host registers and removes its push device", arguments: Shape.allCases)
        func ecovelo(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer(pushDevice: Fresh.android())
            try await person.stand(at: place)
            let body: JSON = ["token": .string(person.pushDevice)]
            func call(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil) async throws -> Answer {
                try await notified.balise.ecovelo(method, path, body, token: person.session, from: person.rider.address)
            }
            #expect(try await call(.POST, "devices", body).status == 200)
            #expect(try await notified.announceToEnd(Sample.offer(at: place)).recipients == 1)
            #expect(notified.messages(to: person.pushDevice).count == 1)
            let gone = try await call(.DELETE, "devices/\(person.pushDevice.replacing(":", with: "%3A"))")
            #expect(gone.status == 200 && gone.json?["deleted"] == true)
            #expect(try await notified.announceToEnd(Sample.offer(at: place)).recipients == 0)
            #expect(notified.messages(to: person.pushDevice).count == 1)
            #expect(try await call(.DELETE, "devices/nothing-of-the-kind").json?["deleted"] == false)
        }

        @Test("A push device that holds a token of each kind hears of it once, from Apple", arguments: Shape.allCases)
        func bothKinds(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            for deviceID in ["", "8F1B0A3C-\(Fresh.token(8))"] as [JSON] {
                let person = try await notified.listener(at: place)
                let other = Listener(
                    notified: notified, rider: person.rider, session: person.session, account: person.account,
                    pushDevice: Fresh.android())
                try await person.register(["deviceId": deviceID])
                try await other.register(["deviceId": deviceID])
                #expect(try await person.tokens().count == 2)
                let dry = try await notified.publish(.POST, "announcements?dryRun=true", Sample.offer(at: place))
                let count = dry.data?["recipients"]?.integer
                #expect(dry.data?["deliveries"]?.integer == count, "one device each")
                _ = try await notified.announceToEnd(Sample.offer(at: place))
                #expect(person.pushes.count == 1)
                #expect(notified.messages(to: other.pushDevice).isEmpty)
                try await person.done(.DELETE, "users/register-device-token", [:])
            }
        }

        @Test("Two push devices of one person are both told", arguments: Shape.allCases)
        func twoPushDevices(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let phone = try await notified.listener(at: place)
            let tablet = try await notified.signedIn(phone.rider, session: "sid-2", pushDevice: Fresh.iPhone())
            try await tablet.register()
            let announced = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(announced.recipients == 1 && announced.figures == ["accepted": 2, "sent": 2])
            #expect(phone.pushes.count == 1 && tablet.pushes.count == 1)
        }

        @Test("An environment that nobody has named is found out once", arguments: Shape.allCases)
        func assumedEnvironment(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer()
            try await person.stand(at: place)
            try await person.done(.POST, "push/register", ["token": .string(person.pushDevice)])
            notified.apns.answer(person.pushDevice, .refused(400, "BadDeviceToken"))
            for _ in 1...2 {
                #expect(
                    try await notified.announceToEnd(Sample.offer(at: place)).figures == ["accepted": 1, "sent": 1])
            }
            #expect(notified.apns.notifications.filter { $0.token == person.pushDevice }.count == 1)
            #expect(notified.sandbox.notifications.filter { $0.token == person.pushDevice }.count == 2)
            #expect(try await person.tokens().map { $0["environment"] } == ["SANDBOX"])
        }

        @Test("Hex digits in capitals are the same token, and an app may name its own topic", arguments: Shape.allCases)
        func capitals(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            try await person.register([
                "token": .string(person.pushDevice.uppercased()), "bundleId": .string(Notified.otherTopic),
            ])
            #expect(try await person.tokens().count == 1)
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(person.pushes.map { $0.headers["apns-topic"] } == [Notified.otherTopic])
        }

        @Test("A token for calls gets no announcements", arguments: Shape.allCases)
        func voip(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer()
            try await person.stand(at: place)
            let body: JSON = ["token": .string(person.pushDevice), "platform": "ios", "type": "voip"]
            #expect(try await person.call(.POST, "users/register-device-token", body).status == 201)
            let id = try await notified.announce(Sample.offer(at: place))
            #expect(try await notified.end(of: id).recipients == 0)
            #expect(try await notified.explain(id, person.account)["reason"] == "no-push-token")
            #expect(person.pushes.isEmpty)
        }
    }
}
