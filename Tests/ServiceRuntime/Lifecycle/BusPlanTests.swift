@testable import ServiceRuntime

@Suite("The addresses of services") struct BusPlanTests {
    @Test("Services in one program use addresses within the process")
    func allInOne() throws {
        let plan = try plan([], hosting: ServiceName.allCases)
        #expect(plan.endpoints[.location]?.map(\.text) == ["inproc://location"])
        #expect(plan.binds[.location]?.text == "inproc://location" && !plan.usesTCP)
        #expect(!plan.usesSockets(in: URL(fileURLWithPath: "/srv/d")))
    }

    @Test("Separate programs use sockets in the data folder")
    func sockets() throws {
        let location = try plan([], hosting: [.location])
        let edge = try plan([], hosting: [.edge])
        #expect(location.binds[.location]?.text == "ipc:///srv/d/run/location.sock")
        #expect(edge.endpoints[.location]?.map(\.text) == ["ipc:///srv/d/run/location.sock"])
        #expect(edge.binds[.location] == nil && edge.usesSockets(in: URL(fileURLWithPath: "/srv/d")) && !edge.usesTCP)
    }

    @Test("A service on another machine binds to one address and is called at another")
    func tcp() throws {
        let location = try plan(["--bus-bind", "tcp://0.0.0.0:7404"], hosting: [.location])
        let others = ServiceName.allCases.filter { $0 != .edge }
        let places = others.flatMap { ["--bus-\($0)", "tcp://\($0):7404"] }
        let edge = try plan(places, hosting: [.edge])
        #expect(location.binds[.location]?.text == "tcp://0.0.0.0:7404")
        #expect(edge.endpoints[.location]?.map(\.text) == ["tcp://location:7404"])
        #expect(location.usesTCP)
        #expect(edge.usesTCP && !edge.usesSockets(in: URL(fileURLWithPath: "/srv/d")))
    }

    @Test("Without a bind address a service listens at the address that others call")
    func sameAddress() throws {
        let location = try plan(["--bus-location", "tcp://127.0.0.1:7404"], hosting: [.location])
        #expect(location.binds[.location]?.text == "tcp://127.0.0.1:7404")
    }

    @Test("Each replica has its own bind address, and other services know all replicas")
    func replicas() throws {
        let places = ["--bus-location", "tcp://a:7404,tcp://b:7404"]
        let edge = try plan(places, hosting: [.edge])
        #expect(edge.endpoints[.location]?.map(\.text) == ["tcp://a:7404", "tcp://b:7404"] && edge.usesTCP)
        let replica = try plan(places + ["--bus-bind", "tcp://0.0.0.0:7404"], hosting: [.location])
        #expect(replica.binds[.location]?.text == "tcp://0.0.0.0:7404")
        #expect { try plan(places, hosting: [.location]) } throws: {
            "\($0)".contains("bus.location names several replicas; set bus.bind")
        }
    }

    @Test(
        "Addresses that the program does not use are refused",
        arguments: [["--bus-bind", "tcp://0.0.0.0:1"], ["--bus-location", "tcp://location:7404"]])
    func useless(_ arguments: [String]) {
        #expect(throws: StartError.self) { try plan(arguments, hosting: ServiceName.allCases) }
    }

    @Test(
        "A warning names a service that none of its addresses reaches",
        arguments: [
            ("tcp://0.0.0.0:7404", nil, false), ("tcp://0.0.0.0:7404", "tcp://a:7404", false),
            ("tcp://0.0.0.0:7404", "tcp://a:7405,tcp://b:7404", false), ("tcp://0.0.0.0:7409", "tcp://a:7404", true),
            ("tcp://0.0.0.0:7409", "tcp://a:7404,tcp://b:7404", true), ("ipc:///run/b", "ipc:///run/a", true),
            ("tcp://0.0.0.0:7404", "ipc:///run/a", true), ("ipc:///run/a", "ipc:///run/a", false),
        ] as [(String, String?, Bool)])
    func elsewhere(_ bind: String, _ places: String?, _ isOdd: Bool) throws {
        let arguments = ["--bus-bind", bind] + (places.map { ["--bus-location", $0] } ?? [])
        let warnings = try plan(arguments, hosting: [.location]).warnings
        #expect(warnings.count == (isOdd ? 1 : 0))
        #expect(warnings.allSatisfy { $0.hasPrefix("bus.bind is \(bind), but no address in bus.location") })
    }

    private func plan(_ arguments: [String], hosting hosted: [ServiceName]) throws -> BusPlan {
        try BusPlan(Settings.load(arguments: ["--data-dir", "/srv/d"] + arguments, environment: [:]), hosting: hosted)
    }
}

@Suite("The operator's token") struct OperatorTokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("It is created at the first start, for its owner only, and stays")
    func made() throws {
        let data = folder.url.appendingPathComponent("data")
        #expect(try OperatorToken.load(in: data) == nil)
        let token = try OperatorToken.loadOrMake(in: data)
        #expect(token.value.count == 43)
        #expect(try folder.mode("data/operator.token") == 0o600)
        #expect(try OperatorToken.loadOrMake(in: data) == token)
        #expect(try OperatorToken.load(in: data) == token)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["operator.token"])
        #expect(try OperatorToken.loadOrMake(in: folder.url) != token, "each folder has its own")
    }

    @Test("Programs that start at the same time get the same token")
    func atOnce() async throws {
        for round in 0..<50 {
            let data = folder.url.appendingPathComponent("data\(round)")
            let tokens = await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { try? OperatorToken.loadOrMake(in: data) } }
                return await group.reduce(into: Set<Secret?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1 && tokens.first != .some(nil))
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["operator.token"])
        }
    }

    @Test("A token that others can read, or that is invalid, is refused", arguments: [(0o644, "t"), (0o600, "")])
    func refused(_ mode: mode_t, _ letter: String) throws {
        let path = try folder.write(String(repeating: letter, count: 43), to: "operator.token")
        #expect(chmod(path, mode) == 0)
        let error = #expect(throws: StartError.self) { try OperatorToken.loadOrMake(in: folder.url) }
        #expect(error?.description.hasPrefix("cannot use \(path): ") == true)
    }
}
