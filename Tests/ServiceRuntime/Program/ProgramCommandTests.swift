import OperatorCommands

@testable import ServiceRuntime

@Suite("Commands", .timeLimit(.minutes(10))) struct ProgramCommandTests {
    @Test(
        "The first word is the command, and serve the default",
        arguments: [
            ([], ProgramCommand.serve(options: [])), (["serve"], .serve(options: [])),
            (["--http-port", "1"], .serve(options: ["--http-port=1"])),
            (["serve", "--http-port", "1"], .serve(options: ["--http-port=1"])),
            (["health", "--data-dir", "d"], .health(options: ["--data-dir=d"])), (["keys"], .keys(options: [])),
            (["health", "--wait", "30s", "--data-dir", "d"], .health(options: ["--data-dir=d"], wait: .seconds(30))),
            (["health", "--wait=500ms"], .health(options: [], wait: .milliseconds(500))),
            (["doctor", "--json", "--data-dir", "d"], .doctor(options: ["--data-dir=d"], asJSON: true)),
            (["settings"], .settings(options: [])),
            (["settings", "--markdown"], .settings(options: [], asMarkdown: true)),
            (["settings", "--http-port", "1"], .settings(options: ["--http-port=1"])),
            (["help"], .help), (["--help"], .help), (["-h"], .help), (["help", "help"], .help),
            (["serve", "--help"], .helpWith("serve")), (["help", "keys"], .helpWith("keys")),
            (["accounts", "erase", "-h"], .helpWith("accounts", verbs: ["erase"])),
            (["--http-port", "1", "--help"], .help),
            (["settings", "--json"], .settings(options: [], asJSON: true)), (["prepare"], .prepare(options: [])),
            (["completion", "zsh"], .completion(shell: "zsh")),
            (["--version"], .version), (["backup", "to"], .backUp(folder: "to", options: [])),
            (
                ["restore", "from", "--data-dir", "d"],
                .restore(folder: "from", isSure: false, options: ["--data-dir=d"])
            ),
            (["restore", "--yes", "from"], .restore(folder: "from", isSure: true, options: [])),
            (
                ["restore", "--allow-unencrypted", "from"],
                .restore(folder: "from", isSure: false, allowsUnencrypted: true, options: [])
            ),
            (["new-database", "push"], .newDatabase(service: "push", options: [])),
            (["move-storage", "--to-postgresql"], .moveStorage(.toServer, service: nil, options: [])),
            (
                ["move-storage", "--to-files", "push", "--data-dir", "d"],
                .moveStorage(.toFile, service: "push", options: ["--data-dir=d"])
            ),
            (
                ["move-storage", "push", "--to-files", "--data-dir", "d"],
                .moveStorage(.toFile, service: "push", options: ["--data-dir=d"])
            ),
            (
                ["move-storage", "--to-files", "--data-dir", "d", "push"],
                .moveStorage(.toFile, service: "push", options: ["--data-dir=d"])
            ),
            (
                ["--http-port", "1", "--data-dir=d", "backup", "to"],
                .backUp(folder: "to", options: ["--http-port=1", "--data-dir=d"])
            ),
            (["backup", "--data-dir", "d", "to"], .backUp(folder: "to", options: ["--data-dir=d"])),
            (["--miataru-legacy", "backup", "to"], .backUp(folder: "to", options: ["--miataru-legacy"])),
            (["--miataru-legacy", "no", "backup", "to"], .backUp(folder: "to", options: ["--miataru-legacy=no"])),
            (
                ["--operations-port", "1", "accounts", "show", "ada", "--json"],
                .operate(words: ["accounts", "--operations-port", "1", "show", "ada", "--json"])
            ),
            (["--http-port", "-1"], .serve(options: ["--http-port=-1"])),
            (["serve", "--json"], .serve(options: ["--json"])),
            (["--data-dir", "d", "backup", "--help"], .helpWith("backup")),
            (["help", "accounts", "show"], .helpWith("accounts", verbs: ["show"])),
        ] as [([String], ProgramCommand)])
    func commands(_ arguments: [String], _ expected: ProgramCommand) throws { #expect(try read(arguments) == expected) }

    private func read(_ arguments: [String]) throws -> ProgramCommand {
        try ProgramCommand(arguments, forms: SettingsCatalogue.balise.optionForms)
    }

    @Test("An unknown command is named")
    func unknown() {
        let error = #expect(throws: ProgramCommand.Misuse.self) { try read(["start"]) }
        #expect(error?.description == "there is no command \"start\"; `help` lists the commands")
    }

    @Test("A wait needs a time", arguments: [["--wait"], ["--wait", "30"], ["--wait=soon"], ["--wait=2h"]])
    func wrongWait(_ words: [String]) {
        let error = #expect(throws: ProgramCommand.Misuse.self) { try read(["health"] + words) }
        #expect(error == .expected(what: "a time such as 30s as --wait", command: "health"))
    }

    @Test(
        "A command without its argument names the argument",
        arguments: ["backup", "restore", "new-database", "completion"])
    func incomplete(_ command: String) {
        for rest in [[], ["--data-dir", "d"]] {
            let error = #expect(throws: ProgramCommand.Misuse.self) { try read([command] + rest) }
            #expect(error?.description.hasSuffix(" behind `\(command)`; `help \(command)` says more") == true)
        }
    }

    @Test("An option takes one value, and a further word is named")
    func tooMany() {
        let error = #expect(throws: ProgramCommand.Misuse.self) {
            try read(["backup", "--data-dir", "d", "to", "fro"])
        }
        #expect(error?.description.hasPrefix(#""fro" is one word too many behind `backup`; "#) == true)
        let other = #expect(throws: ProgramCommand.Misuse.self) { try read(["--data-dir", "d", "fro"]) }
        #expect(other?.description.hasPrefix(#"there is no command "fro"; "#) == true)
        #expect(other?.description.hasSuffix("a list is written with commas") == true)
    }

    @Test(
        "The status shows the kind of error",
        arguments: [
            (["help"], [:], 0), (["--version"], [:], 0), (["settings"], [:], 0), (["nonsense"], [:], 64),
            (["serve", "--nonsense"], [:], 64), (["settings", "--http-port", "x"], [:], 64),
            ([], ["BALISE_HTTP_PORT": "x"], 78), (["--http-port", "1", "2"], [:], 64),
            (["health"], ["BALISE_LOG_LEVEL": "loud"], 78),
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
        #expect(!test.complaint.contains("\n") && test.complaint.hasPrefix("location: cannot use \(path): "))
        #expect(test.complaint.contains("BALISE_DATA_DIR"))
    }

    @Test("Help about a command shows only that command")
    func helpWith() async {
        let edge = TestProgram(name: "edge", services: [ToyEdge.self])
        #expect(await edge.program.run(arguments: ["api-keys", "--help"], environment: [:]) == 0)
        for scope in APIKeyScope.allCases { #expect(edge.output.contains(scope.rawValue)) }
        #expect(edge.output.hasPrefix("Usage: edge api-keys ") && !edge.output.contains("accounts"))
        #expect(edge.output.contains("api-keys revoke\n\nOVERVIEW: "))
        let one = TestProgram(name: "edge", services: [ToyEdge.self])
        #expect(await one.program.run(arguments: ["accounts", "show", "--help"], environment: [:]) == 0)
        #expect(one.output.hasPrefix("Usage: edge accounts show ") && !one.output.contains("edge accounts erase"))
        let nested = TestProgram(name: "edge", services: [ToyEdge.self])
        #expect(await nested.program.run(arguments: ["help", "api-keys", "webhook", "set"], environment: [:]) == 0)
        #expect(nested.output.hasPrefix("Usage: edge api-keys webhook set ") && nested.output.contains("--secret-file"))
        let move = TestProgram()
        #expect(await move.program.run(arguments: ["move-storage", "--help"], environment: [:]) == 0)
        #expect(move.output.hasPrefix("Usage: toy move-storage --to-postgresql [SERVICE] [options]\n"))
        #expect(move.output.contains("       toy move-storage --to-files [SERVICE] [options]\n"))
        let settings = TestProgram()
        #expect(await settings.program.run(arguments: ["settings", "--help"], environment: [:]) == 0)
        #expect(settings.output.contains("--markdown") && !settings.output.contains("key pairs"))
    }

    @Test("There is a completion script for each shell, with every command", arguments: ["bash", "zsh", "fish"])
    func completion(_ shell: String) async {
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["completion", shell], environment: [:]) == 0)
        for word in OwnCommand.all.map(\.word) + OperatorCommandLine.topics + ["to-postgresql", "dry-run"] {
            #expect(test.output.contains(word), "\(word)")
        }
        #expect(await TestProgram().program.run(arguments: ["completion", "csh"], environment: [:]) == 64)
    }

    @Test("The help of backup and restore has examples, in the program's own name", arguments: ["backup", "restore"])
    func examples(_ command: String) async {
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["help", command], environment: [:]) == 0)
        #expect(test.output.contains("Examples:\n  toy \(command) /backups/monday\n"))
    }

    @Test("A program without `move-storage` says which one has it")
    func withoutMove() async {
        let test = TestProgram(name: "location", services: [ToyLocation.self], movesStorage: false)
        #expect(await test.program.run(arguments: ["move-storage", "--to-files"], environment: [:]) == 64)
        #expect(test.complaint.contains("there is no command \"move-storage\" here: `balise` has it"))
        #expect(await test.program.run(arguments: ["help"], environment: [:]) == 0)
        #expect(!test.output.contains("move-storage"))
    }

    @Test("`help` names every command, and `--version` the version")
    func help() async {
        let test = TestProgram(name: "location", services: [ToyLocation.self])
        _ = await test.program.run(arguments: ["help"], environment: [:])
        for command in ["serve", "health", "keys", "settings", "help", "--version"] {
            #expect(test.output.contains("  \(command) "))
        }
        for status in ExitStatus.allCases { #expect(test.output.contains("  \(status.rawValue) ")) }
        #expect(!test.output.contains("api-keys"))
        #expect(await TestProgram().program.run(arguments: ["help", "nonsense"], environment: [:]) == 64)
        let other = TestProgram()
        _ = await other.program.run(arguments: ["--version"], environment: [:])
        #expect(other.output == "toy \(ServiceProgram.version)")
    }
}

@Suite("The names of a program") struct ProgramNameTests {
    @Test(
        "A program that is called by the name of one service hosts only that service",
        arguments: [
            ("location", "location", [.location]),
            ("/opt/balise/edge", "edge", [.edge]),
            ("balise", "balise", [.location, .edge]),
            ("./edge/balise-0.1.0", "balise", [.location, .edge]),
            // A service that it does not host.
            ("push", "balise", [.location, .edge]),
            ("", "balise", [.location, .edge]),
        ] as [(String, String, [ServiceName])])
    func called(_ path: String, _ name: String, _ services: [ServiceName]) {
        let program = TestProgram(name: "balise", services: [ToyLocation.self, ToyEdge.self]).program.called(path)
        #expect(program.name == name)
        #expect(program.services.map { $0.name } == services)
    }
}
