@Suite("Services/run", .timeLimit(.minutes(10))) struct StartScriptTests {
    @Test(
        "If one program ends, the script ends the others, and exits with its status",
        arguments: [
            ("front", 7, 7), ("front", 0, 0), ("back", 7, 7), ("back", 0, 1), ("stand-ins", 9, 9), ("stand-ins", 0, 1),
        ] as [(String, Int32, Int32)])
    func oneEnds(_ name: String, _ its: Int32, _ all: Int32) async throws {
        try await Toys.run { toys, script in
            for other in Toys.names { try await script.prints("\(other) runs") }
            try toys.end(name, with: its)
            #expect(try await script.untilNothingRuns() == all)
            for other in Toys.names {
                #expect(script.lines.contains("\(other) is told to end") == (other != name), "\(other)")
            }
            #expect(script.text.contains("run: \(name) ended with status \(its)"))
        }
    }

    @Test(
        "The script passes a signal to its programs, the last first, and exits with their status",
        arguments: [0, 3] as [Int32])
    func told(status: Int32) async throws {
        try await Toys.run(["STATUS": "\(status)"]) { _, script in
            for name in Toys.names { try await script.prints("\(name) runs") }
            script.terminate()
            #expect(try await script.untilNothingRuns() == status)
            #expect(
                script.lines.filter { $0.hasSuffix("is told to end") }
                    == ["front", "back", "stand-ins"].map { "\($0) is told to end" })
        }
    }

    @Test("The last program gets the stand-ins' settings and prints the examples")
    func settings() async throws {
        try await Toys.run { _, script in
            try await script.prints("front runs --show-examples told")
            try await script.prints("back runs told")
            script.terminate()
            #expect(try await script.untilNothingRuns() == 0)
        }
    }

    @Test(
        "The script starts no stand-ins if the settings have a credential or are wrong",
        arguments: [
            "echo 'BALISE_PUSH_APNS_KEY = <set>  (environment)'",
            "echo 'BALISE_PUSH_APNS_CERTIFICATE = <set>  (file /etc/balise.yaml)'",
            "echo 'BALISE_PUSH_FCM_SERVICE_ACCOUNT = <set>  (environment)'", "exit 78",
        ])
    func nothingStandsIn(settings: String) async throws {
        try await Toys.run(["SETTINGS": settings]) { _, script in
            try await script.prints("front runs")
            script.terminate()
            #expect(try await script.untilNothingRuns() == 0)
            #expect(!script.text.contains("stand-ins"))
        }
    }
}

private struct Toys {
    static let names = ["stand-ins", "back", "front"]
    let folder: URL

    private static let program = #"""
        #!/usr/bin/env bash
        name=$(basename "$0")
        [ "${1:-}" != settings ] || { eval "$SETTINGS"; exit; }
        trap 'echo "$name is told to end"; exit "$STATUS"' TERM
        if [ "$name" = stand-ins ]; then
            echo FROM_STAND_INS=told >"$1/settings.env"
            shift
        fi
        echo "$name runs" "$@" "${FROM_STAND_INS:-}"
        until [ -e "$0.status" ]; do sleep 0.02; done
        exit "$(cat "$0.status")"
        """#

    func end(_ name: String, with status: Int32) throws {
        try Data("\(status)".utf8).write(to: folder.appending(path: "\(name).status"), options: .atomic)
    }

    static func run(_ settings: [String: String] = [:], _ body: (Toys, StartScript) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "balise-" + Fresh.token(8))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in names {
            let file = folder.appending(path: name)
            try Data(program.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        }
        let script = try StartScript(
            folder, ["back", "front"], ["SETTINGS": ":", "STATUS": "0"].merging(settings) { _, set in set })
        do {
            try await body(Toys(folder: folder), script)
        } catch {
            await script.cleanUp()
            throw error
        }
        await script.cleanUp()
    }
}
