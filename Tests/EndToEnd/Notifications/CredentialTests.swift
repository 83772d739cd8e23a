extension EndToEnd {
    @Suite("Credentials at the providers") struct ProviderCredentials {
        @Test(
            "A refused credential keeps its queue, is logged once, and does not delay other providers",
            arguments: Shape.standard)
        func refused(shape: Shape) async throws {
            try await Notified.run(shape) { notified in
                let place = Place.fresh()
                let iPhone = try await notified.listener(at: place)
                let android = try await notified.listener(at: place, pushDevice: Fresh.android())
                let fromXcode = try await notified.newcomer()
                try await fromXcode.register(["environment": "SANDBOX"])
                try await fromXcode.stand(at: place)
                notified.apns.answer("", .refused(403, "InvalidProviderToken"))
                let refusedSince = ContinuousClock.now
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
                let tries = iPhone.pushes.count
                let minutes = Int((ContinuousClock.now - refusedSince).components.seconds / 60)
                #expect((1...1 + minutes).contains(tries), "one try a minute is enough to know")
                let alarms = try notified.balise.logs().split(separator: "\n").filter {
                    $0.contains("the provider refuses the credential, so pushes wait")
                }
                #expect(alarms.count == 1 && alarms.first?.contains("InvalidProviderToken") == true)

                // The operator corrects it, and starts push again.
                notified.apns.answer("", nil)
                try await notified.balise.killAndRestart(shape == .allInOne ? "balise" : "push")
                for id in ids { #expect(try await notified.end(of: id).figures == ["accepted": 3, "sent": 3]) }
                #expect(iPhone.pushes.count == tries + 2)
                #expect(Set(iPhone.pushes.map { $0.headers["apns-id"] }).count == 2)
            }
        }
    }
}
