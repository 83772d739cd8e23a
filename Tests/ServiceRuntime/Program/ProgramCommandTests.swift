import OperatorCommands

@testable import ServiceRuntime

@Suite("Commands", .timeLimit(.minutes(10))) struct ProgramCommandTests {
    @Test(
        "The first word is the command, and serve the default",
        arguments: [
            ([], ProgramCommand.serve(options: [])), (["serve"], .serve(options: [])),
            (["--http-port", "1"], .serve(options: ["--http-port=1"])),
            (["serve", "--http-port", "1"], .serve(options: ["--http-port=1"])),
            (["keys"], .own("keys", words: [], options: [])),
            (["health", "--data-dir", "d"], .own("health", words: [], options: ["--data-dir=d"])),
            (
                ["health", "--wait", "30s", "--data-dir", "d"],
                .own("health", words: ["--wait=30s"], options: ["--data-dir=d"])
            ),
            (["--wait", "30s", "health"], .own("health", words: ["--wait=30s"], options: [])),
            (["settings", "--markdown"], .own("settings", words: ["--markdown"], options: [])),
            (["settings", "--wait"], .own("settings", words: [], options: ["--wait"])),
            (["help"], .help), (["--help"], .help), (["-h"], .help), (["help", "help"], .help),
            (["serve", "--help"], .helpWith("serve")), (["help", "keys"], .helpWith("keys")),
            (["accounts", "erase", "-h"], .helpWith("accounts", verbs: ["erase"])),
            (["--http-port", "1", "--help"], .help), (["--version"], .version), (["version"], .version),
            (
                ["restore", "--yes", "from", "--data-dir", "d"],
                .own("restore", words: ["from", "--yes"], options: ["--data-dir=d"])
            ),
            (["--yes", "restore", "from"], .own("restore", words: ["from", "--yes"], options: [])),
            (
                ["move-storage", "push", "--to-files", "--data-dir", "d"],
                .own("move-storage", words: ["push", "--to-files"], options: ["--data-dir=d"])
            ),
            (
                ["move-storage", "--to-files", "--data-dir", "d", "push"],
                .own("move-storage", words: ["push", "--to-files"], options: ["--data-dir=d"])
            ),
            (
                ["--http-port", "1", "--data-dir=d", "backup", "to"],
                .own("backup", words: ["to"], options: ["--http-port=1", "--data-dir=d"])
            ),
            (["backup", "--data-dir", "d", "to"], .own("backup", words: ["to"], options: ["--data-dir=d"])),
            (["--miataru-legacy", "backup", "to"], .own("backup", words: ["to"], options: ["--miataru-legacy"])),
            (
                ["--miataru-legacy", "no", "backup", "to"],
                .own("backup", words: ["to"], options: ["--miataru-legacy=no"])
            ),
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

    @Test("A command's own options and arguments are read")
    func values() throws {
        let health = try #require(try OwnCommands.parse("health", ["--wait=500ms"]) as? OwnCommands.Health)
        #expect(health.wait == .milliseconds(500))
        let doctor = try #require(try OwnCommands.parse("doctor", ["--json"]) as? OwnCommands.Doctor)
        #expect(doctor.json)
        let settings = try #require(try OwnCommands.parse("settings", ["--json"]) as? OwnCommands.ShowSettings)
        #expect(settings.json && !settings.markdown)
        let backup = try #require(try OwnCommands.parse("backup", ["to"]) as? OwnCommands.Backup)
        #expect(backup.folder == "to")
        let words = ["from", "--allow-unencrypted"]
        let restore = try #require(try OwnCommands.parse("restore", words) as? OwnCommands.Restore)
        #expect(restore.backup == "from" && restore.allowUnencrypted && !restore.yes)
        let new = try #require(try OwnCommands.parse("new-database", ["push"]) as? OwnCommands.NewDatabase)
        #expect(new.service == "push")
        let move = try #require(try OwnCommands.parse("move-storage", ["--to-files"]) as? OwnCommands.MoveStorage)
        #expect(move.toFiles && !move.toPostgresql && move.service == nil)
    }

    @Test("An unknown command is named")
    func unknown() {
        let error = #expect(throws: ProgramCommand.Misuse.self) { try read(["start"]) }
        #expect(error?.description == "there is no command \"start\"; `help` lists the commands")
    }

    @Test(
        "A wrong or missing word of a command is named",
        arguments: [
            ("health --wait", "Missing value for '--wait <time>'"),
            ("health --wait=30", "The value '30' is invalid for '--wait <time>': expected a time such as 30s"),
            ("health --wait=2h", "The value '2h' is invalid for '--wait <time>': expected a time such as 30s"),
            ("backup", "Missing expected argument '<folder>'"),
            ("restore --data-dir d", "Missing expected argument '<backup>'"),
            ("new-database", "Missing expected argument '<service>'"),
            ("completion", "Missing expected argument '<shell>'"),
            ("completion csh", "The value 'csh' is invalid for '<shell>': expected one of zsh, bash, fish"),
            ("move-storage --to-files --to-postgresql", "Expected either --to-postgresql or --to-files"),
        ])
    func wrong(_ line: String, _ misuse: String) async {
        let words = line.split(separator: " ").map(String.init)
        let test = TestProgram()
        #expect(await test.program.run(arguments: words, environment: [:]) == 64)
        #expect(test.complaint == "toy: \(misuse); `help \(words[0])` says more")
    }

    @Test("An empty folder, as from an unset variable of a script, is refused", arguments: ["backup", "restore"])
    func empty(_ command: String) async {
        let test = TestProgram()
        #expect(await test.program.run(arguments: [command, ""], environment: [:]) == 64)
        #expect(test.complaint.contains("it is empty; `help \(command)` says more"))
    }

    @Test("An option takes one value, and a further word is named")
    func tooMany() {
        let error = #expect(throws: ProgramCommand.Misuse.self) { try OwnCommands.parse("backup", ["to", "fro"]) }
        #expect(
            error?.description == "Unexpected argument 'fro'; an option takes one value, and a list is written with "
                + "commas; `help backup` says more")
        let served = #expect(throws: ProgramCommand.Misuse.self) { try read(["serve", "fro"]) }
        #expect(served?.description.hasPrefix(#""fro" is one word too many behind `serve`; "#) == true)
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
        #expect(move.output.hasPrefix("Usage: toy move-storage --to-postgresql [<service>] [options]\n"))
        #expect(move.output.contains("       toy move-storage --to-files [<service>] [options]\n"))
        let settings = TestProgram()
        #expect(await settings.program.run(arguments: ["settings", "--help"], environment: [:]) == 0)
        #expect(settings.output.contains("--markdown") && !settings.output.contains("key pairs"))
    }

    @Test("There is a completion script for each shell, with every command", arguments: ["bash", "zsh", "fish"])
    func completion(_ shell: String) async {
        let test = TestProgram()
        #expect(await test.program.run(arguments: ["completion", shell], environment: [:]) == 0)
        for word in OwnCommands.all.map { $0.word } + OperatorCommandLine.topics + ["to-postgresql", "dry-run"] {
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
