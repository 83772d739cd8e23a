// What the words of a command line mean.

import Isolation
import Models
import ServiceSettings
import Storage
import Testing

@testable import ServiceRuntime

@Suite("Commands", .timeLimit(.minutes(10)))
struct ProgramCommandTests {
    @Test(
        "The first word is the command; without one it is serve",
        arguments: [
            ([], ProgramCommand.serve(options: [])),
            (["serve"], .serve(options: [])),
            (["--http-port", "1"], .serve(options: ["--http-port", "1"])),
            (["serve", "--http-port", "1"], .serve(options: ["--http-port", "1"])),
            (["health", "--data-dir", "d"], .health(options: ["--data-dir", "d"])),
            (["keys"], .keys(options: [])),
            (["settings"], .settings(options: [])),
            (["settings", "--markdown"], .settings(options: [], asMarkdown: true)),
            (["settings", "--http-port", "1"], .settings(options: ["--http-port", "1"])),
            (["help"], .help), (["--help"], .help), (["-h"], .help), (["help", "help"], .help),
            (["serve", "--help"], .helpWith("serve")), (["help", "keys"], .helpWith("keys")),
            (["accounts", "erase", "-h"], .helpWith("accounts")), (["--http-port", "1", "--help"], .help),
            (["settings", "--json"], .settings(options: [], asJSON: true)), (["prepare"], .prepare(options: [])),
            (["--version"], .version),
            (["backup", "to"], .backUp(folder: "to", options: [])),
            (["restore", "from", "--data-dir", "d"], .restore(folder: "from", options: ["--data-dir", "d"])),
            (["new-database", "push"], .newDatabase(service: "push", options: [])),
            (["move-storage", "--to-postgresql"], .moveStorage(.toServer, service: nil, options: [])),
            (
                ["move-storage", "--to-files", "push", "--data-dir", "d"],
                .moveStorage(.toFile, service: "push", options: ["--data-dir", "d"])
            ),
            (
                ["move-storage", "push", "--to-files", "--data-dir", "d"],
                .moveStorage(.toFile, service: "push", options: ["--data-dir", "d"])
            ),
        ])
    func commands(_ arguments: [String], _ expected: ProgramCommand) throws {
        #expect(try ProgramCommand(arguments) == expected)
    }

    @Test("A word that is no command is named")
    func unknown() {
        let error = #expect(throws: ProgramCommand.Misuse.self) { try ProgramCommand(["start"]) }
        #expect(error?.description == "there is no command \"start\"; `help` lists what there is")
    }

    @Test("A command that lacks its word says which", arguments: ["backup", "restore", "new-database"])
    func incomplete(_ command: String) {
        for rest in [[], ["--data-dir", "d"]] {
            let error = #expect(throws: ProgramCommand.Misuse.self) { try ProgramCommand([command] + rest) }
            #expect(error?.description.contains("behind `\(command)`") == true)
        }
    }

    @Test(
        "The status tells what was wrong",
        arguments: [
            (["help"], [:], 0), (["--version"], [:], 0), (["settings"], [:], 0), (["nonsense"], [:], 64),
            (["serve", "--nonsense"], [:], 64), (["settings", "--http-port", "x"], [:], 64),
            ([], ["BALISE_HTTP_PORT": "x"], 78), (["health"], ["BALISE_LOG_LEVEL": "loud"], 78),
        ] as [([String], [String: String], Int32)])
    func status(_ arguments: [String], _ environment: [String: String], _ expected: Int32) async {
        let test = TestProgram()
        #expect(await test.program.run(arguments: arguments, environment: environment) == expected)
        #expect(test.complaint.isEmpty == (expected == 0))
    }

    @Test("A program that cannot start says so in one line, with what to do")
    func oneLine() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "file")
        let test = TestProgram(name: "location", services: [ToyLocation.self])
        #expect(await test.program.run(arguments: ["--data-dir", path], environment: [:]) == 1)
        #expect(!test.complaint.contains("\n"))
        #expect(test.complaint.hasPrefix("location: cannot use \(path): "))
        #expect(test.complaint.contains("BALISE_DATA_DIR"))
    }

    @Test("Help with a command is about that command")
    func helpWith() async {
        let edge = TestProgram(name: "edge", services: [ToyEdge.self])
        #expect(await edge.program.run(arguments: ["api-keys", "--help"], environment: [:]) == 0)
        for scope in APIKeyScope.allCases { #expect(edge.output.contains(scope.rawValue)) }
        #expect(edge.output.hasPrefix("Usage: edge api-keys ") && !edge.output.contains("accounts"))
        let settings = TestProgram()
        #expect(await settings.program.run(arguments: ["settings", "--help"], environment: [:]) == 0)
        #expect(settings.output.contains("--markdown") && !settings.output.contains("key pairs"))
    }

    @Test("`help` names every command, and `--version` the version")
    func help() async {
        let test = TestProgram(name: "location", services: [ToyLocation.self])
        _ = await test.program.run(arguments: ["help"], environment: [:])
        for command in ["serve", "health", "keys", "settings", "help", "--version"] {
            #expect(test.output.contains("  \(command) "))
        }
        #expect(!test.output.contains("api-keys"))
        #expect(await TestProgram().program.run(arguments: ["help", "nonsense"], environment: [:]) == 64)
        let other = TestProgram()
        _ = await other.program.run(arguments: ["--version"], environment: [:])
        #expect(other.output == "toy \(ServiceProgram.version)")
    }
}
