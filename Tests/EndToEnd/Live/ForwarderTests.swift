extension EndToEnd {
    @Suite("Forwarders") struct Forwarders {
        private func times(_ receiver: FakeReceiver) -> [String] {
            receiver.calls.compactMap {
                String(decoding: $0.body, as: UTF8.self).firstMatch(of: /"tst":(\d+)/).map { String($0.1) }
            }
        }

        @Test("New places of a device reach the owner's target in order, also after a kill, and the visitors name it")
        func journey() async throws {
            try await FakeReceiver.run { receiver in
                try await RunningBalise.withOwn(.services, ["BALISE_FORWARDERS_LOCAL_TARGETS": "true"]) { balise in
                    let person = try await Person().signUp(on: balise)
                    let (device, key) = (Fresh.device(), Fresh.key())
                    let tracker = try await TrackerApp.set(up: device, key: key, of: person)
                    let path = "users/me/location-devices/\(device)/forwarders"
                    let url = JSON.string(receiver.url("/hook?key=1").absoluteString)
                    let made = try await person.call(
                        .POST, path, ["name": "Home", "form": "owntracks", "url": url, "password": "pw"]
                    ).expect(201)
                    #expect(!made.text.contains("key=1") && !made.text.contains("\"pw\""))
                    let id = try #require(made.data?["id"]?.text)

                    try await tracker.report(["2023-11-14T22:13:21Z", "2023-11-14T22:13:22Z"]).expect(200)
                    try await eventually("both have arrived") { times(receiver) == ["1700000001", "1700000002"] }
                    try await Visits.expect(["forward:Home"], of: device, key: key, on: balise)
                    try await tracker.report(["2023-11-14T22:13:23Z"]).expect(200)
                    try await balise.child("location").killNow()
                    try await balise.relaunch("location")
                    // A place that had arrived before the kill may come twice, after the lease of the killed process.
                    try await eventually("the third place", within: .seconds(120)) {
                        times(receiver).contains("1700000003")
                    }
                    let test = try await person.call(.POST, "\(path)/\(id)/test").expect(200)
                    #expect(test.data?["accepted"] == true && test.data?["status"] == 200)
                    try await person.call(.DELETE, "\(path)/\(id)").expect(200)
                    #expect(try await person.call(.GET, path).data?["totalCount"]?.integer == 0)
                }
            }
        }
    }
}
