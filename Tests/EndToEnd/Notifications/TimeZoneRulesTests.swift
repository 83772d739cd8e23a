extension EndToEnd {
    @Suite("The rules of time zones") struct TimeZoneRules {
        @Test("are those of the folder that TZDIR names, and an old release is told", arguments: Shape.standard)
        func newerRules(shape: Shape) async throws {
            let folder = try TemporaryFolder()
            // British Columbia keeps summer time from 2026 on (tz 2026b), which rules of 2025 do not know.
            try ZoneFile(-28_800, changes: [(1_772_964_000, -25_200)], footer: "MST7")
                .write(to: folder.url, as: "America/Vancouver")
            try Data("# version 2025b\n".utf8).write(to: folder.url.appendingPathComponent("tzdata.zi"))
            try await Notified.run(shape, ["TZDIR": folder.url.path]) { notified in
                let answer = try await notified.publish(
                    .PUT, "notifications/series/noon",
                    [
                        "kind": "OFFER", "audience": ["everyone": true], "content": ["texts": [["title": "T"]]],
                        "rule": "FREQ=YEARLY", "startsAtLocal": "2026-11-29T12:00", "timeZone": "America/Vancouver",
                    ])
                #expect(answer.data?["nextAt"]?.text?.hasSuffix("-11-29T19:00:00Z") == true, "\(answer)")
                let ready = try await notified.balise.operate(.GET, "/readyz").text
                #expect(ready.contains("push: ") && ready.contains("2025b; update tzdata and restart"), "\(ready)")
            }
        }
    }
}
