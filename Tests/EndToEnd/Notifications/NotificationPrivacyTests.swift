extension EndToEnd {
    @Suite("Privacy of notifications") struct NotificationPrivacy {
        @Test("At level debug no log, metric or answer has a device or a place", arguments: Shape.standard)
        func canaries(shape: Shape) async throws {
            try await Notified.run(shape) { notified in
                let balise = notified.balise
                let place = Place(latitude: 48.1234567, longitude: 13.7654321)
                let person = try await notified.newcomer()
                try await person.stand(at: place)
                try await person.register(["deviceName": "Canaryphone", "deviceId": "canary-device-77"])
                let android = try await notified.listener(at: place, pushDevice: Fresh.android())
                var answers: [Answer] = []
                func keep(_ answer: Answer) { answers.append(answer) }

                // Successful and failing calls; failures are logged in more detail.
                let offer = Sample.offer(at: place, title: "A canary in a mine")
                for (refusal, android) in [
                    (nil, nil), (.refused(503, "ServiceUnavailable"), .html(502)),
                    (.refused(400, "BadTopic"), .refused(403, status: "PERMISSION_DENIED", code: "SENDER_ID_MISMATCH")),
                    (.hangUp, .hangUp), (.goAway("Shutdown", taken: false), .plain(500, "{")),
                ] as [(FakeAPNs.Answer?, FakeFCM.Answer?)] {
                    if let refusal { notified.apns.answerNext(refusal) }
                    if let android { notified.fcm.answerNext(android) }
                    let id = try await notified.announce(offer)
                    try await eventually("it has been tried") {
                        let books = try await notified.counts(of: id)
                        keep(try await notified.publish(.GET, "announcements/\(id)/recipients/\(person.account)"))
                        return books["accepted"] == 2 && books["sent"] + books["failed"] >= 1
                    }
                }
                notified.apns.answer(person.pushDevice, .refused(410, "Unregistered", timestamp: nil))
                notified.fcm.answer(android.pushDevice, .refused(404, status: "NOT_FOUND", code: "UNREGISTERED"))
                for path in ["push/tokens", "users/me/devices", "notifications", "notification-preferences"] {
                    keep(try await person.call(.GET, path))
                }
                keep(try await person.call(.POST, "push/test", ["type": "OFFER", "offerId": 123]))
                try await eventually("the token is gone") { try await person.tokens().isEmpty }
                try await person.register()
                let here = "lat=\(place.latitude)&lon=\(place.longitude)"
                keep(try await person.call(.GET, "offers?\(here)&radius=-1"))
                _ = try await person.call(.GET, "offers?\(here)&radius=1")
                let odd: [JSON] = [
                    ["token": .string(person.pushDevice + "/"), "platform": "IOS"],
                    ["token": [.string(person.pushDevice)]],
                    ["token": .string(person.pushDevice), "platform": "toaster"],
                    ["token": .string(android.pushDevice), "type": "apns"],
                ]
                for body in odd {
                    let answer = try await person.call(.POST, "push/register", body)
                    #expect(answer.status == 400, "\(body)")
                    keep(answer)
                }
                for path in ["push/tokens/\(person.pushDevice)", "users/me/devices/\(person.pushDevice)"] {
                    keep(try await person.call(.DELETE, path))
                }
                let far = place.json.replacing(["latitude"], with: .number("148.1234567"))
                keep(try await person.call(.PUT, "users/me/position", far))
                keep(
                    try await person.call(
                        .PUT, "users/me/position", place.json.replacing(["timestamp"], with: "2999-01-01")))
                let metrics = try await balise.operate(.GET, "/metrics")
                #expect(metrics.text.contains("push"))
                keep(metrics)
                for answer in answers {
                    for mark in Fresh.deviceMarks + notified.secrets {
                        #expect(!answer.text.contains(mark), "\(answer.status)")
                    }
                }
                #expect(!metrics.text.contains(person.account))
                try await balise.stop()
                try Privacy.check(
                    balise,
                    alsoUnlogged: notified.secrets + [
                        "48.1234567", "13.7654321", "Canaryphone", "canary-device-77", "canary in a mine",
                        person.rider.email, "access-1",
                    ])
                // Only services that need the user's place have it.
                let names = try Privacy.databaseFiles(of: balise).map(\.lastPathComponent)
                #expect(names.allSatisfy { !$0.contains("48.12") && !$0.contains(person.account) })
            }
        }
    }
}
