extension EndToEnd {
    @Suite("Push devices") struct Registration {
        /// The form of an app's registration, and whether its pushes use the sandbox.
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

        @Test(
            "Each app registers a push device in its own form, and gets pushes on it", arguments: Shape.standard,
            Form.all)
        func forms(shape: Shape, form: Form) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer(pushDevice: form.isAndroid ? Fresh.android() : Fresh.iPhone())
            try await person.stand(at: place)
            let body = form.more.replacing(["token"], with: .string(person.pushDevice))
            // One app accepts only 200 and 201 as a success.
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
    }
}
