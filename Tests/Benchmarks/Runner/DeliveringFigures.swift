import Fakes

/// With its peers and APNs played by this program: client, stand-in and service share the machine.
struct DeliveringFigures {
    let plan: Plan

    /// One announcement after the other, in one life of the program. With more users its memory may be larger before, but
    /// sending must not add more.
    private var sizes: [Int] { plan.short.runs > 1 ? [50_000, 100_000, 100_000, 100_000, 200_000] : [100_000] }

    func measure() async throws -> Table {
        var table = Table(
            "One announcement for many people",
            [
                "people", "answered ms", "queued ms", "all sent ms", "sent/s", "processor µs each", "before MiB",
                "at most MiB",
            ])
        for (people, run) in zip(sizes, try await PushPeers.run(deliver)) {
            table.add([
                whole(Double(people)), decimal(run.answered, 1), whole(run.queued), whole(run.done),
                whole(run.rate), run.processor.map { decimal($0, 1) } ?? "-", whole(run.before), whole(run.most),
            ])
        }
        return table
    }

    private func deliver(_ folder: URL, _ load: AnnouncementLoad) async throws -> [AnnouncementLoad.Run] {
        var fake = FakeAPNs.Plan()
        fake.keepsNotifications = false
        let apns = try await FakeAPNs(fake)
        let process = try PushPeers.start(plan.program("push"), in: folder, try apns.settings(in: folder))
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        var runs: [AnnouncementLoad.Run] = []
        try await load.untilReady()
        var known = 1
        for (number, people) in sizes.enumerated() {
            try await load.makeKnown(known..<people)
            known = people
            runs.append(try await load.announce(number, to: people, through: process, at: apns))
        }
        try await apns.stop()
        return runs
    }
}
