// Every recipient is notified exactly once, and the counts always add up.

extension EndToEnd {
    @Suite("Killed in mid-delivery") struct Crash {
        private static let people = 160
        private static let kills = 4

        private final class Reader: Sendable {
            private struct Seen {
                var count = 0
                var sent: [String: Int] = [:]
            }

            private let seen = Mutex(Seen())
            var count: Int { seen.withLock { $0.count } }

            func look(at ids: [String], of notified: Notified, whilst body: () async throws -> Void) async throws {
                try await withThrowingTaskGroup { group in
                    for id in ids {
                        group.addTask { while !Task.isCancelled { try await self.look(at: id, of: notified) } }
                    }
                    try await body()
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }

            private func look(at id: String, of notified: Notified) async throws {
                guard let answer = try? await notified.publish(.GET, "announcements/\(id)"), answer.status == 200,
                    let data = answer.data
                else { return }
                let announced = try Announced(data)
                #expect(announced.addsUp, "\(announced)")
                seen.withLock { seen in
                    #expect(announced["sent"] >= seen.sent[id] ?? 0, "what was sent stays sent: \(announced)")
                    seen.sent[id] = announced["sent"]
                    seen.count += 1
                }
            }
        }

        private func crowd(_ count: Int, at place: Place, _ notified: Notified) async throws -> [Listener] {
            try await withThrowingTaskGroup(of: Listener.self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await notified.listener(
                            at: place.north(Double(number) * 9 / Double(count)),
                            pushDevice: number.isMultiple(of: 8) ? Fresh.android() : Fresh.iPhone())
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        @Test(
            "Kills of push repeat no announcement, and the counts add up at every reading",
            arguments: Shape.all(because: "what is killed is one process, or one of many"))
        func kills(shape: Shape) async throws {
            var plan = FakeAPNs.Plan()
            plan.streamLimit = 20
            plan.delay = .milliseconds(200)
            try await Notified.run(shape, plan: plan, ["BALISE_PUSH_APNS_CONNECTIONS": "1"]) { notified in
                let program = shape == .allInOne ? "balise" : "push"
                let place = Place.fresh()
                let people = try await crowd(Self.people, at: place, notified)
                let reader = Reader()
                // The kills hit the first during its decision, the second during its delivery.
                let first = try await notified.announce(Sample.event(1, at: place))
                try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000)))
                try await notified.balise.killAndRestart(program)
                let second = try await notified.announce(Sample.event(2, at: place))
                let ids = [first, second]
                for _ in 1...Self.kills {
                    try await reader.look(at: ids, of: notified) {
                        let enough = min(notified.apns.count + Int.random(in: 10...40), Self.people * 3 / 2)
                        try await eventually("pushes go out") { notified.apns.count >= enough }
                        try await notified.balise.child(program).killNow()
                    }
                    try await notified.balise.relaunch(program)
                }
                try await reader.look(at: ids, of: notified) {
                    for id in ids {
                        let end = try await notified.end(of: id)
                        #expect(end.recipients == Self.people)
                        #expect(end.figures == ["accepted": Self.people, "sent": Self.people])
                    }
                }
                #expect(reader.count > 5)
                judge(people, ids, notified)
            }
        }

        /// Each push device got each announcement, and under one id even if it was sent several times.
        private func judge(_ people: [Listener], _ announcements: [String], _ notified: Notified) {
            let pushes = Dictionary(grouping: notified.apns.notifications, by: \.token)
            var again = 0
            for person in people where !person.pushDevice.contains(":") {
                let mine = Dictionary(grouping: pushes[person.pushDevice] ?? []) {
                    $0.headers["apns-collapse-id"] ?? ""
                }
                #expect(Set(mine.keys) == Set(announcements))
                for (_, pushes) in mine {
                    #expect(Set(pushes.map { $0.headers["apns-id"] }).count == 1)
                    again += pushes.count - 1
                }
            }
            for person in people where person.pushDevice.contains(":") {
                let keys = notified.messages(to: person.pushDevice).map {
                    $0["message"]?["android"]?["collapse_key"]?.text
                }
                #expect(Set(keys.compactMap(\.self)) == Set(announcements))
            }
            print("crash test: \(again) pushes were sent again under their id, since their answer was lost")
        }

        @Test("A push without an answer is sent again under its id", arguments: Shape.standard)
        func held(shape: Shape) async throws {
            try await Notified.run(shape) { notified in
                let place = Place.fresh()
                let person = try await notified.listener(at: place)
                notified.apns.answer(person.pushDevice, .held)
                let id = try await notified.announce(Sample.offer(at: place))
                try await eventually("it is under way") { notified.apns.held == 1 }
                #expect(try await notified.counts(of: id).figures == ["accepted": 1, "pending": 1])
                notified.apns.answer(person.pushDevice, nil)
                try await notified.balise.killAndRestart(shape == .allInOne ? "balise" : "push")
                #expect(try await notified.end(of: id).figures == ["accepted": 1, "sent": 1])
                #expect(person.pushes.count == 2)
                #expect(Set(person.pushes.map { $0.headers["apns-id"] }).count == 1)
                #expect(try await person.done(.GET, "notifications").data?.elements?.count == 1)
            }
        }
    }
}
