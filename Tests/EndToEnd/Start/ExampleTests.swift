import Models

extension EndToEnd {
    @Suite("The start script and its examples") struct Examples {
        @Test("Each printed example works as printed, and the push arrives", .serialized, arguments: Shape.onFiles)
        func asPrinted(shape: Shape) async throws {
            try await Self.withStarted(shape) { script in
                try await script.prints("/announcements")
                let lines = script.lines.filter { $0.contains("curl ") }
                #expect(lines.count == 8)
                try await Self.untilReady(script)

                // Twice, as newcomers do.
                for round in 1...2 {
                    try await Self.give(lines, to: script)
                    try await eventually("push \(round) in\n\(script.text)") { Self.arrivals(script).count == round }
                    #expect(
                        Self.arrivals(script).last == "iPhone ab12…: “Bread”, “Half the price until noon” (offer 123)")
                }

                script.pressControlC()
                #expect(try await script.untilNothingRuns() == 0, "\(script.text)")
                #expect(!script.text.contains("ended at once"), "all end in order")
                let left = try FileManager.default.contentsOfDirectory(atPath: script.folder.path)
                #expect(left == ["data"], "the stand-ins leave nothing")
            }
        }

        @Test("An example that gets no token stops the shell and shows the answer")
        func failsLoudly() async throws {
            try await Self.withStarted(.allInOne) { script in
                try await script.prints("/announcements")
                let lines = script.lines.filter { $0.contains("curl ") && $0.contains("answer=") }
                #expect(lines.count == 2)
                try await Self.untilReady(script)
                let registration = try #require(lines.first)
                let refused = registration.replacing(/"email":"[^,]*,/, with: "")
                #expect(refused != registration)
                let answer = try await Self.shell([refused, "echo went on"])
                #expect(answer.contains("token: there is none: {") && !answer.contains("went on"), "\(answer)")
                let key = try #require(lines.last)
                let unknown = key.replacing("operator.token", with: "no.token")
                let denied = try await Self.shell([unknown, "echo went on"])
                #expect(denied.contains("key: there is none: {") && !denied.contains("went on"), "\(denied)")
                script.terminate()
                _ = try await script.untilNothingRuns()
                let unreached = try await Self.shell(lines)
                #expect(unreached.contains("token: there is none: ") && unreached.contains("curl: (7)"), "\(unreached)")
            }
        }

        @Test("A wrong setting ends the script with the program's status and message")
        func wrongSetting() async throws {
            try await Self.withStarted(.allInOne, ["BALISE_HTTP_PORT": "many"]) { script in
                let status = try await script.untilNothingRuns()
                #expect(status == 78)
                #expect(script.text.contains("BALISE_HTTP_PORT"))
            }
        }

        // MARK: Steps

        private static func withStarted(
            _ shape: Shape, _ settings: [String: String] = [:], _ body: (StartScript) async throws -> Void
        ) async throws {
            let programs = try BuiltPrograms.url("balise").deletingLastPathComponent()
            try await RunningBalise.owners.run { try await withScript(programs, shape, settings, body) }
        }

        private static func withScript(
            _ programs: URL, _ shape: Shape, _ settings: [String: String], _ body: (StartScript) async throws -> Void
        ) async throws {
            let script = try StartScript(programs, shape.programs, Setting.patient + settings)
            do {
                try await body(script)
            } catch {
                await script.cleanUp()
                throw error
            }
            await script.cleanUp()
        }

        private static func give(_ lines: [String], to script: StartScript) async throws {
            var answers = ""
            for _ in 1...3 {
                answers = try await shell(lines)
                if !answers.contains(#""error""#) { break }
            }
            #expect(!answers.contains(#""success":false"#) && !answers.contains(#""error""#), "\(answers)")
        }

        private static func untilReady(_ script: StartScript) async throws {
            let operations = try #require(script.text.firstMatch(of: /\(operations (http:\/\/[\d.:]+)\)/)?.1)
            try await eventually("all services are ready") {
                try await shell(["curl -s -o /dev/null -w '%{http_code}' \(operations)/readyz"]) == "200"
            }
        }

        private static func arrivals(_ script: StartScript) -> [String] { script.lines.filter { $0.contains(": “") } }

        private static func shell(_ lines: [String]) async throws -> String {
            let shell = URL(fileURLWithPath: "/bin/sh")
            return try await Process.output(of: shell, ["-c", lines.joined(separator: "\n")]).output
        }
    }
}

extension EndToEnd {
    @Suite("Programs") struct Programs {
        @Test("Each service has its own program", arguments: ServiceName.allCases)
        func ofOneService(service: ServiceName) async throws {
            let help = try await Process.output(of: BuiltPrograms.built("\(service)"), ["help"]).output
            let first = try #require(help.split(separator: "\n").first)
            #expect(first.hasPrefix("\(service) ") && first.hasSuffix(": hosts \(service)"), "\(help)")
        }
    }
}
